"""Kill a study at random moments, continue it, and check its results.

    python -m benchmarks.lab_kills [KILLS] [--games N] [--key TEXT]

A study of Moon Raiders is run once without interruption. Then it is run again, and killed (SIGKILL)
the given number of times, with all its processes: with one process, two, and a Dask cluster on this
machine in turns. Moments are drawn over the whole study; one in ten is after its last game, when
tables are written. In the end its tables must be the same bytes, and no process may be left.
"""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import cycle
from pathlib import Path

import psutil

import horizons_core as hz
from benchmarks.__main__ import ROOT
from horizons_lab.results_folder import COLUMNS, GAMES, LOG, TURNS

WORKERS = ("1", "2", "dask")
#: Timeout of a study without progress, in seconds.
PATIENCE = 120.0
#: Longest time between a study's last game and its kill, which covers the writing of tables.
AFTERWARDS = 4.0
#: Time for workers to notice that their study is gone.
GRACE = 30.0
STUDY = """
variant: {rules}
seats: [raider, idle]
games: {games}
key: kills
measures: {{ore: "empires[?id=='{{player}}'].stock.ore | [0]"}}
turn_measures: {{stock: "empires[?id=='{{player}}'].stock.ore | [0]"}}
max_turns: 12
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run and kill the study; returns 0 if the tables are the same in the end, 1 if not."""
    options = _parser().parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        study = Path(folder, "study.yaml")
        rules = ROOT / "examples" / "one_file" / "moon_raiders.py"
        study.write_text(STUDY.format(rules=rules, games=options.games))
        expected, killed = Path(folder, "whole"), Path(folder, "killed")
        subprocess.run(_command(study, expected, "1"), check=True, stdout=subprocess.DEVNULL)
        stream, workers_left = hz.Stream.from_key("lab-kills", options.key), list[psutil.Process]()
        turns, kills = zip(moments(stream, options.kills, options.games), cycle(WORKERS)), 0
        while kills < options.kills:
            moment, workers = next(turns)
            orphans = _run_and_kill(_command(study, killed, workers), killed, *moment)
            kills += orphans is not None
            workers_left += orphans or []
            end = "had ended" if orphans is None else "killed"
            print(f"{_finished(killed):>6} games, {workers} {end}", flush=True)
        subprocess.run(_command(study, killed, "2"), check=True, stdout=subprocess.DEVNULL)
        is_same = all(
            (expected / name).read_bytes() == (killed / name).read_bytes()
            for name in (GAMES, TURNS, COLUMNS)
        )
        _, left = psutil.wait_procs(workers_left, timeout=GRACE)
    verdict = "the same" if is_same else "DIFFER"
    print(f"{options.kills} kills of {options.games} games: tables {verdict}")
    print(f"of {len(workers_left)} workers of killed studies {len(left)} are left")
    return int(not is_same or bool(left))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.lab_kills", description="Kill a study at random moments."
    )
    parser.add_argument("kills", nargs="?", type=int, default=50, help="how many times (50)")
    parser.add_argument("--games", type=int, default=1_000, help="of how many games (1,000)")
    parser.add_argument("--key", default="first", help="what the moments come from")
    return parser


def moments(stream: hz.Stream, kills: int, games: int) -> Iterator[tuple[int, float]]:
    """Yield for each kill a number of finished games, and seconds after it, in rising order.

    Those after the last game never end, because a run may end before its moment.
    """
    late = max(1, kills // 10)
    aims = sorted(stream.below(games) for _ in range(kills - late))
    for aim in aims:
        yield aim, stream.below(1_000) / 100_000
    while True:
        yield games, AFTERWARDS * stream.below(1_000) / 1_000


def _command(study: Path, out: Path, workers: str) -> list[str]:
    arguments = ["lab", "run", str(study), "--out", str(out), "--workers", workers]
    return [sys.executable, "-m", "horizons_host", *arguments]


def _run_and_kill(
    command: list[str], folder: Path, games: int, seconds: float
) -> list[psutil.Process] | None:
    """Start a process, and kill it this long after its study has this many games.

    Returns its workers, which must notice by themselves that it is gone; None if it ended by
    itself. Raises TimeoutError without progress, CalledProcessError if it failed.
    """
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end = time.monotonic() + PATIENCE
    while _finished(folder) < games and process.poll() is None:
        if time.monotonic() > end:
            process.kill()
            raise TimeoutError(f"after {PATIENCE:.0f} s there are {_finished(folder)} games")
        time.sleep(0.001)
    time.sleep(seconds)
    workers = list[psutil.Process]()
    with suppress(psutil.NoSuchProcess):
        workers = psutil.Process(process.pid).children(recursive=True)
    process.kill()
    if process.wait() not in {0, -signal.SIGKILL}:
        raise subprocess.CalledProcessError(process.returncode, command)
    return workers if process.returncode else None


def _finished(folder: Path) -> int:
    """Return the number of games in the log."""
    log = folder / LOG
    return log.read_bytes().count(b"\n") if log.exists() else 0


if __name__ == "__main__":
    sys.exit(main())
