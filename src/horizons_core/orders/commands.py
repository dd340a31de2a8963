"""Kinds of order (`Command`), orders as given (`Order`), and what is wrong (`Diagnostic`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from horizons_core.errors import did_you_mean
from horizons_core.orders.arguments import Converter
from horizons_core.orders.diagnostics import Diagnostic, Severity


@frozen
class Command:
    """A kind of order.

    `keyword` is the first word of the order and `rule` the grammar rule that reads it. The rule's
    sub-rules are the arguments; `arguments` gives the converter of each. `phase` names the phase
    that carries the order out. `example` must be accepted by the reader; `mistake` must not, or
    must be rejected when carried out: the contract of variants tries both. `grammar` is for mods,
    which bring the rule along; a variant keeps its rules in `orders.lark`. `private` names the
    arguments that are secrets (a password): hosts keep them only as hashes.
    """

    keyword: str
    rule: str
    phase: str
    syntax: tuple[str, ...]
    help: str
    example: str
    mistake: str
    arguments: Mapping[str, Converter] = field(factory=dict)
    rules: tuple[str, ...] = ()
    grammar: str = ""
    private: tuple[str, ...] = ()


@frozen
class Order:
    """One order as given: its command, its arguments by name, and where it stands in the text."""

    command: Command
    arguments: Mapping[str, Any]
    line: int
    column: int
    text: str
    columns: Mapping[str, int] = field(factory=dict)
    written: Mapping[str, str] = field(factory=dict)

    @property
    def keyword(self) -> str:
        return self.command.keyword

    @property
    def shown(self) -> str:
        """The text as reports may show it: without what is private."""
        hidden = self.command.private
        return (
            f"{self.keyword} ..." if any(name in self.arguments for name in hidden) else self.text
        )

    def __getitem__(self, argument: str) -> Any:
        return self.arguments[argument]

    def get(self, argument: str, default: Any = None) -> Any:
        """The argument's value, or `default` where the player left it out."""
        return self.arguments.get(argument, default)

    def fault(
        self,
        code: str,
        message: str,
        hint: str = "",
        argument: str | None = None,
        severity: Severity = "error",
    ) -> Diagnostic:
        """A diagnostic on this order, or on one argument of it."""
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
    """Message and hint for a first word that is no command's."""
    return f"unknown order '{word}'", did_you_mean(word, commands)
