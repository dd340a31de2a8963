"""The example that every command declares, taken apart: where in it each argument stands.

For an argument that any words will do for (a design, a sum, a name) a game offers nothing. What its
example has there is at least well formed, and so is most of what differs from it by a number.
"""

from __future__ import annotations

from attrs import frozen

import horizons_core as hz
from horizons_core.orders import Order


@frozen
class Place:
    """Where an argument stands in an example, and what stands there."""

    argument: str
    start: int
    words: str

    @property
    def is_bare(self) -> bool:
        """Whether words with blanks between them stand here without double quotes."""
        return " " in self.words and '"' not in self.words


@frozen
class Example:
    """An order as a command's example has it.

    Attributes:
        text: the order.
        places: its arguments, from left to right.
    """

    text: str
    places: tuple[Place, ...]


def examples_of(variant: hz.Variant) -> dict[str, Example]:
    """The examples of the variant's commands that are one line, by keyword."""
    found: dict[str, Example] = {}
    for command in variant.commands:
        read = variant.language.read(command.example).orders
        order = next((one for one in read if one.keyword == command.keyword), None)
        if order is not None and _is_whole(variant, order):
            found[command.keyword] = Example(order.text, _places(order))
    return found


def _is_whole(variant: hz.Variant, order: Order) -> bool:
    """Whether the order's own line says all of it: letters have more lines."""
    return variant.language.read(variant.order_text([order.text])).acceptable


def _places(order: Order) -> tuple[Place, ...]:
    places = [
        Place(name, order.columns[name] - order.column, words)
        for name, words in order.written.items()
        if name in order.columns
    ]
    places.sort(key=lambda place: place.start)
    return tuple(place for place in places if order.text.startswith(place.words, place.start))
