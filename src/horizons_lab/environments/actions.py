"""Actions as numbers, by which orders are chosen step by step (`Variant.choices`).

"orders": an action is a number of slots, one order each: a command, 0 for "no more orders", and a
number for each of its arguments, modulo the number of values. A mask shows the available commands.

"stepwise": an action is one number, and every number that the mask allows has a meaning: a command,
or 0 to end the turn; then a value of its first argument, or 0 to leave it out; and so on until the
order is complete. The turn runs when all agents have ended theirs. Any other number stands for one
that has a meaning, modulo the number of those.

The values of a range of numbers are evenly spaced from end to end; free text has the values that
the variant proposes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
from numpy.typing import NDArray

import horizons_core as hz
from horizons_core.orders import Choice, NumberRange, OrderStep, plain_number

if TYPE_CHECKING:
    from gymnasium import spaces

#: The names of the numbers of `StepwiseOrders.state`.
STATE_COLUMNS = ("orders.finished", "orders.command", "orders.step", "orders.ended")
#: Orders per action, and values per argument.
SLOTS, CHOICES = 8, 32


def values_of(step: OrderStep, maximum: int) -> list[Choice]:
    """Return the values of an argument: its choices, or up to `maximum` numbers, evenly spaced."""
    if step.range is None:
        return list(step.choices)
    return [Choice(plain_number(number)) for number in _numbers(step.range, maximum)]


def _numbers(numbers: NumberRange, maximum: int) -> list[float]:
    """Return at most `maximum` numbers of a range, from its lowest to its highest."""
    low, high, unit = numbers
    count = int((high - low) / unit + 1e-9) + 1
    if count <= maximum:
        return [round(low + unit * index, 6) for index in range(count)]
    steps = (
        [round((count - 1) * index / (maximum - 1)) for index in range(maximum)]
        if maximum > 1
        else [0]
    )
    return [round(low + unit * index, 6) for index in steps]


def player_keywords(variant: hz.Variant) -> tuple[str, ...]:
    """Return the keywords of the commands of players, which number them from 1."""
    return tuple(command.keyword for command in variant.commands if command.given_by(""))


@attrs.frozen
class ActionEncoding:
    """The encoding of orders as actions of several slots.

    Attributes:
        keywords: the commands; number 1 of an action is the first.
        arguments: maximum number of arguments in an order.
        slots: maximum number of orders in an action.
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

    def mask(self, available: Mapping[str, Any]) -> tuple[NDArray[np.int8], ...]:
        """Return the meaningful numbers for each place of an action: 1 or 0.

        Every argument may have any number: which ones differ depends on the command.
        """
        commands = np.array([1, *(name in available for name in self.keywords)], dtype=np.int8)
        free = np.ones(self.choices, dtype=np.int8)
        return tuple((commands, *[free] * self.arguments) * self.slots)

    def orders(self, action: Sequence[int], variant: hz.Variant, view: hz.View) -> list[str]:
        """Return the orders of an action, a line each; those without a choice are left out.

        Raises ValueError for an action of another shape.
        """
        numbers = [int(number) for number in np.asarray(action).ravel()]
        if len(numbers) != self.width * self.slots:
            raise ValueError(f"an action has {self.width * self.slots} numbers, not {len(numbers)}")
        available = variant.order_options(view)
        lines: list[str] = []
        for start in range(0, len(numbers), self.width):
            command, *arguments = numbers[start : start + self.width]
            if not 0 < command <= len(self.keywords):
                break
            keyword = self.keywords[command - 1]
            if keyword in available:
                lines += self._order(variant, view, keyword, arguments)
        return lines

    def _order(
        self, variant: hz.Variant, view: hz.View, keyword: str, numbers: Sequence[int]
    ) -> list[str]:
        """Return the order that the numbers choose; an optional argument ends with "none".

        When the numbers are used up, optional arguments are left out.
        """
        chosen: dict[str, Any] = {}
        rest = list(numbers)
        while (step := variant.choices(view, keyword, chosen)) is not None:
            maximum = self.choices - step.optional
            values: list[Choice | None] = [*values_of(step, maximum)[:maximum]]
            if step.optional:
                values.append(None)
            if not values:
                return []
            used_up = not rest and step.optional
            value = None if used_up else values[(rest.pop(0) if rest else 0) % len(values)]
            chosen[step.name] = [*chosen.get(step.name, ()), value] if step.several else value
        return [variant.order_line(keyword, chosen)]


def action_encoding(
    variant: hz.Variant, slots: int = SLOTS, choices: int = CHOICES
) -> ActionEncoding:
    """Return the encoding of the orders of a variant's players."""
    counts = [len(command.arguments) for command in variant.commands if command.given_by("")]
    return ActionEncoding(player_keywords(variant), max(counts, default=0), slots, choices)


@attrs.define
class StepwiseOrders:
    """The orders of one agent for a turn, chosen number by number.

    Choices that cost more than the stocks hold after the orders so far are not offered.

    Attributes:
        variant: the rules.
        view: the agent's view.
        size: the numbers of an action are 0 to `size` - 1.
        max_orders: maximum number of orders in a turn.
        lines: the finished orders.
        ended: whether the agent has ended its turn.
    """

    variant: hz.Variant
    view: hz.View
    size: int
    max_orders: int
    lines: list[str] = attrs.field(factory=list)
    ended: bool = False
    _keyword: str = ""
    _chosen: dict[str, Any] = attrs.field(factory=dict)
    _step: OrderStep | None = None
    #: the values of the step, or a block of them
    _values: list[Choice] = attrs.field(factory=list)
    _is_block: bool = False
    _remaining: dict[str, float] = attrs.field(factory=dict)
    _costs: dict[str, float] = attrs.field(factory=dict)
    _commands: list[str] = attrs.field(factory=list)
    _subjects: set[tuple[str, str]] = attrs.field(factory=set)

    def __attrs_post_init__(self) -> None:
        available = self.variant.order_options(self.view)
        self._commands = [name for name in player_keywords(self.variant) if name in available]
        self._remaining = dict(self.variant.stocks(self.view))

    def mask(self) -> NDArray[np.int8]:
        """Return which numbers have a meaning now: 1 or 0; always at least one."""
        mask = np.zeros(self.size, dtype=np.int8)
        if self._step is None:
            mask[0] = 1
            if not self.ended and len(self.lines) < self.max_orders:
                keywords = player_keywords(self.variant)
                mask[[1 + keywords.index(name) for name in self._commands]] = 1
            return mask
        mask[0] = self._step.optional and not self._is_block
        mask[1 : 1 + len(self._groups())] = 1
        return mask

    def state(self) -> NDArray[np.float32]:
        """Return the position in the orders: finished orders, command, step, whether it ended."""
        command = 1 + player_keywords(self.variant).index(self._keyword) if self._keyword else 0
        steps = len(self._chosen) + (self._step is not None)
        return np.array([len(self.lines), command, steps, self.ended], dtype=np.float32)

    def choose(self, number: int) -> None:
        """Take a number of an action; raises ValueError for one outside of 0 to `size` - 1.

        A number without meaning stands for one that has a meaning, modulo their number.
        """
        if not 0 <= number < self.size:
            raise ValueError(f"the action {number} is not one of 0 to {self.size - 1}")
        meaningful = np.flatnonzero(self.mask())
        if number not in meaningful:
            number = int(meaningful[number % len(meaningful)])
        if self._step is None:
            if number == 0:
                self.ended = True
                return
            self._keyword = player_keywords(self.variant)[number - 1]
            self._chosen, self._costs = {}, {}
            self._next()
        elif number == 0:
            self._take(None)
        else:
            group = self._groups()[number - 1]
            if len(group) == 1:
                self._take(group[0])
            else:
                self._values, self._is_block = group, True

    def _groups(self) -> list[list[Choice]]:
        """Return the values in as many groups as there are numbers, in order."""
        size = -(-len(self._values) // (self.size - 1))
        return [self._values[at : at + size] for at in range(0, len(self._values), size or 1)]

    def _take(self, value: Choice | None) -> None:
        step = self._step
        if step is None:
            return
        earlier = self._chosen.get(step.name, ())
        self._chosen[step.name] = [*earlier, value] if step.several else value
        if value is not None and value.cost is not None:
            cost = value.cost
            self._costs[cost.stock] = self._costs.get(cost.stock, 0) + cost.amount
        self._next()

    def _next(self) -> None:
        """Go to the next argument; finish the order, or drop it if there is nothing to choose."""
        step = self.variant.choices(self.view, self._keyword, self._chosen)
        if step is None:
            self._finish()
            return
        self._step, self._is_block = step, False
        self._values = [v for v in self._priced(step) if self._is_open(step, v)]
        if not self._values:
            if step.optional:
                self._take(None)
            else:
                self._drop()

    def _priced(self, step: OrderStep) -> list[Choice]:
        """Return the values of a step, numbers with the cost of all their units."""
        values = values_of(step, self.size - 1)
        unit = step.cost
        if step.range is None or unit is None:
            return values
        return [
            attrs.evolve(v, cost=attrs.evolve(unit, amount=unit.amount * float(v.value)))
            for v in values
        ]

    def _is_open(self, step: OrderStep, value: Choice) -> bool:
        """Return whether the stocks pay for a value, and no order of this kind names it yet."""
        if (self._keyword, value.value) in self._subjects and step.name == self._subject():
            return False
        cost = value.cost
        if cost is None or cost.stock not in self._remaining:
            return True
        return self._costs.get(cost.stock, 0) + cost.amount <= self._remaining[cost.stock]

    def _subject(self) -> str:
        """Return the name of the first argument that names things, or ""."""
        arguments = self.variant.command(self._keyword).arguments
        return next((name for name, argument in arguments.items() if argument.things), "")

    def _finish(self) -> None:
        self.lines.append(self.variant.order_line(self._keyword, self._chosen))
        for stock, cost in self._costs.items():
            if stock in self._remaining:
                self._remaining[stock] -= cost
        named = self._chosen.get(self._subject())
        if isinstance(named, Choice):
            self._subjects.add((self._keyword, named.value))
        self._reset()

    def _drop(self) -> None:
        """Give up an order that cannot be completed; its command is not offered again this turn."""
        self._commands.remove(self._keyword)
        self._reset()

    def _reset(self) -> None:
        self._keyword, self._step, self._values, self._is_block = "", None, [], False
