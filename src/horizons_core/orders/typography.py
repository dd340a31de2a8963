"""What phones, word processors and mail programs write in the place of plain characters.

Quotes that lean, blanks at which no line is broken, digits of double width and characters that
nobody sees: an order that holds them is the order that was meant.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

#: Leaning, low, angular, ornamental and wide double quotes.
_DOUBLE_QUOTES = "\u201c\u201d\u201e\u201f\u00ab\u00bb\u275d\u275e\u301d\u301e\u301f\uff02"
#: Narrow, wide and unbreakable blanks, and the separators of lines that end no line of orders.
_BLANKS = "\u00a0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
_HYPHENS = "\u2010\u2011\u2212"
#: Signs and digits of double width; letters may be a name's own.
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
#: Single quotes round words; one within a word is an apostrophe, and stays. No name is longer.
_SINGLE_QUOTED = re.compile(
    r"(?<!\S)[\u2018-\u201b\u2039\u203a](?=\S)"
    r'([^"]{0,80}?)'
    r"(?<=\S)[\u2018\u2019\u2039\u203a](?=[\s;]|$)"
)
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]"
)


def plain_characters(text: str) -> str:
    """The text of one line in plain characters, each in its place.

    Quotes that stand inside plain double quotes belong to the name there, and stay.
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
    """A line without full stops that phones put behind its last word."""
    return text.rstrip(" .\u2026")


def without_emphasis(text: str) -> str:
    """A line without the signs by which mail programs mark bold and italic type: `*MOVE 1 NE*`.

    Blanks take the place of those in front, so that what is left stands where it stood.
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
    """The text without characters that nobody sees, and where in it each of the others stood.

    Without such characters the places are left out.
    """
    if text.isascii() or _INVISIBLE.search(text) is None:
        return text, ()
    kept = [(place, sign) for place, sign in enumerate(text) if not _INVISIBLE.match(sign)]
    return "".join(sign for _, sign in kept), tuple(place for place, _ in kept)


def place_of(at: int, places: Sequence[int]) -> int:
    """Where a character of a text `without_invisible` ones stood, or one behind its end."""
    if not places:
        return at
    return places[at] if at < len(places) else places[-1] + 1 + at - len(places)
