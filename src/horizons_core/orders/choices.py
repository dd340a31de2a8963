"""Choices for the arguments of an order, step by step, and the finished order.

A command's forms (`Command.forms`) are templates of its orders:

    COMMISSION {design} [{count}] AT {world} [AS {name}]

`{design}` is an argument, `{ship...}` an argument with several values, `{place... OR}` one with a
word between them, brackets enclose optional parts, and everything else stands for itself, including
line breaks. `next_step` asks for one argument after the other, in the order in which the command
declares them, as long as a form is left that has all arguments chosen so far.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from math import isfinite
from typing import Any, NamedTuple

from attrs import evolve, field, frozen

from horizons_core.errors import OrderError, UnknownNameError, did_you_mean
from horizons_core.localized_text import LocalizedText
from horizons_core.model.entities import folded
from horizons_core.model.views import View
from horizons_core.orders.arguments import (
    Argument,
    Choice,
    Chosen,
    Cost,
    OfferingRules,
    Proposals,
    Range,
    Required,
    as_choice,
    is_possible,
    plain_number,
)
from horizons_core.orders.commands import Command
from horizons_core.orders.form_templates import FormTemplate
from horizons_core.orders.lines import unquoted
from horizons_core.rng import Stream

#: A value that a caller has chosen: words, a number, a choice, several of them, or None for an
#: argument that is left out. None at the end of several values ends them.
Value = Any


class NumberRange(NamedTuple):
    """The numbers that an argument may have: `low`, `low + step` and so on, up to `high`."""

    low: float
    high: float
    step: float


#: Names for ships, fleets and places: one short word each, so that every game accepts them.
_NAMES = (
    "Aurora",
    "Beacon",
    "Condor",
    "Dawn",
    "Ember",
    "Falcon",
    "Gale",
    "Heron",
    "Ibis",
    "Juno",
    "Kestrel",
    "Lance",
    "Mistral",
    "Nova",
    "Osprey",
    "Pilgrim",
    "Quest",
    "Raven",
    "Sable",
    "Tempest",
    "Umbra",
    "Vesper",
    "Willow",
    "Xenia",
    "Yarrow",
    "Zephyr",
)


def proposed_names(view: View, taken: Collection[str], most: int = 5) -> Proposals:
    """Propose names that are not taken; the same ones for the same view."""
    used = set(map(folded, taken))
    first = view.turn * most % len(_NAMES)
    names = [
        f"{name}{number or ''}"
        for number in range(len(used) // len(_NAMES) + 2)
        for name in (*_NAMES[first:], *_NAMES[:first])
    ]
    return Proposals([name for name in names if folded(name) not in used][:most])


@frozen
class OrderStep:
    """The next argument of an order, with the choices for it.

    Attributes:
        name: the argument's name.
        label: its name for players.
        help: a sentence for players; may be empty.
        choices: the choices; for free text, proposals.
        range: the range of numbers, if it is a number.
        cost: the cost of each unit of the number.
        optional: whether it may be left out (None) or, if it has several values, may end here.
        several: whether it may have several values, of which this is the next.
        free: whether any other words may also be valid.
    """

    name: str
    label: str
    help: str = ""
    choices: tuple[Choice, ...] = ()
    range: NumberRange | None = None
    cost: Cost | None = None
    optional: bool = False
    several: bool = False
    free: bool = False

    @property
    def is_possible(self) -> bool:
        """True if there is a choice or a range of numbers."""
        return bool(self.choices) or self.range is not None


@frozen
class _State:
    """The arguments chosen so far.

    Attributes:
        words: the words of each argument.
        left_out: the arguments that are left out.
        ended: the arguments with several values that are complete.
    """

    words: Mapping[str, tuple[str, ...]]
    left_out: frozenset[str]
    ended: frozenset[str]

    @property
    def chosen(self) -> Chosen:
        """The words of each argument, as offers get them; nothing for one that is left out."""
        several = {n: words if len(words) > 1 else words[0] for n, words in self.words.items()}
        return {**several, **dict.fromkeys(self.left_out, ())}

    def forms_of(self, command: Command) -> list[FormTemplate]:
        """Return the forms that contain all chosen arguments and require none that is left out."""
        names = set(self.words)
        return [
            form
            for form in command.templates
            if names <= form.names and not needed_arguments(form, command) & self.left_out
        ]


def chosen_words(command: Command, chosen: Mapping[str, Value]) -> Chosen:
    """Return the words of chosen arguments, as offers get them; raises like `next_step`."""
    return _state_of(command, chosen).chosen


def needed_arguments(form: FormTemplate, command: Command) -> frozenset[str]:
    """Return the arguments that a form needs: outside brackets, and those of the lines above."""
    contextual = {name for name in form.names if command.arguments[name].contextual}
    return form.required | contextual


def _state_of(command: Command, chosen: Mapping[str, Value]) -> _State:
    words: dict[str, tuple[str, ...]] = {}
    left_out, ended = set(), set()
    for name, value in chosen.items():
        if name not in command.arguments:
            raise UnknownNameError(
                LocalizedText("{order} has no argument '{name}'", order=command.keyword, name=name),
                did_you_mean(name, command.arguments),
            )
        several = isinstance(value, list | tuple)
        values = list(value) if several else [value]
        if not several or None in values:
            ended.add(name)
        item_words = tuple(_words_of(command, name, item) for item in values if item is not None)
        if item_words:
            words[name] = item_words
        elif None in values:
            left_out.add(name)
    return _State(words, frozenset(left_out), frozenset(ended))


def _words_of(command: Command, name: str, value: Value) -> str:
    if isinstance(value, Choice):
        return value.value
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value):
        return plain_number(value)
    raise OrderError(
        LocalizedText(
            "{order}: {value} is not a value for '{name}'",
            order=command.keyword,
            value=repr(value)[:80],
            name=name,
        ),
        LocalizedText("give words, a number, a list of them, or None to leave it out"),
    )


def next_step(
    command: Command,
    view: View,
    chosen: Mapping[str, Value],
    rules: OfferingRules,
) -> OrderStep | None:
    """Return the next argument with its choices; None if the order is complete.

    An optional argument without choices is skipped. Raises UnknownNameError for an argument that
    the command does not have, OrderError for arguments that no form has together.
    """
    state = _state_of(command, chosen)
    for name in command.asked or command.arguments:
        argument = command.arguments[name]
        forms = [form for form in state.forms_of(command) if name in form.names]
        is_several = any(name in form.several for form in forms)
        if not forms or name in state.left_out:
            continue
        if name in state.words and (not is_several or name in state.ended):
            continue
        earlier = state.words.get(name, ())
        optional = bool(earlier) or _may_be_left_out(command, name, view, state, rules)
        step = _step(name, argument, view, state, rules)
        optional = optional and step.optional
        step = evolve(step, optional=optional, several=is_several)
        if earlier:
            rest = tuple(c for c in step.choices if c.value not in earlier)
            step = evolve(step, choices=rest)
        if not optional or step.is_possible or step.free:
            return step
        if not earlier:
            state = evolve(state, left_out=state.left_out | {name})
    if not any(form.required <= set(state.words) for form in state.forms_of(command)):
        raise OrderError(
            LocalizedText("no form of {order} has these arguments", order=command.keyword),
            " / ".join(command.syntax),
        )
    return None


def _may_be_left_out(
    command: Command, name: str, view: View, state: _State, rules: OfferingRules
) -> bool:
    """Return whether a form remains without this argument, with choices for all that it needs."""
    without = evolve(state, left_out=state.left_out | {name})
    chosen = without.chosen
    return any(
        all(
            other in state.words
            or is_possible(command.arguments[other].offered(view, chosen, rules))
            for other in needed_arguments(form, command)
        )
        for form in without.forms_of(command)
    )


def _step(
    name: str,
    argument: Argument,
    view: View,
    state: _State,
    rules: OfferingRules,
) -> OrderStep:
    offered = argument.offered(view, state.chosen, rules)
    required = isinstance(offered, Required)
    offered = offered.choices if isinstance(offered, Required) else offered
    label = argument.label or name.replace("_", " ")
    step = OrderStep(name, label, argument.help, optional=not required)
    if isinstance(offered, Range):
        if offered.minimum > offered.maximum:
            return step
        limits = NumberRange(offered.minimum, offered.maximum, offered.step_or_default)
        return evolve(step, range=limits, cost=offered.cost)
    if offered is None:
        return evolve(step, free=True)
    words = offered.words if isinstance(offered, Proposals) else offered
    choices = tuple(_described(map(as_choice, words), argument, view, rules))
    return evolve(step, choices=choices, free=isinstance(offered, Proposals))


def _described(
    choices: Iterable[Choice],
    argument: Argument,
    view: View,
    rules: OfferingRules,
) -> Iterator[Choice]:
    """Yield the choices, each with the title and the place of the thing that it names."""
    if not argument.things:
        yield from choices
        return
    known = rules.named_things(view)
    for choice in choices:
        words = folded(unquoted(choice.value))
        named = next(
            (known[kind, words] for kind in argument.things if (kind, words) in known), None
        )
        if named is None:
            yield choice
            continue
        has_label = choice.label != choice.value
        yield evolve(
            choice,
            label=choice.label if has_label else named.title or choice.value,
            place=choice.place or named.place,
        )


def order_line(command: Command, chosen: Mapping[str, Value]) -> str:
    """Return the order with these arguments, as players write it.

    Raises UnknownNameError for an argument that the command does not have, OrderError if a
    required argument is missing or no form has these arguments together.
    """
    state = _state_of(command, chosen)
    contextual = {name for name, argument in command.arguments.items() if argument.contextual}
    state = evolve(state, left_out=state.left_out - contextual)
    forms = state.forms_of(command)
    form = next((f for f in forms if f.required <= set(state.words)), None)
    if form is None:
        lacking = [name for f in forms[:1] for name in command.arguments
                   if name in f.required and name not in state.words]  # fmt: skip
        if lacking:
            raise OrderError(
                LocalizedText(
                    "{order}: {name} is missing", order=command.keyword, name=", ".join(lacking)
                ),
                " / ".join(command.syntax),
            )
        raise OrderError(
            LocalizedText("no form of {order} has these arguments", order=command.keyword),
            " / ".join(command.syntax),
        )
    return form.written(
        {
            name: tuple(command.arguments[name].written(word) for word in words)
            for name, words in state.words.items()
        }
    )


@frozen
class SampledOrder:
    """A random order.

    Attributes:
        line: the order as players write it; "" if nothing could be chosen.
        subject: its command and the thing that its first argument of things names.
        costs: what it costs, by the name of the stock.
    """

    line: str = ""
    subject: tuple[str, str] = ("", "")
    costs: Mapping[str, float] = field(factory=dict)


def sample_order(
    commands: Iterable[Command], view: View, stream: Stream, rules: OfferingRules
) -> SampledOrder:
    """Draw an order of one of the commands, step by step.

    Optional arguments are left out half of the time. An argument with proposals gets one of them.
    Commands with an argument that accepts any words, without proposals, are not drawn.
    """
    rest = list(commands)
    while rest:
        command = stream.choice(rest)
        sampled = _sample_of(command, view, stream, rules)
        if sampled.line:
            return sampled
        rest.remove(command)
    return SampledOrder()


def _sample_of(command: Command, view: View, stream: Stream, rules: OfferingRules) -> SampledOrder:
    chosen: dict[str, Value] = {}
    costs: dict[str, float] = {}
    while (step := next_step(command, view, chosen, rules)) is not None:
        if not step.is_possible and not step.optional:
            return SampledOrder()
        value, cost = sample_value(step, stream)
        chosen[step.name] = [*chosen.get(step.name, ()), value] if step.several else value
        if cost is not None:
            costs[cost.stock] = costs.get(cost.stock, 0) + cost.amount
    named = (str(chosen[n]) for n, a in command.arguments.items() if a.things and chosen.get(n))
    line = order_line(command, chosen)
    return SampledOrder(line, (command.keyword, next(named, line)), costs)


def sample_value(step: OrderStep, stream: Stream) -> tuple[Value, Cost | None]:
    """Draw a value for a step, and return its cost.

    None leaves the argument out, which happens to optional ones half of the time. Small numbers are
    as frequent as large ones of any order of magnitude. Raises OrderError if nothing can be chosen.
    """
    if step.optional and (not step.is_possible or stream.below(2)):
        return None, None
    if step.range is not None:
        low, high, unit = step.range
        most = int((high - low) / unit + 1e-9)
        magnitude = stream.below(most.bit_length() + 1)
        drawn = low + unit * stream.below(min(most, (1 << magnitude) - 1) + 1)
        number = int(drawn) if drawn == int(drawn) else round(drawn, 6)
        cost = step.cost
        return number, cost and Cost(cost.stock, cost.amount * number)
    if not step.choices:
        raise OrderError(LocalizedText("there is nothing to choose for {name}", name=step.name))
    choice = stream.choice(step.choices)
    return choice.value, choice.cost
