"""Selection of the part of an email that is read, and remarks on all others."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from attrs import frozen

from horizons_core.orders import Envelope
from horizons_host.games.order_texts import MAX_TEXT_SIZE
from horizons_host.mail.bodies import MailText
from horizons_host.mail.line_kinds import SortedLines, own_words, sorted_lines
from horizons_host.mail.order_sets import OrderSearchResult, sets_in

_WORD = re.compile(r"\w+")
_OTHER_WORDS = "Only the plain text of your email was read; its formatted text is longer."
_SIGNED = (
    "Your email marks all of this as your signature. It was read, since you wrote nothing else."
)


@frozen
class PersonalText:
    """The words of an email to people.

    `left_out` names its other parts, and `doubtful` is the first line of what may be quoted; both
    are "" for none. `has_more_words` means that another form of the email has further words,
    `signed` that the email marks all of them as a signature.
    """

    text: str
    left_out: str = ""
    doubtful: str = ""
    has_more_words: bool = False
    signed: bool = False

    def remarks(self, left_out: str) -> str:
        """Return sentences about omitted parts and doubtful lines; "" for none."""
        doubt = f"Check the line '{self.doubtful[:60]}': quoted text may begin there."
        sentences = [f"{left_out}: {self.left_out}."] if self.left_out else []
        sentences += [doubt] if self.doubtful else []
        sentences += [_SIGNED] if self.signed else []
        return " ".join([*sentences, *([_OTHER_WORDS] if self.has_more_words else [])])


def personal_text(texts: Sequence[MailText], mark: str) -> PersonalText:
    """Return the sender's own words in the first text that has any; those below `mark` are quoted.

    Words that are not certainly quoted count as the sender's own.
    """
    inline = {body.text: body for body in texts if not body.attached}
    attached = [body.source for body in texts if body.attached]
    for text, body in inline.items():
        lines = sorted_lines(text, mark, certain=True)
        own_text = lines.own_text()
        if own_text.strip():
            written = set(_WORD.findall(text))
            more = any(
                not written.issuperset(_WORD.findall(own_words(other, mark, certain=True)))
                for other in inline
            )
            left_out = ", ".join([*_counted(lines), *attached])
            doubtful = _first_doubtful_line(lines, own_words(text, mark))
            return PersonalText(own_text, left_out, doubtful, more, body.signed)
    return PersonalText("", ", ".join(attached))


def _counted(lines: SortedLines) -> list[str]:
    counts = {
        "quoted text": lines.number_of("quoted"),
        "the signature": lines.number_of("signature"),
    }
    return [
        f"{kind} ({count} line{'' if count == 1 else 's'})"
        for kind, count in counts.items()
        if count
    ]


def _first_doubtful_line(lines: SortedLines, certain_text: str) -> str:
    """Return the first line that may be quoted, where `certain_text` is certainly the writer's."""
    words = certain_text.split("\n")
    own_lines = lines.own_text().split("\n")
    at = next(
        (at for at, text in enumerate(own_lines) if words[at : at + 1] != [text]), len(own_lines)
    )
    rests = [lines.lines[place].strip() for place in lines.doubtful]
    return next((line.strip() for line in [*own_lines[at:], *rests] if line.strip()), "")


def sets_of(
    texts: Sequence[MailText], envelopes: Collection[Envelope]
) -> tuple[MailText | None, OrderSearchResult]:
    """Return the first text with the sender's own orders, else with quoted ones, else the first.

    If that is too long, no orders are returned.
    """
    read: list[tuple[MailText, OrderSearchResult]] = []
    for body in texts:
        if len(body.text) > MAX_TEXT_SIZE:
            if not read:
                return body, OrderSearchResult((), ())
            continue
        read.append((body, sets_in(body.text, envelopes)))
        if any(order_set.is_own for order_set in read[-1][1].sets):
            return read[-1]
    quoting = next(((body, search) for body, search in read if search.sets), None)
    return quoting or (read[0] if read else (None, OrderSearchResult((), ())))


def unread_remarks(
    texts: Sequence[MailText],
    body: MailText | None,
    search: OrderSearchResult,
    envelopes: Collection[Envelope],
) -> str:
    """Return sentences about unread parts of an email with orders, after a space; "" for none."""
    remarks = f" They were found in {body.source}." if body and body.attached else ""
    remarks += _left_out(search)
    words = {" ".join(order_set.text.split()) for order_set in search.sets}
    for other in texts:
        if other is body:
            continue
        if other.unread:
            remarks += f" {not_read(other)}"
            continue
        sets = sets_in(other.text[:MAX_TEXT_SIZE], envelopes).sets
        more = any(s.is_own and " ".join(s.text.split()) not in words for s in sets)
        if other.attached:
            subject = f"Orders in {other.source} were" if more else f"{_capital(other.source)} was"
            remarks += f" {subject} not read: send {'them' if more else 'it'} in an email."
        elif more and body and not body.attached:
            remarks += (
                " The plain text of your email was read, but its formatted text"
                " contains different orders: please check them."
            )
    return remarks


def not_read(part: MailText) -> str:
    """Return a sentence with the reason why a part was not read."""
    return f"{_capital(part.source)} was not read: {part.unread}."


def _left_out(search: OrderSearchResult) -> str:
    """Return a sentence about unread lines of a text with orders, after a space; "" for none."""
    subjects = ["text outside the orders"] if search.has_more_words else []
    subjects += ["quoted text"] if "quoted" in search.other_kinds else []
    subjects += ["your signature"] if "signature" in search.other_kinds else []
    verb = "was" if len(subjects) == 1 else "were"
    return f" {_capital(' and '.join(subjects))} {verb} not read." if subjects else ""


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
