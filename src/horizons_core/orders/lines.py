"""The lines of an order text: their words, their place in the original, and remarks on them."""

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
#: Fits a mail even with two levels of quoting.
_WIDTH = 72
_LINE_END = re.compile(r"\r\n|\r|\n")
_QUOTING = re.compile(r"(?:>[ \t]?)*")
_BLANK = re.compile(r"\s")
_WORD = re.compile(r'"[^"]*"|[^\s"]+')


@frozen
class OrderStyle:
    """The differences between order languages.

    Attributes:
        comment: the sign that begins a comment.
        initials: whether only the first letter of an order's first word counts, and keywords are
            letters; a first word that is a whole keyword (of a mod) takes precedence.
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
        number: counted from 1.
        text: the text to parse, in plain characters.
        shift: the number of characters removed before it.
        written: the line as sent, for messages, which stay unchanged.
        places: the index in `written` of each character of `text`; empty if they are equal.
        quoting: the quoting signs removed before it.
    """

    number: int
    text: str
    shift: int
    written: str = ""
    places: tuple[int, ...] = ()
    quoting: str = ""

    def column(self, index: int) -> int:
        """Return the column, from 1, of a character of `text` in the text as sent."""
        return self.shift + place_of(index, self.places) + 1

    def remark(
        self, severity: Severity, code: str, message: str, hint: str = "", words: str = ""
    ) -> Diagnostic:
        """Make a remark on the whole line, or on some of its words (see `Diagnostic`)."""
        column = self.column(len(self.text) - len(self.text.lstrip()))
        return Diagnostic(
            severity, code, message, self.number, column, words or self.text.strip(), hint
        )


def lines_of(text: str, *, emphasis: bool = True) -> Iterator[Line]:
    """Yield a text's lines without line ends, mail quoting ("> ") and the byte-order mark.

    They are converted to plain characters: typographic quotes and blanks become plain ones, and
    invisible characters are removed, as are, with `emphasis`, marks of bold type. Half a character
    (a lone surrogate, from badly decoded mail) becomes U+FFFD, so that reports can contain it.
    """
    if not text.isascii():
        text = _SURROGATE.sub("\ufffd", text)
    for number, line in enumerate(_LINE_END.split(text.removeprefix("\ufeff")), start=1):
        yield line_of(line, number, emphasis=emphasis)


def line_of(text: str, number: int = 1, *, emphasis: bool = True) -> Line:
    """Convert a line of a text, given without its end."""
    quoting = _QUOTING.match(text) if text.startswith(">") else None
    shift = quoting.end() if quoting else 0
    written = text[shift:].rstrip()
    visible, places = without_invisible(written)
    plain = plain_characters(visible).rstrip()
    if emphasis:
        plain = without_emphasis(plain)
    return Line(number, plain, shift, written, places, text[:shift])


def words_in(text: str) -> list[re.Match[str]]:
    """Return the matches of a line's words; double quotes enclose one word."""
    return list(_WORD.finditer(text))


def first_word(text: str) -> str:
    """Return the first word in lower case, or ""."""
    words = text.split(maxsplit=1)
    return words[0].casefold() if words else ""


def unquoted(word: str) -> str:
    """Return a word without the double quotes around it."""
    return word[1:-1] if len(word) >= 2 and word[0] == word[-1] == '"' else word


def quoted(name: str) -> str:
    """Return a name as it appears in orders: in double quotes if it has blanks."""
    return f'"{name}"' if _BLANK.search(name) else name


def order_line(*words: object) -> str:
    """Return an order of these words, with quotes around blanks: `MOVE "First Fleet" 7`."""
    return " ".join(quoted(str(word)) for word in words)


def commented(lines: Iterable[str], sign: str) -> list[str]:
    """Return lines as comments, short enough that mail programs do not break them, even quoted.

    Continuation lines are indented as the first.
    """
    comments = []
    for line in lines:
        words = line.strip()
        indent = f"{sign} {line[: len(line) - len(line.lstrip())]}"
        comments += broken_lines(words, _WIDTH, indent, indent) or [sign]
    return comments


def without_comment(text: str, sign: str) -> str:
    """Return a line up to the sign that begins a comment; in double quotes it does not."""
    if sign not in text:
        return text
    inside = False
    for position, character in enumerate(text):
        if character == '"':
            inside = not inside
        elif character == sign and not inside:
            return text[:position].rstrip()
    return text
