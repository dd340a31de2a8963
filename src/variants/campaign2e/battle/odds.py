"""Estimated odds of a battle, for bots and for players before an attack (C2E-14.1-02).

Fleets are written as in battle files (`spec`); `entry_of` converts ships of a view.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from attrs import define, field, frozen

from horizons_core.combat import BattleStatistics, Key
from horizons_core.sums import int_array_sum
from variants.campaign2e.battle.fleets import DEFAULTS, CampaignBattle
from variants.campaign2e.battle.spec import read_spec

#: Number of runs that estimates a chance to within about a thirtieth.
FEW = 200

_OWN, _ENEMY = "own", "enemy"

#: One ship or several identical ships, as in a battle file.
FleetFacts = Mapping[str, Any]


class BattleSimulator(Protocol):
    """Required part of the variant's resolver."""

    def battle(self, spec: Mapping[str, Any]) -> CampaignBattle:
        """Parse a battle from plain data."""

    def simulate(self, battle: CampaignBattle, runs: int, key: Key) -> BattleStatistics:
        """Fight the battle several times."""


@frozen
class BattleOdds:
    """Estimated outcome of a battle.

    Attributes:
        held: chance that the first side holds the field.
        lost: chance that the second side holds it.
        own_losses: average points of the first side's ships destroyed or captured.
        enemy_losses: average points of the second side's ships destroyed or captured.
    """

    held: float
    lost: float
    own_losses: float
    enemy_losses: float


def odds(
    own_ships: Sequence[FleetFacts],
    enemy: Sequence[FleetFacts],
    resolver: BattleSimulator,
    own_order: Mapping[str, Any] | None = None,
    runs: int = FEW,
    key: Key = 0,
) -> BattleOdds:
    """Return the odds of one side against another; raises BattleError for invalid fleets.

    `own_order` is a battle order as in a battle file. The same `key` gives the same odds. With a
    resolver that does not measure points left, the side that loses the field loses all of them.
    """
    sides = {_OWN: list(own_ships), _ENEMY: list(enemy)}
    spec = {"sides": sides, "orders": {_OWN: dict(own_order or {})}}
    battle = resolver.battle(spec)
    statistics = resolver.simulate(battle, runs, key)
    held, lost = statistics.wins(0) / runs, statistics.wins(1) / runs
    if not (isinstance(battle, CampaignBattle) and "points left" in statistics.measures):
        points = [side.points for side in read_spec(spec, DEFAULTS).fleets]
        return BattleOdds(held, lost, own_losses=points[0] * lost, enemy_losses=points[1] * held)
    points = [side.points for side in battle.fleets]
    points_left = int_array_sum(statistics.measures["points left"], axis=0) / runs
    return BattleOdds(
        held=held,
        lost=lost,
        own_losses=float(points[0] - points_left[0]),
        enemy_losses=float(points[1] - points_left[1]),
    )


@define(eq=False)
class CachedOdds:
    """Cached odds: the same fleets always have the same odds.

    Bots with waiting fleets ask for the same battle every week, and most fleets wait.

    Attributes:
        resolver: fights the battles.
        runs: number of runs per estimate.
        size: maximum number of cached estimates; the oldest is dropped first.
    """

    resolver: BattleSimulator
    runs: int = FEW
    size: int = 1_000
    _known: dict[str, BattleOdds] = field(factory=dict)

    def of(self, own_ships: Sequence[FleetFacts], enemy: Sequence[FleetFacts]) -> BattleOdds:
        """Return the odds of one side against another; raises BattleError for invalid fleets."""
        cache_key = json.dumps((own_ships, enemy))
        estimate = self._known.get(cache_key)
        if estimate is None:
            estimate = odds(own_ships, enemy, self.resolver, runs=self.runs)
            self._known[cache_key] = estimate
            if len(self._known) > self.size:
                self._known.pop(next(iter(self._known)), None)
        return estimate


def entry_of(ship: Mapping[str, Any], designs: Mapping[str, str]) -> dict[str, Any]:
    """Convert a ship in its owner's view to an entry of a battle file.

    `designs` maps names of designs to their words in DESIGN.
    """
    entry: dict[str, Any] = {
        "design": ship["fitted"] or designs.get(ship["design"], ship["design"]),
        "hull_lost": ship["hull_of"] - ship["hull"],
        "armour_lost": ship["armour_of"] - ship["armour"],
        "systems_out": list(ship["out"]),
        "core_out": list(ship["core_out"]),
        "second_hand": list(ship["second_hand"]),
        "fighters_left": list(ship["fighters"]),
        "salvoes_left": ship["salvoes"],
        "out_of_supply": not ship["in_supply"],
        "weaponry_unmet": bool(ship["due"].get("weaponry")),
    }
    states = {name: ship[name] for name in ("drive", "ftl") if ship[name] != "none"}
    return entry | states


def entries_of(designs: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return entries of a battle file for seen designs and their numbers."""
    return [{"design": name, "count": count} for name, count in designs.items() if count]
