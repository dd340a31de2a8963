"""The mishap kernel of Far Horizons: jumps per second, against the plain reference, over threads.

A ship jumps seven parsecs with Gravitics 4, with a mishap chance of 12.25 %. Measurements that are
compared take turns, so that a busy machine slows all of them alike.
"""

from __future__ import annotations

from typing import Any

from benchmarks.measuring import in_turns, seconds, spread, times_faster, two_threads
from horizons_core.rng import Stream
from tests.variants.far_horizons.mishap_reference import Ship
from variants.far_horizons.jumps.kernels import FleetArrays, sums_of
from variants.far_horizons.jumps.odds import ENDINGS, Jumper, JumpQuestion

KEY = 20260101
FLEETS = (1, 10, 100)
JUMPS = 1_000_000  # in every timing of the kernel
REFERENCE_JUMPS = 2_000
REFERENCE_BAR, THREADS_BAR = 300.0, 1.7


def rows(*, quick: bool = False) -> list[dict[str, Any]]:
    """Measure jumps per second by ships in a fleet, kernel against reference, and threads."""
    sums_of(fleet_of_scouts(1), 1)  # compiles, or loads, the kernel
    return [*jumps_a_second(quick=quick), against_reference(quick=quick), threads(quick=quick)]


def question(ships: int = 1) -> JumpQuestion:
    """Return a fleet of this number of scouts that jump seven parsecs."""
    scouts = (Jumper("Scout", count=ships),)
    return JumpQuestion(ENDINGS, (10, 10, 10), (17, 10, 10), 4, 20, scouts)


def fleet_of_scouts(ships: int) -> FleetArrays:
    """Return the fleet in the form of the kernels."""
    return question(ships).compiled(KEY)


def per_jump(fleet: FleetArrays, jumps: int, threads: int = 1) -> float:
    """Return seconds per jump over this number of jumps."""
    runs = max(1, jumps // len(fleet.ships))
    return seconds(lambda: sums_of(fleet, runs, threads)) / (runs * len(fleet.ships))


def jumps_a_second(*, quick: bool) -> list[dict[str, Any]]:
    """Measure jumps per second in one thread, for fleets of different size."""
    fleets = {ships: fleet_of_scouts(ships) for ships in FLEETS}
    jumps = JUMPS // 10 if quick else JUMPS
    rates = in_turns(fleets, lambda _, fleet: 1 / per_jump(fleet, jumps), 3 if quick else 25)
    return [
        {"name": f"far horizons: jumps a second, fleet of {ships}", **spread(rates[ships]),
         "unit": "/s"}
        for ships in FLEETS
    ]  # fmt: skip


def per_jump_of_reference(first: int, jumps: int) -> float:
    """Return seconds per jump of the plain reference, without creating its objects."""
    jump = question()
    ships = [
        Ship(
            origin=list(jump.origin),
            destination=list(jump.destination),
            gravitics=jump.gravitics,
            age=0,
            fail_safes=0,
            forced=False,
            radius=jump.radius,
            dice=Stream(KEY, first + run),
        )
        for run in range(jumps)
    ]

    def jump_all() -> None:
        for ship in ships:
            ship.jump()

    return seconds(jump_all) / jumps


def against_reference(*, quick: bool) -> dict[str, Any]:
    """Compare the time of a jump in the kernel with the reference."""
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
    """Compare two threads with one, on two processors."""
    fleet, jumps = fleet_of_scouts(1), (1 if quick else 4) * JUMPS
    return {
        "name": "far horizons: two threads against one",
        **two_threads(lambda threads: per_jump(fleet, jumps, threads), 3 if quick else 15),
        "bar": THREADS_BAR,
        "note": f"{jumps:,} jumps",
    }
