"""How long a new process takes: to show its help, and to fight its first battle.

`horizons --help` is held against Python's own start, in turns, so that a busy machine slows both.
The first battle has no bar: it tells what a warm kernel cache is worth.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.measuring import extremes

REPETITIONS = 21
BAR = 10.0
NOTHING = (sys.executable, "-c", "pass")
BATTLE = """
import horizons_core as hz
variant = hz.load_variant("event_horizon")
ship = {"hull": 2, "thrusters": 1, "weapons": 1, "shields": 1}
battle = variant.battle({"sides": {"Ada": [ship], "Brin": [ship]}})
assert variant.combat.resolve(battle, 1).shots
"""


def rows(*, quick: bool = False) -> list[dict[str, Any]]:
    """The help's time as a multiple of Python's start, and the seconds to the first battle."""
    repetitions = 5 if quick else REPETITIONS
    helping, battling = [*_horizons(), "--help"], [sys.executable, "-c", BATTLE]
    for command in (helping, battling):
        seconds(command)  # writes byte code, and compiles the kernels if nobody has
    starts, helps, battles = [], [], []
    for _ in range(repetitions):
        starts.append(seconds(NOTHING))
        helps.append(seconds(helping))
        battles.append(seconds(battling))
    ratios = [after / before for before, after in zip(starts, helps, strict=True)]
    start, first = statistics.median(starts), statistics.median(helps)
    return [
        {
            "name": "horizons --help against python -c pass",
            **extremes(ratios),
            "unit": "x",
            "bar": BAR,
            "better": "at most",
            "note": f"{1000 * first:.0f} ms against {1000 * start:.0f} ms, {repetitions} pairs",
        },
        {
            "name": "first battle in a new process",
            **extremes(battles),
            "unit": "s",
            "bar": None,
            "better": "at most",
            "note": "with a warm kernel cache: start, imports, loading the kernels, one battle",
        },
    ]


def _horizons() -> Sequence[str]:
    """The console script beside this Python, or the module where there is none."""
    script = shutil.which("horizons", path=str(Path(sys.executable).parent))
    return [script] if script else [sys.executable, "-m", "horizons_host"]


def seconds(command: Sequence[str]) -> float:
    """How long a process runs; raises CalledProcessError if it fails."""
    begun = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - begun
