"""Which lines of a mail its sender wrote, and which are quoted or a signature.

Mail programs mark quotations in many ways: by `>` before each line, or by a line or a block of
fields above a whole mail that stands below without any sign. The lines are read once; every
question about one looks at a bounded number of its neighbours and a bounded part of each.

Some lines can be either. Orders must not be older ones, so there whatever may be quoted is. Words
for people must not be lost, so there only what is `certain` to be quoted is.
"""

# ruff: noqa: RUF001 - programs write colons of double width

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from attrs import frozen

from horizons_host.own_words.phrases import (
    FOOTER,
    FOOTER_EXCUSE,
    OPENERS,
    RESPOND_TO,
    ROLE_OF_LABEL,
    VERBS,
    WEAK_WHOLE_MAIL,
    WHOLE_MAIL,
)

Kind = Literal["own", "quoted", "signature"]

#: Stands where a mail program says that it has broken a line (RFC 3676). No mail has these two
#: signs, as controls are taken out of what is read.
SOFT_BREAK = "\x1f"
#: Stands before each line of what a page says is a signature.
SIGNATURE_SIGN = "\x1e"

_QUOTED = re.compile(r"\s{0,200}>")
_ONE_SIGN = re.compile(r"^[ \t]{0,20}>[ \t]?")
_SIGNATURE = re.compile(r"[ \t]?--[ \t\u00a0]?")
_RULE = re.compile(r"\s{0,20}(?:_{5,200}|-{5,200}|={5,200})\s*")
_LABEL = re.compile(
    r"\s{0,20}[*_]{0,2}([^\s:*_：][^:*：]{0,29}?)[*_]{0,2}\s?(?::[*_]|:(?=\s|$)|：)"
)
_ADDRESS = re.compile(r"[^\s@<>()]{1,64}@[^\s@<>()]{1,255}")
_DATE = re.compile(r"\d{1,2}[:.h]\d{2}|\b(?:19|20)\d\d\b|\d{1,2}[./-]\d{1,2}[./-]\d{2}|\d{4}年")
_EARLY_DIGIT = re.compile(r"\W{0,3}(?:[^\W\d_]{1,14}[.,\u05f3]{0,2}\s{1,2}|\(){0,4}\d")
_DIGIT = re.compile(r"\d")
#: Marks of the direction of writing stand around attributions.
_BLANK = " \t\r\x0b\x0c\u00a0\u200e\u200f\u202a\u202b\u202c\ufeff"
_WHOLE_DATE = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{2,4},? (?:\w{1,3} )?\d{1,2}[:.]\d{2}")
_TIME = re.compile(r"\d{1,2}[:h]\d{2}")
_COLON = re.compile(r"[:：]\s*[*_]{0,2}\s*$")
#: Longer lines, joined, are no attribution.
_LONGEST_ATTRIBUTION = 400
#: So many lines an attribution may be broken into.
_MOST_LINES = 4
_MOST_WEAK_WORDS = 6
_MOST_FIELDS = 14
#: A block of fields begins with one of these, and has each of those only once.
_FIRST = frozenset(("from", "date", "subject"))
_ONCE = frozenset(("from", "date", "subject", "to"))
_MOST_BLANK = 5
#: A block of fields in an unknown language has so many, and one that is certain has one more.
_LEAST_FIELDS = 3
#: Outlook draws a line of 32 signs above a mail.
_LONG_RULE = "_" * 24
_MOST_DASHES = 250
#: Signatures below a line `--`, without the blank that makes it certain, have no more lines.
_LONGEST_SIGNATURE = 9
#: A mail program breaks lines that are longer, with the signs before them up to `_WIDEST`.
_WIDTH, _WIDEST = 72, 80
_LONGEST_REST = 40


@frozen
class SortedLines:
    """The lines of a text with the kind of each.

    From `below` on all is a quoted mail without a sign before its lines; -1 if there is none.
    `rests` are lines that a mail program broke off the quoted line above, `doubtful` own lines that
    may be such.
    """

    lines: Sequence[str]
    kinds: Sequence[Kind]
    below: int = -1
    rests: frozenset[int] = frozenset()
    doubtful: Sequence[int] = ()

    def own(self) -> str:
        """What the sender wrote, without blank lines around it."""
        own = (line for line, kind in zip(self.lines, self.kinds, strict=True) if kind == "own")
        return without_signs("\n".join(own).strip("\n"))

    def quoted_text(self) -> str:
        """The mail that is quoted, as it was, as far as one can tell."""
        if self.below >= 0:
            return "\n".join(self.lines[self.below :])
        text: list[str] = []
        for at, line in enumerate(self.lines):
            if at in self.rests:
                text[-1] = f"{text[-1].rstrip()} {line}"
            else:
                text.append(_ONE_SIGN.sub("", line))
        return "\n".join(text)

    def number_of(self, kind: Kind) -> int:
        """The number of lines of a kind that are not blank."""
        both = zip(self.lines, self.kinds, strict=True)
        return sum(each == kind and bool(line.strip(" >\t")) for line, each in both)


def without_signs(text: str) -> str:
    """A text without the signs of how it came; broken lines are whole."""
    return text.replace(SOFT_BREAK, "").replace(SIGNATURE_SIGN, "")


def is_quoted(line: str) -> bool:
    """Whether a line has a sign of quoting in front."""
    return _QUOTED.match(line) is not None


def sorted_lines(text: str, mark: str = "", *, certain: bool = False) -> SortedLines:
    """Sort the lines of a mail's text, as they stand between line feeds.

    All below a line with the `mark`, unless that line is quoted itself, is quoted.
    """
    sorter = _Sorter(text.split("\n"), mark, certain=certain)
    kinds = sorter.kinds()
    return SortedLines(
        sorter.lines, kinds, sorter.below, frozenset(sorter.rests), tuple(sorter.doubtful)
    )


def own_words(text: str, mark: str = "", *, certain: bool = False) -> str:
    """What the sender of a mail wrote."""
    return sorted_lines(text, mark, certain=certain).own()


class _Sorter:
    def __init__(self, lines: Sequence[str], mark: str, *, certain: bool) -> None:
        self.lines = self._lines = lines
        self.below = -1
        self.rests: list[int] = []
        self.doubtful: list[int] = []
        self._mark = mark
        self._certain = certain
        self._kinds: list[Kind] = []

    def kinds(self) -> list[Kind]:
        lines, kinds = self._lines, self._kinds
        signed = False
        while len(kinds) < len(lines):
            at = len(kinds)
            line = lines[at]
            if not line or line.isspace():
                kinds.append("signature" if signed else "own")
            elif line[0] == SIGNATURE_SIGN:
                kinds.append("signature")
            elif is_quoted(line):
                kinds.append("quoted")
                signed = False
            elif self._mark and self._mark in line:
                self._rest_is_quoted()
            elif at and not signed and self._is_rest(at):
                kinds.append("quoted")
            elif (end := self._end_of_announcement(at)) > at:
                signed = False
                below = self._next_line(end)
                kinds += ["quoted"] * (below - at)
                if below < len(lines) and not is_quoted(lines[below]):
                    self._rest_is_quoted()
            else:
                signed = signed or (_SIGNATURE.fullmatch(line[:10]) is not None and len(line) < 10)
                kinds.append("signature" if signed else "own")
        self._find_footers()
        if self._certain:
            self._keep_long_signatures()
        return kinds

    def _is_rest(self, at: int) -> bool:
        """Whether a line is the end of the quoted line above, by which a mail program broke it.

        It is evident of a few small words between quoted lines; others are noted as doubtful.
        """
        above, line = self._lines[at - 1].rstrip(), self._lines[at]
        if not _WIDTH // 2 < len(above) <= _WIDEST or not is_quoted(above):
            return False
        first = line.split(maxsplit=1)[0]
        if (
            len(above) + 1 + len(first) <= _WIDTH
            or above[-1] in ".!?:"
            or len(line) > _LONGEST_REST
        ):
            return False
        if line[0].islower() and at + 1 < len(self._lines) and is_quoted(self._lines[at + 1]):
            self.rests.append(at)
            return True
        self.doubtful.append(at)
        return False

    def _keep_long_signatures(self) -> None:
        """Take what stands below a line `--` for own words if it is too long for a signature."""
        at = 0
        while at < len(self._lines):
            end = at + 1
            if self._kinds[at] == "signature" and self._lines[at].strip(" \t") == "--":
                while end < len(self._lines) and self._kinds[end] == "signature":
                    end += 1
                written = [line for line in self._lines[at:end] if line.strip()]
                again = any(_SIGNATURE.fullmatch(line) for line in written[1:])
                is_exact = self._lines[at] == "-- " and not again
                if not is_exact and (again or len(written) > _LONGEST_SIGNATURE):
                    self._kinds[at:end] = ["own"] * (end - at)
            at = end

    def _rest_is_quoted(self) -> None:
        self.below = len(self._kinds)
        self._kinds += ["quoted"] * (len(self._lines) - len(self._kinds))

    def _line(self, at: int) -> str:
        """A line; "" below the last one."""
        return self._lines[at] if at < len(self._lines) else ""

    def _next_line(self, at: int) -> int:
        """The next line that is not blank."""
        while at < len(self._lines) and not self._lines[at].strip():
            at += 1
        return at

    def _near_line(self, at: int) -> int:
        """The next line that is not blank, if it is near; else the place itself."""
        for place in range(at, min(at + _MOST_BLANK, len(self._lines))):
            if self._lines[place].strip():
                return place
        return at

    def _end_of_announcement(self, at: int) -> int:
        """The line below what announces a quotation from this line on; the same one for none."""
        line = self._lines[at]
        if len(line) <= _MOST_DASHES and (WHOLE_MAIL.fullmatch(line) or _is_said_in_dashes(line)):
            below = self._near_line(at + 1)
            end = self._end_of_fields(below, announced=True)
            end = end if end > below else self._end_of_attribution(below, at + 1)
            has_nothing = end == at + 1 and not is_quoted(self._line(below))
            weak = line.lstrip()[:1] not in "-_=*" or WEAK_WHOLE_MAIL.fullmatch(line) is not None
            return at if has_nothing and weak and self._certain else end
        if len(line) <= _MOST_DASHES and _RULE.fullmatch(line):
            below = self._near_line(at + 1)
            fields = self._end_of_fields(below, announced=not self._certain or _LONG_RULE in line)
            if fields > below:
                return fields
            attribution = self._end_of_attribution(below, below)
            return attribution if attribution > below else at
        fields = self._end_of_fields(at)
        if fields > at:
            return fields
        if line.strip().rstrip(":").casefold() in RESPOND_TO:
            below = self._near_line(at + 1)
            return below + 1 if _ADDRESS.search(self._line(below)[:400]) else at
        return self._end_of_attribution(at, at)

    # fields: From, Sent, To, Subject

    def _end_of_fields(self, at: int, *, announced: bool = False) -> int:
        """The line below a block of fields that begins here; the same one if none does.

        Behind a line that announces a mail one field, its author, is enough.
        """
        if at >= len(self._lines):
            return at
        first = _role(self._lines[at])
        if first not in _FIRST and not (announced and first):
            return self._end_of_unknown_fields(at)
        roles: set[str] = set()
        addressed: set[str] = set()
        last, role, when, place = at, "", "", at
        while place < min(at + _MOST_FIELDS, len(self._lines)):
            line = self._lines[place]
            labelled = _role(line)
            if labelled:
                if labelled in roles and labelled in _ONCE:
                    break
                role = labelled
                roles.add(role)
                last = place
            elif not self._goes_on(place, last):
                break
            elif line.strip():
                last = place
            if _ADDRESS.search(line[:1000]):
                addressed.add(role)
            when += line[:200] if role == "date" else ""
            place += 1
        if announced and "from" in roles:
            return last + 1
        return last + 1 if self._is_block(roles, addressed, when) else at

    def _is_block(self, roles: set[str], addressed: set[str], when: str) -> bool:
        """Whether fields are those of a mail: which have an address, and when it was written."""
        enough = {"from", "date"} <= roles or {"date", "to", "subject"} <= roles
        if not self._certain:
            return enough or ("from" in roles and bool(addressed) and len(roles) > 1)
        if len(addressed) > 1 or (enough and addressed and _DATE.search(when)):
            return True
        return enough and len(roles) >= len(_ONCE) and _TIME.search(when) is not None

    def _end_of_unknown_fields(self, at: int) -> int:
        """The same of fields in a language that is not known: an address and a time are in them."""
        lines = self._lines
        if (at and lines[at - 1].strip(" _-")) or not _LABEL.match(lines[at][:80]):
            return at
        end = at + 1
        while end < min(at + _MOST_FIELDS, len(lines)) and _LABEL.match(lines[end][:80]):
            end += 1
        if end - at < _LEAST_FIELDS + self._certain:
            return at
        text = "\n".join(line[:400] for line in lines[at:end])
        return end if _ADDRESS.search(text) and _DATE.search(text) else at

    def _goes_on(self, place: int, last: int) -> bool:
        """Whether a line without a label can be in a block: a blank one, or a broken list."""
        line, above = self._lines[place], self._lines[place - 1].rstrip()
        if not line.strip():
            return place == last + 1
        if above.endswith((";", ",", "<")) or (line[0] in " \t" and not is_quoted(line)):
            return True
        field = self._lines[last].rstrip()
        return place <= last + 2 and _COLON.search(field[-8:]) is not None and bool(_role(field))

    # attributions: On Friday Ada wrote:

    def _end_of_attribution(self, at: int, none: int) -> int:
        """The line below an attribution that begins here; `none` if none does."""
        lines = self._lines
        if at >= len(lines):
            return none
        joined = ""
        for place in range(at, min(at + _MOST_LINES, len(lines))):
            line = lines[place].strip(_BLANK)
            if not line or len(line) > _LONGEST_ATTRIBUTION or is_quoted(line):
                return none
            if place > at and _opens(line):
                return none
            joined = f"{joined} {line}" if joined else line
            if len(joined) > _LONGEST_ATTRIBUTION:
                return none
            if _COLON.search(line[-8:]):  # none is broken behind a colon
                return place + 1 if self._attributes(at, place, joined) else none
        return none

    def _attributes(self, at: int, end: int, joined: str) -> bool:
        """Whether these lines are an attribution: strong ones are without any sign below."""
        verb = VERBS.search(joined) is not None
        date = _DATE.search(joined) is not None
        address = _ADDRESS.search(joined) is not None
        below = self._next_line(end + 1)
        quoted_below = below < len(self._lines) and is_quoted(self._lines[below])
        announced = quoted_below or (
            bool(self._mark) and below < len(self._lines) and self._mark in self._lines[below]
        )
        starts = _opens(joined) or _EARLY_DIGIT.match(joined) is not None
        starts = starts or (address and _ADDRESS.search(self._lines[at][:400]) is not None)
        is_short = verb and at == end and len(joined.split()) <= _MOST_WEAK_WORDS
        strong = starts and ((verb and date and (address or _opens(joined))) or (date and address))
        if announced:
            strong = strong or is_short or (starts and verb and (date or address))
        elif self._certain:
            strong = strong and address
        else:
            strong = strong or (verb and at == end and _WHOLE_DATE.search(joined) is not None)
        if not strong or at == end:
            return strong
        # An own line above an attribution that is complete without it is none of it.
        below_is_short = len(self._lines[end].split()) in range(2, _MOST_WEAK_WORDS)
        if below_is_short and not _opens(joined) and VERBS.search(self._lines[end]):
            return False
        return not any(self._is_complete(start, end) for start in range(at + 1, end + 1))

    def _is_complete(self, at: int, end: int) -> bool:
        joined = " ".join(self._lines[place].strip(_BLANK) for place in range(at, end + 1))
        said = VERBS.search(joined) or _ADDRESS.search(joined)
        starts = _opens(joined) or _EARLY_DIGIT.match(joined) or _ADDRESS.match(joined)
        return bool(said and starts and _DATE.search(joined))

    # footers: Sent from my iPhone

    def _find_footers(self) -> None:
        """Take footers of programs at the end of what was written for signatures."""
        below_is_end = True
        for at in range(len(self._lines) - 1, -1, -1):
            line = self._lines[at]
            if self._kinds[at] != "own":
                below_is_end = True
            elif line.strip():
                short = len(line) <= 200
                footer = FOOTER.fullmatch(line) if short else None
                if below_is_end and short and (footer or FOOTER_EXCUSE.fullmatch(line)):
                    self._kinds[at] = "signature"
                else:
                    below_is_end = False


def _is_said_in_dashes(line: str) -> bool:
    """Whether a line is `-----Ada wrote: -----`, as Notes has it."""
    said = line.strip()
    return (
        said.startswith("---")
        and said.endswith(("---", ":"))
        and VERBS.search(said.strip("- :")) is not None
    )


def _role(line: str) -> str:
    """What a field says, by its label; "" for none."""
    found = _LABEL.match(line[:80])
    return ROLE_OF_LABEL.get(" ".join(found[1].casefold().split()), "") if found else ""


def _opens(line: str) -> bool:
    """Whether a line begins as an attribution does: with a word such as On, and a date."""
    word = line.split(maxsplit=1)[0].casefold() if line else ""
    return word in OPENERS and _DIGIT.search(line[:60]) is not None
