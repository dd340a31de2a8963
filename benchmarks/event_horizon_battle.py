"""The battle kernel of Event Horizon: against the reference, over fleet sizes, and over threads.

All battles are fought to the end, with shields charged between turns, by two equal sides of the
same mixture of ships of two to four weapons. Compared things take turns, so that a busy machine
slows all of them alike.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks import battle_rows
from benchmarks.measuring import in_turns, relative_shot_costs, seconds
from horizons_core.rng import Stream
from tests.variants.event_horizon.reference import Battle, Ship
from variants.event_horizon.battle.fights import BattleRuns, fight_runs, fleet_array
from variants.event_horizon.battle.kernels import FleetArray

TURNS = 100
KEY = 20260101
SIZES = (10, 100, 1_000, 10_000)
QUICK_SIZES = (10, 100)
SHOTS = 300_000  # about as many in every timing of the growth: what one battle of 10,000 takes


def rows(*, quick: bool = False) -> list[dict[str, Any]]:
    """Kernel against reference, cost of a shot by fleet size, two threads against one."""
    fight_runs(fleet(1), 1, charge=False, key=KEY, runs=1)  # compiles, or loads, the kernel
    return [against_reference(quick=quick), *growth(quick=quick), threads(quick=quick)]


def fleet(ships: int) -> FleetArray:
    """Return two sides of this number of ships each, with just the hull that they need."""
    kinds = np.arange(2 * ships) % ships % 12
    weapons, thrusters, shields = 2 + kinds % 3, 1 + kinds % 4, kinds % 2
    non_hull = weapons + thrusters + shields
    side = np.arange(2 * ships) // ships
    return fleet_array(side, (non_hull**2 + 2) // 4, thrusters, weapons, shields, shields)


def fight_battle(ships: FleetArray, runs: int, threads: int = 1) -> BattleRuns:
    """Fight a number of runs of the fleet's battle."""
    return fight_runs(ships, TURNS, charge=True, key=KEY, runs=runs, threads=threads)


def per_shot(ships: FleetArray, runs: int) -> float:
    """Return seconds per shot over a number of runs in one thread."""
    fought = []
    duration = seconds(lambda: fought.append(fight_battle(ships, runs)))
    return duration / int(fought[0].shots.sum())


def per_shot_of_reference(ships: FleetArray, run: int) -> float:
    """Return seconds per shot of one run of the plain reference, without creating its objects."""
    crew = [Ship(number, side, *row) for number, (*row, side, _, _) in enumerate(ships.tolist())]
    battle = Battle(crew, Stream(KEY, run))
    duration = seconds(lambda: battle.fight(TURNS, charge=True))
    return duration / battle.shots


def against_reference(*, quick: bool) -> dict[str, Any]:
    """Compare the time of a shot in the kernel with the reference, 30 ships a side."""
    ships = fleet(30)
    return battle_rows.against_reference(
        "battle: kernel against reference, 30 ships a side",
        lambda: per_shot(ships, 400),
        lambda run: per_shot_of_reference(ships, run),
        "shot",
        3 if quick else 15,
    )


def growth(*, quick: bool) -> list[dict[str, Any]]:
    """Measure the cost of a shot at each size as a multiple of that at the smallest."""
    sizes = QUICK_SIZES if quick else SIZES
    fleets = {size: fleet(size) for size in sizes}
    times = in_turns(
        fleets,
        lambda size, ships: per_shot(ships, max(1, SHOTS // (30 * size))),
        3 if quick else 25,
    )
    return relative_shot_costs("battle", times, battle_rows.GROWTH_BAR)


def threads(*, quick: bool) -> dict[str, Any]:
    """Compare two threads with one, on two processors."""
    ships, runs = fleet(30), 1_000 if quick else 10_000
    return battle_rows.threads(
        "battle: two threads against one",
        lambda count: fight_battle(ships, runs, count),
        3 if quick else 15,
        f"{runs:,} runs of 30 ships a side",
    )
