"""The effect of one more ship, or ten more levels, on a battle."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve, frozen

from horizons_core.combat import BattleStatistics
from horizons_core.sums import int_array_sum
from variants.far_horizons.battle.questions import Army, FleetBattle
from variants.far_horizons.battle.spec import MOST_LEVEL

#: Number of levels that a change of a technology adds.
LEVELS = 10


@frozen
class SweepPoint:
    """Result of a change: the side's chance to hold the field, and its average ship losses."""

    label: str
    chance: float
    lost: float


def sweep(
    battle: FleetBattle, side: str, simulate: Callable[[FleetBattle], BattleStatistics]
) -> list[SweepPoint]:
    """Compare the battle as it is with one more ship of each group, and with better techs.

    `simulate` uses the same dice for all, so that differences are due to the change. Raises
    ValueError for an unknown side.
    """
    army = next((army for army in battle.armies if army.name == side), None)
    if army is None:
        raise ValueError(f"no side '{side}': there are {', '.join(battle.sides)}")
    return [
        _step(label, side, simulate(_with(battle, changed))) for label, changed in _changes(army)
    ]


def _changes(army: Army) -> list[tuple[str, Army]]:
    changes = [("as it is", army)]
    for number, ships in enumerate(army.ships):
        ships_after = list(army.ships)
        ships_after[number] = evolve(ships, count=ships.count + 1)
        label = f"one more {ships.word} {ships.name}"
        changes.append((label, evolve(army, ships=tuple(ships_after))))
    for tech in ("ML", "LS"):
        level = min(army.techs.get(tech, 0) + LEVELS, MOST_LEVEL)
        changes.append((f"{tech} {level}", evolve(army, techs={**army.techs, tech: level})))
    return changes


def _with(battle: FleetBattle, changed: Army) -> FleetBattle:
    armies = [changed if army.name == changed.name else army for army in battle.armies]
    return evolve(battle, armies=tuple(armies))


def _step(label: str, side: str, statistics: BattleStatistics) -> SweepPoint:
    index = statistics.sides.index(side)
    runs, lost = statistics.runs, statistics.measures["ships lost"][:, index]
    return SweepPoint(label, statistics.wins(index) / runs, int(int_array_sum(lost)) / runs)
