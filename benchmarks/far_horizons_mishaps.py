"""The mishap kernel of Far Horizons: jumps a second, against the plain reference, over threads.

A ship jumps seven parsecs with Gravitics 4: a mishap has 12.25 %. Compared things take turns, so
that a busy machine slows all of them alike.
"""

from __future__ import annotations

from typing import Any

from benchmarks.measuring import in_turns, seconds, spread, times_faster, two_threads
from horizons_core.rng import Stream
from tests.variants.far_horizons.mishap_reference import Ship
from variants.far_horizons.jumps.kernels import Fleet, sums_of
from variants.far_horizons.jumps.odds import ENDINGS, Jumper, JumpQuestion

KEY = 20260101
FLEETS = (1, 10, 100)
JUMPS = 1_000_000  # in every timing of the kernel
REFERENCE_JUMPS = 2_000
REFERENCE_BAR, THREADS_BAR = 300.0, 1.7


def rows(*, quick: bool = False) -> list[dict[str, Any]]:
    """Jumps a second by ships in a fleet, kernel against reference, threads."""
    sums_of(fleet_of_scouts(1), 1)  # compiles, or loads, the kernel
    return [*jumps_a_second(quick=quick), against_reference(quick=quick), threads(quick=quick)]


def question(ships: int = 1) -> JumpQuestion:
    """So many scouts that jump seven parsecs."""
    scouts = (Jumper("Scout", count=ships),)
    return JumpQuestion(ENDINGS, (10, 10, 10), (17, 10, 10), 4, 20, scouts)


def fleet_of_scouts(ships: int) -> Fleet:
    """The fleet as the kernels take it."""
    return question(ships).compiled(KEY)


def per_jump(fleet: Fleet, jumps: int, threads: int = 1) -> float:
    """Seconds a jump, where so many are made."""
    runs = max(1, jumps // len(fleet.ships))
    return seconds(lambda: sums_of(fleet, runs, threads)) / (runs * len(fleet.ships))


def jumps_a_second(*, quick: bool) -> list[dict[str, Any]]:
    """Jumps a second in one thread, for fleets of different size."""
    fleets = {ships: fleet_of_scouts(ships) for ships in FLEETS}
    jumps = JUMPS // 10 if quick else JUMPS
    rates = in_turns(fleets, lambda _, fleet: 1 / per_jump(fleet, jumps), 3 if quick else 25)
    return [
        {"name": f"far horizons: jumps a second, fleet of {ships}", **spread(rates[ships]),
         "unit": "/s"}
        for ships in FLEETS
    ]  # fmt: skip


def per_jump_of_reference(first: int, jumps: int) -> float:
    """Seconds a jump by the plain reference, the making of its objects left out."""
    asked = question()
    ships = [
        Ship(
            origin=list(asked.origin),
            destination=list(asked.destination),
            gravitics=asked.gravitics,
            age=0,
            fail_safes=0,
            forced=False,
            radius=asked.radius,
            dice=Stream(KEY, first + run),
        )
        for run in range(jumps)
    ]

    def jump_all() -> None:
        for ship in ships:
            ship.jump()

    return seconds(jump_all) / jumps


def against_reference(*, quick: bool) -> dict[str, Any]:
    """How many times faster a jump is in the kernel than in the reference."""
    fleet = fleet_of_scouts(1)
    kernel, reference = [], []
    for turn in range(3 if quick else 25):
        kernel.append(per_jump(fleet, JUMPS // 10 if quick else JUMPS))
        reference.append(per_jump_of_reference(turn * REFERENCE_JUMPS, REFERENCE_JUMPS))
    return {
        "name": "far horizons: mishap kernel against reference",
        **times_faster(kernel, reference, "jump", digits=1),
        "bar": REFERENCE_BAR,
    }


def threads(*, quick: bool) -> dict[str, Any]:
    """How many times faster two threads are than one, where there are two processors."""
    fleet, jumps = fleet_of_scouts(1), (1 if quick else 4) * JUMPS
    return {
        "name": "far horizons: two threads against one",
        **two_threads(lambda threads: per_jump(fleet, jumps, threads), 3 if quick else 15),
        "bar": THREADS_BAR,
        "note": f"{jumps:,} jumps",
    }
