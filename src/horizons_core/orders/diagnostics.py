"""Remarks on order texts, each with its place and a remedy."""

from __future__ import annotations

from typing import Any, Literal

from attrs import field, frozen

from horizons_core.errors import shortened

#: An error refuses the order, a warning predicts trouble, a note informs.
Severity = Literal["error", "warning", "note"]


#: Maximum number of remarks on an order set; a note counts the rest.
MAX_REMARKS = 500


@frozen
class Diagnostic:
    """A remark on an order text.

    Attributes:
        severity: "error", "warning" or "note".
        code: the reason, for programs: "unknown-order".
        message: the problem, in plain words.
        line: counted from 1; 0 for a remark on the whole set.
        column: counted from 1; 0 with line 0.
        words: the offending words as written.
        hint: how to fix it; may be empty.
    """

    severity: Severity
    code: str
    message: str = field(converter=shortened)
    line: int = 0
    column: int = 0
    words: str = field(default="", converter=shortened)
    hint: str = field(default="", converter=shortened)

    def __str__(self) -> str:
        place = f"line {self.line}, column {self.column}: " if self.line else ""
        hint = f" ({self.hint})" if self.hint else ""
        return f"{place}{self.severity}: {self.message}{hint}"

    def to_dict(self) -> dict[str, Any]:
        """Return the remark as plain data."""
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
class Refusal:
    """The reason why an order is not carried out, as returned by a command's check.

    Attributes:
        code: the reason, for programs.
        message: the reason, in plain words.
        hint: how to fix it; may be empty.
        argument: the name of the faulty argument; None for the whole order.
        severity: "error" refuses the order; other severities only inform.
    """

    code: str
    message: str
    hint: str = ""
    argument: str | None = None
    severity: Severity = "error"


class Refused(Exception):  # noqa: N818 - the fate of an order, not an error in the program
    """Raised by a handler, before it changes anything, to refuse its order.

    For reasons that appear only while an order is carried out; a reason that can be checked before
    belongs in a named check of the command, which mods can change.
    """

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


def more_remarks(left_out: int) -> Diagnostic:
    """Return the note that replaces the remaining remarks."""
    return Diagnostic("note", "more-remarks", f"{left_out} more remarks are not shown")
