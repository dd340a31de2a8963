"""Recognizes the lines with which mail programs introduce a quoted email."""

from __future__ import annotations

import re
from collections.abc import Sequence

from horizons_host.mail.phrases import (
    OPENERS,
    RESPOND_TO,
    ROLE_BY_LABEL,
    VERBS,
    WEAK_WHOLE_MAIL,
    WHOLE_MAIL,
)

# ruff: noqa: RUF001 - programs write colons of double width


_QUOTED = re.compile(r"\s{0,200}>")
_RULE = re.compile(r"\s{0,20}(?:_{5,200}|-{5,200}|={5,200})\s*")
#: Words in dashes that may announce an email in an unknown language.
_TITLE = re.compile(r"\s{0,20}[-_=*\u2014]{2,40} ?[^-_=*\u2014]{2,60}[-_=*\u2014]{2,40}\s*")
_LABEL = re.compile(
    r"[\s\u200e\u200f\u202a-\u202c]{0,20}[*_]{0,2}([^\s:*_：][^:*：]{0,29}?)[*_]{0,2}\s?"
    r"(?::[*_]{1,2}|:(?=[\s\u200e\u200f]|$)|：)[*_]{0,2}[\s\u200e\u200f]*"
)
_MAX_LABEL_WORDS = 4
_MAX_TIMESTAMP_LENGTH = 80
#: Addresses as programs write them: after a name, or alone.
_MAILBOX = re.compile(
    r"(?:[<\[(](?:mailto:)?\s?|^\W{0,9})[^\s@<>()\[\]]{1,64}@[^\s@<>()\[\]]{1,255}"
    r"(?:(?<!>)[>\])]|\W{0,9}$)"
)
_ADDRESS = re.compile(r"[^\s@<>()]{1,64}@[^\s@<>()]{1,255}")
_BRACKETED = re.compile(r"<[^\s@<>()]{1,64}@[^\s@<>()]{1,255}>")
_DATE = re.compile(r"\d{1,2}[:.h]\d{2}|\b(?:19|20)\d\d\b|\d{1,2}[./-]\d{1,2}[./-]\d{2}|\d{4}年")
_EARLY_DIGIT = re.compile(r"\W{0,3}(?:[^\s\d]{1,15}\s{1,2}|\(){0,4}\d")
_YEAR = re.compile(r"\d{4}|\d{1,2}[./-]\w{1,9}[./-]\d{2}\b")
_DIGIT = re.compile(r"\d")
#: Spaces and marks of writing direction around attributions.
_BLANK = " \t\r\x0b\x0c\u00a0\u200e\u200f\u202a\u202b\u202c\ufeff"
_WHOLE_DATE = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{2,4},? (?:\w{1,3} )?\d{1,2}[:.]\d{2}")
_TIME = re.compile(r"\d{1,2}[:h]\d{2}|(?<![.\d])\d{1,2}\.\d{2}(?![.\d])|\d{1,2}[時时시]")
_COLON = re.compile(r"[:：]\s*[*_]{0,2}\s*$")
#: Longer joined lines are not an attribution.
_MAX_ATTRIBUTION_LENGTH = 400
#: Maximum number of lines of an attribution.
_MAX_LINES = 4
_MAX_WEAK_WORDS = 6
_MAX_FIELDS = 14
#: A block of fields begins with one of `_FIRST`, and has each of `_ONCE` only once.
_FIRST = frozenset(("from", "date", "subject"))
_ONCE = frozenset(("from", "date", "subject", "to"))
_MAX_BLANK = 5
#: Minimum number of fields of a block in an unknown language; fewer after a line that announces it.
_MIN_FIELDS, _MIN_ANNOUNCED = 3, 2
#: Outlook draws a line of 32 characters above an email.
_LONG_RULE = "_" * 24
_MAX_DASHES = 250


def is_quoted(line: str) -> bool:
    """Return whether a line begins with a quotation mark `>`."""
    return _QUOTED.match(line) is not None


def is_announcing(line: str) -> bool:
    """Return whether a line alone can announce a quotation: a field, a rule, a line of dashes.

    So can the first and the last line of an attribution.
    """
    if len(line) <= _MAX_DASHES and (
        _RULE.fullmatch(line) or WHOLE_MAIL.fullmatch(line) or _is_attribution_in_dashes(line)
    ):
        return True
    role = _role(line)
    if role and not _is_unknown(role):
        return True
    if _is_timestamp(line) or (_opens(line.strip(_BLANK)) and _ADDRESS.search(line[:200])):
        return True
    return _COLON.search(line[-8:]) is not None and VERBS.search(line[-80:]) is not None


def is_field(line: str) -> bool:
    """Return whether a line begins with a label, like the fields above a quoted email."""
    return bool(_role(line))


class Announcements:
    """Finds announcements of quotations in the lines of a text.

    Everything below a line with the `mark` is quoted. With `certain` only unambiguous ones count.
    """

    def __init__(self, lines: Sequence[str], mark: str, *, certain: bool) -> None:
        self._lines = lines
        self._mark = mark
        self._certain = certain

    def _line(self, at: int) -> str:
        """Return a line; "" after the last one."""
        return self._lines[at] if at < len(self._lines) else ""

    def next_line(self, at: int) -> int:
        """Return the number of the next line that is not blank."""
        while at < len(self._lines) and not self._lines[at].strip():
            at += 1
        return at

    def _near_line(self, at: int) -> int:
        """Return the number of the next line that is not blank if it is near, else `at`."""
        for near in range(at, min(at + _MAX_BLANK, len(self._lines))):
            if self._lines[near].strip():
                return near
        return at

    def end_of_announcement(self, at: int) -> int:
        """Return the line after an announcement that begins here; the same line for none."""
        line = self._lines[at]
        if len(line) <= _MAX_DASHES and (
            WHOLE_MAIL.fullmatch(line) or _is_attribution_in_dashes(line)
        ):
            below = self._near_line(at + 1)
            end = self._end_of_fields(below, announced=True)
            end = end if end > below else self._end_of_attribution(below, at + 1)
            has_nothing = end == at + 1 and not is_quoted(self._line(below))
            weak = line.lstrip()[:1] not in "-_=*" or WEAK_WHOLE_MAIL.fullmatch(line) is not None
            return at if has_nothing and weak and self._certain else end
        if len(line) <= _MAX_DASHES and _RULE.fullmatch(line):
            below = self._near_line(at + 1)
            fields = self._end_of_fields(below, announced=not self._certain or _LONG_RULE in line)
            if fields > below:
                return fields
            attribution = self._end_of_attribution(below, below)
            return attribution if attribution > below else at
        below = self._near_line(at + 1) if _TITLE.fullmatch(line[:_MAX_DASHES]) else at
        fields = self._end_of_fields(below)
        if fields > below:
            return fields
        if line.strip().rstrip(":").casefold() in RESPOND_TO:
            below = self._near_line(at + 1)
            return below + 1 if _ADDRESS.search(self._line(below)[:400]) else at
        return self._end_of_attribution(at, at)

    # fields: From, Sent, To, Subject

    def _end_of_fields(self, at: int, *, announced: bool = False) -> int:
        """Return the line after a block of fields that begins here; the same line for none.

        After a line that announces an email its author's field alone is enough.
        """
        values, end = self._fields(at, announced=announced)
        return end if values and self._is_block(values, announced=announced) else at

    def marked_fields(self, at: int, *, announced: bool) -> Sequence[int]:
        """Return the lines of a block of fields that begins where a page marks it, or none.

        A page marks it by bold labels, by a rule above (`announced`), or by both.
        """
        values, end = self._fields(at, announced=True)
        timestamps = [role for role, value in values.items() if _is_timestamp(value)]
        boxes = [role for role, value in values.items() if _MAILBOX.search(value)]
        known = sum(role in _ONCE for role in values)
        is_block = announced or _names_people(values, 3) or known + bool(boxes) >= _MIN_FIELDS
        return range(at, end) if len(values) >= _MIN_FIELDS and timestamps and is_block else ()

    def _fields(self, at: int, *, announced: bool) -> tuple[dict[str, str], int]:
        """Return the values of the fields from this line on by role, and the line after them.

        A field in an unknown language is listed by its label.
        """
        values: dict[str, str] = {}
        if at >= len(self._lines):
            return values, at
        first = _role(self._lines[at])
        above = self._lines[at - 1].strip(" _-") if at else ""
        is_apart = announced or not above or _TITLE.fullmatch(self._lines[at - 1][:_MAX_DASHES])
        is_unknown = _is_unknown(first)
        if not first or (first not in _FIRST and not is_apart):
            return values, at
        if is_unknown and _COLON.search(self._lines[at].rstrip()[-8:]):
            return values, at
        last, role, place = at, first, at
        while place < min(at + _MAX_FIELDS, len(self._lines)):
            line = self._lines[place]
            labelled = _role(line)
            if is_unknown and labelled == "from":  # the block begins here
                return {}, at
            if labelled and not (place > last + 1 and _is_unknown(labelled)):
                if labelled in values and (labelled in _ONCE or _is_unknown(labelled)):
                    break
                role, last = labelled, place
                line = _LABEL.sub("", line[:1000], count=1)
            elif not self._continues(place, last):
                break
            elif line.strip():
                last = place
            values[role] = f"{values.get(role, '')} {line[:1000].strip()}"
            place += 1
        return values, last + 1

    def _is_block(self, values: dict[str, str], *, announced: bool) -> bool:
        """Return whether fields are those of an email, by their addresses and dates."""
        roles = values.keys()
        addressed = [role for role, value in values.items() if _ADDRESS.search(value)]
        dated = [role for role, value in values.items() if _DATE.search(value)]
        if announced and (
            "from" in roles or (len(roles) >= _MIN_ANNOUNCED and (addressed or dated))
        ):
            return True
        enough = {"from", "date"} <= roles or {"date", "to", "subject"} <= roles
        if not self._certain:
            return (
                enough
                or ("from" in roles and bool(addressed) and len(roles) > 1)
                or (len(roles) >= _MIN_FIELDS and bool(addressed) and bool(dated))
            )
        date_value = values.get("date", "")
        if enough and (
            (addressed and _DATE.search(date_value))
            or (roles >= _ONCE and _TIME.search(date_value))
        ):
            return True
        boxes = [role for role, value in values.items() if _MAILBOX.search(value.strip())]
        if not _ONCE.isdisjoint(roles) and len(boxes) > 1:
            return True
        timestamps = [role for role in dated if _is_timestamp(values[role])]
        is_known = len(_ONCE & roles) >= _MIN_FIELDS or _names_people(values, 2)
        return len(roles) >= _MIN_FIELDS and bool(timestamps) and is_known

    def _continues(self, place: int, last: int) -> bool:
        """Return whether a line without a label can be in a block: a space, or a wrapped value."""
        line, above = self._lines[place], self._lines[place - 1].rstrip()
        if not line.strip():
            return place == last + 1
        if above.endswith((";", ",", "<")) or (line[0] in " \t" and not is_quoted(line)):
            return True
        if place == last + 1 and _role(self._line(place + 1)) and not is_quoted(line):
            return True
        field = self._lines[last].rstrip()
        return place <= last + 2 and _COLON.search(field[-8:]) is not None and bool(_role(field))

    # attributions: On Friday Ada wrote:

    def _end_of_attribution(self, at: int, none: int) -> int:
        """Return the line after an attribution that begins here; `none` for no attribution."""
        lines = self._lines
        if at >= len(lines):
            return none
        joined = ""
        for place in range(at, min(at + _MAX_LINES, len(lines))):
            line = lines[place].strip(_BLANK)
            if not line or len(line) > _MAX_ATTRIBUTION_LENGTH or is_quoted(line):
                return none
            if place > at and _opens(line):
                return none
            joined = f"{joined} {line}" if joined else line
            if len(joined) > _MAX_ATTRIBUTION_LENGTH:
                return none
            if _COLON.search(line[-8:]):  # an attribution is never wrapped after a colon
                return place + 1 if self._attributes(at, place, joined) else none
        return none

    def _attributes(self, at: int, end: int, joined: str) -> bool:
        """Return whether these lines are an attribution, if need be judged by the lines below."""
        verb = VERBS.search(joined) is not None
        date = _DATE.search(joined) is not None
        address = _ADDRESS.search(joined) is not None
        below = self.next_line(end + 1)
        quoted_below = below < len(self._lines) and is_quoted(self._lines[below])
        announced = quoted_below or (
            bool(self._mark) and below < len(self._lines) and self._mark in self._lines[below]
        )
        starts = _opens(joined) or _EARLY_DIGIT.match(joined) is not None
        starts = starts or (address and _ADDRESS.search(self._lines[at][:400]) is not None)
        starts = starts or self._line(at + 1).lstrip(_BLANK)[:1] == "<"  # wrapped after a name
        is_short = verb and at == end and len(joined.split()) <= _MAX_WEAK_WORDS
        strong = starts and ((verb and date and (address or _opens(joined))) or (date and address))
        if announced:
            strong = strong or is_short or (starts and verb and (date or address))
            names = _BRACKETED.search(joined) is not None
            strong = strong or (at == end and quoted_below and (names or _is_timestamp(joined)))
        elif self._certain:
            strong = strong and (address or _has_date_and_time(joined))
        else:
            strong = strong or (verb and at == end and _WHOLE_DATE.search(joined) is not None)
        if not strong or at == end:
            return strong
        # A line of the sender above an attribution that is complete without it is not part of it.
        below_is_short = len(self._lines[end].split()) in range(2, _MAX_WEAK_WORDS)
        is_name = self._lines[end].lstrip(_BLANK)[:1] != "<"
        if below_is_short and is_name and not _opens(joined) and VERBS.search(self._lines[end]):
            return False
        return not any(self._is_complete(start, end) for start in range(at + 1, end + 1))

    def _is_complete(self, at: int, end: int) -> bool:
        joined = " ".join(self._lines[place].strip(_BLANK) for place in range(at, end + 1))
        verb_or_address = VERBS.search(joined) or _ADDRESS.search(joined)
        starts = _opens(joined) or _EARLY_DIGIT.match(joined) or _ADDRESS.match(joined)
        return bool(verb_or_address and starts and _DATE.search(joined))


def _is_attribution_in_dashes(line: str) -> bool:
    """Return whether a line is `-----Ada wrote: -----`, as Notes writes it."""
    text = line.strip()
    return (
        text.startswith("---")
        and text.endswith(("---", ":"))
        and VERBS.search(text.strip("- :")) is not None
    )


def _role(line: str) -> str:
    """Return the role of a field by its label; its label and a colon if unknown; "" for none."""
    match = _LABEL.match(line[:80])
    words = match[1].casefold().replace("\u2019", "'").split() if match else []
    if not 0 < len(words) <= _MAX_LABEL_WORDS:
        return ""
    label = " ".join(words)
    return ROLE_BY_LABEL.get(label, f"{label}:")


def _is_unknown(role: str) -> bool:
    return role.endswith(":")


def _names_people(values: dict[str, str], maximum: int) -> bool:
    """Return whether one of the first `maximum` values ends with a bracketed address."""
    first = (value.rstrip("; ") for value in list(values.values())[:maximum])
    return any("@" in value and value.endswith((">", "]", ")")) for value in first)


def _is_timestamp(value: str) -> bool:
    """Return whether a value is a date with a time, as programs write it."""
    return len(value) < _MAX_TIMESTAMP_LENGTH and _has_date_and_time(value)


def _has_date_and_time(text: str) -> bool:
    return _YEAR.search(text) is not None and _TIME.search(text) is not None


def _opens(line: str) -> bool:
    """Return whether a line begins like an attribution: with a word such as On, and a date."""
    word = line.split(maxsplit=1)[0].casefold() if line else ""
    return word in OPENERS and _DIGIT.search(line[:60]) is not None
