"""Kinds of order (`Command`), orders as given (`Order`), and what is wrong (`Diagnostic`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal

from attrs import field, frozen

from horizons_core.errors import did_you_mean

Severity = Literal["error", "warning", "note"]

#: Of more remarks on one order set than this only the first are kept; a note counts the others.
MOST_REMARKS = 500

#: Turns the words of one argument into its value; raises ValueError with the reason in plain words.
Converter = Callable[[str], Any]


@frozen
class Diagnostic:
    """One remark on an order text.

    `line` and `column` count from 1; line 0 is for a remark on the set as a whole. `words` are the
    offending words as written, `hint` says what to do, `code` names the reason for programs.
    """

    severity: Severity
    code: str
    message: str
    line: int = 0
    column: int = 0
    words: str = ""
    hint: str = ""

    def __str__(self) -> str:
        place = f"line {self.line}, column {self.column}: " if self.line else ""
        hint = f" ({self.hint})" if self.hint else ""
        return f"{place}{self.severity}: {self.message}{hint}"

    def told(self) -> dict[str, Any]:
        """The remark as plain data."""
        return {
            "severity": self.severity,
            "code": self.code,
            "message": self.message,
            "line": self.line,
            "column": self.column,
            "words": self.words,
            "hint": self.hint,
        }


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


def whole(minimum: int = 0, maximum: int = 999_999_999) -> Converter:
    """A converter for whole numbers from `minimum` to `maximum`, in plain digits."""

    def convert(words: str) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,15}", words):
            raise ValueError(f"a whole number is needed, not '{words}'")
        value = int(words)
        if value < minimum:
            raise ValueError(f"{value} is too small: at least {minimum}")
        if value > maximum:
            raise ValueError(f"{value} is too large: at most {maximum}")
        return value

    return convert


def one_of(*values: str) -> Converter:
    """A converter for a fixed list of words; case does not matter."""
    known = {value.casefold(): value for value in values}

    def convert(words: str) -> str:
        found = known.get(words.casefold())
        if found is None:
            raise ValueError(f"'{words}' is none of {', '.join(values)}")
        return found

    return convert


def name_of(maximum: int) -> Converter:
    """A converter for names of at most `maximum` printable characters, not all blank."""

    def convert(words: str) -> str:
        name = " ".join(words.split())
        if not name:
            raise ValueError("a name needs at least one character")
        if len(name) > maximum:
            raise ValueError(f"the name has {len(name)} characters: at most {maximum}")
        if not name.isprintable():
            raise ValueError("the name holds a character that cannot be printed")
        return name

    return convert


def number(minimum: float, maximum: float) -> Converter:
    """A converter for decimal numbers from `minimum` to `maximum`: `7`, `-0.5`, `.25`."""

    def convert(words: str) -> float:
        if not re.fullmatch(r"[+-]?([0-9]{1,15}(\.[0-9]{0,15})?|\.[0-9]{1,15})", words):
            raise ValueError(f"a number is needed, not '{words}'")
        value = float(words) + 0.0  # -0 is 0
        if value < minimum:
            raise ValueError(f"{words} is too small: at least {_plain(minimum)}")
        if value > maximum:
            raise ValueError(f"{words} is too large: at most {_plain(maximum)}")
        return value

    return convert


def _plain(value: float) -> str:
    """A number as it may be written in an order."""
    return f"{value:f}".rstrip("0").rstrip(".")


def more_remarks(left_out: int) -> Diagnostic:
    """The note that stands for the remarks left out."""
    return Diagnostic("note", "more-remarks", f"{left_out} more remarks were left out")


def unknown_order(word: str, commands: Mapping[str, Command]) -> tuple[str, str]:
    """Message and hint for a first word that is no command's."""
    return f"unknown order '{word}'", did_you_mean(word, commands)
