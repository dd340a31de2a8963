"""A battle's record taken back into the ships of a game, and told to each side its way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from horizons_core.combat import BattleRecord
from horizons_core.sums import int_sum
from variants.event_horizon.model import Empire, Ship


def apply(record: BattleRecord, ships: Sequence[Ship]) -> list[Ship]:
    """Give the ships what the battle left of them; answers those that were destroyed."""
    lost = []
    for ship, unit in zip(ships, record.units, strict=True):
        for part, value in unit.after.items():
            setattr(ship, part, value)
        if unit.destroyed:
            lost.append(ship)
    return lost


def told_to(empire: Empire, told: Mapping[str, Any], ships: Sequence[Ship]) -> dict[str, Any]:
    """A told record as an empire may know it: nothing of enemy components (EH-REP-010)."""
    own = [ship.owner == empire.id for ship in ships]
    units = [
        {**unit}
        if mine
        else {**unit, "name": empire.contacts[ship.id].name, "before": {}, "after": {}}
        for unit, ship, mine in zip(told["units"], ships, own, strict=True)
    ]
    shots = [{**shot} if own[shot["target"]] else {**shot, "lost": []} for shot in told["shots"]]
    return {**told, "you": empire.id, "units": units, "shots": shots}


def summary_for(side: int, record: BattleRecord) -> str:
    """What a side of a battle is told of its end, in a few words."""
    own = int_sum(unit.destroyed for unit in record.units if unit.side == side)
    enemy = int_sum(unit.destroyed for unit in record.units if unit.side != side)
    if not own and not enemy:
        return "no ship was destroyed"
    return f"{_ships(own)} of yours and {_ships(enemy)} of the enemy destroyed"


def summary(record: BattleRecord) -> str:
    """What the gamemaster is told of the end of a battle."""
    destroyed = int_sum(unit.destroyed for unit in record.units)
    return f"{', '.join(record.sides)}: {_ships(destroyed)} destroyed"


def _ships(count: int) -> str:
    return f"{count} ship{'' if count == 1 else 's'}"
