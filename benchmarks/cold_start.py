"""How long a new process takes: to show its help, and to fight its first battle.

`horizons --help` is held against Python's own start, in turns, so that a busy machine slows both.
The first battle is recorded, in a process that finds no compiled kernels and, in turns with it, in
one that finds them. A raid is fought in the same way in both; a battle of a hundred ships a side is
more than that, and the one process loads what the other does without.
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
from horizons_core.kernels.jit import Way, only
with only(Way.COMPILED):
    variant.combat.resolve(battle, 1)
"""
SIZES = {"a raid": 4, "a hundred ships a side": 100}
SIDES = {
    "event_horizon": '[{{"count": {ships}, "hull": 9, "thrusters": 2, "weapons": 3}}]',
    "galaxy_g": '[{{"ships": 1, "type": "Gunship", "name": f"G{{n}}"}} for n in range({ships})]',
    "far_horizons": '{{"ships": [{{"class": "DD", "count": {ships}}}]}}',
}


def rows(*, quick: bool = False) -> list[dict[str, Any]]:
    """The help's time as a multiple of Python's start, and the seconds to the first battle."""
    return [_help(5 if quick else REPETITIONS), *_battles(2 if quick else BATTLES)]


def _help(repetitions: int) -> dict[str, Any]:
    helping = [*_horizons(), "--help"]
    seconds(helping)  # writes byte code
    starts, helps = [], []
    for _ in range(repetitions):
        starts.append(seconds(NOTHING))
        helps.append(seconds(helping))
    ratios = [after / before for before, after in zip(starts, helps, strict=True)]
    start, first = statistics.median(starts), statistics.median(helps)
    return {
        "name": "horizons --help against python -c pass",
        **extremes(ratios),
        "unit": "x",
        "bar": BAR,
        "better": "at most",
        "note": f"{1000 * first:.0f} ms against {1000 * start:.0f} ms, {repetitions} pairs",
    }


def _battles(repetitions: int) -> list[dict[str, Any]]:
    found = []
    for game, side in SIDES.items():
        for size, ships in SIZES.items():
            code = BATTLE.format(game=game, side=side.format(ships=ships))
            fighting = (sys.executable, "-c", code)
            seconds((sys.executable, "-c", code + COMPILED))
            without, having = [], []
            for _ in range(repetitions):
                with tempfile.TemporaryDirectory() as folder:
                    without.append(seconds(fighting, {"NUMBA_CACHE_DIR": folder}))
                having.append(seconds(fighting))
            found += [
                _battle(f"{game}: {size}, no kernels on disk", without, BATTLE_BAR),
                _battle(f"{game}: {size}, kernels on disk", having, None),
            ]
    return found


def _battle(name: str, times: Sequence[float], bar: float | None) -> dict[str, Any]:
    note = "start, imports, the battle and its record"
    row = {"name": name, **extremes(times), "unit": "s", "bar": bar, "better": "at most"}
    return {**row, "note": note}


def _horizons() -> Sequence[str]:
    """The console script beside this Python, or the module where there is none."""
    script = shutil.which("horizons", path=str(Path(sys.executable).parent))
    return [script] if script else [sys.executable, "-m", "horizons_host"]


def seconds(command: Sequence[str], settings: Mapping[str, str] | None = None) -> float:
    """How long a process runs, with these settings; raises CalledProcessError if it fails."""
    environment = {**os.environ, **(settings or {})}
    begun = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env=environment)
    return time.perf_counter() - begun
