"""Results of battles, with records of shots, statistics and each side's view of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from horizons_core.combat import BattleRecord, BattleStatistics, Fighter, Shot
from horizons_core.sums import int_sum, ordered_sum
from variants.event_horizon.battle.fleets import VALUES, EventHorizonBattle
from variants.event_horizon.model import Empire, Ship

if TYPE_CHECKING:
    import numpy as np

    from variants.event_horizon.battle.fights import BattleRun, BattleRuns


#: Effects of a unit of damage in the kernel: a shield point or a component is lost.
EFFECTS = ("point", "hull", "thruster", "weapon", "shield")
# Columns of the kernel's rows: the number of the shot, and the effect.
_NUMBER, _EFFECT = 3, 4


def record_of(battle: EventHorizonBattle, fought: BattleRun) -> BattleRecord:
    """Return one battle, shot by shot."""
    after = zip(*(getattr(fought, name).tolist() for name in VALUES), strict=True)
    return BattleRecord(
        sides=battle.sides,
        units=tuple(map(_after_battle, battle.fighters, after)),
        shots=tuple(_shots(fought.record.tolist())),
        rounds=fought.turns,
        winner=None if fought.winner < 0 else fought.winner,
        words=fought.words,
    )


def statistics_of(battle: EventHorizonBattle, fought: BattleRuns) -> BattleStatistics:
    """Return many runs of one battle; measures are ships and components, left and lost, by side."""
    ships, components = _totals(battle)
    return BattleStatistics(
        sides=battle.sides,
        winner=fought.winner,
        rounds=fought.turns,
        shots=fought.shots,
        measures={
            "ships left": fought.ships_left,
            "ships lost": ships - fought.ships_left,
            "components left": fought.components_left,
            "components lost": components - fought.components_left,
        },
    )


def _after_battle(ship: Fighter, numbers: Sequence[int]) -> Fighter:
    left = dict(zip(VALUES, numbers, strict=True))
    destroyed = left["thrusters"] + left["weapons"] == 0
    return Fighter(ship.name, ship.side, ship.before, left, destroyed, ship.mark)


def _totals(battle: EventHorizonBattle) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Return the ships and components of each side before the battle."""
    import numpy as np

    side = np.array(battle.side)
    components = ordered_sum(np.array(battle.values[name]) for name in VALUES[:4])
    ships = np.bincount(side, minlength=len(battle.sides))
    parts = np.bincount(side, weights=components, minlength=len(battle.sides))
    return ships, parts.astype(np.int64)


def _shots(rows: Sequence[Sequence[int]]) -> list[Shot]:
    """Join the kernel's rows (one per unit of damage) into shots (EH-REP-010)."""
    shots: list[Shot] = []
    for _, damages in groupby(rows, key=itemgetter(_NUMBER)):
        hits = list(damages)
        turn, shooter, target, *_, destroyed = hits[-1]
        effects = [damage[_EFFECT] for damage in hits]
        lost = tuple(EFFECTS[effect] for effect in effects if effect)
        absorbed = len(effects) - len(lost)
        shots.append(Shot(shooter, target, absorbed, lost, bool(destroyed), turn + 1))
    return shots


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
