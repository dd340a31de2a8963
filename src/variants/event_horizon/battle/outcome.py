"""The outcome of a battle: applied to the ships of a game, and described to each side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from horizons_core.combat import BattleRecord
from horizons_core.sums import int_sum
from variants.event_horizon.model import Empire, Ship


def apply(record: BattleRecord, ships: Sequence[Ship]) -> list[Ship]:
    """Update the ships to their state after the battle; returns the destroyed ones."""
    lost = []
    for ship, unit in zip(ships, record.units, strict=True):
        for part, value in unit.after.items():
            setattr(ship, part, value)
        if unit.destroyed:
            lost.append(ship)
    return lost


def told_to(empire: Empire, data: Mapping[str, Any], ships: Sequence[Ship]) -> dict[str, Any]:
    """Return a battle's data as an empire may know it, without enemy components (EH-REP-010)."""
    own = [ship.owner == empire.id for ship in ships]
    units = [
        {**unit}
        if is_own
        else {**unit, "name": empire.contacts[ship.id].name, "before": {}, "after": {}}
        for unit, ship, is_own in zip(data["units"], ships, own, strict=True)
    ]
    shots = [{**shot} if own[shot["target"]] else {**shot, "lost": []} for shot in data["shots"]]
    return {**data, "you": empire.id, "units": units, "shots": shots}


def summary_for(side: int, record: BattleRecord) -> str:
    """Return the summary of a battle for one side, in a few words."""
    own = int_sum(unit.destroyed for unit in record.units if unit.side == side)
    enemy = int_sum(unit.destroyed for unit in record.units if unit.side != side)
    if not own and not enemy:
        return "no ship was destroyed"
    return f"{_ships(own)} of yours and {_ships(enemy)} of the enemy destroyed"


def summary(record: BattleRecord) -> str:
    """Return the summary of a battle for the gamemaster."""
    destroyed = int_sum(unit.destroyed for unit in record.units)
    return f"{', '.join(record.sides)}: {_ships(destroyed)} destroyed"


def _ships(count: int) -> str:
    return f"{count} ship{'' if count == 1 else 's'}"
