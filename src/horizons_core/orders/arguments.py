"""Arguments of commands, which parse words, offer choices and refer to objects."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Any, Generic, Protocol, TypeVar

from attrs import frozen

from horizons_core.model.views import Thing, View
from horizons_core.orders.lines import quoted
from horizons_core.sums import int_sum

#: Converts the words of an argument to its value; raises ValueError with the reason, for players.
Converter = Callable[[str], Any]

_MAX_DIGITS = 15
_WHOLE = re.compile(r"[+-]?[0-9]{1,15}")
_DECIMAL = re.compile(r"[+-]?([0-9]{1,15}(\.[0-9]{0,15})?|\.[0-9]{1,15})")
#: Resolves an argument's reference, from the turn's context, the empire, the order and the
#: argument's name. Returns None after refusing the order.
Finder = Callable[[Any, Any, Any, str], Any]


T = TypeVar("T")


class ArgumentName(str, Generic[T]):
    """The name of an argument, with the type of its value in an order that is carried out.

    `order[GROUP]` is a `Group` if `GROUP = argument_name("group", own_group)` and `own_group`, the
    argument's finder, returns groups.
    """

    __slots__ = ()


def argument_name(
    name: str,
    find: Callable[[Any, Any, Any, str], T | None],  # noqa: ARG001 - its type alone matters
) -> ArgumentName[T]:
    """Return the name of an argument whose reference is resolved by `find`."""
    return ArgumentName(name)


@frozen
class Cost:
    """An amount of a stock that an order uses up.

    Attributes:
        stock: the name of the stock, among `Variant.stocks`.
        amount: the amount.
    """

    stock: str
    amount: float


@frozen
class Choice:
    """A value that an argument may have.

    Attributes:
        value: the words in orders, without quotes.
        label: the name for players; by default the words.
        place: the id of its place on the map; "" for none.
        cost: its cost, if it has one.
        help: a sentence for players; may be empty.
    """

    value: str
    label: str = ""
    place: str = ""
    cost: Cost | None = None
    help: str = ""

    def __attrs_post_init__(self) -> None:
        if not self.label:
            object.__setattr__(self, "label", self.value)


def as_choice(choice: str | Choice) -> Choice:
    """Return a choice, made from its words if only they are given."""
    return choice if isinstance(choice, Choice) else Choice(choice)


@frozen
class Range:
    """The numbers that an argument may have; whole numbers if both ends are.

    Attributes:
        minimum: the smallest number.
        maximum: the largest number; if it is below the minimum, the range is empty.
        step: the distance between two numbers; 0 for the default, 1 or a hundredth.
        cost: the cost of each unit.
    """

    minimum: float
    maximum: float
    step: float = 0
    cost: Cost | None = None

    @property
    def is_whole(self) -> bool:
        """True if its numbers are whole numbers."""
        return all(end == int(end) for end in (self.minimum, self.maximum, self.step))

    @property
    def step_or_default(self) -> float:
        """The distance between two numbers."""
        return self.step or (1 if self.is_whole else 0.01)


@frozen
class Proposals:
    """Proposals for an argument that accepts any words, such as a name.

    Attributes:
        words: the proposed words, or choices with labels.
    """

    words: Sequence[str | Choice] = ()


@frozen
class Required:
    """Choices for an optional argument that is required by the arguments chosen so far.

    Attributes:
        choices: the choices, or the range.
    """

    choices: Sequence[str | Choice] | Range


#: The words of the arguments chosen so far, by name; a tuple for several, empty if left out.
Chosen = Mapping[str, str | tuple[str, ...]]
#: What a view offers for an argument: words as they appear in orders, choices, a range of numbers,
#: required ones, proposals, or None if any words will do.
Offered = Sequence[str | Choice] | Range | Required | Proposals | None


def is_possible(offered: Offered) -> bool:
    """Return whether anything can be chosen, or any words will do."""
    if isinstance(offered, Required):
        offered = offered.choices
    if isinstance(offered, Range):
        return offered.minimum <= offered.maximum
    return offered is None or isinstance(offered, Proposals) or len(offered) > 0


class OfferingRules(Protocol):
    """The part of a variant with its mods that offers may use."""

    @property
    def economy(self) -> Any:
        """The accounts and formulas, in the variant's own class."""

    @property
    def combat(self) -> Any:
        """The resolver of battles, in the variant's own class."""

    def things(self, view: View) -> Sequence[Thing]:
        """Return the things of a view that orders can name, and the places of the map."""

    def named_things(self, view: View) -> Mapping[tuple[str, str], Thing]:
        """Return the things of a view that have words, by kind and folded words."""


#: Returns what is offered: called with the view; with the view and the arguments chosen so far; or
#: with both and the rules. As long as arguments that it depends on are missing, it returns
#: everything that may be chosen.
Offers = (
    Callable[[View], Offered]
    | Callable[[View, Chosen], Offered]
    | Callable[[View, Chosen, OfferingRules], Offered]
)


@lru_cache(4096)
def _parameter_count(offers: Offers) -> int:
    parameters = inspect.signature(offers).parameters.values()
    return int_sum(
        p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) and p.default is p.empty
        for p in parameters
    )


@frozen
class Argument:
    """An argument of a command.

    Attributes:
        convert: converts its words to a value when the order is parsed; raises ValueError with the
            reason, for players.
        offers: returns the choices (see `Offers`); without `offers` any words are valid, unless the
            argument has `things`.
        find: resolves its reference when the order is carried out (a ship may be a new one).
        optional: whether it may be omitted.
        contextual: whether it is given in a line above the order's own line, as the planet of
            production orders is. It must be chosen, and forms have it in brackets.
        bare: whether words with spaces appear in an order without double quotes.
        label: its name for players, in lower case; by default its name.
        help: a sentence for players; may be empty.
        things: the kinds of things that it names (`Thing.kind`). Its choices are shown with their
            titles and places on the map; without `offers` they are the reader's things of these
            kinds, and places.
    """

    convert: Converter = str
    offers: Offers | None = None
    find: Finder | None = None
    optional: bool = False
    bare: bool = False
    label: str = ""
    help: str = ""
    things: tuple[str, ...] = ()
    contextual: bool = False

    def written(self, words: str) -> str:
        """Return the words as they appear in an order: in double quotes if necessary."""
        return words if self.bare else quoted(words)

    def offered(self, view: View, chosen: Chosen, rules: OfferingRules) -> Offered:
        """Return what the view offers, given the arguments chosen so far.

        Without `offers`, an argument of things offers the reader's own things, and places.
        """
        if self.offers is not None:
            offers: Callable[..., Offered] = self.offers
            return offers(*(view, chosen, rules)[: _parameter_count(self.offers)])
        if not self.things:
            return None
        return [
            thing.words
            for thing in rules.things(view)
            if thing.kind in self.things and thing.words and (thing.yours or thing.is_place)
        ]


def is_count(words: str) -> bool:
    """Return whether words are decimal digits that `int` accepts; `²` and 5,000 digits are not."""
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
            raise ValueError(f"{words} is too small: at least {plain_number(minimum)}")
        if value > maximum:
            raise ValueError(f"{words} is too large: at most {plain_number(maximum)}")
        return value

    return convert


def plain_number(value: float) -> str:
    """Format a number as in an order: no exponent, no zeros at the end."""
    if value == int(value):
        return str(int(value))
    return format(Decimal(repr(value)), "f")
