"""The battle kernel of Galaxy G: its speed, over fleet sizes and groups, and over threads.

Ships have one gun each and a chance of 1/2, unless stated; battles are fought to the end.
Measurements that are compared take turns, so that a busy machine slows all of them alike.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks import battle_rows
from benchmarks.measuring import in_turns, relative_shot_costs, seconds, spread
from horizons_core.rng import Stream
from tests.variants.galaxy_g.reference import Battle, Group
from variants.galaxy_g.battle.kernels import BattleArrays, BattleRuns, battle_arrays, fight_runs

KEY = 20260101
SIZES = (5, 20, 1_000)
LARGE = (10, 100, 1_000, 10_000, 100_000)
QUICK_LARGE = (10, 1_000)
GROUPS = (3, 16, 17, 100, 1_000)
QUICK_GROUPS = (3, 17)
SHOTS = 200_000  # about as many in every timing; a battle of 100,000 ships a side takes more
NANOSECONDS_BAR = 15.0


def rows(*, quick: bool = False) -> list[dict[str, Any]]:
    """Measure nanoseconds per shot, battles per second, growth, the reference, and threads."""
    fight_battle(even(1), 1)  # compiles, or loads, the kernel
    return [
        *shots(quick=quick),
        battles_a_second(quick=quick),
        against_reference(quick=quick),
        *growth(quick=quick),
        *many_groups(quick=quick),
        threads(quick=quick),
    ]


def even(ships: int, groups: int = 1) -> BattleArrays:
    """Return two sides of this number of ships and groups, with even chances.

    Several groups differ: those of a side have three attacks, chances and defences.
    """
    side = np.repeat([0, 1], groups)
    kind = np.arange(2 * groups) % groups % 3
    counts = ships // groups + (np.arange(2 * groups) % groups < ships % groups)
    thresholds = np.array([[2, 1, 1], [2, 2, 1], [3, 2, 2]]) * 2**30
    if groups == 1:
        thresholds = np.full((3, 3), 2**31)
    return battle_arrays(2, side, counts, 1 + kind, kind, kind, thresholds, [(0, 1)])


def fight_battle(field: BattleArrays, runs: int, threads: int = 1) -> BattleRuns:
    """Fight a number of runs of the battle."""
    return fight_runs(field, KEY, runs, threads)


def per_shot(field: BattleArrays, runs: int) -> float:
    """Return seconds per shot over a number of runs in one thread."""
    fought = []
    duration = seconds(lambda: fought.append(fight_battle(field, runs)))
    return duration / int(fought[0].shots.sum())


def runs_for(field: BattleArrays) -> int:
    """Return the number of runs with about SHOTS shots."""
    return max(1, SHOTS // int(fight_battle(field, 1).shots[0] + 1))


def shots(*, quick: bool) -> list[dict[str, Any]]:
    """Measure nanoseconds per shot with one group on each side."""
    fields = {size: even(size) for size in SIZES}
    times = in_turns(
        fields, lambda _, field: 1e9 * per_shot(field, runs_for(field)), 3 if quick else 25
    )
    return [
        {
            "name": f"galaxy: a shot, {size:,} ships a side",
            **spread(times[size]),
            "unit": "ns",
            "bar": NANOSECONDS_BAR,
            "better": "at most",
        }
        for size in SIZES
    ]


def battles_a_second(*, quick: bool) -> dict[str, Any]:
    """Measure battles of 20 against 20 per second, in one thread."""
    field, runs = even(20), 500 if quick else 4_000
    rates = [runs / seconds(lambda: fight_battle(field, runs)) for _ in range(3 if quick else 25)]
    return {"name": "galaxy: battles a second, 20 ships a side", **spread(rates), "unit": "/s"}


def per_shot_of_reference(field: BattleArrays, run: int) -> float:
    """Return seconds per shot of one run of the plain reference, without creating its objects."""
    groups = [
        Group(number, side, ships, attacks, attack, defence)
        for number, (ships, side, attacks, attack, defence) in enumerate(field.groups.tolist())
    ]
    battle = Battle(groups, field.thresholds.tolist(), {(0, 1), (1, 0)}, Stream(KEY, run))
    duration = seconds(battle.fight)
    return duration / battle.shots


def against_reference(*, quick: bool) -> dict[str, Any]:
    """Compare the time of a shot in the kernel with the reference, 20 ships a side."""
    field = even(20)
    return battle_rows.against_reference(
        "galaxy: kernel against reference, 20 ships a side",
        lambda: per_shot(field, 1_000),
        lambda run: per_shot_of_reference(field, run),
        "shot",
        3 if quick else 25,
    )


def growth(*, quick: bool) -> list[dict[str, Any]]:
    """Measure the cost of a shot at each size, in three groups a side, relative to the smallest."""
    sizes = QUICK_LARGE if quick else LARGE
    fields = {size: even(size, groups=3) for size in sizes}
    times = in_turns(fields, lambda _, field: per_shot(field, runs_for(field)), 3 if quick else 15)
    return relative_shot_costs("galaxy", times, battle_rows.GROWTH_BAR)


def many_groups(*, quick: bool) -> list[dict[str, Any]]:
    """Measure nanoseconds per shot of battles of 3,000 ships a side, by number of groups."""
    sizes = QUICK_GROUPS if quick else GROUPS
    fields = {size: even(3_000, groups=size) for size in sizes}
    times = in_turns(
        fields, lambda _, field: 1e9 * per_shot(field, runs_for(field)), 3 if quick else 15
    )
    return [
        {
            "name": f"galaxy: a shot, 3,000 ships a side in {size:,} groups",
            **spread(times[size]),
            "unit": "ns",
            "better": "at most",
        }
        for size in sizes
    ]


def threads(*, quick: bool) -> dict[str, Any]:
    """Compare two threads with one, on two processors."""
    field, runs = even(20), 4_000 if quick else 100_000
    return battle_rows.threads(
        "galaxy: two threads against one",
        lambda count: fight_battle(field, runs, count),
        3 if quick else 15,
        f"{runs:,} runs of 20 ships a side",
    )
