"""Kinds of orders (`Command`), and the orders of players (`Order`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar, overload

from attrs import field, frozen

from horizons_core.errors import did_you_mean, nearest
from horizons_core.localized_text import LocalizedText
from horizons_core.model.views import View
from horizons_core.orders.arguments import (
    Argument,
    ArgumentName,
    Converter,
    OfferingRules,
    as_argument,
)
from horizons_core.orders.cards import Card, Shop
from horizons_core.orders.diagnostics import Diagnostic, Refusal, Severity
from horizons_core.orders.form_templates import FormTemplate, form_templates

T = TypeVar("T")

#: Carries out an order; called with the turn's context, the empire, and the order with its
#: references resolved.
Handler = Callable[[Any, Any, Any], None]

#: Returns why an order cannot be carried out, or None; called like a handler.
Check = Callable[[Any, Any, Any], Refusal | None]


#: Maximum number of keywords in a hint.
_MAX_LISTED = 40


def _as_arguments(arguments: Mapping[str, Converter | Argument]) -> Mapping[str, Argument]:
    return {name: as_argument(argument) for name, argument in arguments.items()}


@frozen
class Question:
    """A decision that a player has to make this turn.

    Attributes:
        says: what happens, and what is asked.
        chosen: the arguments of the order that are known already, by name.
    """

    says: LocalizedText
    chosen: Mapping[str, str]


@frozen
class Command:
    """A kind of order.

    Attributes:
        keyword: the first word of the order, or its first two ("ATTACK WORLD").
        rule: its grammar rule, in `orders.lark` or `grammar`; sub-rules are the arguments. By
            default the core makes one: the keyword, then the arguments as words or quoted names.
        phase: the name of the phase that carries it out.
        forms: templates of its orders, "LEASE {design} AT {world} [AS {name}]", by which they are
            written (`orders.choices`); by default the keyword, then the arguments.
        asked: the arguments in the order in which players are asked for them; by default that of
            `arguments`, which is the order in which references are resolved.
        syntax: its syntax, with a line for each form; by default made from the forms.
        label: its name for players ("Build ships"); by default its keyword.
        group: the heading under which it is listed; may be empty.
        on: the kinds of things on which it is offered first; by default those of its first
            argument with things.
        default: whether a click on the map gives this order to the selected thing: its next
            argument is then chosen among the marked places.
        repeats: whether a thing may get several of these orders in a turn, so that such a click
            adds one; otherwise it changes the one that the thing has.
        help: its effect, in a sentence for players.
        example: an order that must be accepted; the contract of variants tests it.
        mistake: an order that must be rejected, parsed or carried out; the contract tests it.
        arguments: the arguments, or only their converters, by name. Without `forms` and `rule`,
            their order is that of the syntax.
        rules: the clauses of the rulebook.
        grammar: Lark text that a mod adds for `rule`; a variant has it in `orders.lark`.
        private: secret arguments, such as a password; hosts store only their hashes.
        run: carries out the order if no check refuses it; without `run`, the phase must carry it
            out.
        checks: checks called in this order; mods can change each by its name.
        roles: the roles that may give the order, "" for players; by default players only. For
            `run`, `checks` and `find` the empire is then the sender's seat.
        stages: the stages of the game in which the order counts, "" for ordinary turns; by default
            all (`horizons_stage`).
        possible: returns whether the order makes sense in a view; by default, its arguments decide.
        after: the sequential phase whose orders its choices take into account, such as new designs;
            by default its own phase, if that is sequential.
        questions: returns what a player must decide this turn by such an order; pages ask it first.
        card: the arguments that a page shows together, with figures of the result; or a shop,
            where players order several things, each with its number.
    """

    keyword: str
    rule: str = ""
    phase: str = ""
    syntax: tuple[str, ...] = ()
    help: str = ""
    example: str = ""
    mistake: str = ""
    arguments: Mapping[str, Argument] = field(factory=dict, converter=_as_arguments)
    rules: tuple[str, ...] = ()
    grammar: str = ""
    private: tuple[str, ...] = ()
    run: Handler | None = None
    checks: Mapping[str, Check] = field(factory=dict)
    roles: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()
    label: str = ""
    group: str = ""
    on: tuple[str, ...] = ()
    default: bool = False
    repeats: bool = False
    stages: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    possible: Callable[[View, OfferingRules], bool] | None = None
    after: str = ""
    questions: Callable[[View], Iterable[Question]] | None = None
    card: Card | Shop | None = None

    def __attrs_post_init__(self) -> None:
        if not self.syntax:
            syntax = tuple(form.syntax for form in self.templates)
            object.__setattr__(self, "syntax", syntax)
        if not self.label:
            object.__setattr__(self, "label", self.keyword.capitalize())
        if not self.on:
            kinds = (argument.things for argument in self.arguments.values() if argument.things)
            object.__setattr__(self, "on", next(kinds, ()))

    @property
    def templates(self) -> tuple[FormTemplate, ...]:
        """The parsed forms; raises PluginError for one that cannot be parsed."""
        arguments = tuple((name, argument.optional) for name, argument in self.arguments.items())
        return form_templates(self.keyword, self.forms, arguments)

    def given_by(self, role: str) -> bool:
        """Return whether this role ("" for a player) may give the order."""
        return role in (self.roles or ("",))

    def counts_in(self, stage: str) -> bool:
        """Return whether the order counts in this stage of the game."""
        return not self.stages or stage in self.stages


def commands_for(commands: Iterable[Command], role: str, stage: str | None) -> list[Command]:
    """Return the commands that a role ("" for a player) may give in a stage (None: in any)."""
    return [c for c in commands if c.given_by(role) and (stage is None or c.counts_in(stage))]


@frozen
class Order:
    """An order of a player; `order["ship"]` is an argument's value (KeyError if it is omitted).

    With the argument's `ArgumentName`, `order[SHIP]`, the value has its type.

    Attributes:
        command: the kind of order.
        arguments: the converted values by name; a tuple for an argument with several values.
        line: the line of the text, counted from 1.
        column: the column of its first character, counted from 1.
        text: the order as written, without comment.
        columns: the column of the first character of each argument, or of its first value.
        written: the words of each argument as written, for all its values.
        phase: the phase that carries it out: the player's choice, or its command's.
    """

    command: Command
    arguments: Mapping[str, Any]
    line: int
    column: int
    text: str
    columns: Mapping[str, int] = field(factory=dict)
    written: Mapping[str, str] = field(factory=dict)
    phase: str = ""

    def __attrs_post_init__(self) -> None:
        if not self.phase:
            object.__setattr__(self, "phase", self.command.phase)

    @property
    def keyword(self) -> str:
        """The keyword of its command."""
        return self.command.keyword

    @property
    def public_text(self) -> str:
        """The text for reports, without private arguments."""
        hidden = self.command.private
        return (
            f"{self.keyword} ..." if any(name in self.arguments for name in hidden) else self.text
        )

    def with_found(self, references: Mapping[str, Any]) -> Order:
        """Return the order with its references resolved to objects."""
        if not references:
            return self
        return Order(  # five times as fast as `evolve`
            self.command,
            {**self.arguments, **references},
            self.line,
            self.column,
            self.text,
            self.columns,
            self.written,
            self.phase,
        )

    @overload
    def __getitem__(self, argument: ArgumentName[T]) -> T: ...
    @overload
    def __getitem__(self, argument: str) -> Any: ...
    def __getitem__(self, argument: str) -> Any:
        return self.arguments[argument]

    @overload
    def get(self, argument: ArgumentName[T]) -> T | None: ...
    @overload
    def get(self, argument: str, default: Any = None) -> Any: ...
    def get(self, argument: str, default: Any = None) -> Any:
        """Return the argument's value, or `default` if the player omitted it."""
        return self.arguments.get(argument, default)

    def several(self, argument: str) -> tuple[Any, ...]:
        """Return all values of an argument; none if the player omitted it."""
        value = self.arguments.get(argument, ())
        return value if isinstance(value, tuple) else (value,)

    def fault(
        self,
        code: str,
        message: str,
        hint: str = "",
        argument: str | None = None,
        severity: Severity = "error",
    ) -> Diagnostic:
        """Make a diagnostic on this order, or on one argument (see `Diagnostic` for the rest)."""
        return Diagnostic(
            severity=severity,
            code=code,
            message=message,
            line=self.line,
            column=self.columns.get(argument or "", self.column),
            words=self.written.get(argument or "", self.text),
            hint=hint,
        )


def unknown_order(word: str, commands: Mapping[str, Command]) -> tuple[str, str]:
    """Return message and hint for an unknown first word; `commands` are by keyword."""
    message = f"unknown order '{word}'"
    if nearest(word, commands) is None and len(commands) > _MAX_LISTED:
        first = ", ".join(list(commands)[:_MAX_LISTED])
        return message, f"known: {first} … and {len(commands) - _MAX_LISTED} more"
    return message, did_you_mean(word, commands)
