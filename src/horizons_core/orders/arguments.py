"""Converters: the words of one argument into its value."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

#: Turns the words of one argument into its value; raises ValueError with the reason in plain words.
Converter = Callable[[str], Any]


def whole(minimum: int = 0, maximum: int = 999_999_999) -> Converter:
    """A converter for whole numbers from `minimum` to `maximum`, in plain digits."""

    def convert(words: str) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,15}", words):
            raise ValueError(f"a whole number is needed, not '{words}'")
        value = int(words)
        if value < minimum:
            raise ValueError(f"{value} is too small: at least {minimum}")
        if value > maximum:
            raise ValueError(f"{value} is too large: at most {maximum}")
        return value

    return convert


def one_of(*values: str) -> Converter:
    """A converter for a fixed list of words; case does not matter."""
    known = {value.casefold(): value for value in values}

    def convert(words: str) -> str:
        found = known.get(words.casefold())
        if found is None:
            raise ValueError(f"'{words}' is none of {', '.join(values)}")
        return found

    return convert


def name_of(maximum: int) -> Converter:
    """A converter for names of at most `maximum` printable characters, not all blank."""

    def convert(words: str) -> str:
        name = " ".join(words.split())
        if not name:
            raise ValueError("a name needs at least one character")
        if len(name) > maximum:
            raise ValueError(f"the name has {len(name)} characters: at most {maximum}")
        if not name.isprintable():
            raise ValueError("the name holds a character that cannot be printed")
        return name

    return convert


def number(minimum: float, maximum: float) -> Converter:
    """A converter for decimal numbers from `minimum` to `maximum`: `7`, `-0.5`, `.25`."""

    def convert(words: str) -> float:
        if not re.fullmatch(r"[+-]?([0-9]{1,15}(\.[0-9]{0,15})?|\.[0-9]{1,15})", words):
            raise ValueError(f"a number is needed, not '{words}'")
        value = float(words) + 0.0  # -0 is 0
        if value < minimum:
            raise ValueError(f"{words} is too small: at least {_plain(minimum)}")
        if value > maximum:
            raise ValueError(f"{words} is too large: at most {_plain(maximum)}")
        return value

    return convert


def _plain(value: float) -> str:
    """A number as it may be written in an order."""
    return f"{value:f}".rstrip("0").rstrip(".")
