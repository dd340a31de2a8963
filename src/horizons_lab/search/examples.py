"""Examples of commands, split into their arguments.

A game offers no choices for free arguments (a design, a sum, a name). The words in the command's
example are at least well formed, and so are most variations of them by a number.
"""

from __future__ import annotations

from attrs import frozen

import horizons_core as hz
from horizons_core.orders import Order


@frozen
class ExampleArgument:
    """The position of an argument in an example, and its words."""

    name: str
    start: int
    words: str

    @property
    def is_unquoted(self) -> bool:
        """True if words with blanks are written here without double quotes."""
        return " " in self.words and '"' not in self.words


@frozen
class CommandExample:
    """The example of a command.

    Attributes:
        text: the order.
        arguments: its arguments, from left to right.
    """

    text: str
    arguments: tuple[ExampleArgument, ...]


def command_examples(variant: hz.Variant) -> dict[str, CommandExample]:
    """Return the one-line examples of the variant's commands, by keyword."""
    examples: dict[str, CommandExample] = {}
    for command in variant.commands:
        read = variant.language.read(command.example).orders
        order = next((o for o in read if o.keyword == command.keyword), None)
        if order is not None and _is_one_line(variant, order):
            examples[command.keyword] = CommandExample(order.text, _arguments(order))
    return examples


def _is_one_line(variant: hz.Variant, order: Order) -> bool:
    """Return whether the order is complete in its own line; messages have more lines."""
    return variant.language.read(variant.order_text([order.text])).acceptable


def _arguments(order: Order) -> tuple[ExampleArgument, ...]:
    arguments = [
        ExampleArgument(name, order.columns[name] - order.column, words)
        for name, words in order.written.items()
        if name in order.columns
    ]
    arguments.sort(key=lambda place: place.start)
    return tuple(place for place in arguments if order.text.startswith(place.words, place.start))
