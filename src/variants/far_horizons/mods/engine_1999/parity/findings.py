"""The results of a comparison: how much was compared, what differs, and for which known reason."""

from __future__ import annotations

import enum

from attrs import define, field, frozen

from horizons_core.sums import int_sum


class ComparedContent(enum.Enum):
    """The text or state that was compared."""

    STATE = "state"
    LOG = "log"
    REPORT = "report"
    FAILURE = "failure"


@frozen
class ParityDifference:
    """A deviation from what was recorded.

    Attributes:
        turn: the turn.
        phase: the step, or the whole turn.
        where: what was compared.
        line: our value, then the recorded one.
        cause: the name of the cause; empty if it is unknown.
    """

    turn: str
    phase: str
    where: ComparedContent
    line: str
    cause: str = ""

    def __str__(self) -> str:
        return f"{self.turn}, {self.phase}, {self.where.value}: {self.line}"


class TablePart(enum.Enum):
    """A part of the table: certain steps of certain turns."""

    QUIET = "Steps before any battle of their turn"
    BATTLES = "Steps with battles"
    AFTER_BATTLE = "Steps after a battle of their turn (sieges, losses, ships in flight)"
    REPORTS = "Reports made from the recorded state and log"
    TURNS = "Whole turns without battles: our own steps one after the other, our own reports"
    TURNS_OF_WAR = "Whole turns with battles, likewise"


@define
class TableRow:
    """A row of the table: one phase in one part."""

    part: TablePart
    phase: str
    compared: int = 0
    identical: int = 0
    states: int = 0
    fields: int = 0
    lines: int = 0
    differences: list[ParityDifference] = field(factory=list)

    def add(self, fields: int, lines: int, differences: list[ParityDifference]) -> None:
        """Count one more step, report or turn that was compared."""
        self.compared += 1
        self.identical += not differences
        self.states += all(
            diff.where in (ComparedContent.LOG, ComparedContent.REPORT) for diff in differences
        )
        self.fields += fields
        self.lines += lines
        self.differences += differences


@define
class Findings:
    """All comparisons, row by row, and what could not be read."""

    rows: dict[tuple[TablePart, str], TableRow] = field(factory=dict)
    unreadable: list[str] = field(factory=list)

    def row(self, part: TablePart, phase: str) -> TableRow:
        """Return the row of a phase, which begins empty."""
        return self.rows.setdefault((part, phase), TableRow(part, phase))

    @property
    def differences(self) -> list[ParityDifference]:
        return [difference for row in self.rows.values() for difference in row.differences]

    @property
    def compared(self) -> int:
        return int_sum(row.compared for row in self.rows.values())

    @property
    def complete(self) -> bool:
        """Tell whether there was something to compare, and all of it was compared."""
        return self.compared > 0 and not self.unreadable
