"""Splitting of order texts into lines and words, with quoting and comments."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from horizons_core.orders.diagnostics import Diagnostic, Severity

#: Curly, low, angular, ornamental and wide double quotes.
_DOUBLE_QUOTES = "\u201c\u201d\u201e\u201f\u00ab\u00bb\u275d\u275e\u301d\u301e\u301f\uff02"
#: Narrow, wide and unbreakable spaces, and line separators that do not end a line of orders.
_SPACES = "\u00a0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
_HYPHENS = "\u2010\u2011\u2212"
#: Full-width punctuation and digits; full-width letters stay, because they may be part of a name.
_WIDE = [*range(0xFF03, 0xFF1C), 0xFF20, 0xFF3F]
_PLAIN = str.maketrans(
    dict.fromkeys(_SPACES, " ")
    | dict.fromkeys(_HYPHENS, "-")
    | {chr(code): chr(code - 0xFEE0) for code in _WIDE}
)
_EMPHASIS = ("*", "_")
_MAX_MARKS = 3
_OPENING = ("#", "@")
_QUOTES = str.maketrans(dict.fromkeys(_DOUBLE_QUOTES, '"'))
#: Single quotes around words, up to the length of a name; one within a word is an apostrophe.
_SINGLE_QUOTED = re.compile(
    r"(?<!\S)[\u2018-\u201b\u2039\u203a](?=\S)"
    r'([^"]{0,80}?)'
    r"(?<=\S)[\u2018\u2019\u2039\u203a](?=[\s;]|$)"
)
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]"
)

_SURROGATE = re.compile("[\ud800-\udfff]")
#: Fits an email even with two levels of quoting.
_WIDTH = 72
_LINE_END = re.compile(r"\r\n|\r|\n")
_QUOTING = re.compile(r"(?:>[ \t]?)*")
_BLANK = re.compile(r"\s")
_WORD = re.compile(r'"[^"]*"|[^\s"]+')


def plain_characters(text: str) -> str:
    """Convert a line to plain characters, each in its place.

    Quotes inside plain double quotes belong to a name and stay.
    """
    if text.isascii():
        return text
    parts = text.translate(_PLAIN).split('"')
    last = len(parts) - 1
    return '"'.join(
        part if number % 2 and number != last else _quotes_plain(part)
        for number, part in enumerate(parts)
    )


def without_stop(text: str) -> str:
    """Remove full stops after a line's last word, which phones add."""
    return text.rstrip(" .\u2026")


def without_emphasis(text: str) -> str:
    """Remove the marks that mail programs use for bold and italic type: `*MOVE 1 NE*`.

    Spaces replace leading marks, so that the other characters keep their place.
    """
    start = len(text) - len(text.lstrip())
    if text[start : start + 1] not in _EMPHASIS:
        return text
    end = start
    while end < len(text) and text[end] in _EMPHASIS:
        end += 1
    if end - start > _MAX_MARKS or not (
        text[end : end + 1].isalnum() or text[end : end + 1] in _OPENING
    ):
        return text
    words = text[end:].split(maxsplit=1)
    last = text.rstrip(" .")
    if last[-1] in _EMPHASIS:
        text = last.rstrip("*_")
    elif words[0][-1] in _EMPHASIS:
        word = words[0].rstrip("*_")
        text = text[:end] + word.ljust(len(words[0])) + text[end + len(words[0]) :]
    return " " * end + text[end:]


def _quotes_plain(text: str) -> str:
    return _SINGLE_QUOTED.sub(r'"\1"', text.translate(_QUOTES))


def strip_invisible(text: str) -> tuple[str, tuple[int, ...]]:
    """Remove invisible characters; return the text and the original index of each character.

    The indices are empty if there are no such characters.
    """
    if text.isascii() or _INVISIBLE.search(text) is None:
        return text, ()
    visible = [(index, char) for index, char in enumerate(text) if not _INVISIBLE.match(char)]
    return "".join(char for _, char in visible), tuple(index for index, _ in visible)


def place_of(index: int, places: Sequence[int]) -> int:
    """Return the original index of a character after `strip_invisible`, or one past the end."""
    if not places:
        return index
    return places[index] if index < len(places) else places[-1] + 1 + index - len(places)


def broken_lines(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """Break a text into lines, with `first` before the first line and `rest` before the others.

    A blank text has no lines. Words are never broken, not even long or hyphenated ones. The result
    is that of `textwrap.wrap`, which is called for texts with unprintable characters.
    """
    if not text.isprintable() or text.startswith(" "):
        return textwrap.wrap(
            text,
            width,
            initial_indent=first,
            subsequent_indent=rest,
            break_long_words=False,
            break_on_hyphens=False,
        )
    if len(first) + len(text) <= width:
        return [first + text.rstrip()] if text else []
    lines: list[str] = []
    line, remaining = first, text.rstrip()
    while len(line) + len(remaining) > width:
        end = remaining.rfind(" ", 0, max(0, width - len(line)) + 1)
        if end < 0:
            end = remaining.find(" ")
        if end < 0:
            break
        lines.append(line + remaining[:end].rstrip())
        line, remaining = rest, remaining[end:].lstrip()
    return [*lines, line + remaining]


@frozen
class OrderStyle:
    """The basic syntax of an order language.

    Attributes:
        comment: the character that begins a comment.
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
        quoting: the `>` marks removed before it.
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

    They are converted to plain characters: typographic quotes and spaces become plain ones, and
    invisible characters are removed, as are, with `emphasis`, marks of bold type. A lone surrogate,
    from badly decoded mail, becomes U+FFFD, because reports cannot contain it.
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
    visible, places = strip_invisible(written)
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
    """Return a name as it appears in orders: in double quotes if it has spaces."""
    return f'"{name}"' if _BLANK.search(name) else name


def order_line(*words: object) -> str:
    """Return an order of these words, with quotes around spaces: `MOVE "First Fleet" 7`."""
    return " ".join(quoted(str(word)) for word in words)


def comment_lines(lines: Iterable[str], mark: str) -> list[str]:
    """Return lines as comments, short enough that mail programs do not break them, even quoted.

    Continuation lines are indented as the first.
    """
    comments = []
    for line in lines:
        words = line.strip()
        indent = f"{mark} {line[: len(line) - len(line.lstrip())]}"
        comments += broken_lines(words, _WIDTH, indent, indent) or [mark]
    return comments


def without_comment(text: str, mark: str) -> str:
    """Return a line up to the mark that begins a comment, unless the mark is in double quotes."""
    if mark not in text:
        return text
    inside = False
    for position, character in enumerate(text):
        if character == '"':
            inside = not inside
        elif character == mark and not inside:
            return text[:position].rstrip()
    return text
