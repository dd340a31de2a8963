"""Actions as choices: a number for the command of each order, and one for each of its arguments.

An order is drawn from what the game offers now (`Variant.order_options`). The first number is the
command, 0 for "no more orders"; a mask says which commands can be given. The others choose among
what is offered for the arguments, counted on from the beginning when there are fewer; of a range of
numbers they take evenly spaced ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import attrs
import numpy as np
from numpy.typing import NDArray

import horizons_core as hz
from horizons_core.orders import OrderOptions, Range

if TYPE_CHECKING:
    from gymnasium import spaces

#: How many orders an action holds, and among how many things each of its numbers chooses.
SLOTS, CHOICES = 8, 32


@attrs.frozen
class Choices:
    """How actions of a game stand for orders.

    Attributes:
        keywords: the commands, by the number of an action less one.
        arguments: how many arguments an order has at most.
        slots: how many orders an action holds at most.
        choices: among how many things each number chooses.
    """

    keywords: tuple[str, ...]
    arguments: int
    slots: int = SLOTS
    choices: int = CHOICES

    @property
    def width(self) -> int:
        """How many numbers an order takes."""
        return 1 + self.arguments

    def space(self) -> spaces.MultiDiscrete:
        """The space of actions: `slots` times a command and its arguments."""
        from gymnasium import spaces

        slot = [1 + len(self.keywords), *[self.choices] * self.arguments]
        return spaces.MultiDiscrete(np.array(slot * self.slots, dtype=np.int64))

    def mask(self, offered: Mapping[str, OrderOptions]) -> tuple[NDArray[np.int8], ...]:
        """Which numbers mean something now, for each place of an action: 1 or 0.

        Every argument may have any number: which ones differ depends on the command.
        """
        can = np.array(
            [1, *(_can_be_given(offered.get(name)) for name in self.keywords)], dtype=np.int8
        )
        free = np.ones(self.choices, dtype=np.int8)
        return tuple((can, *[free] * self.arguments) * self.slots)

    def orders(self, action: Sequence[int], offered: Mapping[str, OrderOptions]) -> list[str]:
        """The orders of an action, a line each; what cannot be given now is left out.

        Raises ValueError for an action of another shape.
        """
        numbers = [int(number) for number in np.asarray(action).ravel()]
        if len(numbers) != self.width * self.slots:
            raise ValueError(
                f"an action has {self.width * self.slots} numbers, and not {len(numbers)}"
            )
        lines: list[str] = []
        for start in range(0, len(numbers), self.width):
            command, *arguments = numbers[start : start + self.width]
            if not 0 < command <= len(self.keywords):
                break
            options = offered.get(self.keywords[command - 1])
            if options is not None and options.is_complete:
                lines.append(self._order(options, arguments))
        return lines

    def _order(self, options: OrderOptions, numbers: Sequence[int]) -> str:
        """An order with what the numbers choose; an optional argument has "none" as its last."""
        number_of = dict(zip(options.arguments, numbers, strict=False))

        def choose(name: str, given: Sequence[str] | Range) -> str | None:
            optional = options.command.arguments[name].optional
            count = min(_count(given) + optional, self.choices)
            chosen = number_of[name] % count
            if optional and chosen == count - 1:
                return None
            return _word(given, chosen, count - optional)

        return options.written(choose)


def choices_of(variant: hz.Variant, slots: int = SLOTS, choices: int = CHOICES) -> Choices:
    """How actions stand for the orders of a variant's players."""
    commands = [command for command in variant.commands if command.given_by("")]
    return Choices(
        tuple(command.keyword for command in commands),
        max((len(command.arguments) for command in commands), default=0),
        slots,
        choices,
    )


def _can_be_given(options: OrderOptions | None) -> bool:
    return options is not None and options.is_complete


def _count(given: Sequence[str] | Range) -> int:
    """Among how many things can be chosen; of fractions among a hundred."""
    if not isinstance(given, Range):
        return len(given)
    if _is_whole(given):
        return max(0, int(given.maximum) - int(given.minimum) + 1)
    return 100 if given.minimum <= given.maximum else 0


def _word(given: Sequence[str] | Range, chosen: int, count: int) -> str:
    """The chosen one of `count` words, or of numbers evenly spaced from end to end."""
    if not isinstance(given, Range):
        return given[chosen]
    part = chosen / (count - 1) if count > 1 else 0.0
    number = given.minimum + (given.maximum - given.minimum) * part
    return str(round(number)) if _is_whole(given) else f"{number:.2f}"


def _is_whole(given: Range) -> bool:
    return given.minimum == int(given.minimum) and given.maximum == int(given.maximum)
