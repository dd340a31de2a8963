"""Battles of groups for the kernel, and the kernel's outcome as a record or as statistics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from attrs import frozen

from horizons_core.combat import (
    SHIPS,
    Battle,
    BattleRecord,
    BattleStatistics,
    Fighter,
    Key,
    Shot,
    battle_key,
)
from variants.galaxy_g.chances import table_of_thresholds
from variants.galaxy_g.constants import MOST_SHOTS
from variants.galaxy_g.ships import Design, attack_power, defence_power

if TYPE_CHECKING:
    import numpy as np

    from variants.galaxy_g.kernels import Field, Fight
    from variants.galaxy_g.model import Group, Race


@frozen
class BattleGroup:
    """Ships alike of one side (a number) in a battle; their load does not matter (GG-CBT-009)."""

    side: int
    name: str
    ships: int
    design: Design
    weapons_tech: float = 1.0
    shields_tech: float = 1.0

    @property
    def attack(self) -> float:
        """The power of each of its shots (GG-CBT-007)."""
        return attack_power(self.design, self.weapons_tech)

    @property
    def defence(self) -> float:
        """What a shot at it must beat (GG-CBT-008)."""
        return defence_power(self.design, self.shields_tech)


@frozen
class GalaxyBattle(Battle):
    """Groups of several sides at a planet, and the pairs of sides (numbers) that fight.

    Groups may stand in any order; ships stand in the order of the sides, and of each side in that
    of its groups (see `kernels`). Hostility is mutual (GG-CBT-015).
    """

    groups: tuple[BattleGroup, ...]
    hostile: tuple[tuple[int, int], ...]

    def in_line(self) -> list[int]:
        """The numbers of the groups as they stand: side by side."""
        return sorted(range(len(self.groups)), key=lambda number: self.groups[number].side)

    def field(self) -> Field:
        """The battle as the kernels take it, its groups in line; raises ValueError (`field_of`)."""
        from variants.galaxy_g.kernels import field_of

        groups = [self.groups[number] for number in self.in_line()]
        attacks = [group.attack for group in groups]
        defences = [group.defence for group in groups]
        rows, columns = sorted(set(attacks)), sorted(set(defences))
        row = {attack: number for number, attack in enumerate(rows)}
        column = {defence: number for number, defence in enumerate(columns)}
        return field_of(
            len(self.sides),
            side=[group.side for group in groups],
            ships=[group.ships for group in groups],
            attacks=[group.design.attacks for group in groups],
            attack=[row[attack] for attack in attacks],
            defence=[column[defence] for defence in defences],
            thresholds=table_of_thresholds(rows, columns),
            hostile=self.hostile,
        )


@frozen
class Fought:
    """A battle fought once: ships left of each group, and how it ended.

    `winner` is the number of the only side with ships left, or None: a draw, or several sides that
    do not fight each other. `record` is None where none was asked for.
    """

    survivors: tuple[int, ...]
    winner: int | None
    rounds: int
    shots: int
    words: int
    record: BattleRecord | None = None


def battle_of(
    here: Sequence[tuple[Race, Group]], hostile: Sequence[tuple[str, str]]
) -> GalaxyBattle:
    """A battle between groups of a game at one planet; `hostile` are pairs of races' ids."""
    names = {race.id: race.name for race, _ in here}
    number = {race: index for index, race in enumerate(names)}
    return GalaxyBattle(
        sides=tuple(names.values()),
        groups=tuple(
            BattleGroup(
                side=number[race.id],
                name=race.types[group.type].name,
                ships=group.ships,
                design=race.design_of(group),
                weapons_tech=group.techs.weapons,
                shields_tech=group.techs.shields,
            )
            for race, group in here
        ),
        hostile=tuple((number[one], number[other]) for one, other in hostile),
    )


def fight(
    battle: GalaxyBattle,
    key: Key,
    run: int = 0,
    *,
    record: bool = True,
    most_shots: int = MOST_SHOTS,
) -> Fought:
    """Fight a battle once; of more shots than `most_shots` the record keeps sums (`recording`)."""
    from variants.galaxy_g.kernels import fight_once
    from variants.galaxy_g.recording import Recorder

    line = battle.in_line()
    recorder = Recorder(line, most_shots) if record else None
    tell = recorder.add if recorder else None
    fought = fight_once(battle.field(), battle_key(key), run, tell=tell)
    left = dict(zip(line, fought.left.tolist(), strict=True))
    survivors = tuple(left[number] for number in range(len(line)))
    written = _record(battle, fought, survivors, recorder.shots()) if recorder else None
    winner = None if fought.winner < 0 else fought.winner
    return Fought(survivors, winner, fought.rounds, fought.shots, fought.words, written)


def _record(
    battle: GalaxyBattle, fought: Fight, survivors: Sequence[int], shots: tuple[Shot, ...]
) -> BattleRecord:
    units = tuple(
        Fighter(
            name=group.name,
            side=group.side,
            before={SHIPS: group.ships},
            after={SHIPS: left},
            destroyed=not left,
        )
        for group, left in zip(battle.groups, survivors, strict=True)
    )
    return BattleRecord(
        sides=battle.sides,
        units=units,
        shots=shots,
        rounds=fought.rounds,
        winner=None if fought.winner < 0 else fought.winner,
        words=fought.words,
    )


@frozen
class Resolver:
    """The rulebook's combat (GG-CBT-003 to GG-CBT-014), fought by the kernels."""

    def battle(self, spec: Mapping[str, Any]) -> GalaxyBattle:
        """A battle from plain data (see `battle_spec.read_spec`); raises BattleError."""
        from variants.galaxy_g.battle_spec import read_spec

        return read_spec(spec)

    def resolve(
        self, battle: GalaxyBattle, key: Key, run: int = 0, *, most_shots: int = MOST_SHOTS
    ) -> BattleRecord:
        """Fight once; shot by shot, or in sums if there are more than `most_shots`."""
        return cast(BattleRecord, fight(battle, key, run, most_shots=most_shots).record)

    def simulate(
        self, battle: GalaxyBattle, runs: int, key: Key, threads: int = 1
    ) -> BattleStatistics:
        """Fight `runs` times; measures are ships left and lost by side, survivors by group."""
        import numpy as np

        from variants.galaxy_g.kernels import fight_runs

        fought = fight_runs(battle.field(), battle_key(key), runs, threads)
        survivors = np.empty_like(fought.left)
        survivors[:, battle.in_line()] = fought.left
        left, ships = _by_side(battle, survivors), _by_side(battle, _ships(battle))
        return BattleStatistics(
            sides=battle.sides,
            winner=fought.winner,
            rounds=fought.rounds,
            shots=fought.shots,
            measures={"ships left": left, "ships lost": ships - left},
            units=tuple(f"{battle.sides[group.side]}: {group.name}" for group in battle.groups),
            survivors=survivors,
        )


def _ships(battle: GalaxyBattle) -> np.ndarray[Any, Any]:
    import numpy as np

    return np.array([[group.ships for group in battle.groups]], np.int64)


def _by_side(battle: GalaxyBattle, ships: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Sums of each row of ships, which has a column a group, by side."""
    import numpy as np

    sums = np.zeros((len(ships), len(battle.sides)), np.int64)
    for number, group in enumerate(battle.groups):
        sums[:, group.side] += ships[:, number]
    return sums
