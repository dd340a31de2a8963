"""Luck, which is the result of a battle minus its expected result.

A battle is fought many times with unrelated dice. Its luck is its result minus their mean; over
many battles the average is 0 for everyone, however well they fight. The standard deviation says how
much luck is usual.
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
from horizons_core.turn.records import FoughtBattle

__all__ = ["RUNS", "WON", "Luck", "luck", "luck_of", "totals"]

#: Number of battles behind an expected result: its standard error is a fortieth of the standard
#: deviation or better.
RUNS = 2_000

#: The measure of every battle: 1 for the winner and 0 for others, or an equal share for each
#: without a winner. The luck of all sides in it adds up to 0.
WON = "won"


@frozen
class Luck:
    """The effect of the dice for a side by one measure, in the measure's unit.

    Attributes:
        side: the name of the side; for a sum over the battles of a game, the id of the empire.
        measure: its name, as in `BattleStatistics.measures`, or `WON`.
        actual: the battle's result.
        mean: the expected result, the mean of `runs` battles.
        deviation: their standard deviation.
        runs: the number of battles behind each expected result.
        battles: the number of battles added up.
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
        """The luck itself: the result minus its expectation."""
        return self.actual - self.mean

    @property
    def z(self) -> float | None:
        """The luck in standard deviations; None if the dice decide nothing."""
        return self.amount / self.deviation if self.deviation else None

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
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
    """Return the luck of all sides in the battle of `key` and `run`, measure by measure.

    The expected result comes from `runs` battles with a key derived from `key` and `run`, so the
    same battle always has the same luck. The runs before `run` are also fought. Raises ValueError
    for an invalid key, a run below 0, or fewer than 2 runs.
    """
    if run < 0 or runs < 2:
        raise ValueError(f"a mean needs 2 or more runs, counted from 0: not {run}, {runs}")
    number = battle_key(key)
    fought = resolver.simulate(battle, run + 1, number, threads=threads)
    sample = resolver.simulate(battle, runs, derive_key("luck", number, run), threads=threads)
    actual = dict(_columns(fought))
    return tuple(
        Luck(side, name, float(actual[name][index][run]), *_mean_and_deviation(values), runs)
        for name, sides in _columns(sample)
        for index, (side, values) in enumerate(zip(sample.sides, sides, strict=True))
    )


def luck_of(
    fought: FoughtBattle, resolver: CombatResolver, *, runs: int = RUNS, threads: int = 1
) -> tuple[Luck, ...]:
    """Return the luck of each empire in a battle of a turn, by the empires' ids.

    Empires on the same side each have the side's luck. Raises what `luck` raises.
    """
    by_side = luck(resolver, fought.battle, fought.key, runs=runs, threads=threads)
    sides = cycle(fought.empires)  # repeats for each measure
    return tuple(
        evolve(side_luck, side=empire)
        for side_luck, empires in zip(by_side, sides, strict=False)
        for empire in empires
    )


def totals(results: Iterable[Luck]) -> tuple[Luck, ...]:
    """Add up luck over battles: measure by measure, for each side in the order of appearance.

    The dice of different battles are independent, so the variances add up.
    """
    grouped: dict[str, dict[str, list[Luck]]] = {}
    sides: dict[str, None] = {}
    for entry in results:
        grouped.setdefault(entry.measure, {}).setdefault(entry.side, []).append(entry)
        sides[entry.side] = None
    return tuple(
        Luck(
            side=side,
            measure=measure,
            actual=math.fsum(entry.actual for entry in entries),
            mean=math.fsum(entry.mean for entry in entries),
            deviation=math.sqrt(math.fsum(entry.deviation * entry.deviation for entry in entries)),
            runs=min(entry.runs for entry in entries),
            battles=int_sum(entry.battles for entry in entries),
        )
        for measure, by_side in grouped.items()
        for side in sides
        if (entries := by_side.get(side))
    )


def _columns(statistics: BattleStatistics) -> Iterator[tuple[str, list[list[float]]]]:
    """Yield, by measure, the values of each side, one per run."""
    sides = range(len(statistics.sides))
    winner = statistics.winner.tolist()
    shared = 1 / len(sides)
    yield WON, [[shared if won < 0 else float(won == side) for won in winner] for side in sides]
    for name, values in statistics.measures.items():
        yield name, [values[:, side].tolist() for side in sides]


def _mean_and_deviation(values: Sequence[float]) -> tuple[float, float]:
    """Return mean and standard deviation from exact sums, equal on every machine."""
    if min(values) == max(values):
        return float(values[0]), 0.0
    mean = math.fsum(values) / len(values)
    squares = math.fsum((value - mean) * (value - mean) for value in values)
    return mean, math.sqrt(squares / (len(values) - 1))
