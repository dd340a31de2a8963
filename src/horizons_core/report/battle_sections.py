"""Battles as reports in sections tell them: the units before and after, then step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, TypeVar

from attrs import frozen

from horizons_core.report.battle_text import counted, step_texts, strength, verdict
from horizons_core.report.page_tables import Column, number_column, text_column
from horizons_core.report.sections import NameCell, OwnerCell, Section, Table, paragraph

#: So much of a battle is told step by step; the data of the report have all of it.
MOST_STEPS = 300
#: A kind of `Fight`.
F = TypeVar("F", bound="Fight")


@frozen(slots=False)
class Fight:
    """One battle; a variant may change the columns, and what a side without a name is called.

    Attributes:
        record: what its event's data say (`BattleRecord.told`).
        number: the place of its event in the report.
    """

    record: Mapping[str, Any]
    number: int
    #: The columns of the units: side, name, type, strength before and after, fate.
    columns: ClassVar[Sequence[Column]] = (
        text_column("Side", choose=True),
        text_column("Unit"),
        text_column("Type", choose=True),
        number_column("Before"),
        number_column("After"),
        text_column("Fate", choose=True),
    )
    nobody: ClassVar[str] = "nobody"

    @property
    def title(self) -> str:
        """What was fought where, and who won."""
        return f"{self.record['title']}: {verdict(self.record)}"

    @cached_property
    def section(self) -> Section:
        """The units of all sides, before and after."""
        rows = [self._unit(unit) for unit in self.record["units"]]
        return Section(f"battle-{self.number}", self.title, [Table(self.columns, rows)])

    def _unit(self, unit: Mapping[str, Any]) -> Sequence[str]:
        before, after = strength(unit), strength(unit, "after")
        fate = "destroyed" if unit["destroyed"] else unit.get("fate", "")
        return (
            OwnerCell(self.record["sides"][unit["side"]] or self.nobody),
            NameCell(unit["name"]),
            unit["mark"],
            "?" if before is None else str(before),
            "?" if after is None else str(after),
            fate,
        )

    @cached_property
    def steps(self) -> list[str]:
        """What happened, step by step; of a long battle its beginning."""
        told = step_texts(self.record)
        left = len(told) - MOST_STEPS
        more = f"... and {counted(left, 'step')} more: the data of this report have them all."
        return told if left <= 0 else [*told[:MOST_STEPS], more]

    def lines(self) -> list[str]:
        """The battle as plain text."""
        numbered = (
            line
            for number, step in enumerate(self.steps, 1)
            for line in paragraph(step, f"{number:4d}. ", " " * 6)
        )
        return [*paragraph(self.title), *self.section.lines(), *numbered]


def fights(report: Mapping[str, Any], kind: type[F]) -> list[F]:
    """The battles whose events carry a record; who sees all versions reads the full one."""
    found = [
        kind(event["data"], number)
        for number, event in enumerate(report["events"])
        if "units" in event["data"] and "shots" in event["data"]
    ]
    full = [one for one in found if one.record.get("you") is None]
    return full or found
