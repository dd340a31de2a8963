"""What the lab costs beside the games: workers, a cluster, studies of battles, and its import.

Two processes play the games of a study against one; a Dask cluster on this machine against a pool
of as many processes, at games of a second each; a study of a million battles against the
kernel alone. Compared things take turns, so that a busy machine slows all of them alike.
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
    return [processes(quick=quick), cluster(quick=quick), battles(quick=quick), imported()]


def processes(*, quick: bool) -> dict[str, Any]:
    """How many times faster two processes are than one, their start included."""
    study = lab.Study(
        variant="event_horizon",
        seats=["greedy", "random"],
        games=4 if quick else 100,
        key="processes",
        max_turns=30,
    )
    study.run(2)  # what is compiled on first use
    taken = in_turns({1: 1, 2: 2}, _run_of(study), 1 if quick else 5)
    ratios = [one / two for one, two in zip(taken[1], taken[2], strict=True)]
    return {
        "name": "lab: two processes, times as fast as one",
        **extremes(ratios),
        "unit": "x",
        "bar": PROCESSES_BAR,
        "better": "at least",
        "note": f"{study.games} games: {_median(taken[1])} and {_median(taken[2])}",
    }


def _run_of(study: lab.Study) -> Callable[[Any, Any], float]:
    return lambda _, workers: seconds(lambda: study.run(workers))


def cluster(*, quick: bool) -> dict[str, Any]:
    """The time of a Dask cluster by that of a pool, each a process a core, their starts included.

    The bots of a game take about a second, as those of larger games do.
    """
    second = 0.05 if quick else 1.0
    study = lab.Study(
        variant="event_horizon",
        seats=[Slow(second / 4), Slow(second / 4)],
        games=4 if quick else 40,
        key="cluster",
        max_turns=2,
    )
    study.run("dask")  # what is compiled on first use
    workers = {"pool": os.cpu_count() or 1, "cluster": "dask"}
    taken = in_turns(workers, _run_of(study), 1 if quick else 5)
    ratios = [one / other for one, other in zip(taken["cluster"], taken["pool"], strict=True)]
    return {
        "name": "lab: a Dask cluster's time, times that of a pool",
        **extremes(ratios),
        "unit": "x",
        "bar": CLUSTER_BAR,
        "better": "at most",
        "note": f"{study.games} games: {_median(taken['cluster'])} and {_median(taken['pool'])}",
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
