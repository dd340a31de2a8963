"""Results of many runs of a battle, and the effect of one more ship or ten more levels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Protocol

import numpy as np
from attrs import evolve, frozen

from horizons_core.combat import Battle, BattleStatistics, Fighter, Key, battle_key
from horizons_core.sums import int_array_sum, int_sum
from variants.far_horizons.battle.kernels import protocol as at
from variants.far_horizons.battle.kernels.fights import Runs, fight_runs
from variants.far_horizons.battle.kernels.protocol import BattleArrays
from variants.far_horizons.battle.model import BattleFighter, Scene
from variants.far_horizons.battle.questions import Army, FleetBattle
from variants.far_horizons.battle.replay_readers import fighters_of
from variants.far_horizons.battle.spec import MAX_LEVEL

#: Mean age of a fleet without ships: the age at which a ship is destroyed.
WRECK = 50.0
#: Number of levels that a change of a technology adds.
LEVELS = 10


class Sides(Protocol):
    """The sides of a battle, in a game or in a question about fleets."""

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of all sides."""

    @property
    def places(self) -> tuple[int, ...]:
        """For each side of the field, its index in `sides`."""

    @property
    def armies(self) -> Sequence[Army]:
        """The sides as the question defines them; those without a place take no part."""

    @property
    def field(self) -> BattleArrays:
        """The battle as arrays for the kernels."""


def simulate(
    battle: FleetBattle, field: BattleArrays, runs: int, key: Key, threads: int = 1
) -> BattleStatistics:
    """Fight `runs` times; a side wins if no other side has ships or planetary defences left.

    Measures by side: ships left at the place, ships destroyed or captured, ships that withdrew, the
    mean age of ships not lost (50 without any), and, if relevant, planetary defences left, ships
    forced away and economic units gained.
    """
    fought = fight_runs(field, battle_key(key), runs, threads)
    return BattleStatistics(
        sides=battle.sides,
        winner=winners(battle, fought),
        rounds=fought.totals[:, at.T_ROUNDS],
        shots=fought.totals[:, at.T_SHOTS],
        measures=measures(battle, fought),
        units=tuple(_names(battle)),
        survivors=survivors(battle, fought),
    )


def by_side(battle: Sides, fought: Runs, column: int) -> Any:
    """Return a column of the sides' outcomes, [runs, sides] in the order of the battle's sides."""
    values = np.zeros((len(fought.totals), len(battle.sides)), np.int64)
    for index, side in enumerate(battle.places):
        values[:, side] = fought.sides[:, index, column]
    return values


def ships_left(battle: Sides, fought: Runs) -> Any:
    """Return ships still at the place, including all ships of sides that take no part."""
    counts = by_side(battle, fought, at.S_LEFT)
    counts += _untouched(battle)
    return counts


def _untouched(battle: Sides) -> Any:
    """Return the ships of each side that takes no part."""
    counts = np.zeros(len(battle.sides), np.int64)
    present = set(battle.places)
    for army in battle.armies:
        side = battle.sides.index(army.name)
        if side not in present:
            counts[side] = int_sum(ships.count for ships in army.ships)
    return counts


def on_the_field(battle: Sides, fought: Runs) -> Any:
    """Return whether each side still has ships or planetary defences there, [runs, sides]."""
    defences = by_side(battle, fought, at.S_DEFENSES)
    present = set(battle.places)
    for army in battle.armies:
        side = battle.sides.index(army.name)
        if side not in present:
            defences[:, side] = int_sum(colony.items.get("PD", 0) for colony in army.colonies)
    return (ships_left(battle, fought) + defences) > 0


def winners(battle: Sides, fought: Runs) -> Any:
    """Return the only side on the field in each run, or -1."""
    field = on_the_field(battle, fought)
    return np.where(np.count_nonzero(field, axis=1) == 1, field.argmax(axis=1), -1)


def measures(battle: Sides, fought: Runs) -> dict[str, Any]:
    """Return all measures by name."""
    alive = by_side(battle, fought, at.S_ALIVE)
    ages = by_side(battle, fought, at.S_AGES)
    results: dict[str, Any] = {
        "ships left": ships_left(battle, fought),
        "ships lost": by_side(battle, fought, at.S_DESTROYED)
        + by_side(battle, fought, at.S_CAPTURED),
        "ships withdrawn": by_side(battle, fought, at.S_WITHDREW),
        "mean age": np.where(alive > 0, ages / np.maximum(alive, 1), WRECK),
    }
    if any(army.colonies for army in battle.armies):
        results["planetary defenses left"] = by_side(battle, fought, at.S_DEFENSES)
    if (battle.field.units[:, [at.FORCED_JUMP, at.FORCED_MISJUMP]] >= 0).any():
        results["ships forced away"] = by_side(battle, fought, at.S_FORCED)
    gained = by_side(battle, fought, at.S_GAINED) + by_side(battle, fought, at.S_LOOT)
    if battle.field.sides[:, at.HIJACKS].any() or (battle.field.units[:, at.GERMS] >= 0).any():
        results["economic units gained"] = gained
    return results


def _names(battle: FleetBattle) -> list[str]:
    return [f"{side}: {ships.word} {ships.name}" for side, ships in battle.groups()]


def survivors(battle: FleetBattle, fought: Runs) -> Any:
    """Return the ships of each group still at the place, [runs, groups]."""
    groups = battle.groups()
    counts = np.zeros((len(fought.totals), len(groups)), np.int64)
    counts[:, : fought.groups.shape[1]] = fought.groups
    present = {battle.sides[side] for side in battle.places}
    for number, (side, ships) in enumerate(groups):
        if side not in present:
            counts[:, number] = ships.count
    return counts


@frozen(eq=False)
class GameBattle(Battle):
    """The sides of a battle, by names of species, and the `field` that they fought on.

    `units` are the ships and colonies before the battle.
    """

    field: BattleArrays
    units: tuple[BattleFighter, ...] = ()
    #: empty, because all sides take part
    armies: ClassVar[Sequence[Army]] = ()

    @property
    def places(self) -> tuple[int, ...]:
        """For each side of the field, its index in `sides`."""
        return tuple(range(len(self.sides)))

    @property
    def fighters(self) -> tuple[Fighter, ...]:
        """The units for records: years left, cargo and defences."""
        return fighters_of(self.units, self.places)


def battle_of_scene(scene: Scene, field: BattleArrays) -> GameBattle:
    """Return a battle of a game as it begins; later changes of its units do not affect it."""
    sides = scene.battle.sides
    names = (side.species.name if side.species is not None else side.name for side in sides)
    units = (
        evolve(unit, cargo=dict(unit.cargo), ship=None, colony=None)
        for unit in scene.battle.fighters
    )
    return GameBattle(tuple(names), field, tuple(units))


def simulate_game_battle(
    battle: GameBattle, runs: int, key: Key, threads: int = 1
) -> BattleStatistics:
    """Fight a battle of a game many times; measures are those of `statistics.simulate`."""
    fought = fight_runs(battle.field, battle_key(key), runs, threads)
    return BattleStatistics(
        sides=battle.sides,
        winner=winners(battle, fought),
        rounds=fought.totals[:, at.T_ROUNDS],
        shots=fought.totals[:, at.T_SHOTS],
        measures=measures(battle, fought),
    )


@frozen
class SweepPoint:
    """Result of a change: the side's chance to hold the field, and its average ship losses."""

    label: str
    chance: float
    lost: float


def sweep(
    battle: FleetBattle, side: str, simulate: Callable[[FleetBattle], BattleStatistics]
) -> list[SweepPoint]:
    """Compare the unchanged battle with one more ship of each group, and with better techs.

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
        level = min(army.techs.get(tech, 0) + LEVELS, MAX_LEVEL)
        changes.append((f"{tech} {level}", evolve(army, techs={**army.techs, tech: level})))
    return changes


def _with(battle: FleetBattle, changed: Army) -> FleetBattle:
    armies = [changed if army.name == changed.name else army for army in battle.armies]
    return evolve(battle, armies=tuple(armies))


def _step(label: str, side: str, statistics: BattleStatistics) -> SweepPoint:
    index = statistics.sides.index(side)
    runs, lost = statistics.runs, statistics.measures["ships lost"][:, index]
    return SweepPoint(label, statistics.wins(index) / runs, int(int_array_sum(lost)) / runs)
