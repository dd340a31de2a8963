"""Arguments of commands: how their words are read, what a view offers, what they refer to."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from attrs import frozen

from horizons_core.model.views import View
from horizons_core.orders.lines import quoted

#: Turns the words of one argument into its value; raises ValueError with the reason in plain words.
Converter = Callable[[str], Any]

_MOST_DIGITS = 15
_WHOLE = re.compile(r"[+-]?[0-9]{1,15}")
_DECIMAL = re.compile(r"[+-]?([0-9]{1,15}(\.[0-9]{0,15})?|\.[0-9]{1,15})")


@frozen
class Range:
    """The numbers that an argument may be; whole ones if both ends are.

    Attributes:
        minimum: the least of them.
        maximum: the greatest; one below the minimum leaves none.
    """

    minimum: float
    maximum: float


#: What a view offers for an argument: words as they are written in orders, a range of numbers, or
#: None where any words will do.
Offers = Callable[[View], Sequence[str] | Range | None]

#: Finds what an argument refers to, from the turn's context, the empire, the order and the
#: argument's name. It answers None after it has refused the order.
Finder = Callable[[Any, Any, Any, str], Any]


@frozen
class Argument:
    """One argument of a command.

    Attributes:
        convert: turns its words into a value when the order is read; it raises ValueError with the
            reason in plain words.
        offers: says what can be chosen with what is in a view; without it any words will do.
        find: finds what it refers to, once, when the order is carried out (a ship may be built in
            that very turn).
        optional: whether it may be left out.
        bare: whether words with blanks between them stand in an order as they are, and not in
            double quotes.
    """

    convert: Converter = str
    offers: Offers | None = None
    find: Finder | None = None
    optional: bool = False
    bare: bool = False

    def written(self, words: str) -> str:
        """The words as they stand in an order: in double quotes if they need them."""
        return words if self.bare else quoted(words)


def is_count(words: str) -> bool:
    """Whether words are a number in decimal digits that `int` reads: not `²`, not 5,000 digits."""
    return words.isdecimal() and len(words) <= _MOST_DIGITS


def as_argument(given: Converter | Argument) -> Argument:
    """An argument of which only the converter may be given."""
    return given if isinstance(given, Argument) else Argument(given)


def whole(minimum: int = 0, maximum: int = 999_999_999) -> Converter:
    """A converter for whole numbers from `minimum` to `maximum`, in plain digits."""

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
    """A number as it may be written in an order."""
    return f"{value:f}".rstrip("0").rstrip(".")
