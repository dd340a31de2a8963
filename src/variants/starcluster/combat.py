"""The resolver of battles in space and on planets, with the rulebook's numbers or others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from attrs import frozen

from horizons_core.combat import (
    BattleRecord,
    BattleStatistics,
    Key,
    battle_key,
    prefers_resolve,
    resolve_in_game,
)
from horizons_core.limits import number
from variants.starcluster.battle import ground
from variants.starcluster.battle.fleets import StarclusterBattle
from variants.starcluster.battle.ground import GroundBattle, GroundOutcome

if TYPE_CHECKING:
    from variants.starcluster.battle.outcome import BattleOutcome, RecordedOutcome

#: The kernels count these in half points.
_HALVES = frozenset({"first_gap", "closing", "drifting"})


class GameCombat(Protocol):
    """Methods of a resolver that games prefer to `resolve`, if it has them."""

    def fight(self, battle: StarclusterBattle, key: Key) -> BattleOutcome:
        """Fight out a battle of the game; its units are not changed."""

    def fight_on_ground(self, battle: GroundBattle, key: Key) -> GroundOutcome:
        """Fight for a planet of the game."""


def fight_in_game(
    combat: Any, battle: StarclusterBattle, key: Key
) -> BattleOutcome | RecordedOutcome:
    """Fight out a battle of the game with any resolver; raises PluginError for a bad record."""
    if not prefers_resolve(combat, "fight"):
        resolver: GameCombat = combat
        return resolver.fight(battle, key)
    from variants.starcluster.battle.outcome import outcome_of_record

    return outcome_of_record(battle, resolve_in_game(combat, battle, key, batteries=True))


def fight_on_ground_in_game(combat: Any, battle: GroundBattle, key: Key) -> GroundOutcome:
    """Fight for a planet of the game with any resolver; raises PluginError for a bad record."""
    if not prefers_resolve(combat, "fight_on_ground"):
        resolver: GameCombat = combat
        return resolver.fight_on_ground(battle, key)
    return ground.outcome_of_record(battle, resolve_in_game(combat, battle, key))


@frozen(kw_only=True)
class Resolver:
    """The rulebook's combat, fought by the kernel. Its fields are the numbers of SC-CBT and SC-WPA.

    All are whole numbers; invalid values raise ValueError.

    Attributes:
        most_rounds: rounds of a battle in a turn (SC-CBT-009).
        first_gap: the gap at the start, and its maximum (SC-CBT-006).
        closing, drifting: change of the gap when both sides want the same, and at equal speeds.
        faster, equal, slower: the chances in percent to break off (SC-CBT-010).
        per_tractor, most_traction: reduction of those chances per tractor beam, and in total.
        least_chance: the minimum of those chances.
        pursuit: rolls of 1d100 up to this lose units whose line is gone (SC-CBT-013).
        steady: constant added to the dice of fire.
        shaky: fire in percent of ships one round after they emerged (SC-WPA-003).
        capacity, small_capacity: shots of an Mg and an Mgs (SC-CBT-011).
        shelter: strength in percent of a side with a standing PDC (SC-GND-002).
    """

    most_rounds: int = number(20, 1, 1_000)
    first_gap: int = number(3, 0, 1_000)
    closing: int = number(2, 0, 1_000)
    drifting: int = number(1, 0, 1_000)
    faster: int = number(100, 0, 100)
    equal: int = number(50, 0, 100)
    slower: int = number(20, 0, 100)
    per_tractor: int = number(10, 0, 100)
    most_traction: int = number(40, 0, 100)
    least_chance: int = number(5, 0, 100)
    pursuit: int = number(50, 0, 100)
    steady: int = number(7, 0, 1_000)
    shaky: int = number(50, 0, 100)
    capacity: int = number(20, 0, 1_000)
    small_capacity: int = number(8, 0, 1_000)
    shelter: int = number(150, 1, 1_000)

    @property
    def battle_schema(self) -> Mapping[str, Any]:
        """JSON Schema of a battle as plain data."""
        from variants.starcluster.battle.spec import battle_schema

        return battle_schema()

    def battle(self, spec: Mapping[str, Any]) -> StarclusterBattle | GroundBattle:
        """A battle in space or for a planet from plain data; raises BattleError.

        See `battle.spec.read_spec` and `battle.ground`.
        """
        from variants.starcluster.battle.spec import read_spec

        return read_spec(spec)

    def resolve(
        self, battle: StarclusterBattle | GroundBattle, key: Key, run: int = 0
    ) -> BattleRecord:
        """Fight once, strike by strike."""
        from variants.starcluster.battle.record import record_of

        if isinstance(battle, GroundBattle):
            return ground.record_of(battle, ground.fight_once(battle, self._shelter, key, run))
        return record_of(self._outcome(battle, key, run))

    def simulate(
        self, battle: StarclusterBattle | GroundBattle, runs: int, key: Key, threads: int = 1
    ) -> BattleStatistics:
        """Fight `runs` times and measure units left, away and lost, and points left."""
        from variants.starcluster.battle.fights import fight_runs
        from variants.starcluster.battle.record import statistics_of

        if isinstance(battle, GroundBattle):
            return ground.simulate(battle, self._shelter, runs, key, threads)
        return statistics_of(
            battle, fight_runs(battle, self.numbers, battle_key(key), runs, threads)
        )

    def fight(self, battle: StarclusterBattle, key: Key) -> BattleOutcome:
        """Fight out a battle of the game; its units are not changed."""
        return self._outcome(battle, key, 0)

    def fight_on_ground(self, battle: GroundBattle, key: Key) -> GroundOutcome:
        """Fight for a planet of the game."""
        return ground.fight_once(battle, self._shelter, key)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the rules as the kernels take them."""
        from variants.starcluster.battle.kernels.protocol import RULES

        return tuple(getattr(self, name) * (2 if name in _HALVES else 1) for name in RULES)

    @property
    def _shelter(self) -> float:
        return self.shelter / 100

    def _outcome(self, battle: StarclusterBattle, key: Key, run: int) -> BattleOutcome:
        from variants.starcluster.battle.fights import fight_once
        from variants.starcluster.battle.outcome import read_outcome

        return read_outcome(battle, fight_once(battle, self.numbers, battle_key(key), run))
