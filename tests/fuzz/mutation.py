"""Valid inputs made slightly wrong: texts, bytes and plain data, changed by numbered dice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from horizons_core.rng import Stream

#: Words that often break programs.
HOSTILE = [
    "", "0", "-1", "1", "2147483648", "18446744073709551616", "9" * 30, "9" * 5000, "1e999", "nan",
    "inf", "-0", "0x10", "1.5", "1/0", "\0", "\x1b[2J", "\ufeff", "\u202e", "🚀", "é" * 40,
    "\u017f", "\u0130", "\u0663", "²", "½", "\ud7ff", "\u2028", "\r", "\t", " ", ";", "#END",
    "%s%n{0}", "{}", "[", "'", '"', "None", "true", "..", "../../etc/passwd", "<script>", "&#x0;",
    "a" * 300, "\\", "*", "&a", "!!x",
]  # fmt: skip
#: Plain values of unexpected types.
VALUES: list[Any] = [
    None, True, False, 0, 1, -1, 2, 7, 99, 10**6, 2**31, 2**63, 2**64, 10**30, -(2**63), 0.5, -0.0,
    1e308, float("inf"), float("nan"), "", "x", "0", "1 2 3", "é🚀", "a" * 500, [], [[]], [0], {},
    {"x": 1}, [None], {"": ""}, "\0", "\n",
]  # fmt: skip
_WORDS = re.compile(r"\w+|\s+|[^\w\s]")


def mutated_text(text: str, stream: Stream, other_texts: Sequence[str] = ()) -> str:
    """Return the text after one to four changes; some take lines from `other_texts`."""
    for _ in range(stream.integer(1, 4)):
        text = stream.choice(_TEXT_CHANGES)(text, stream, other_texts)
    return text[:200_000]


def _change_word(text: str, stream: Stream, _other_texts: Sequence[str]) -> str:
    words = _WORDS.findall(text) or [""]
    at = stream.below(len(words))
    fate = stream.below(5)
    if fate == 0:
        words[at] = stream.choice(HOSTILE)
    elif fate == 1:
        words[at] = ""
    elif fate == 2:
        words[at] *= stream.choice([2, 3, 50])
    elif fate == 3:
        words[at] = words[stream.below(len(words))]
    else:
        words[at] += stream.choice(HOSTILE)
    return "".join(words)


def _change_number(text: str, stream: Stream, _other_texts: Sequence[str]) -> str:
    numbers = list(re.finditer(r"\d+", text))
    if not numbers:
        return _change_word(text, stream, _other_texts)
    number = stream.choice(numbers)
    near = int(number[0][:18]) + stream.integer(-2, 2)
    return text[: number.start()] + stream.choice([str(near), *HOSTILE[:16]]) + text[number.end() :]


def _change_line(text: str, stream: Stream, other_texts: Sequence[str]) -> str:
    lines = text.splitlines(keepends=True) or [""]
    at, fate = stream.below(len(lines)), stream.below(6)
    if fate == 0:
        del lines[at]
    elif fate == 1:
        lines.insert(at, lines[stream.below(len(lines))])
    elif fate == 2:
        lines = stream.shuffled(lines)
    elif fate == 3 and other_texts:
        lent = stream.choice(other_texts).splitlines(keepends=True) or [""]
        lines.insert(at, stream.choice(lent))
    elif fate == 4:
        lines[at] = " " * stream.below(9) + lines[at].lstrip()
    else:
        lines = lines[: at + 1]
    return "".join(lines)


def _change_character(text: str, stream: Stream, _other_texts: Sequence[str]) -> str:
    at = stream.below(len(text) + 1)
    cut = at + stream.choice([0, 1, 1, 5])
    new = stream.choice([chr(stream.integer(32, 126)), chr(stream.integer(1, 0x2FF)), "", "\n"])
    return text[:at] + new + text[cut:]


_TEXT_CHANGES = (_change_word, _change_word, _change_number, _change_line, _change_character)


def mutated_bytes(data: bytes, stream: Stream) -> bytes:
    """Return the bytes after some changes: bits, bytes, runs of bytes, and sometimes a cut."""
    changed = bytearray(data)
    for _ in range(stream.choice([1, 1, 2, 5, 40])):
        at, fate = stream.below(max(len(changed), 1)), stream.below(4)
        if fate < 2:
            changed[at : at + 1] = bytes([stream.below(256)])
        elif fate == 2:
            changed[at : at + 1] = bytes([changed[at] ^ 1 << stream.below(8)]) if changed else b"\0"
        else:
            length = stream.integer(1, 64)
            changed[at : at + length] = bytes(stream.below(256) for _ in range(length))
    return bytes(changed[: stream.below(len(changed) + 1)] if stream.below(20) == 0 else changed)


def mutated_data(data: Any, stream: Stream) -> Any:
    """Return a copy of plain data after one to three changes, each at a separate place."""
    changed = _copied(data)
    for _ in range(stream.integer(1, 3)):
        spots = list(_spots(changed))
        if spots:
            _change_spot(*stream.choice(spots), stream)
    return changed


def _copied(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _copied(value) for key, value in data.items()}
    return [_copied(value) for value in data] if isinstance(data, list) else data


def _spots(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every list or mapping with each of its indices or keys."""
    keys = list(data) if isinstance(data, dict) else range(len(data))
    for key in keys:
        yield data, key
        if isinstance(data[key], dict | list):
            yield from _spots(data[key])


def _change_spot(within: Any, key: Any, stream: Stream) -> None:
    value, fate = within[key], stream.below(8)
    if fate == 0:
        del within[key]
    elif fate == 1 and isinstance(within, dict):
        within[stream.choice([*HOSTILE[:30], *map(str, within)])] = within.pop(key)
    elif fate == 2:
        keys = list(within) if isinstance(within, dict) else range(len(within))
        within[key] = _copied(within[stream.choice(keys)])
    elif fate == 3 and isinstance(value, list):
        within[key] = _copied(value * stream.choice([2, 3])) if value else [None]
    elif fate == 4 and isinstance(value, int | float):
        within[key] = stream.choice([value + 1, value - 1, -value, 0, value * 1000])
    elif fate == 5 and isinstance(value, str):
        within[key] = mutated_text(value, stream)
    else:
        within[key] = _copied(stream.choice(VALUES))
