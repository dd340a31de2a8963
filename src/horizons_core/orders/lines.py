"""The lines of an order text: where each stands, its words, and what can be said of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from attrs import frozen

from horizons_core.orders.diagnostics import Diagnostic, Severity
from horizons_core.orders.line_breaks import broken_lines
from horizons_core.orders.typography import (
    place_of,
    plain_characters,
    without_emphasis,
    without_invisible,
)

_SURROGATE = re.compile("[\ud800-\udfff]")
#: With two signs of quoting in front it still fits a mail.
_WIDTH = 72
_LINE_END = re.compile(r"\r\n|\r|\n")
_QUOTING = re.compile(r"(?:>[ \t]?)*")
_BLANK = re.compile(r"\s")
_WORD = re.compile(r'"[^"]*"|[^\s"]+')


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
        text: what is read of it, in plain characters.
        shift: how many characters were cut off in front of it.
        written: the line as it was sent, for letters, which nobody changes.
        places: where in `written` each character of `text` stands; empty if they stand alike.
        quoting: the signs of quoting that were cut off in front of it.
    """

    number: int
    text: str
    shift: int
    written: str = ""
    places: tuple[int, ...] = ()
    quoting: str = ""

    def column(self, at: int) -> int:
        """The column, from 1 on, at which a character of `text` stands in the text as sent."""
        return self.shift + place_of(at, self.places) + 1

    def remark(
        self, severity: Severity, code: str, message: str, hint: str = "", words: str = ""
    ) -> Diagnostic:
        """A remark on the whole line, or on some words of it (see `Diagnostic`)."""
        column = self.column(len(self.text) - len(self.text.lstrip()))
        return Diagnostic(
            severity, code, message, self.number, column, words or self.text.strip(), hint
        )


def lines_of(text: str, *, emphasis: bool = True) -> Iterator[Line]:
    """The text's lines without line ends, mail quoting ("> ") and the byte-order mark.

    What is read of them is in plain characters: quotes that lean are quotes, every blank is one,
    and characters that nobody sees are left out, as are, with `emphasis`, marks of bold type. Half
    a character (a lone surrogate, from badly decoded mail) becomes U+FFFD: no report could be
    written with it.
    """
    if not text.isascii():
        text = _SURROGATE.sub("\ufffd", text)
    for number, line in enumerate(_LINE_END.split(text.removeprefix("\ufeff")), start=1):
        yield line_of(line, number, emphasis=emphasis)


def line_of(text: str, number: int = 1, *, emphasis: bool = True) -> Line:
    """One line of a text, given without its end."""
    quoting = _QUOTING.match(text) if text.startswith(">") else None
    shift = quoting.end() if quoting else 0
    written = text[shift:].rstrip()
    visible, places = without_invisible(written)
    plain = plain_characters(visible).rstrip()
    if emphasis:
        plain = without_emphasis(plain)
    return Line(number, plain, shift, written, places, text[:shift])


def words_in(text: str) -> list[re.Match[str]]:
    """The words of a line where they stand; what double quotes hold is one word."""
    return list(_WORD.finditer(text))


def first_word(text: str) -> str:
    """The first word in small letters, or nothing."""
    words = text.split(maxsplit=1)
    return words[0].casefold() if words else ""


def unquoted(word: str) -> str:
    """A word without the double quotes round it."""
    return word[1:-1] if len(word) >= 2 and word[0] == word[-1] == '"' else word


def quoted(name: str) -> str:
    """A name as it is written in orders: in double quotes if it has blanks."""
    return f'"{name}"' if _BLANK.search(name) else name


def order_line(*words: object) -> str:
    """An order of these words, those with blanks in quotes: `MOVE "First Fleet" 7`."""
    return " ".join(quoted(str(word)) for word in words)


def commented(lines: Iterable[str], sign: str) -> list[str]:
    """Lines as comments, broken so that no mail program breaks them, quoted or not.

    What is broken goes on under its beginning.
    """
    found = []
    for line in lines:
        words = line.strip()
        indent = f"{sign} {line[: len(line) - len(line.lstrip())]}"
        found += broken_lines(words, _WIDTH, indent, indent) or [sign]
    return found


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
