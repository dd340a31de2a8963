"""Cards: arguments of an order that players choose together, with figures of the result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from attrs import field, frozen

from horizons_core.model.views import View
from horizons_core.orders.arguments import Choice, Chosen, OfferingRules


@frozen
class Figure:
    """A fact about the order on a card, computed by the rules.

    Attributes:
        label: its name for players.
        value: its value; "" if the label is enough.
        is_warning: whether it is a reason not to give the order.
    """

    label: str
    value: str | float = ""
    is_warning: bool = False


@frozen
class Preset:
    """Values for the fields of a card: a ready design.

    Attributes:
        label: its name for players.
        values: the words of arguments, by name.
        help: a sentence for players; may be empty.
    """

    label: str
    values: Mapping[str, str]
    help: str = ""


#: Returns ready designs, from the view and all arguments chosen so far.
Presets = Callable[[View, Chosen, OfferingRules], Sequence[Preset]]
#: Returns facts about the order, from the view and all arguments chosen so far. A number may be out
#: of its range.
Figures = Callable[[View, Chosen, OfferingRules], Iterable[Figure]]


@frozen
class Part:
    """A part of an argument, with a number of its own, such as the weapons of a design.

    Attributes:
        name: its name for the functions of `Parts`.
        label: its name for players.
        number: returns its number in the present words of the argument.
        maximum: the highest number.
        heading: the heading above it; may be empty.
        help: a sentence for players; may be empty.
    """

    name: str
    label: str
    number: int
    maximum: int
    heading: str = ""
    help: str = ""


@frozen
class Parts:
    """Numbers on a card that together are the words of one argument.

    Attributes:
        offers: returns the parts, from the view, the arguments chosen so far with these words, and
            the rules.
        write: returns the words with a new number of a part, from the view, the arguments chosen so
            far, the rules, the part's name and that number.
    """

    offers: Callable[[View, Chosen, OfferingRules], Iterable[Part]]
    write: Callable[[View, Chosen, OfferingRules, str, int], str]


@frozen
class FollowUp:
    """An order that a page begins after the order of a card.

    Attributes:
        command: its keyword.
        arguments: the arguments that it takes from the card: its names of them, with the card's.
    """

    command: str
    arguments: Mapping[str, str]


@frozen
class Card:
    """Arguments of a command that a page shows together.

    Without a card, two or more consecutive numbers are shown together.

    Attributes:
        arguments: their names, in the order in which they are asked for. Optional arguments that
            are asked for before them are left out.
        presets: returns ready designs; None if there are none.
        figures: returns facts about the order; None if there are none.
        other: the name of the command's other forms, which are chosen step by step; "" if it has
            none.
        then: the order that usually follows, or None.
        parts: the arguments that are made of parts, by name.
    """

    arguments: tuple[str, ...]
    presets: Presets | None = None
    figures: Figures | None = None
    other: str = ""
    then: FollowUp | None = None
    parts: Mapping[str, Parts] = field(factory=dict)


@frozen
class Goods:
    """Things that a command orders, in a shop.

    Attributes:
        item: the argument that names the thing; "" if the command implies it.
        number: the argument for how many or how much; "" if the order is given at most once.
        label: the heading above its choices; by default the command's name.
        choices: returns the choices of the item; None if they are those of the argument.
    """

    item: str = ""
    number: str = ""
    label: str = ""
    choices: Callable[[View, Chosen, OfferingRules], Sequence[Choice]] | None = None


@frozen
class Shop:
    """A card with everything that can be ordered in a place, each with its number.

    Commands whose shops have the same label share it, for example all that a planet can build.
    The goods are chosen after the arguments that are asked for before them, such as the planet.

    Attributes:
        label: its name for players.
        goods: what the command orders.
        other: the name of the command's other forms, which are chosen step by step; "" if it has
            none.
    """

    label: str
    goods: tuple[Goods, ...]
    other: str = ""
