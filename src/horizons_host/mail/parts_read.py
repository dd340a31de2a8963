"""Which part of a mail is read, and what is said of all others."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from attrs import frozen

from horizons_core.orders import Envelope
from horizons_host.mail.bodies import Body
from horizons_host.order_texts import LARGEST_TEXT
from horizons_host.own_words.line_kinds import SortedLines, own_words, sorted_lines
from horizons_host.own_words.order_sets import Found, sets_in

_WORD = re.compile(r"\w+")
_OTHER_WORDS = "Only the plain text of your mail was read; its formatted text is longer."
_SIGNED = (
    "Your mail marks all of this as your signature. It was read, since you wrote nothing else."
)


@frozen
class Words:
    """What a mail says to people.

    `left_out` names its other parts, and `doubtful` is the first line of what may be quoted; both
    are "" for none. `says_more` says that another form of the mail has words that this has not,
    `signed` that the mail marks all of them as a signature.
    """

    text: str
    left_out: str = ""
    doubtful: str = ""
    says_more: bool = False
    signed: bool = False

    def remarks(self, left_out: str) -> str:
        """Sentences for the sender on what was left out, behind these words, and is to be checked.

        "" if there are none.
        """
        doubt = f"Check the line '{self.doubtful[:60]}': quoted text may begin there."
        said = [f"{left_out}: {self.left_out}."] if self.left_out else []
        said += [doubt] if self.doubtful else []
        said += [_SIGNED] if self.signed else []
        return " ".join([*said, *([_OTHER_WORDS] if self.says_more else [])])


def words_for_people(texts: Sequence[Body], mark: str) -> Words:
    """The sender's own words in the first text that has any; those below the `mark` are quoted.

    What is not certainly quoted counts as the sender's own.
    """
    shown = {body.text: body for body in texts if not body.attached}
    attached = [body.source for body in texts if body.attached]
    for text, body in shown.items():
        lines = sorted_lines(text, mark, certain=True)
        own = lines.own()
        if own.strip():
            written = set(_WORD.findall(text))
            more = any(
                not written.issuperset(_WORD.findall(own_words(other, mark, certain=True)))
                for other in shown
            )
            left_out = ", ".join([*_counted(lines), *attached])
            doubtful = _doubtful(lines, own_words(text, mark))
            return Words(own, left_out, doubtful, more, body.signed)
    return Words("", ", ".join(attached))


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


def _doubtful(lines: SortedLines, least: str) -> str:
    """The first line of what may be quoted: `least` are the words that nothing speaks against."""
    words = least.split("\n")
    own = lines.own().split("\n")
    at = next((at for at, line in enumerate(own) if words[at : at + 1] != [line]), len(own))
    rests = [lines.lines[place].strip() for place in lines.doubtful]
    return next((line.strip() for line in [*own[at:], *rests] if line.strip()), "")


def sets_of(texts: Sequence[Body], envelopes: Collection[Envelope]) -> tuple[Body | None, Found]:
    """The first text with orders of the sender's own, else with quoted ones, else the first.

    If that is too long it has none.
    """
    read: list[tuple[Body, Found]] = []
    for body in texts:
        if len(body.text) > LARGEST_TEXT:
            if not read:
                return body, Found((), ())
            continue
        read.append((body, sets_in(body.text, envelopes)))
        if any(one.is_own for one in read[-1][1].sets):
            return read[-1]
    quoting = next(((body, found) for body, found in read if found.sets), None)
    return quoting or (read[0] if read else (None, Found((), ())))


def unread(
    texts: Sequence[Body], body: Body | None, found: Found, envelopes: Collection[Envelope]
) -> str:
    """What else of a mail with orders was not read, in sentences behind a blank; "" if all was."""
    said = f" They were found in {body.source}." if body and body.attached else ""
    said += _left_out(found)
    words = {" ".join(one.text.split()) for one in found.sets}
    for other in texts:
        if other is body:
            continue
        if other.unread:
            said += f" {not_read(other)}"
            continue
        sets = sets_in(other.text[:LARGEST_TEXT], envelopes).sets
        more = any(one.is_own and " ".join(one.text.split()) not in words for one in sets)
        if other.attached:
            what = f"Orders in {other.source} were" if more else f"{_capital(other.source)} was"
            said += f" {what} not read: send {'them' if more else 'it'} in a mail."
        elif more and body and not body.attached:
            said += (
                " The plain text of your mail was read, but its formatted text"
                " contains different orders: please check them."
            )
    return said


def not_read(part: Body) -> str:
    """Why a part was not read, in a sentence."""
    return f"{_capital(part.source)} was not read: {part.unread}."


def _left_out(found: Found) -> str:
    """Which lines of a text with orders were not read, as a sentence behind a blank."""
    what = ["text outside the orders"] if found.says_more else []
    what += ["quoted text"] if "quoted" in found.others else []
    what += ["your signature"] if "signature" in found.others else []
    verb = "was" if len(what) == 1 else "were"
    return f" {_capital(' and '.join(what))} {verb} not read." if what else ""


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
