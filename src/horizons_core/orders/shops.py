"""The rows of a shop: everything that can be ordered in a place, with its price."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import evolve, frozen

from horizons_core.localized_text import LocalizedText
from horizons_core.model.views import View
from horizons_core.orders.arguments import (
    Choice,
    Cost,
    OfferingRules,
    Proposals,
    Range,
    Required,
    as_choice,
    is_count,
)
from horizons_core.orders.cards import Goods, Shop
from horizons_core.orders.choices import (
    NumberRange,
    OrderStep,
    Value,
    chosen_words,
    next_step,
    order_line,
)
from horizons_core.orders.commands import Command

#: The range of a row whose order has no number.
_ONCE = NumberRange(1, 1, 1)


@frozen
class ShopRow:
    """Something that can be ordered, with its number.

    Attributes:
        command: the command that orders it.
        chosen: the arguments of the order without the number.
        number: the argument with the number; "" if there is none.
        heading: the heading above the row.
        label: its name for players; "" if the command's name is enough.
        help: a sentence for players; may be empty.
        range: the numbers that can be ordered.
        cost: the cost per unit.
    """

    command: Command
    chosen: Mapping[str, Value]
    number: str
    heading: str
    label: str = ""
    help: str = ""
    range: NumberRange = _ONCE
    cost: Cost | None = None

    def line(self, count: str) -> str:
        """Return the order for this number, as players write it."""
        numbers = {self.number: count} if self.number else {}
        return order_line(self.command, {**self.chosen, **numbers})


def shop_rows(
    command: Command,
    commands: Iterable[Command],
    view: View,
    chosen: Mapping[str, Value],
    rules: OfferingRules,
) -> list[ShopRow] | None:
    """Return the rows of a command's shop; None if another argument must be chosen first.

    `commands` are those that can be given, and `chosen` has the arguments chosen before. The rows
    of the command come first. Raises like `choices.next_step`.
    """
    shop = command.card
    if not isinstance(shop, Shop):
        return None
    if not any(_reach(command, goods, view, chosen, rules) for goods in shop.goods):
        return None
    commands_of_shop = [
        c for c in commands if isinstance(c.card, Shop) and c.card.label == shop.label
    ]
    commands_of_shop.sort(key=lambda other: other.keyword != command.keyword)
    return [row for other in commands_of_shop for row in _rows_of(other, view, chosen, rules)]


def _rows_of(
    command: Command, view: View, chosen: Mapping[str, Value], rules: OfferingRules
) -> Iterator[ShopRow]:
    before = {name: value for name, value in chosen.items() if name in command.arguments}
    offered = [_choice_of(command, name, view, before, rules) for name in before]
    if not isinstance(command.card, Shop) or None in offered:
        return
    cost = next((choice.cost for choice in offered if choice and choice.cost), None)
    for goods in command.card.goods:
        reached = _reach(command, goods, view, before, rules)
        if reached is None:
            continue
        words, step = reached
        heading = goods.label or command.label
        if step is None:
            yield ShopRow(command, words, "", heading, cost=cost)
        elif not goods.item:
            row = ShopRow(command, words, goods.number, heading)
            yield from _numbered(row, step)
        choices = step.choices if step is not None and goods.item else ()
        if goods.choices is not None:
            choices = tuple(goods.choices(view, chosen_words(command, words), rules))
        for choice in choices:
            row = ShopRow(
                command,
                {**words, goods.item: choice.value},
                goods.number,
                heading,
                _label_of(choice, step),
                choice.help,
                cost=choice.cost or cost,
            )
            if goods.number:
                number = _reach(command, Goods(number=goods.number), view, row.chosen, rules)
                yield from _numbered(row, number and number[1])
            else:
                yield row


def _label_of(choice: Choice, step: OrderStep | None) -> str:
    """Return the label of a choice; before a mere number, it names the argument."""
    if step is None or not is_count(choice.label):
        return choice.label
    return LocalizedText("{name} {number}", name=LocalizedText(step.label), number=choice.label)


def _reach(
    command: Command,
    goods: Goods,
    view: View,
    chosen: Mapping[str, Value],
    rules: OfferingRules,
) -> tuple[dict[str, Value], OrderStep | None] | None:
    """Return the step of the goods and the words before it, or None if it can't be reached."""
    words, name = dict(chosen), goods.item or goods.number
    while (step := next_step(command, view, words, rules)) is not None and step.name != name:
        if not step.optional:
            return None
        words[step.name] = None
    return None if step is None and name else (words, step)


def _numbered(row: ShopRow, step: OrderStep | None) -> Iterator[ShopRow]:
    """Yield a row with the numbers of a step, if it has any."""
    if step is not None and step.range is not None:
        yield evolve(row, range=step.range, cost=step.cost or row.cost)


def _choice_of(
    command: Command, name: str, view: View, chosen: Mapping[str, Value], rules: OfferingRules
) -> Choice | None:
    """Return the offered choice of an argument; None if it is not offered."""
    offered = command.arguments[name].offered(view, {}, rules)
    if isinstance(offered, Required):
        offered = offered.choices
    if offered is None or isinstance(offered, Range | Proposals):
        return Choice(str(chosen[name]))
    return next((c for c in map(as_choice, offered) if c.value == chosen[name]), None)
