"""The battle kernel of Far Horizons: shots per second, over sizes, threads and different ships.

Two fleets of destroyers, Military and Life Support 10, age 0, fight to the end, as the engine of
1999 was measured. Measurements that are compared take turns, so that a busy machine slows all
alike.
"""

from __future__ import annotations

import statistics
from typing import Any

from benchmarks import battle_rows
from benchmarks.measuring import in_turns, seconds, spread
from horizons_core.rng import Stream
from tests.variants.far_horizons.battle_reference import Reference
from variants.far_horizons.battle.kernels import protocol as at
from variants.far_horizons.battle.kernels.fights import Runs, fight_runs
from variants.far_horizons.battle.questions import FleetBattle
from variants.far_horizons.combat import Resolver
from variants.far_horizons.mods.engine_1999.economy import ENGINE_1999_BATTLES

KEY = 20260101
SIZES = (5, 50, 100, 500)
#: Millions of shots per second of the engine's battle routine alone, on one core of a Xeon.
ENGINE = {5: 4.5, 50: 1.26, 100: 0.68, 500: 0.104}
SHOTS = 2_000_000  # about as many in every timing
DIFFERENT = 1_000  # ships a side
CLASSES = ("DD", "CL", "CS", "CA", "CC", "BC", "BS", "DN", "SD", "BM")
SPEED_BAR, GROWTH_BAR = 25.0, 2 / 3


def rows(*, quick: bool = False) -> list[dict[str, Any]]:
    """Measure shots per second, growth, different ships, kernel against reference, threads."""
    fight_runs(destroyers(1).field, KEY, 1)  # compiles, or loads, the kernel
    rates = shots_a_second(quick=quick)
    return [
        *(_speed(size, rates[size]) for size in rates),
        growth(rates),
        different_ships(quick=quick),
        against_reference(quick=quick),
        threads(quick=quick),
    ]


def destroyers(ships: int) -> FleetBattle:
    """Return a battle with this number of destroyers on each side."""
    fleet = {"ships": [{"class": "DD", "count": ships}]}
    return _battle({"sides": {"Human": fleet, "Klingon": fleet}})


def assorted_ships(ships: int) -> FleetBattle:
    """Return a battle of ten classes and all ages, with shield generators by the ship's number."""
    fleet = [
        {"class": CLASSES[number % 10], "age": number // 10 % 50, "cargo": {"SG1": 1 + number % 3}}
        for number in range(ships)
    ]
    return _battle({"sides": {"Human": {"ships": fleet}, "Klingon": {"ships": fleet[::-1]}}})


def _battle(spec: dict[str, Any]) -> FleetBattle:
    battle = Resolver(ENGINE_1999_BATTLES).battle(spec)
    assert isinstance(battle, FleetBattle)
    return battle


def shots_fired(runs: Runs) -> int:
    """Return the total number of shots."""
    return int(runs.totals[:, at.T_SHOTS].sum())


def rate(battle: FleetBattle, runs: int) -> float:
    """Return millions of shots per second over a number of runs in one thread."""
    fought: list[Runs] = []
    duration = seconds(lambda: fought.append(fight_runs(battle.field, KEY, runs)))
    return shots_fired(fought[0]) / duration / 1e6


def runs_for(battle: FleetBattle, shots: int = SHOTS) -> int:
    """Return the number of runs with about this number of shots."""
    return max(2, shots // (1 + shots_fired(fight_runs(battle.field, KEY, 4)) // 4))


def shots_a_second(*, quick: bool) -> dict[int, list[float]]:
    """Measure millions of shots per second in one thread, by size."""
    battles = {size: destroyers(size) for size in SIZES}
    runs = {size: runs_for(battle, SHOTS // (10 if quick else 1)) for size, battle in
            battles.items()}  # fmt: skip
    return in_turns(battles, lambda size, battle: rate(battle, runs[size]), 3 if quick else 25)


def _speed(size: int, rates: list[float]) -> dict[str, Any]:
    times = statistics.median(rates) / ENGINE[size]
    bar = {"bar": SPEED_BAR, "better": "at least"} if size == SIZES[0] else {}
    return {
        "name": f"far horizons: shots, {size} destroyers a side",
        **spread(rates),
        "unit": "M/s",
        **bar,
        "note": f"{1e3 / statistics.median(rates):.0f} ns a shot; {times:,.0f} times the engine of "
        f"1999 ({ENGINE[size]:g} M/s)",
    }


def growth(rates: dict[int, list[float]]) -> dict[str, Any]:
    """Measure the speed of the largest battles as a part of that of the smallest."""
    small, large = rates[SIZES[0]], rates[SIZES[-1]]
    return {
        "name": f"far horizons: speed at {SIZES[-1]} a side by that at {SIZES[0]}",
        **spread(
            [large_rate / small_rate for large_rate, small_rate in zip(large, small, strict=True)]
        ),
        "unit": "",
        "bar": GROWTH_BAR,
        "better": "at least",
    }


def different_ships(*, quick: bool) -> dict[str, Any]:
    """Measure nanoseconds per shot if no two ships are equal."""
    battle = assorted_ships(DIFFERENT // (10 if quick else 1))
    runs = runs_for(battle, SHOTS // (10 if quick else 1))
    times = [1e3 / rate(battle, runs) for _ in range(3 if quick else 15)]
    return {
        "name": f"far horizons: a shot among {2 * DIFFERENT:,} different ships",
        **spread(times),
        "unit": "ns",
    }


def per_shot_of_reference(battle: FleetBattle, run: int) -> float:
    """Return seconds per shot of one run of the plain reference, without creating its objects."""
    reference = Reference(battle, Stream(KEY, run))
    duration = seconds(reference.fight)
    return duration / max(1, len(reference.shots))


def against_reference(*, quick: bool) -> dict[str, Any]:
    """Compare the time of a shot in the kernel with the reference, 5 destroyers a side."""
    battle = destroyers(SIZES[0])
    runs = runs_for(battle, SHOTS // 10)
    return battle_rows.against_reference(
        "far horizons: battle kernel against reference",
        lambda: 1e-6 / rate(battle, runs),
        lambda run: per_shot_of_reference(battle, run),
        "shot",
        3 if quick else 25,
    )


def threads(*, quick: bool) -> dict[str, Any]:
    """Compare two threads with one, on two processors."""
    battle = destroyers(SIZES[0])
    runs = runs_for(battle, SHOTS // (10 if quick else 1))
    return battle_rows.threads(
        "far horizons: battles, two threads against one",
        lambda count: fight_runs(battle.field, KEY, runs, count),
        3 if quick else 15,
        f"{runs:,} runs",
    )
