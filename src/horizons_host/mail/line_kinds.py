"""Classification of an email's lines as the sender's own, quoted, or a signature."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from attrs import frozen

from horizons_host.mail.phrases import DEVICE, FOOTER, FOOTER_EXCUSE, LINK
from horizons_host.mail.quotations import Announcements, is_announcing, is_quoted

LineKind = Literal["own", "quoted", "signature"]

#: Marks a soft line break of a mail program (RFC 3676). No mail contains these two characters, as
#: control characters are removed from what is read.
SOFT_BREAK = "\x1f"
#: Marks each line of what a page declares as a signature.
SIGNATURE_MARK = "\x1e"

_ONE_SIGN = re.compile(r"^[ \t]{0,20}>[ \t]?")
_SIGNATURE = re.compile(r"[ \t]?--[ \t\u00a0]?")
#: Maximum number of lines of a signature after `--` without the blank that makes it certain.
_MAX_SIGNATURE_LINES = 9
#: Mail programs wrap longer lines, with the marks before them up to `_WIDEST`.
_WIDTH, _WIDEST = 72, 80
_MAX_REST_LENGTH = 40
_MAX_FOOTER_LENGTH = 300
#: Characters that programs write around a footer.
_DECORATION = ' *_~|[](){}<>"\u200e\u200f\u2013\u2014-'
_DASHES = re.compile(r"[\s*_\u2013\u2014-]+")


@frozen
class SortedLines:
    """The lines of a text with their kinds.

    Everything from `below` on is a quoted email without marks before its lines; -1 for none.
    `rests` are lines that a mail program wrapped from the quoted line above, `doubtful` own lines
    that may be such.
    """

    lines: Sequence[str]
    kinds: Sequence[LineKind]
    below: int = -1
    rests: frozenset[int] = frozenset()
    doubtful: Sequence[int] = ()

    def own_text(self) -> str:
        """Return the sender's own words, without blank lines around them."""
        own_lines = (
            line for line, kind in zip(self.lines, self.kinds, strict=True) if kind == "own"
        )
        return without_marks("\n".join(own_lines).strip("\n"))

    def quoted_text(self) -> str:
        """Return the quoted email in its original form, as far as possible."""
        if self.below >= 0:
            return "\n".join(self.lines[self.below :])
        text: list[str] = []
        for at, line in enumerate(self.lines):
            if at in self.rests:
                text[-1] = f"{text[-1].rstrip()} {line}"
            else:
                text.append(_ONE_SIGN.sub("", line))
        return "\n".join(text)

    def number_of(self, kind: LineKind) -> int:
        """Return the number of lines of a kind that are not blank."""
        both = zip(self.lines, self.kinds, strict=True)
        return sum(each == kind and bool(line.strip(" >\t")) for line, each in both)


def without_marks(text: str) -> str:
    """Return a text without marks, and with wrapped lines joined."""
    return text.replace(SOFT_BREAK, "").replace(SIGNATURE_MARK, "")


def sorted_lines(text: str, mark: str = "", *, certain: bool = False) -> SortedLines:
    """Classify the lines of an email's text, as separated by line feeds.

    Everything below a line with the `mark` is quoted, unless that line is quoted itself.
    """
    sorter = _Sorter(text.split("\n"), mark, certain=certain)
    kinds = sorter.kinds()
    return SortedLines(
        sorter.lines, kinds, sorter.below, frozenset(sorter.rests), tuple(sorter.doubtful)
    )


def own_words(text: str, mark: str = "", *, certain: bool = False) -> str:
    """Return the sender's own words in an email."""
    return sorted_lines(text, mark, certain=certain).own_text()


class _Sorter:
    def __init__(self, lines: Sequence[str], mark: str, *, certain: bool) -> None:
        self.lines = self._lines = lines
        self.below = -1
        self.rests: list[int] = []
        self.doubtful: list[int] = []
        self._mark = mark
        self._certain = certain
        self._announcements = Announcements(lines, mark, certain=certain)
        self._kinds: list[LineKind] = []

    def kinds(self) -> list[LineKind]:
        lines, kinds = self._lines, self._kinds
        signed = False
        while len(kinds) < len(lines):
            at = len(kinds)
            line = lines[at]
            if not line or line.isspace():
                kinds.append("signature" if signed else "own")
            elif line[0] == SIGNATURE_MARK:
                kinds.append("signature")
            elif is_quoted(line):
                kinds.append("quoted")
                signed = False
            elif self._mark and self._mark in line:
                self._mark_rest_as_quoted()
            elif at and not signed and self._is_wrapped_rest(at):
                kinds.append("quoted")
            elif (end := self._announcements.end_of_announcement(at)) > at:
                signed = False
                below = self._announcements.next_line(end)
                kinds += ["quoted"] * (below - at)
                if below < len(lines) and not is_quoted(lines[below]):
                    self._mark_rest_as_quoted()
            else:
                signed = signed or (_SIGNATURE.fullmatch(line[:10]) is not None and len(line) < 10)
                kinds.append("signature" if signed else "own")
        self._find_footers()
        if self._certain:
            self._keep_long_signatures()
        return kinds

    def _is_wrapped_rest(self, at: int) -> bool:
        """Return whether a line was wrapped from the quoted line above by a mail program.

        That is certain for a few lower-case words between quoted lines; others are noted as
        doubtful.
        """
        above, line = self._lines[at - 1].rstrip(), self._lines[at]
        if not _WIDTH // 2 < len(above) <= _WIDEST or not is_quoted(above):
            return False
        first = line.split(maxsplit=1)[0]
        if (
            len(above) + 1 + len(first) <= _WIDTH
            or above[-1] in ".!?:"
            or len(line) > _MAX_REST_LENGTH
        ):
            return False
        if line[0].islower() and at + 1 < len(self._lines) and is_quoted(self._lines[at + 1]):
            self.rests.append(at)
            return True
        self.doubtful.append(at)
        return False

    def _keep_long_signatures(self) -> None:
        """Treat lines after `--` as own words if they are too long for a signature."""
        at = 0
        while at < len(self._lines):
            end = at + 1
            if self._kinds[at] == "signature" and self._lines[at].strip(" \t") == "--":
                while end < len(self._lines) and self._kinds[end] == "signature":
                    end += 1
                filled = [line for line in self._lines[at:end] if line.strip()]
                repeated = any(_SIGNATURE.fullmatch(line) for line in filled[1:])
                is_exact = self._lines[at] == "-- " and not repeated
                if not is_exact and (repeated or len(filled) > _MAX_SIGNATURE_LINES):
                    self._kinds[at:end] = ["own"] * (end - at)
            at = end

    def _mark_rest_as_quoted(self) -> None:
        self.below = len(self._kinds)
        self._kinds += ["quoted"] * (len(self._lines) - len(self._kinds))

    # footers: Sent from my iPhone

    def _find_footers(self) -> None:
        """Treat footers of programs after the sender's own words as signatures."""
        below_is_end, is_below_footer = True, False
        for at in range(len(self._lines) - 1, -1, -1):
            line = self._lines[at]
            if self._kinds[at] != "own":
                below_is_end, is_below_footer = True, False
            elif line.strip():
                is_dashes = is_below_footer and _DASHES.fullmatch(line[:50]) is not None
                is_below_footer = below_is_end and is_footer(line)
                if is_below_footer or is_dashes:
                    self._kinds[at] = "signature"
                else:
                    below_is_end = False


def stands_alone(line: str) -> bool:
    """Return whether programs put this line around words, so that no others are part of it."""
    return _SIGNATURE.fullmatch(line.rstrip()) is not None or is_announcing(line) or is_footer(line)


def is_footer(line: str) -> bool:
    """Return whether a line is a footer with the name of a mail program."""
    if len(line) > _MAX_FOOTER_LENGTH:
        return False
    words = " ".join(LINK.sub(" ", line).split()).strip(_DECORATION)
    if words[:2].islower() and not DEVICE.search(words):  # possibly the end of a sentence
        return False
    return bool(words) and (FOOTER.fullmatch(words) or FOOTER_EXCUSE.fullmatch(words)) is not None
