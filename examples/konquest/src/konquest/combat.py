"""Battles by kill percentages: shot for shot, the defender first (KO-BATTLE)."""

from collections.abc import Mapping
from typing import Any

from attrs import evolve, frozen

from horizons_core import Battle, BattleRecord, BattleStatistics, Stream
from horizons_core.battle_fields import integer, known, listed, mapping
from horizons_core.combat import Fighter, Key, Shot, battle_key, simulate_by_resolving
from horizons_core.errors import BattleError

VOLLEY = 10  # shots of each side in a round of the record
LIMITS = {"ships": (1, 1000), "kill": (1, 99)}


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

    @property
    def battle_schema(self) -> Mapping[str, Any]:
        """Return the JSON Schema of a battle, from which the form of the calculator is made."""
        fields = {
            n: {"type": "integer", "minimum": a, "maximum": b} for n, (a, b) in LIMITS.items()
        }
        unit = {"type": "object", "properties": fields, "required": [*fields]}
        side = {"type": "array", "items": unit, "minItems": 1, "maxItems": 20}
        sides = {
            "type": "object",
            "additionalProperties": side,
            "minProperties": 2,
            "maxProperties": 2,
        }
        return {"type": "object", "properties": {"sides": sides}, "required": ["sides"]}

    def battle(self, spec: Mapping[str, Any]) -> Duel:
        """Read two sides, the attacker's first, from plain data; raises BattleError."""
        sides = mapping("sides", known("the battle", spec, ["sides"]).get("sides"))
        fighters, kills = [], []
        for side, (name, rows) in enumerate(sides.items()):
            for number, row in enumerate(listed(str(name), rows), 1):
                place = f"{name} {number}"
                unit = known(place, mapping(place, row), LIMITS)
                ships, kill = (integer(f"{place}: {n}", unit.get(n), *LIMITS[n]) for n in LIMITS)
                fighters.append(group(place, side, ships, kill))
                kills.append(kill)
        if len(sides) != 2 or {fighter.side for fighter in fighters} != {0, 1}:
            raise BattleError("two sides need ships", "write {Ada: [{ships: 9, kill: 45}], ...}")
        return Duel(tuple(map(str, sides)), tuple(fighters), tuple(kills))

    def simulate(self, battle: Duel, runs: int, key: Key, threads: int = 1) -> BattleStatistics:
        """Simulate with one thread, whatever `threads` says."""
        del threads
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
        winner = 0 if fronts[0] else 1
        return BattleRecord(battle.sides, units, tuple(shots), rounds, winner, dice.drawn)
