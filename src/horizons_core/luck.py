"""Luck: what the dice of a battle did, held against what was to be expected of them.

A battle is fought many times with dice that have nothing to do with its own. What came of the
battle less the mean of those is its luck: over many battles it is 0 on average, whoever fights and
however well. The standard deviation says how much of it is usual.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle
from typing import Any

from attrs import evolve, frozen

from horizons_core.combat import Battle, BattleStatistics, CombatResolver, Key, battle_key
from horizons_core.rng import derive_key
from horizons_core.sums import int_sum
from horizons_core.turn.fought import FoughtBattle

__all__ = ["RUNS", "WON", "Luck", "luck", "luck_of", "totals"]

#: How often a battle is fought to find out what is to be expected of it: enough for its mean to
#: be known to a fortieth of its standard deviation.
RUNS = 2_000

#: The measure that every battle has: 1 for a victory, 0 for another's, and an equal share each if
#: nobody wins. All sides' luck in it adds up to 0.
WON = "won"


@frozen
class Luck:
    """What the dice did for one side by one measure, in the measure's unit.

    Attributes:
        side: the name of the side; of a sum over the battles of a game the id of the empire.
        measure: its name, as in `BattleStatistics.measures`, or `WON`.
        actual: what came of it.
        mean: what was to be expected, the mean of `runs` battles.
        deviation: the standard deviation of these.
        runs: how often each battle was fought to find out.
        battles: how many battles were added up.
    """

    side: str
    measure: str
    actual: float
    mean: float
    deviation: float
    runs: int
    battles: int = 1

    @property
    def amount(self) -> float:
        """The luck itself: what came of it less what was to be expected."""
        return self.actual - self.mean

    @property
    def z(self) -> float | None:
        """The luck in standard deviations; None where dice decide nothing."""
        return self.amount / self.deviation if self.deviation else None

    def told(self) -> dict[str, Any]:
        """It as plain data."""
        return {
            "side": self.side,
            "measure": self.measure,
            "actual": self.actual,
            "expected": self.mean,
            "luck": self.amount,
            "deviation": self.deviation,
            "z": self.z,
            "battles": self.battles,
        }


def luck(
    resolver: CombatResolver,
    battle: Battle,
    key: Key,
    run: int = 0,
    *,
    runs: int = RUNS,
    threads: int = 1,
) -> tuple[Luck, ...]:
    """The luck of all sides in the battle that `key` and `run` name, measure by measure.

    What is to be expected comes from `runs` battles by a key of their own, which follows from
    `key` and `run`: the same battle always has the same luck. The runs before it are fought too.
    Raises ValueError for a key that is no key, a run below 0, or fewer than 2 runs.
    """
    if run < 0 or runs < 2:
        raise ValueError(f"runs are counted from 0, and 2 or more tell a mean: not {run}, {runs}")
    number = battle_key(key)
    fought = resolver.simulate(battle, run + 1, number, threads=threads)
    others = resolver.simulate(battle, runs, derive_key("luck", number, run), threads=threads)
    actual = dict(_columns(fought))
    return tuple(
        Luck(side, name, float(actual[name][index][run]), *_mean_and_deviation(values), runs)
        for name, sides in _columns(others)
        for index, (side, values) in enumerate(zip(others.sides, sides, strict=True))
    )


def luck_of(
    fought: FoughtBattle, resolver: CombatResolver, *, runs: int = RUNS, threads: int = 1
) -> tuple[Luck, ...]:
    """The luck of each empire in a battle of a turn, by the empires' ids.

    Empires that are one side have the side's luck each. Raises what `luck` raises.
    """
    found = luck(resolver, fought.battle, fought.key, runs=runs, threads=threads)
    sides = cycle(fought.empires)  # as many as the battle has, measure by measure
    return tuple(
        evolve(one, side=empire)
        for one, empires in zip(found, sides, strict=False)
        for empire in empires
    )


def totals(found: Iterable[Luck]) -> tuple[Luck, ...]:
    """Luck added up over battles: measure by measure, for each side in the order of appearance.

    The dice of one battle know nothing of another's, so the squares of deviations add up.
    """
    together: dict[str, dict[str, list[Luck]]] = {}
    sides: dict[str, None] = {}
    for one in found:
        together.setdefault(one.measure, {}).setdefault(one.side, []).append(one)
        sides[one.side] = None
    return tuple(
        Luck(
            side=side,
            measure=measure,
            actual=math.fsum(one.actual for one in some),
            mean=math.fsum(one.mean for one in some),
            deviation=math.sqrt(math.fsum(one.deviation * one.deviation for one in some)),
            runs=min(one.runs for one in some),
            battles=int_sum(one.battles for one in some),
        )
        for measure, by_side in together.items()
        for side in sides
        if (some := by_side.get(side))
    )


def _columns(statistics: BattleStatistics) -> Iterator[tuple[str, list[list[float]]]]:
    """By measure the values of each side, one a run."""
    sides = range(len(statistics.sides))
    winner = statistics.winner.tolist()
    shared = 1 / len(sides)
    yield WON, [[shared if won < 0 else float(won == side) for won in winner] for side in sides]
    for name, values in statistics.measures.items():
        yield name, [values[:, side].tolist() for side in sides]


def _mean_and_deviation(values: Sequence[float]) -> tuple[float, float]:
    """Exact sums, so that they are the same on every machine."""
    if min(values) == max(values):
        return float(values[0]), 0.0
    mean = math.fsum(values) / len(values)
    squares = math.fsum((value - mean) * (value - mean) for value in values)
    return mean, math.sqrt(squares / (len(values) - 1))
