"""Shared parts of benchmarks: taking times, and the figures of a row.

A row's figures are `value`, `low` and `high`. Measurements that are compared take turns, so that a
busy machine slows all of them alike.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import horizons_core as hz

K = TypeVar("K")
T = TypeVar("T")
R = TypeVar("R")


# times


def seconds(work: Callable[[], object]) -> float:
    """Return the duration of the work."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def in_turns(
    items: Mapping[K, T], measure: Callable[[K, T], R], repetitions: int
) -> dict[K, list[R]]:
    """Measure each item this many times: all once, then all again, and so on."""
    results: dict[K, list[R]] = {name: [] for name in items}
    for _ in range(repetitions):
        for name, item in items.items():
            results[name].append(measure(name, item))
    return results


class Stopwatch:
    """Seconds of processor time by part of the work, from now on."""

    def __init__(self) -> None:
        gc.collect()
        self.parts: dict[str, float] = {}
        self._start = self._last = time.process_time()

    def ended(self, part: str) -> None:
        """Record the time since the end of the last part."""
        now = time.process_time()
        self.parts[part] = self.parts.get(part, 0.0) + now - self._last
        self._last = now

    def phase_ended(self, phase: hz.Phase, _: hz.Game) -> None:
        """Record a phase, as a turn's `watch`; the first includes copying and reading orders."""
        self.ended(phase.name)

    def total(self) -> float:
        """Return the total time."""
        return time.process_time() - self._start


def turn_with_reports(
    watch: Stopwatch,
    game: hz.Game,
    orders: Mapping[str, str],
    *,
    views: str,
    text: str,
    pages: str,
) -> hz.Turn:
    """Run a turn and write all reports; records the phases, the end, and the named parts."""
    turn = hz.run_turn(game, orders, watch=watch.phase_ended)
    watch.ended("end of turn")
    reports = list(turn.reports().values())
    watch.ended(views)
    for report in reports:
        assert report.text
    watch.ended(text)
    for report in reports:
        assert report.html
    watch.ended(pages)
    return turn


# figures


def spread(values: list[float]) -> dict[str, Any]:
    """Return the median and the range of nine in ten, with defaults for a row of ratios."""
    cuts = statistics.quantiles(values, n=20)
    return {
        "value": statistics.median(values),
        "low": cuts[0],
        "high": cuts[-1],
        "unit": "x",
        "bar": None,
        "better": "at least",
        "note": "",
    }


def extremes(values: list[float]) -> dict[str, float]:
    """Return the median, the least and the most."""
    return {"value": statistics.median(values), "low": min(values), "high": max(values)}


def growth(small: list[float], large: list[float]) -> dict[str, float]:
    """Return the ratio of the medians, with the least and most ratio of pairs."""
    ratios = [large_time / small_time for small_time, large_time in zip(small, large, strict=True)]
    value = statistics.median(large) / statistics.median(small)
    return {"value": value, "low": min(ratios), "high": max(ratios)}


def times_faster(
    kernel: list[float], reference: list[float], work: str, digits: int = 0
) -> dict[str, Any]:
    """Return how many times faster the kernel is, from seconds per unit of work of this name."""
    ratios = [slow / fast for slow, fast in zip(reference, kernel, strict=True)]
    fast, slow = 1e9 * statistics.median(kernel), 1e6 * statistics.median(reference)
    note = f"{fast:.{digits}f} ns a {work} against {slow:.{digits}f} us"
    return {**spread(ratios), "note": note}


def two_threads(cost: Callable[[int], float], repetitions: int) -> dict[str, Any]:
    """Compare two threads with one; `cost` is the time with a number of threads."""
    return spread([cost(1) / cost(2) for _ in range(repetitions)])


def relative_shot_costs(
    game: str, times: Mapping[int, list[float]], bar: float
) -> list[dict[str, Any]]:
    """Return the cost of a shot at each size of the sides, as a multiple of that at the first."""
    (least, first), *larger = times.items()
    return [
        {
            "name": f"{game}: cost of a shot, {least} to {size:,} ships a side",
            **spread([large / small for large, small in zip(shots, first, strict=True)]),
            "bar": bar,
            "better": "at most",
            "note": f"{1e9 * statistics.median(first):.0f} ns to "
            f"{1e9 * statistics.median(shots):.0f} ns",
        }
        for size, shots in larger
    ]
