"""The battle kernel of Event Horizon: against the reference, over fleet sizes, and over threads.

All battles are fought to the end, with shields charged between turns, by two equal sides of the
same mixture of ships of two to four weapons. Compared things take turns, so that a busy machine
slows all of them alike.
"""

from __future__ import annotations

import statistics
from typing import Any

import numpy as np

from benchmarks.rng import seconds, spread
from horizons_core.rng import Stream
from tests.variants.event_horizon.reference import Battle, Ship
from variants.event_horizon.kernels import Fleet, Runs, fight_runs, muster

TURNS = 100
KEY = 20260101
SIZES = (10, 100, 1_000, 10_000)
QUICK_SIZES = (10, 100)
SHOTS = 300_000  # about as many in every timing of the growth: what one battle of 10,000 takes
REFERENCE_BAR, GROWTH_BAR, THREADS_BAR = 300.0, 1.5, 1.7


def rows(*, quick: bool = False) -> list[dict[str, Any]]:
    """Kernel against reference, cost of a shot by fleet size, two threads against one."""
    fight_runs(fleet(1), 1, charge=False, key=KEY, runs=1)  # compiles, or loads, the kernel
    return [against_reference(quick=quick), *growth(quick=quick), threads(quick=quick)]


def fleet(ships: int) -> Fleet:
    """Two sides of so many ships each, with just the hull that they need."""
    kinds = np.arange(2 * ships) % ships % 12
    weapons, thrusters, shields = 2 + kinds % 3, 1 + kinds % 4, kinds % 2
    others = weapons + thrusters + shields
    side = np.arange(2 * ships) // ships
    return muster(side, (others**2 + 2) // 4, thrusters, weapons, shields, shields)


def fought_out(ships: Fleet, runs: int, threads: int = 1) -> Runs:
    """So many runs of the fleet's battle."""
    return fight_runs(ships, TURNS, charge=True, key=KEY, runs=runs, threads=threads)


def per_shot(ships: Fleet, runs: int) -> float:
    """Seconds a shot of so many runs in one thread."""
    fought = []
    taken = seconds(lambda: fought.append(fought_out(ships, runs)))
    return taken / int(fought[0].shots.sum())


def per_shot_of_reference(ships: Fleet, run: int) -> float:
    """Seconds a shot of one run by the plain reference, the making of its objects left out."""
    crew = [Ship(number, side, *row) for number, (*row, side, _, _) in enumerate(ships.tolist())]
    battle = Battle(crew, Stream(KEY, run))
    taken = seconds(lambda: battle.fight(TURNS, charge=True))
    return taken / battle.shots


def against_reference(*, quick: bool) -> dict[str, Any]:
    """How many times faster a shot is in the kernel than in the reference, 30 ships a side."""
    ships = fleet(30)
    kernel, reference = [], []
    for run in range(3 if quick else 15):
        kernel.append(per_shot(ships, 400))
        reference.append(per_shot_of_reference(ships, run))
    ratios = [slow / fast for slow, fast in zip(reference, kernel, strict=True)]
    return {
        "name": "battle: kernel against reference, 30 ships a side",
        **spread(ratios),
        "bar": REFERENCE_BAR,
        "note": f"{1e9 * statistics.median(kernel):.0f} ns a shot against "
        f"{1e6 * statistics.median(reference):.0f} us",
    }


def growth(*, quick: bool) -> list[dict[str, Any]]:
    """The cost of a shot at each size as a multiple of that at the smallest."""
    sizes = QUICK_SIZES if quick else SIZES
    fleets = {size: fleet(size) for size in sizes}
    times: dict[int, list[float]] = {size: [] for size in sizes}
    for _ in range(3 if quick else 25):
        for size, ships in fleets.items():
            times[size].append(per_shot(ships, max(1, SHOTS // (30 * size))))
    smallest = times[sizes[0]]
    return [
        {
            "name": f"battle: cost of a shot, {sizes[0]} to {size:,} ships a side",
            **spread([large / small for large, small in zip(times[size], smallest, strict=True)]),
            "bar": GROWTH_BAR,
            "better": "at most",
            "note": f"{1e9 * statistics.median(smallest):.0f} ns to "
            f"{1e9 * statistics.median(times[size]):.0f} ns",
        }
        for size in sizes[1:]
    ]


def threads(*, quick: bool) -> dict[str, Any]:
    """How many times faster two threads are than one, where there are two processors."""
    ships, runs = fleet(30), 1_000 if quick else 10_000
    ratios = []
    for _ in range(3 if quick else 15):
        one = seconds(lambda: fought_out(ships, runs, threads=1))
        two = seconds(lambda: fought_out(ships, runs, threads=2))
        ratios.append(one / two)
    return {
        "name": "battle: two threads against one",
        **spread(ratios),
        "bar": THREADS_BAR,
        "note": f"{runs:,} runs of 30 ships a side",
    }
