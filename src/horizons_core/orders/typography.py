"""Typographic characters of phones, word processors and mail programs, in place of plain ones.

Curly quotes, unbreakable blanks, digits of double width and invisible characters are accepted in
orders as the plain characters that they stand for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

#: Curly, low, angular, ornamental and wide double quotes.
_DOUBLE_QUOTES = "\u201c\u201d\u201e\u201f\u00ab\u00bb\u275d\u275e\u301d\u301e\u301f\uff02"
#: Narrow, wide and unbreakable blanks, and line separators that do not end a line of orders.
_BLANKS = "\u00a0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
_HYPHENS = "\u2010\u2011\u2212"
#: Signs and digits of double width; letters may be part of a name.
_WIDE = [*range(0xFF03, 0xFF1C), 0xFF20, 0xFF3F]
_PLAIN = str.maketrans(
    dict.fromkeys(_BLANKS, " ")
    | dict.fromkeys(_HYPHENS, "-")
    | {chr(code): chr(code - 0xFEE0) for code in _WIDE}
)
_EMPHASIS = ("*", "_")
_MOST_MARKS = 3
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
    """Remove the signs that mail programs use for bold and italic type: `*MOVE 1 NE*`.

    Blanks replace leading signs, so that the other characters keep their place.
    """
    start = len(text) - len(text.lstrip())
    if text[start : start + 1] not in _EMPHASIS:
        return text
    end = start
    while end < len(text) and text[end] in _EMPHASIS:
        end += 1
    if end - start > _MOST_MARKS or not (
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


def without_invisible(text: str) -> tuple[str, tuple[int, ...]]:
    """Remove invisible characters; return the text and the original index of each character.

    Without such characters the indices are left out.
    """
    if text.isascii() or _INVISIBLE.search(text) is None:
        return text, ()
    visible = [(index, sign) for index, sign in enumerate(text) if not _INVISIBLE.match(sign)]
    return "".join(sign for _, sign in visible), tuple(index for index, _ in visible)


def place_of(index: int, places: Sequence[int]) -> int:
    """Return the original index of a character after `without_invisible`, or one past the end."""
    if not places:
        return index
    return places[index] if index < len(places) else places[-1] + 1 + index - len(places)
