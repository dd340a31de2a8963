"""Robots shoot at robots until only one side has any (PR-JMP)."""

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from horizons_core import Battle, BattleRecord, BattleStatistics, Stream
from horizons_core.combat import Fighter, Key, Shot, battle_key, simulate_by_resolving
from horizons_core.errors import BattleError
from horizons_core.sums import int_sum

TO_HIT = (5, 4)  # attackers, defenders in their trenches


@frozen
class RobotBattle(Battle):
    """The numbers of attacking and defending robots."""

    robots: tuple[int, int]


@frozen
class Robots:
    """The resolver. Without a kernel, a simulation is one recorded battle after another."""

    @property
    def battle_schema(self) -> Mapping[str, Any]:
        """Return the JSON Schema of a battle as plain data."""
        robots = {"type": "integer", "minimum": 1, "maximum": 1000}
        sides = ["attackers", "defenders"]
        return {"type": "object", "properties": dict.fromkeys(sides, robots), "required": sides}

    def battle(self, spec: Mapping[str, Any]) -> RobotBattle:
        """Read {"attackers": 3, "defenders": 2}; raises BattleError."""
        robots = [spec.get(side) for side in ("attackers", "defenders")]
        if len(spec) != 2 or not all(type(n) is int and 0 < n <= 1000 for n in robots):
            raise BattleError(f"no battle: {dict(spec)}", "write {attackers: 3, defenders: 2}")
        return RobotBattle(("attackers", "defenders"), (robots[0], robots[1]))

    def simulate(
        self, battle: RobotBattle, runs: int, key: Key, threads: int = 1
    ) -> BattleStatistics:
        """Simulate with one thread, whatever `threads` says."""
        del threads
        return simulate_by_resolving(self, battle, runs, key)

    def resolve(self, battle: RobotBattle, key: Key, run: int = 0) -> BattleRecord:
        """Fire all robots at once, each at the first enemy that is not hit yet."""
        dice, shots, rounds = Stream(battle_key(key), run), list[Shot](), 0
        first, both = battle.robots[0], int_sum(battle.robots)
        alive = [list(range(first)), list(range(first, both))]
        while all(alive):
            rounds += 1
            left = [list(robots) for robots in alive]
            for side, enemy in ((0, 1), (1, 0)):
                for robot in alive[side]:
                    hit = dice.die(6) >= TO_HIT[side] and bool(left[enemy])
                    target = left[enemy].pop(0) if hit else alive[enemy][-1]
                    part = ("robot",) if hit else ()
                    shots.append(Shot(robot, target, lost=part, destroyed=hit, round=rounds))
            alive = left
        winner = 0 if alive[0] else 1 if alive[1] else None
        lives = [number in alive[0] or number in alive[1] for number in range(both)]
        units = tuple(
            Fighter(f"robot {n}", int(n >= first), {"robot": 1}, {"robot": int(life)}, not life)
            for n, life in enumerate(lives)
        )
        return BattleRecord(battle.sides, units, tuple(shots), rounds, winner, dice.drawn)


ROBOTS = Robots()
