"""The outcome of a battle: applied to the ships of a game, and described to each side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from horizons_core.combat import BattleRecord
from horizons_core.sums import int_sum
from variants.event_horizon.model import Empire, Ship


def apply_losses(record: BattleRecord, ships: Sequence[Ship]) -> list[Ship]:
    """Update the ships to their state after the battle; returns the destroyed ones."""
    lost = []
    for ship, unit in zip(ships, record.units, strict=True):
        for part, value in unit.after.items():
            setattr(ship, part, value)
        if unit.destroyed:
            lost.append(ship)
    return lost


def visible_record(
    empire: Empire, data: Mapping[str, Any], ships: Sequence[Ship]
) -> dict[str, Any]:
    """Return a battle's data as an empire sees it, without enemy components (EH-REP-010)."""
    ownership = [ship.owner == empire.id for ship in ships]
    units = [
        {**unit}
        if is_own
        else {**unit, "name": empire.contacts[ship.id].name, "before": {}, "after": {}}
        for unit, ship, is_own in zip(data["units"], ships, ownership, strict=True)
    ]
    shots = [
        {**shot} if ownership[shot["target"]] else {**shot, "lost": []} for shot in data["shots"]
    ]
    return {**data, "you": empire.id, "units": units, "shots": shots}


def summary_for(side: int, record: BattleRecord) -> str:
    """Return the summary of a battle for one side, in a few words."""
    own_losses = int_sum(unit.destroyed for unit in record.units if unit.side == side)
    enemy_losses = int_sum(unit.destroyed for unit in record.units if unit.side != side)
    if not own_losses and not enemy_losses:
        return "no ship was destroyed"
    return f"{_ships(own_losses)} of yours and {_ships(enemy_losses)} of the enemy destroyed"


def summary(record: BattleRecord) -> str:
    """Return the summary of a battle for the gamemaster."""
    destroyed = int_sum(unit.destroyed for unit in record.units)
    return f"{', '.join(record.sides)}: {_ships(destroyed)} destroyed"


def _ships(count: int) -> str:
    return f"{count} ship{'' if count == 1 else 's'}"
