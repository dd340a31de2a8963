"""Rows that the benchmarks of all games' battle kernels share.

The unit of time is the game's own: a shot, or a unit and round. Measurements that are compared take
turns, so that a busy machine slows all of them alike.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from benchmarks.measuring import extremes, seconds, spread, times_faster, two_threads

REFERENCE_BAR, GROWTH_BAR, THREADS_BAR = 200.0, 1.5, 1.7


def against_reference(
    name: str,
    kernel: Callable[[], float],
    reference: Callable[[int], float],
    work: str,
    repetitions: int,
) -> dict[str, Any]:
    """Return how many times faster the kernel is than the plain reference.

    `kernel` and `reference` return the seconds per unit of work; the reference gets the number of
    a run.
    """
    fast, slow = [], []
    for run in range(repetitions):
        fast.append(kernel())
        slow.append(reference(run))
    return {"name": name, **times_faster(fast, slow, work), "bar": REFERENCE_BAR}


def battles_a_second(
    name: str, fight: Callable[[int], object], runs: int, repetitions: int, bar: float
) -> dict[str, Any]:
    """Return the battles per second of one core; `fight` fights a number of runs."""
    return {
        "name": name,
        **extremes([runs / seconds(lambda: fight(runs)) for _ in range(repetitions)]),
        "unit": "a second",
        "bar": bar,
        "better": "at least",
        "note": "one thread",
    }


def relative_costs(name: str, times: Mapping[int, list[float]]) -> list[dict[str, Any]]:
    """Return the cost of a unit of work at each size, as a multiple of that at the smallest."""
    (least, first), *larger = times.items()
    return [
        {
            "name": f"{name}, {least} to {size} ships a side",
            **spread([large / small for large, small in zip(costs, first, strict=True)]),
            "bar": GROWTH_BAR,
            "better": "at most",
        }
        for size, costs in larger
    ]


def threads(
    name: str, fight: Callable[[int], object], repetitions: int, note: str
) -> dict[str, Any]:
    """Return how many times faster two threads are than one; `fight` gets the number of threads."""
    return {
        "name": name,
        **two_threads(lambda count: seconds(lambda: fight(count)), repetitions),
        "bar": THREADS_BAR,
        "note": note,
    }
