"""The combat resolver, with the numbers of the rulebook or others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from attrs import frozen

from horizons_core.combat import BattleRecord, BattleStatistics, Key, battle_key
from horizons_core.limits import number
from variants.event_horizon.battle.fleets import EventHorizonBattle, battle_of_spec
from variants.event_horizon.battle.record import record_of, statistics_of
from variants.event_horizon.battle.spec import read_spec
from variants.event_horizon.constants import (
    DAMAGE,
    NEW_TARGET_PERCENT,
    SHOTS_PER_WEAPON,
    TICKETS,
    TICKETS_PER_THRUSTER,
)
from variants.event_horizon.ship_rules import ShipRules

if TYPE_CHECKING:
    from variants.event_horizon.battle.kernels import Rules


@frozen(kw_only=True)
class Resolver(ShipRules):
    """The rulebook's combat, run by the kernel. Its fields are the numbers of EH-CBT.

    `tickets` and `tickets_per_thruster`: a ship's tickets in the lottery (EH-CBT-002).
    `shots_per_weapon`: shots of a volley (EH-CBT-004). `new_target_percent`: the chance, to the
    power of the shooter's weapons, that a later shot draws a new target (EH-CBT-007).
    `damage`: the damage of a hit (EH-CBT-010). The other numbers are those of `ShipRules`: a house
    rule that changes them in the economy also changes them here. Invalid numbers raise ValueError.
    """

    tickets: int = number(TICKETS, 1)
    tickets_per_thruster: int = number(TICKETS_PER_THRUSTER, 0)
    shots_per_weapon: int = number(SHOTS_PER_WEAPON, 1)
    new_target_percent: int = number(NEW_TARGET_PERCENT, 0, 100)
    damage: int = number(DAMAGE, 1)

    @property
    def battle_schema(self) -> Mapping[str, Any]:
        """The JSON Schema of a battle as plain data."""
        from variants.event_horizon.battle.spec import BATTLE_SCHEMA

        return BATTLE_SCHEMA

    def battle(self, spec: Mapping[str, Any]) -> EventHorizonBattle:
        """Read a battle from plain data (see `battle.spec.read_spec`); raises BattleError."""
        return battle_of_spec(read_spec(spec, self))

    def resolve(self, battle: EventHorizonBattle, key: Key, run: int = 0) -> BattleRecord:
        """Fight once, shot by shot."""
        from variants.event_horizon.battle.fights import fight_once

        fought = fight_once(
            battle.fleet(), battle.turns, battle.charge, battle_key(key), run, self._rules()
        )
        return record_of(battle, fought)

    def simulate(
        self, battle: EventHorizonBattle, runs: int, key: Key, threads: int = 1
    ) -> BattleStatistics:
        """Fight `runs` times; measures are ships and components, left and lost, by side."""
        from variants.event_horizon.battle.fights import fight_runs

        fought = fight_runs(
            battle.fleet(),
            battle.turns,
            battle.charge,
            battle_key(key),
            runs,
            threads,
            rules=self._rules(),
        )
        return statistics_of(battle, fought)

    def _rules(self) -> Rules:
        from variants.event_horizon.battle.kernels import Rules

        return Rules(*(getattr(self, name) for name in Rules._fields))
