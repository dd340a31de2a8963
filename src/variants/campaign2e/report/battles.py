"""Battles as they are told: the ships of both sides before and after, then attack by attack."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from attrs import frozen

from horizons_core.report import (
    NameCell,
    Section,
    Table,
    counted,
    number_column,
    paragraph,
    step_texts,
    strength,
    text_column,
    verdict,
)
from variants.campaign2e.report.sections import Data, owner_of

#: So much of a battle is told step by step; the data of the report have all of it.
MOST_STEPS = 300
_UNITS = (
    text_column("Side", choose=True),
    text_column("Ship"),
    text_column("Type", choose=True),
    number_column("Before", hint="boxes of hull and armour"),
    number_column("After"),
    text_column("Fate", choose=True),
)


@frozen(slots=False)
class Fight:
    """One battle.

    Attributes:
        record: what its event's data say (`BattleRecord.told`).
        number: the place of its event in the report.
    """

    record: Data
    number: int

    @property
    def title(self) -> str:
        return f"{self.record['title']}: {verdict(self.record)}"

    @cached_property
    def section(self) -> Section:
        """The ships of all sides, before and after."""
        rows = [self._unit(unit) for unit in self.record["units"]]
        return Section(f"battle-{self.number}", self.title, [Table(_UNITS, rows)])

    def _unit(self, unit: Data) -> Sequence[str]:
        before, after = strength(unit), strength(unit, "after")
        fate = "destroyed" if unit["destroyed"] else unit.get("fate", "")
        return (
            owner_of(self.record["sides"][unit["side"]]),
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


def fights(report: Data) -> list[Fight]:
    """The battles whose events carry a record; who sees all versions reads the full one."""
    found = [
        Fight(event["data"], number)
        for number, event in enumerate(report["events"])
        if "units" in event["data"] and "shots" in event["data"]
    ]
    full = [one for one in found if one.record.get("you") is None]
    return full or found
