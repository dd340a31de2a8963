"""The lines of an order text: where each stands, its words, and what can be said of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from horizons_core.orders.diagnostics import Diagnostic, Severity

_SURROGATE = re.compile("[\ud800-\udfff]")


@frozen
class OrderStyle:
    """The habits in which order languages differ.

    Attributes:
        comment: the sign that begins a comment.
        initials: whether only the first letter of an order's first word counts, and keywords are
            letters; a first word that is a whole keyword (of a mod) comes first.
        block: a line that begins with it opens an order of several lines, which the next such line
            closes; the command of that keyword gets them as the argument `lines`. "" for none.
    """

    comment: str = ";"
    initials: bool = False
    block: str = ""


@frozen
class Line:
    """A line of an order text.

    Attributes:
        number: from 1 on.
        text: what is read of it.
        shift: how many characters were cut off in front of `text`.
    """

    number: int
    text: str
    shift: int

    def remark(
        self, severity: Severity, code: str, message: str, hint: str = "", words: str = ""
    ) -> Diagnostic:
        """A remark on the whole line, or on some words of it (see `Diagnostic`)."""
        column = self.shift + len(self.text) - len(self.text.lstrip()) + 1
        return Diagnostic(
            severity, code, message, self.number, column, words or self.text.strip(), hint
        )


def lines_of(text: str) -> Iterator[Line]:
    """The text's lines without line ends, mail quoting ("> ") and the byte-order mark.

    Half a character (a lone surrogate, from badly decoded mail) becomes U+FFFD: no report could
    be written with it.
    """
    text = _SURROGATE.sub("\ufffd", text)
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), start=1):
        quoting = re.match(r"(?:>[ \t]?)*", line)
        shift = quoting.end() if quoting else 0
        yield Line(number, line[shift:].replace("\u00a0", " ").rstrip(), shift)


def first_word(text: str) -> str:
    """The first word in small letters, or nothing."""
    words = text.split(maxsplit=1)
    return words[0].casefold() if words else ""


def unquoted(word: str) -> str:
    """A word without the double quotes round it."""
    return word[1:-1] if len(word) >= 2 and word[0] == word[-1] == '"' else word


def quoted(name: str) -> str:
    """A name as it is written in orders: in double quotes if it has blanks."""
    return f'"{name}"' if re.search(r"\s", name) else name


def without_comment(text: str, sign: str) -> str:
    """A line up to the sign that begins a comment; inside double quotes it is a character."""
    if sign not in text:
        return text
    inside = False
    for position, character in enumerate(text):
        if character == '"':
            inside = not inside
        elif character == sign and not inside:
            return text[:position].rstrip()
    return text
