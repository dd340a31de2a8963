"""What to expect of a battle: for bots, and for whoever asks before an attack (C2E-14.1-02).

Fleets are written as in battle files (`spec`); ships of a view become such entries by `entry_of`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from attrs import define, field, frozen

from horizons_core.combat import BattleStatistics, Key
from horizons_core.sums import int_array_sum
from variants.campaign2e.battle.fleets import CampaignBattle

#: Runs that tell a chance to about a thirtieth.
FEW = 200

_OWN, _ENEMY = "own", "enemy"

#: A ship, or several alike, as in a battle file.
Entry = Mapping[str, Any]


class Resolver(Protocol):
    """What is asked of the variant's resolver."""

    def battle(self, spec: Mapping[str, Any]) -> CampaignBattle:
        """A battle from plain data."""

    def simulate(self, battle: CampaignBattle, runs: int, key: Key) -> BattleStatistics:
        """Fight it so often."""


@frozen
class Odds:
    """What a battle is likely to bring.

    Attributes:
        held: the chance that the own side holds the field.
        lost: that the enemy holds it.
        own_losses: the points of own ships that are destroyed or captured, on average.
        enemy_losses: the same of the enemy's.
    """

    held: float
    lost: float
    own_losses: float
    enemy_losses: float


def odds(
    own: Sequence[Entry],
    enemy: Sequence[Entry],
    resolver: Resolver,
    own_order: Mapping[str, Any] | None = None,
    runs: int = FEW,
    key: Key = 0,
) -> Odds:
    """The odds of one side against another; raises BattleError for what is no battle.

    `own_order` is a battle order as in a battle file. The same `key` gives the same odds.
    """
    sides = {_OWN: list(own), _ENEMY: list(enemy)}
    battle = resolver.battle({"sides": sides, "orders": {_OWN: dict(own_order or {})}})
    fought = resolver.simulate(battle, runs, key)
    points = [side.points for side in battle.fleets]
    left = int_array_sum(fought.measures["points left"], axis=0) / runs
    return Odds(
        held=fought.wins(0) / runs,
        lost=fought.wins(1) / runs,
        own_losses=float(points[0] - left[0]),
        enemy_losses=float(points[1] - left[1]),
    )


@define(eq=False)
class KnownOdds:
    """Odds that are asked for again and again: the same fleets always have the same ones.

    A fleet that waits asks every week whether it could win the same battle, and most fleets wait.

    Attributes:
        resolver: fights the battles.
        runs: how many for an answer.
        most: how many answers are kept; of more the oldest is forgotten.
    """

    resolver: Resolver
    runs: int = FEW
    most: int = 1_000
    _known: dict[str, Odds] = field(factory=dict)

    def of(self, own: Sequence[Entry], enemy: Sequence[Entry]) -> Odds:
        """The odds of one side against another; raises BattleError for what is no battle."""
        asked = json.dumps((own, enemy))
        found = self._known.get(asked)
        if found is None:
            found = odds(own, enemy, self.resolver, runs=self.runs)
            self._known[asked] = found
            if len(self._known) > self.most:
                self._known.pop(next(iter(self._known)), None)
        return found


def entry_of(ship: Mapping[str, Any], designs: Mapping[str, str]) -> dict[str, Any]:
    """A ship of one's own as a view tells it, as an entry of a battle file.

    `designs` has the words of DESIGN by the names of designs.
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
    """So many ships of each design that was seen, as entries of a battle file."""
    return [{"design": name, "count": count} for name, count in designs.items() if count]
