"""The fields of a card with the values chosen so far, and the order that results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from horizons_core.localized_text import LocalizedText
from horizons_core.model.views import View
from horizons_core.orders.arguments import (
    Chosen,
    OfferingRules,
    is_count,
    number,
    plain_number,
)
from horizons_core.orders.cards import Card, Figure, Parts, Preset, Shop
from horizons_core.orders.choices import (
    NumberRange,
    OrderStep,
    Value,
    chosen_words,
    next_step,
    order_line,
)
from horizons_core.orders.commands import Command
from horizons_core.sums import int_sum

#: Maximum number of choices that a field of a card may have, unless a command declares the card.
_MAX_CHOICES = 12
_LARGEST = 1e15
#: Between the name of an argument and that of one of its parts.
_SEPARATOR = "/"


@frozen
class CardField:
    """An argument on a card.

    Attributes:
        step: the argument with its choices, given the fields before it.
        value: the player's words, even if they are invalid, or else a default; None if the argument
            is left out or has no default.
        fault: why the value is invalid, for players; "" if it is valid.
        heading: the heading above it; may be empty. The name of a part begins with that of its
            argument: `design/gun`.
    """

    step: OrderStep
    value: str | None
    fault: str = ""
    heading: str = ""

    @property
    def is_read(self) -> bool:
        """True if the rules can use the value in computations."""
        if self.value is None:
            return self.step.optional
        return self.step.range is None or _number_in(self.value) is not None


@frozen
class FilledCard:
    """A card with its values.

    Attributes:
        fields: the arguments, in the order of asking.
        presets: ready designs.
        figures: facts about the order; none if a value is not a number.
        line: the order; "" if a value is invalid or other arguments are needed.
        other: the name of the command's other forms; may be empty.
    """

    fields: tuple[CardField, ...]
    presets: Sequence[Preset] = ()
    figures: Sequence[Figure] = ()
    line: str = ""
    other: str = ""

    @property
    def values(self) -> dict[str, str | None]:
        """The values of the fields, by argument."""
        return {
            field.step.name: field.value
            for field in self.fields
            if _SEPARATOR not in field.step.name
        }


def fill_card(
    command: Command,
    view: View,
    chosen: Mapping[str, Value],
    values: Mapping[str, Value],
    rules: OfferingRules,
) -> FilledCard | None:
    """Return a command's card with these values; None if another argument must be chosen first.

    `chosen` has the arguments chosen before. The default of a field is the smallest number or the
    first choice; an optional field is left out. Raises like `choices.next_step`.
    """
    card = command.card
    if isinstance(card, Shop):
        return None
    all_chosen = dict(chosen)
    fields: list[CardField] = []
    while (step := next_step(command, view, all_chosen, rules)) is not None:
        if card is not None and step.name not in card.arguments and step.optional and not fields:
            all_chosen[step.name] = None
            continue
        if step.several or not _is_on_card(command, step, fields):
            break
        field = _filled(command, step, _with_parts(command, step, view, all_chosen, values, rules))
        # Values with which the rules cannot compute are not passed on.
        all_chosen[step.name] = field.value if field.is_read else _proposed_value(command, step)
        is_lacking = all_chosen[step.name] is None and not step.optional
        if is_lacking:
            del all_chosen[step.name]
        if card is not None and step.name in card.parts:
            words = chosen_words(command, all_chosen)
            fields += _part_fields(step.name, card.parts[step.name], view, words, rules)
        fields.append(field)
        if is_lacking:
            break
    if not fields or (card is None and int_sum(f.step.range is not None for f in fields) < 2):
        return None
    words = chosen_words(command, all_chosen)
    is_complete = step is None or step.optional
    is_valid = is_complete and not any(field.fault for field in fields)
    return FilledCard(
        tuple(fields),
        card.presets(view, words, rules) if card and card.presets else (),
        tuple(card.figures(view, words, rules))
        if card and card.figures and all(field.is_read for field in fields)
        else (),
        order_line(command, all_chosen) if is_valid else "",
        card.other if card else "",
    )


def _is_on_card(command: Command, step: OrderStep, fields: Sequence[CardField]) -> bool:
    """Return whether this argument is the next one on a card.

    A declared card has the arguments that it declares. Any other has consecutive numbers, and after
    them optional arguments with few choices.
    """
    if isinstance(command.card, Card):
        return step.name in command.card.arguments
    is_short = step.optional and len(step.choices) <= _MAX_CHOICES
    return step.range is not None or (bool(fields) and is_short)


def _filled(command: Command, step: OrderStep, values: Mapping[str, Value]) -> CardField:
    """Return a field with the player's value, or else with its default."""
    value = values[step.name] if step.name in values else _proposed_value(command, step)
    if value is None or value == "":
        fault = "" if step.optional else LocalizedText("choose a value")
        return CardField(step, None, fault)
    words = plain_number(value) if isinstance(value, int | float) else str(value)
    return CardField(step, words, _fault_of(command, step, words))


def _with_parts(
    command: Command,
    step: OrderStep,
    view: View,
    chosen: Mapping[str, Value],
    values: Mapping[str, Value],
    rules: OfferingRules,
) -> Mapping[str, Value]:
    """Return the values, with an argument's words changed by new numbers of its parts."""
    parts = command.card.parts.get(step.name) if isinstance(command.card, Card) else None
    if parts is None:
        return values
    words = values.get(step.name, _proposed_value(command, step)) or ""
    for name, count in values.items():
        argument, _, part = name.partition(_SEPARATOR)
        if argument == step.name and part and is_count(str(count)):
            so_far = chosen_words(command, {**chosen, step.name: words})
            if any(part == offered.name for offered in parts.offers(view, so_far, rules)):
                words = parts.write(view, so_far, rules, part, int(count))
    return {**values, step.name: words}


def _part_fields(
    name: str, parts: Parts, view: View, chosen: Chosen, rules: OfferingRules
) -> Iterator[CardField]:
    for part in parts.offers(view, chosen, rules):
        limits = NumberRange(0, part.maximum, 1)
        step = OrderStep(f"{name}{_SEPARATOR}{part.name}", part.label, part.help, range=limits)
        yield CardField(step, str(part.number), heading=part.heading)


def _proposed_value(command: Command, step: OrderStep) -> Value:
    if step.optional and (command.arguments[step.name].optional or step.range is None):
        return None
    if step.range is not None:
        return step.range.low
    return step.choices[0].value if step.choices else None


def _fault_of(command: Command, step: OrderStep, words: str) -> str:
    """Return why an argument's words are invalid, or "".

    Orders may accept numbers between those that a range offers.
    """
    if step.range is not None:
        low, high, unit = step.range
        value = _number_in(words)
        if value is None:
            return LocalizedText("not a number")
        if not low <= value < high + unit:
            least, most = plain_number(low), plain_number(high)
            return LocalizedText("from {least} to {most}", least=least, most=most)
    elif not step.free and all(choice.value != words for choice in step.choices):
        return LocalizedText("not possible now")
    try:
        command.arguments[step.name].convert(words)
    except ValueError as problem:
        return str(problem)
    return ""


def _number_in(words: str) -> float | None:
    """Return words as a number, or None if they are not one."""
    try:
        return float(number(-_LARGEST, _LARGEST)(words))
    except ValueError:
        return None
