"""The start of a new process: the time to show its help, and to fight its first battle.

`horizons --help` is compared with Python's own start, in turns, so that a busy machine slows both.
The first battle is recorded, in a process without compiled kernels and, in turns with it, in one
with them. A raid is fought in the same way in both; a battle of a hundred ships a side is too large
for that, and only the second process loads compiled kernels.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.measuring import extremes

REPETITIONS = 21
BATTLES = 7
BAR = 10.0
BATTLE_BAR = 3.0
NOTHING = (sys.executable, "-c", "pass")
BATTLE = """
import horizons_core as hz
variant = hz.load_variant({game!r})
battle = variant.battle({{"sides": {{"Ada": {side}, "Brin": {side}}}}})
assert variant.combat.resolve(battle, 1).shots
"""
COMPILED = """
from horizons_core.kernels.jit import ExecutionMode, only
with only(ExecutionMode.COMPILED):
    variant.combat.resolve(battle, 1)
"""
SIZES = {"a raid": 4, "a hundred ships a side": 100}
SIDES = {
    "event_horizon": '[{{"count": {ships}, "hull": 9, "thrusters": 2, "weapons": 3}}]',
    "galaxy_g": '[{{"ships": 1, "type": "Gunship", "name": f"G{{n}}"}} for n in range({ships})]',
    "far_horizons": '{{"ships": [{{"class": "DD", "count": {ships}}}]}}',
}


def rows(*, quick: bool = False) -> list[dict[str, Any]]:
    """Measure the help as a multiple of Python's start, and the seconds to the first battle."""
    return [_help(5 if quick else REPETITIONS), *_battles(2 if quick else BATTLES)]


def _help(repetitions: int) -> dict[str, Any]:
    command = [*_horizons(), "--help"]
    seconds(command)  # writes byte code
    starts, helps = [], []
    for _ in range(repetitions):
        starts.append(seconds(NOTHING))
        helps.append(seconds(command))
    ratios = [help_time / start_time for start_time, help_time in zip(starts, helps, strict=True)]
    start, help_median = statistics.median(starts), statistics.median(helps)
    return {
        "name": "horizons --help against python -c pass",
        **extremes(ratios),
        "unit": "x",
        "bar": BAR,
        "better": "at most",
        "note": f"{1000 * help_median:.0f} ms against {1000 * start:.0f} ms, {repetitions} pairs",
    }


def _battles(repetitions: int) -> list[dict[str, Any]]:
    results = []
    for game, side in SIDES.items():
        for size, ships in SIZES.items():
            code = BATTLE.format(game=game, side=side.format(ships=ships))
            command = (sys.executable, "-c", code)
            seconds((sys.executable, "-c", code + COMPILED))
            uncached, cached = [], []
            for _ in range(repetitions):
                with tempfile.TemporaryDirectory() as folder:
                    uncached.append(seconds(command, {"NUMBA_CACHE_DIR": folder}))
                cached.append(seconds(command))
            results += [
                _battle(f"{game}: {size}, no kernels on disk", uncached, BATTLE_BAR),
                _battle(f"{game}: {size}, kernels on disk", cached, None),
            ]
    return results


def _battle(name: str, times: Sequence[float], bar: float | None) -> dict[str, Any]:
    note = "start, imports, the battle and its record"
    row = {"name": name, **extremes(times), "unit": "s", "bar": bar, "better": "at most"}
    return {**row, "note": note}


def _horizons() -> Sequence[str]:
    """Return the console script next to this Python, or the module without one."""
    script = shutil.which("horizons", path=str(Path(sys.executable).parent))
    return [script] if script else [sys.executable, "-m", "horizons_host"]


def seconds(command: Sequence[str], settings: Mapping[str, str] | None = None) -> float:
    """Return the time of a process with these settings; raises CalledProcessError if it fails."""
    environment = {**os.environ, **(settings or {})}
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env=environment)
    return time.perf_counter() - start
