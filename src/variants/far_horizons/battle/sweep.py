"""What one more ship, or ten levels of Military, would change: a battle fought over and over."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve, frozen

from horizons_core.combat import BattleStatistics
from horizons_core.sums import int_array_sum
from variants.far_horizons.battle.questions import Army, FleetBattle
from variants.far_horizons.battle.spec import MOST_LEVEL

#: How many levels a change of a technology adds.
LEVELS = 10


@frozen
class Step:
    """What a change makes of a side: its chance to hold the field, and ships lost on average."""

    label: str
    chance: float
    lost: float


def sweep(
    battle: FleetBattle, side: str, simulate: Callable[[FleetBattle], BattleStatistics]
) -> list[Step]:
    """The battle as it is, with one more ship of each group of a side, and with better techs.

    `simulate` fights all with the same dice, so that what differs is due to the change. Raises
    ValueError for a side that is not there.
    """
    army = next((one for one in battle.armies if one.name == side), None)
    if army is None:
        raise ValueError(f"no side '{side}': there are {', '.join(battle.sides)}")
    return [
        _step(label, side, simulate(_with(battle, changed))) for label, changed in _changes(army)
    ]


def _changes(army: Army) -> list[tuple[str, Army]]:
    found = [("as it is", army)]
    for number, ships in enumerate(army.ships):
        more = list(army.ships)
        more[number] = evolve(ships, count=ships.count + 1)
        found.append((f"one more {ships.word} {ships.name}", evolve(army, ships=tuple(more))))
    for tech in ("ML", "LS"):
        level = min(army.techs.get(tech, 0) + LEVELS, MOST_LEVEL)
        found.append((f"{tech} {level}", evolve(army, techs={**army.techs, tech: level})))
    return found


def _with(battle: FleetBattle, changed: Army) -> FleetBattle:
    armies = [changed if army.name == changed.name else army for army in battle.armies]
    return evolve(battle, armies=tuple(armies))


def _step(label: str, side: str, found: BattleStatistics) -> Step:
    index = found.sides.index(side)
    lost = found.measures["ships lost"][:, index]
    return Step(label, found.wins(index) / found.runs, int(int_array_sum(lost)) / found.runs)
