"""Battles in reports with sections: the units before and after, then step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, TypeVar

from attrs import frozen

from horizons_core.report.battle_text import counted, step_texts, strength, verdict
from horizons_core.report.page_tables import Column, number_column, text_column
from horizons_core.report.sections import NameCell, OwnerCell, Section, Table, paragraph

#: Number of a battle's steps in a report; the report's data contains all of them.
MOST_STEPS = 300
#: A subclass of `Fight`.
F = TypeVar("F", bound="Fight")


@frozen(slots=False)
class Fight:
    """A battle in a report; variants may change the columns, and the word for a nameless side.

    Attributes:
        record: the data of its event (`BattleRecord.to_dict`).
        number: the index of its event in the report.
    """

    record: Mapping[str, Any]
    number: int
    #: Columns of the units: side, name, type, strength before and after, fate.
    columns: ClassVar[Sequence[Column]] = (
        text_column("Side", choose=True),
        text_column("Unit"),
        text_column("Type", choose=True),
        number_column("Before"),
        number_column("After"),
        text_column("Fate", choose=True),
    )
    unowned: ClassVar[str] = "nobody"

    @property
    def title(self) -> str:
        """The place and the sides of the battle, and the winner."""
        return f"{self.record['title']}: {verdict(self.record)}"

    @cached_property
    def section(self) -> Section:
        """The section with the units of all sides, before and after."""
        rows = [self._unit(unit) for unit in self.record["units"]]
        return Section(f"battle-{self.number}", self.title, [Table(self.columns, rows)])

    def _unit(self, unit: Mapping[str, Any]) -> Sequence[str]:
        before, after = strength(unit), strength(unit, "after")
        fate = "destroyed" if unit["destroyed"] else unit.get("fate", "")
        return (
            OwnerCell(self.record["sides"][unit["side"]] or self.unowned),
            NameCell(unit["name"]),
            unit["mark"],
            "?" if before is None else str(before),
            "?" if after is None else str(after),
            fate,
        )

    @cached_property
    def steps(self) -> list[str]:
        """The events of the battle, step by step; of a long battle, the beginning."""
        texts = step_texts(self.record)
        left = len(texts) - MOST_STEPS
        rest = f"... and {counted(left, 'step')} more: see the data of this report."
        return texts if left <= 0 else [*texts[:MOST_STEPS], rest]

    def lines(self) -> list[str]:
        """Return the battle as plain text."""
        numbered = (
            line
            for number, step in enumerate(self.steps, 1)
            for line in paragraph(step, f"{number:4d}. ", " " * 6)
        )
        return [*paragraph(self.title), *self.section.lines(), *numbered]


def fights(report: Mapping[str, Any], kind: type[F]) -> list[F]:
    """Return the battles with a record; a reader who gets all versions sees the full one."""
    battles = [
        kind(event["data"], number)
        for number, event in enumerate(report["events"])
        if "units" in event["data"] and "shots" in event["data"]
    ]
    full = [battle for battle in battles if battle.record.get("you") is None]
    return full or battles
