"""Arguments of commands, which parse words, offer choices and refer to objects."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from attrs import frozen

from horizons_core.model.views import View
from horizons_core.orders.lines import quoted

#: Converts the words of an argument to its value; raises ValueError with the reason, for players.
Converter = Callable[[str], Any]

_MAX_DIGITS = 15
_WHOLE = re.compile(r"[+-]?[0-9]{1,15}")
_DECIMAL = re.compile(r"[+-]?([0-9]{1,15}(\.[0-9]{0,15})?|\.[0-9]{1,15})")
#: Resolves an argument's reference, from the turn's context, the empire, the order and the
#: argument's name. Returns None after refusing the order.
Finder = Callable[[Any, Any, Any, str], Any]


@frozen
class Range:
    """The numbers that an argument may have; whole numbers if both ends are.

    Attributes:
        minimum: the smallest number.
        maximum: the largest number; if it is below the minimum, the range is empty.
    """

    minimum: float
    maximum: float


#: Returns the choices that a view offers for an argument: words as they appear in orders, a range
#: of numbers, or None if any words will do.
Offers = Callable[[View], Sequence[str] | Range | None]


@frozen
class Argument:
    """An argument of a command.

    Attributes:
        convert: converts its words to a value when the order is parsed; raises ValueError with the
            reason, for players.
        offers: returns the choices in a view; without it any words will do.
        find: resolves its reference when the order is carried out (a ship may be a new one).
        optional: whether it may be omitted.
        bare: whether words with blanks appear in an order without double quotes.
    """

    convert: Converter = str
    offers: Offers | None = None
    find: Finder | None = None
    optional: bool = False
    bare: bool = False

    def written(self, words: str) -> str:
        """Return the words as they appear in an order: in double quotes if necessary."""
        return words if self.bare else quoted(words)


def is_count(words: str) -> bool:
    """Return whether `int` accepts words as a decimal number: not `²`, not 5,000 digits."""
    return words.isdecimal() and len(words) <= _MAX_DIGITS


def as_argument(argument: Converter | Argument) -> Argument:
    """Return an argument, made from a converter if only that is given."""
    return argument if isinstance(argument, Argument) else Argument(argument)


def integer(minimum: int = 0, maximum: int = 999_999_999) -> Converter:
    """Return a converter for whole numbers from `minimum` to `maximum`, in plain digits."""

    def convert(words: str) -> int:
        if not _WHOLE.fullmatch(words):
            raise ValueError(f"a whole number is needed, not '{words}'")
        value = int(words)
        if value < minimum:
            raise ValueError(f"{value} is too small: at least {minimum}")
        if value > maximum:
            raise ValueError(f"{value} is too large: at most {maximum}")
        return value

    return convert


def one_of(*values: str) -> Converter:
    """Return a converter for a fixed list of words; case is ignored."""
    known = {value.casefold(): value for value in values}

    def convert(words: str) -> str:
        value = known.get(words.casefold())
        if value is None:
            raise ValueError(f"'{words}' is not one of {', '.join(values)}")
        return value

    return convert


def name_of(maximum: int) -> Converter:
    """Return a converter for names of at most `maximum` printable characters, not all blank."""

    def convert(words: str) -> str:
        name = " ".join(words.split())
        if not name:
            raise ValueError("a name needs at least one character")
        if len(name) > maximum:
            raise ValueError(f"the name has {len(name)} characters: at most {maximum}")
        if not name.isprintable():
            raise ValueError("the name contains a character that cannot be printed")
        return name

    return convert


def number(minimum: float, maximum: float) -> Converter:
    """Return a converter for decimal numbers from `minimum` to `maximum`: `7`, `-0.5`, `.25`."""

    def convert(words: str) -> float:
        if not _DECIMAL.fullmatch(words):
            raise ValueError(f"a number is needed, not '{words}'")
        value = float(words) + 0.0  # -0 is 0
        if value < minimum:
            raise ValueError(f"{words} is too small: at least {_plain(minimum)}")
        if value > maximum:
            raise ValueError(f"{words} is too large: at most {_plain(maximum)}")
        return value

    return convert


def _plain(value: float) -> str:
    """Format a number as in an order."""
    return f"{value:f}".rstrip("0").rstrip(".")
