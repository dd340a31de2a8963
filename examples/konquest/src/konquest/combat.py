"""Battles by kill percentages: shot for shot, the defender first (KO-BATTLE)."""

from collections.abc import Mapping
from typing import Any

from attrs import evolve, frozen

from horizons_core import Battle, BattleRecord, BattleStatistics, Stream
from horizons_core.battle_fields import integer, known, listed, mapping
from horizons_core.combat import Fighter, Key, Shot, battle_key, simulate_by_resolving
from horizons_core.errors import BattleError

VOLLEY = 10  # shots of each side in a round of the record
LIMITS = {"ships": 1000, "kill": 99}
_UNIT = {
    "type": "object", "required": [*LIMITS],
    "properties": {n: {"type": "integer", "minimum": 1, "maximum": m} for n, m in LIMITS.items()},
}  # fmt: skip
_SIDE = {"type": "array", "items": _UNIT, "minItems": 1, "maxItems": 20}
_SIDES = {"type": "object", "additionalProperties": _SIDE, "minProperties": 2, "maxProperties": 2}
SCHEMA = {"type": "object", "properties": {"sides": _SIDES}, "required": ["sides"]}


@frozen
class Duel(Battle):
    """Groups of ships of the attacker and the defender, and the kill percentage of each group."""

    fighters: tuple[Fighter, ...]
    kills: tuple[int, ...]


def group(name: str, side: int, ships: int, kill: int) -> Fighter:
    """Return a group of ships before a battle."""
    numbers = {"ships": ships}
    return Fighter(name, side, numbers, numbers, not ships, about=f"hits with {kill} %")


@frozen
class Resolver:
    """The resolver. Without a kernel, a simulation is one recorded battle after another."""

    battle_schema = SCHEMA

    def battle(self, spec: Mapping[str, Any]) -> Duel:
        """Read two sides, the attacker's first, from plain data; raises BattleError."""
        sides = mapping("sides", known("the battle", spec, ["sides"]).get("sides"))
        fighters, kills = [], []
        for side, (name, rows) in enumerate(sides.items()):
            for number, row in enumerate(listed(str(name), rows), 1):
                place = f"{name} {number}"
                unit = known(place, mapping(place, row), LIMITS)
                ships, kill = (
                    integer(f"{place}: {n}", unit.get(n), 1, m) for n, m in LIMITS.items()
                )
                fighters.append(group(place, side, ships, kill))
                kills.append(kill)
        if len(sides) != 2 or {fighter.side for fighter in fighters} != {0, 1}:
            raise BattleError("two sides need ships", "write {Ada: [{ships: 9, kill: 45}], ...}")
        return Duel(tuple(map(str, sides)), tuple(fighters), tuple(kills))

    def simulate(self, battle: Duel, runs: int, key: Key, threads: int = 1) -> BattleStatistics:  # noqa: ARG002
        """Simulate with one thread, whatever `threads` says."""
        return simulate_by_resolving(self, battle, runs, key)

    def resolve(self, battle: Duel, key: Key, run: int = 0) -> BattleRecord:
        """Fight until a side has no ships left; the first group of each side fires and is hit."""
        dice, shots, rounds = Stream(battle_key(key), run), list[Shot](), 0
        ships = [fighter.ships for fighter in battle.fighters]
        fronts = [
            [n for n, f in enumerate(battle.fighters) if f.side == s and f.ships] for s in (0, 1)
        ]
        while all(fronts):
            rounds, fired = rounds + 1, dict[tuple[int, int], list[int]]()
            for side in (1, 0) * VOLLEY:
                if all(fronts):
                    shooter, target = fronts[side][0], fronts[1 - side][0]
                    hit = int(dice.below(100) < battle.kills[shooter])
                    fired.setdefault((shooter, target), []).append(hit)
                    ships[target] -= hit
                    del fronts[1 - side][: not ships[target]]
            for ends, hits in fired.items():
                count, kills = len(hits), hits.count(1)
                shots.append(
                    Shot(
                        *ends,
                        destroyed=kills > 0,
                        round=rounds,
                        count=count,
                        kills=kills,
                        hits=kills,
                    )
                )
        units = tuple(
            evolve(fighter, after={"ships": left}, destroyed=not left)
            for fighter, left in zip(battle.fighters, ships, strict=True)
        )
        winner = int(not fronts[0])
        return BattleRecord(battle.sides, units, tuple(shots), rounds, winner, dice.drawn)
