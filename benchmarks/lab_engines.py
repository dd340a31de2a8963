"""What the lab costs beside the games: workers, a cluster, studies of battles, and its import.

Two processes play the games of a study against one; a Dask cluster on this machine against a pool
of as many processes, at games of a second each; a study of a million battles against the
kernel alone. Workers are started once a run, be it of minutes or of days: they are compared from
when all of them play, and what their start and end cost has rows of its own. Compared things take
turns, so that a busy machine slows all of them alike.
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
    """A bot that takes a while over its orders: the processor's time, as thinking does."""

    def __init__(self, taken: float) -> None:
        self.taken = taken

    def orders(self, view: hz.View, stream: hz.Stream) -> str:  # noqa: ARG002 - what bots get
        """No orders, after so many seconds."""
        end = time.thread_time() + self.taken
        while time.thread_time() < end:
            pass
        return ""


def rows(*, quick: bool = False) -> list[dict[str, Any]]:
    """Two processes, the cluster, battles and the import."""
    return [*processes(quick=quick), *cluster(quick=quick), battles(quick=quick), imported()]


def processes(*, quick: bool) -> list[dict[str, Any]]:
    """How many times faster two processes are than one, once they play, and what they cost else."""
    study = lab.Study(
        variant="event_horizon",
        seats=["greedy", "random"],
        games=6 if quick else 100,
        key="processes",
        max_turns=30,
    )
    study.run(2)  # what is compiled on first use
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
        _beside("two processes", runs[2]),
    ]


def cluster(*, quick: bool) -> list[dict[str, Any]]:
    """The time of a Dask cluster by that of a pool, each a process a core, and what it costs else.

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
    study.run("dask")  # what is compiled on first use
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
        _beside("a Dask cluster", runs["cluster"]),
    ]


@frozen
class Run:
    """How long a run of a study took.

    Attributes:
        whole: seconds from its call to its result.
        a_game: seconds a game, from when as many have ended as there are workers to the last end.
        beside: the seconds of the whole that are not accounted for by so long for each game: the
            start of workers, what they load, and their end.
    """

    whole: float
    a_game: float
    beside: float


def _run_of(study: lab.Study) -> Callable[[Any, Any], Run]:
    """What runs the study once, with workers."""

    def run(_: Any, workers: Any) -> Run:
        ends = list[float]()
        begun = time.perf_counter()
        study.run(workers, progress=lambda _: ends.append(time.perf_counter() - begun))
        whole = time.perf_counter() - begun
        warm = workers if isinstance(workers, int) else os.cpu_count() or 1
        a_game = (ends[-1] - ends[warm - 1]) / (len(ends) - warm)
        return Run(whole, a_game, whole - len(ends) * a_game)

    return run


def _ratios(above: list[Run], below: list[Run]) -> list[float]:
    """The time of a game by that of another run, in pairs that were measured in turns."""
    return [one.a_game / other.a_game for one, other in zip(above, below, strict=True)]


def _note(study: lab.Study, above: list[Run], below: list[Run]) -> str:
    """The same of whole runs, with start and end."""
    whole = [one.whole / other.whole for one, other in zip(above, below, strict=True)]
    times = [_median([one.whole for one in runs]) for runs in (above, below)]
    return (
        f"once all workers play; with their start and end {statistics.median(whole):.2f} x:"
        f" {study.games} games in {times[0]} and {times[1]}"
    )


def _beside(whose: str, runs: list[Run]) -> dict[str, Any]:
    """The row of what a run costs beside its games."""
    return {
        "name": f"lab: start and end of {whose}",
        **extremes([one.beside for one in runs]),
        "unit": "s",
        "bar": None,
        "better": "at most",
        "note": "what a study takes longer than its games, once in a run",
    }


def battles(*, quick: bool) -> dict[str, Any]:
    """The speed of a study of battles, with its table, by that of the kernel alone."""
    runs = 20_000 if quick else RUNS
    study = lab.BattleStudy(variant="event_horizon", battle=BATTLE, runs=runs, key="battles")
    resolver = hz.load_variant("event_horizon").combat
    fought = resolver.battle(BATTLE)
    work: dict[str, Callable[[], object]] = {
        "kernel": lambda: resolver.simulate(fought, runs, "battles"),
        "study": lambda: study.run().table,
    }
    for one in work.values():
        one()
    taken = in_turns(work, lambda _, one: seconds(one), 3 if quick else 9)
    ratios = [alone / whole for alone, whole in zip(taken["kernel"], taken["study"], strict=True)]
    return {
        "name": f"lab: a study of {runs:,} battles, share of the kernel's speed",
        **spread(ratios),
        "bar": BATTLES_BAR,
        "note": f"{_median(taken['study'])} and {_median(taken['kernel'])}",
    }


def imported() -> dict[str, Any]:
    """Seconds that importing the lab takes in a new process."""
    told = [
        json.loads(subprocess.check_output([sys.executable, "-c", IMPORT], text=True))
        for _ in range(9)
    ]
    return {
        "name": "lab: import",
        **extremes(told),
        "unit": "s",
        "bar": IMPORT_BAR,
        "better": "at most",
        "note": "in a new process, Python's own start left out",
    }


def _median(taken: list[float]) -> str:
    return f"{statistics.median(taken):.2f} s"
