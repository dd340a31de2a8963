"""Kinds of order (`Command`), and orders as given (`Order`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import field, frozen

from horizons_core.errors import did_you_mean, nearest
from horizons_core.orders.arguments import Argument, Converter, as_argument
from horizons_core.orders.diagnostics import Diagnostic, Refusal, Severity

#: Carries an order out; it gets the turn's context, the empire, and the order with its references
#: found.
Handler = Callable[[Any, Any, Any], None]

#: Says why an order cannot be carried out, or None; it gets what a handler gets.
Check = Callable[[Any, Any, Any], Refusal | None]


#: A hint names no more keywords than these.
_MOST_LISTED = 40


def _as_arguments(given: Mapping[str, Converter | Argument]) -> Mapping[str, Argument]:
    return {name: as_argument(one) for name, one in given.items()}


@frozen
class Command:
    """A kind of order.

    Attributes:
        keyword: the first word of the order, or its first two ("ATTACK WORLD").
        rule: the grammar rule that reads it, in `orders.lark` or `grammar`; its sub-rules are the
            arguments. Without one the core makes a rule: the keyword, then the arguments, a word or
            a name in quotes each.
        phase: the name of the phase that carries it out.
        syntax: how it is written, a line for each way; made from the arguments where none is given.
        help: what it does, in a sentence for players.
        example: must be accepted by the reader; the contract of variants tries it.
        mistake: must not be, or must be rejected when carried out; the contract tries this, too.
        arguments: by name, in the order in which they are written; a converter alone will do.
        rules: the clauses of the rulebook.
        grammar: Lark text that a mod brings for `rule`; a variant has it in `orders.lark`.
        private: the arguments that are secrets (a password): hosts keep them only as hashes.
        run: carries the order out, after the `checks` have found nothing to refuse. A command
            without it is left to its phase.
        checks: by name, asked in their order; mods change single ones by their names.
        roles: the roles that may give the order, "" for players; without any it is for players
            alone. To `run`, `checks` and `find` the empire is then the sender's seat.
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

    def __attrs_post_init__(self) -> None:
        if not self.syntax:
            words = [f"[{n}]" if a.optional else n for n, a in self.arguments.items()]
            object.__setattr__(self, "syntax", (" ".join([self.keyword, *words]),))

    def given_by(self, role: str) -> bool:
        """Whether somebody of this role ("" for a player) may give the order."""
        return role in (self.roles or ("",))


@frozen
class Order:
    """One order as given; `order["ship"]` is an argument's value (KeyError where it is left out).

    Attributes:
        command: what kind of order it is.
        arguments: their values by name, as the converters give them; several where one was given
            several times, as a tuple.
        line: the line of the text, from 1 on.
        column: the column where it begins, from 1 on.
        text: the order as written, without comment.
        columns: by argument, the column where it begins; of several values where the first does.
        written: by argument, its words as written, of several values all.
        phase: the phase in which it is carried out, where its language lets the player choose one;
            otherwise that of its command.
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
    def shown(self) -> str:
        """The text as reports may show it, without what is private."""
        hidden = self.command.private
        return (
            f"{self.keyword} ..." if any(name in self.arguments for name in hidden) else self.text
        )

    def with_found(self, found: Mapping[str, Any]) -> Order:
        """The order with the things that its arguments refer to in the place of their words."""
        if not found:
            return self
        return Order(  # `evolve` takes five times as long
            self.command,
            {**self.arguments, **found},
            self.line,
            self.column,
            self.text,
            self.columns,
            self.written,
            self.phase,
        )

    def __getitem__(self, argument: str) -> Any:
        return self.arguments[argument]

    def get(self, argument: str, default: Any = None) -> Any:
        """The argument's value, or `default` where the player left it out."""
        return self.arguments.get(argument, default)

    def several(self, argument: str) -> tuple[Any, ...]:
        """The values of an argument that may be given several times; none where it is left out."""
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
        """A diagnostic on this order, or on one argument of it (see `Diagnostic` for the rest)."""
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
    """Message and hint for a first word that is no command's; `commands` are by keyword."""
    message = f"unknown order '{word}'"
    if nearest(word, commands) is None and len(commands) > _MOST_LISTED:
        first = ", ".join(list(commands)[:_MOST_LISTED])
        return message, f"known: {first} … and {len(commands) - _MOST_LISTED} more"
    return message, did_you_mean(word, commands)
