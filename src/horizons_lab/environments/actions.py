"""Actions as numbers, one for the command of each order and one for each argument.

An order is chosen from what the game offers now (`Variant.order_options`). The first number is the
command, 0 for "no more orders"; a mask shows the available commands. The others are indices into
the offered arguments, modulo their number; of a range of numbers they choose evenly spaced ones.
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

#: Orders per action, and choices per number.
SLOTS, CHOICES = 8, 32


@attrs.frozen
class ActionEncoding:
    """The encoding of orders as actions.

    Attributes:
        keywords: the commands; number 1 of an action is the first.
        arguments: most arguments of an order.
        slots: most orders of an action.
        choices: number of values of each argument.
    """

    keywords: tuple[str, ...]
    arguments: int
    slots: int = SLOTS
    choices: int = CHOICES

    @property
    def width(self) -> int:
        """Length of an order in numbers."""
        return 1 + self.arguments

    def space(self) -> spaces.MultiDiscrete:
        """Return the space of actions: `slots` times a command and its arguments."""
        from gymnasium import spaces

        slot = [1 + len(self.keywords), *[self.choices] * self.arguments]
        return spaces.MultiDiscrete(np.array(slot * self.slots, dtype=np.int64))

    def mask(self, offered: Mapping[str, OrderOptions]) -> tuple[NDArray[np.int8], ...]:
        """Return the meaningful numbers for each place of an action: 1 or 0.

        Every argument may have any number: which ones differ depends on the command.
        """
        available = np.array(
            [1, *(_can_be_given(offered.get(name)) for name in self.keywords)], dtype=np.int8
        )
        free = np.ones(self.choices, dtype=np.int8)
        return tuple((available, *[free] * self.arguments) * self.slots)

    def orders(self, action: Sequence[int], offered: Mapping[str, OrderOptions]) -> list[str]:
        """Return the orders of an action, a line each; unavailable ones are left out.

        Raises ValueError for an action of another shape.
        """
        numbers = [int(number) for number in np.asarray(action).ravel()]
        if len(numbers) != self.width * self.slots:
            raise ValueError(f"an action has {self.width * self.slots} numbers, not {len(numbers)}")
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
        """Return the order that the numbers choose; an optional argument ends with "none"."""
        number_of = dict(zip(options.arguments, numbers, strict=False))

        def choose(name: str, offered: Sequence[str] | Range) -> str | None:
            optional = options.command.arguments[name].optional
            count = min(_count(offered) + optional, self.choices)
            chosen = number_of[name] % count
            if optional and chosen == count - 1:
                return None
            return _word(offered, chosen, count - optional)

        return options.written(choose)


def action_encoding(
    variant: hz.Variant, slots: int = SLOTS, choices: int = CHOICES
) -> ActionEncoding:
    """Return the encoding of the orders of a variant's players."""
    commands = [command for command in variant.commands if command.given_by("")]
    return ActionEncoding(
        tuple(command.keyword for command in commands),
        max((len(command.arguments) for command in commands), default=0),
        slots,
        choices,
    )


def _can_be_given(options: OrderOptions | None) -> bool:
    return options is not None and options.is_complete


def _count(offered: Sequence[str] | Range) -> int:
    """Return the number of choices; a hundred for fractions."""
    if not isinstance(offered, Range):
        return len(offered)
    if _is_whole(offered):
        return max(0, int(offered.maximum) - int(offered.minimum) + 1)
    return 100 if offered.minimum <= offered.maximum else 0


def _word(offered: Sequence[str] | Range, chosen: int, count: int) -> str:
    """Return the chosen one of `count` words, or of numbers evenly spaced from end to end."""
    if not isinstance(offered, Range):
        return offered[chosen]
    part = chosen / (count - 1) if count > 1 else 0.0
    number = offered.minimum + (offered.maximum - offered.minimum) * part
    return str(round(number)) if _is_whole(offered) else f"{number:.2f}"


def _is_whole(offered: Range) -> bool:
    return offered.minimum == int(offered.minimum) and offered.maximum == int(offered.maximum)
