"""The overhead of the lab: workers, a cluster, studies of battles, and its import.

Two processes play the games of a study against one; a Dask cluster on this machine against a pool
of as many processes, with games of a second each; a study of a million battles against the kernel
alone. Workers are started once per run, be it of minutes or of days: they are compared while all of
them play, and their start and end have their own rows. Measurements that are compared take turns,
so that a busy machine slows all of them alike.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from attrs import frozen

import horizons_core as hz
import horizons_lab as lab
from benchmarks.measuring import extremes, in_turns, seconds, spread

PROCESSES_BAR, CLUSTER_BAR, BATTLES_BAR, IMPORT_BAR = 1.8, 1.1, 0.95, 0.5
RUNS = 1_000_000
SHIP = {"hull": 4, "thrusters": 1, "weapons": 2, "shields": 1, "count": 5}
BATTLE = {"sides": {"Ada": [SHIP], "Brin": [SHIP]}}
IMPORT = "import time; t = time.perf_counter(); import horizons_lab; print(time.perf_counter() - t)"


class Slow:
    """A bot whose orders take a while of processor time."""

    def __init__(self, duration: float) -> None:
        self.duration = duration

    def orders(self, view: hz.View, stream: hz.Stream) -> str:  # noqa: ARG002 - a bot's interface
        """Return no orders, after the duration in seconds."""
        end = time.thread_time() + self.duration
        while time.thread_time() < end:
            pass
        return ""


def rows(*, quick: bool = False) -> list[dict[str, Any]]:
    """Measure two processes, the cluster, battles and the import."""
    return [*processes(quick=quick), *cluster(quick=quick), battles(quick=quick), imported()]


def processes(*, quick: bool) -> list[dict[str, Any]]:
    """Compare two processes with one while they play, and measure their overhead."""
    study = lab.Study(
        variant="event_horizon",
        seats=["greedy", "random"],
        games=6 if quick else 100,
        key="processes",
        max_turns=30,
    )
    study.run(2)  # compiles kernels
    runs = in_turns({1: 1, 2: 2}, _run_of(study), 1 if quick else 5)
    ratios = _ratios(runs[1], runs[2])
    return [
        {
            "name": "lab: two processes, times as fast as one",
            **extremes(ratios),
            "unit": "x",
            "bar": PROCESSES_BAR,
            "better": "at least",
            "note": _note(study, runs[1], runs[2]),
        },
        _overhead_row("two processes", runs[2]),
    ]


def cluster(*, quick: bool) -> list[dict[str, Any]]:
    """Compare a game on a Dask cluster with one in a pool, with one process per core each.

    The bots of a game take about a second, as those of larger games do.
    """
    second = 0.05 if quick else 1.0
    processors = os.cpu_count() or 1
    study = lab.Study(
        variant="event_horizon",
        seats=[Slow(second / 4), Slow(second / 4)],
        games=processors * (3 if quick else 20),
        key="cluster",
        max_turns=2,
    )
    study.run("dask")  # compiles kernels
    runs = in_turns({"pool": processors, "cluster": "dask"}, _run_of(study), 1 if quick else 5)
    ratios = _ratios(runs["cluster"], runs["pool"])
    return [
        {
            "name": "lab: a Dask cluster's time a game, times that of a pool",
            **extremes(ratios),
            "unit": "x",
            "bar": CLUSTER_BAR,
            "better": "at most",
            "note": _note(study, runs["cluster"], runs["pool"]),
        },
        _overhead_row("a Dask cluster", runs["cluster"]),
    ]


@frozen
class Run:
    """The duration of a run of a study.

    Attributes:
        total: seconds from its call to its result.
        per_game: seconds per game, after the first games of all workers.
        overhead: the total without this time for each game: the start of workers, their imports,
            and their end.
    """

    total: float
    per_game: float
    overhead: float


def _run_of(study: lab.Study) -> Callable[[Any, Any], Run]:
    """Return a function that runs the study once, with workers."""

    def run(_: Any, workers: Any) -> Run:
        ends = list[float]()
        start = time.perf_counter()
        study.run(workers, progress=lambda _: ends.append(time.perf_counter() - start))
        total = time.perf_counter() - start
        warm = workers if isinstance(workers, int) else os.cpu_count() or 1
        per_game = (ends[-1] - ends[warm - 1]) / (len(ends) - warm)
        return Run(total, per_game, total - len(ends) * per_game)

    return run


def _ratios(above: list[Run], below: list[Run]) -> list[float]:
    """Return the ratios of the times of a game, in pairs that were measured in turns."""
    return [run.per_game / base.per_game for run, base in zip(above, below, strict=True)]


def _note(study: lab.Study, above: list[Run], below: list[Run]) -> str:
    """Describe the ratio of whole runs, with start and end."""
    ratios = [run.total / base.total for run, base in zip(above, below, strict=True)]
    times = [_median([run.total for run in runs]) for runs in (above, below)]
    return (
        f"once all workers play; with their start and end {statistics.median(ratios):.2f} x:"
        f" {study.games} games in {times[0]} and {times[1]}"
    )


def _overhead_row(subject: str, runs: list[Run]) -> dict[str, Any]:
    """Return the row for the overhead of a run over its games."""
    return {
        "name": f"lab: start and end of {subject}",
        **extremes([run.overhead for run in runs]),
        "unit": "s",
        "bar": None,
        "better": "at most",
        "note": "what a study takes longer than its games, once in a run",
    }


def battles(*, quick: bool) -> dict[str, Any]:
    """Compare the speed of a study of battles, with its table, with the kernel alone."""
    runs = 20_000 if quick else RUNS
    study = lab.BattleStudy(variant="event_horizon", battle=BATTLE, runs=runs, key="battles")
    resolver = hz.load_variant("event_horizon").combat
    fought = resolver.battle(BATTLE)
    work: dict[str, Callable[[], object]] = {
        "kernel": lambda: resolver.simulate(fought, runs, "battles"),
        "study": lambda: study.run().table,
    }
    for action in work.values():
        action()
    times = in_turns(work, lambda _, action: seconds(action), 3 if quick else 9)
    ratios = [
        kernel_time / study_time
        for kernel_time, study_time in zip(times["kernel"], times["study"], strict=True)
    ]
    return {
        "name": f"lab: a study of {runs:,} battles, share of the kernel's speed",
        **spread(ratios),
        "bar": BATTLES_BAR,
        "note": f"{_median(times['study'])} and {_median(times['kernel'])}",
    }


def imported() -> dict[str, Any]:
    """Measure the seconds to import the lab in a new process."""
    durations = [
        json.loads(subprocess.check_output([sys.executable, "-c", IMPORT], text=True))
        for _ in range(9)
    ]
    return {
        "name": "lab: import",
        **extremes(durations),
        "unit": "s",
        "bar": IMPORT_BAR,
        "better": "at most",
        "note": "in a new process, Python's own start left out",
    }


def _median(durations: list[float]) -> str:
    return f"{statistics.median(durations):.2f} s"
