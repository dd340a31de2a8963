"""Remarks on order texts: what is wrong, where, and what to do about it."""

from __future__ import annotations

from typing import Any, Literal

from attrs import field, frozen

from horizons_core.errors import shortened

#: An error refuses the order, a warning foresees trouble, a note only tells.
Severity = Literal["error", "warning", "note"]


#: Of more remarks on one order set than this only the first are kept; a note counts the others.
MOST_REMARKS = 500


@frozen
class Diagnostic:
    """One remark on an order text.

    Attributes:
        severity: "error", "warning" or "note".
        code: the reason, for programs: "unknown-order".
        message: what is wrong, in plain words.
        line: from 1 on; 0 for a remark on the set as a whole.
        column: from 1 on; 0 with line 0.
        words: the offending words as written.
        hint: what to do about it; may be empty.
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
class Refusal:
    """Why an order is not carried out, as a check of a command answers it.

    Attributes:
        code: the reason, for programs.
        message: why, in plain words.
        hint: what to do about it; may be empty.
        argument: the name of the argument that is at fault; None for the whole order.
        severity: "error" refuses the order, anything less only tells.
    """

    code: str
    message: str
    hint: str = ""
    argument: str | None = None
    severity: Severity = "error"


class Refused(Exception):  # noqa: N818 - what became of the order, not a fault of the program
    """Raised by what carries an order out, before it has changed anything: it is refused.

    For reasons that show only while an order is carried out; what can be asked beforehand is better
    a named check of the command, which mods can change.
    """

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


def more_remarks(left_out: int) -> Diagnostic:
    """The note that stands for the remarks left out."""
    return Diagnostic("note", "more-remarks", f"{left_out} more remarks were left out")
