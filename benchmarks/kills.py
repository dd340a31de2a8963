"""Kill `horizons turn` at random moments, and look at what is left of the game.

    python -m benchmarks.kills [KILLS] [--cold-every N]

Each round starts from the same game with the same orders, runs `horizons turn` in a process of its
own and kills it (SIGKILL) at a random moment. The game must then stand at turn n or n + 1 exactly
as an undisturbed run leaves it, with all orders there, and `verify` must pass.

Most rounds are warm: the process is forked with everything imported, so that the kill falls into
the turn itself and not into Python's start. Every so many are cold: `python -m horizons_host turn`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import horizons_core as hz
from horizons_core.plugins import load_variant
from horizons_host.cli import cli
from horizons_host.clock import now, stamp
from horizons_host.games import create_game
from horizons_host.seating import seats_from
from horizons_host.store import DATABASE, GameStore, GivenOrders
from horizons_host.turns import run_and_store
from horizons_host.verification import verify

ORDERS = {"Ada": "BUILD 1 0 1 0 0 Probe\nMOVE 1 NE\n", "Brin": "MOVE 2 SW\n"}


def prepare(folder: Path) -> None:
    """A game of some turns, with orders of people in for the next one."""
    variant = load_variant("event_horizon")
    seats = seats_from(variant, ("Ada", "Brin"), [("Cleo", "greedy")])
    create_game(folder, variant, seats, name="kills", seed="kills")
    with GameStore(folder) as store:
        for _ in range(4):
            run_and_store(store, substitute="greedy")
        for seat, text in ORDERS.items():
            store.submit(GivenOrders(5, seat, text, stamp(now), "kills"))


def words(folder: Path) -> list[str]:
    """What is typed."""
    return ["turn", "-g", str(folder)]


def warm(folder: Path) -> int:
    """Fork a process that runs the turn at once."""
    process = os.fork()
    if process == 0:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        try:
            cli.main(args=words(folder), prog_name="horizons")
        except SystemExit as end:
            os._exit(int(end.code or 0))
    return process


def cold(folder: Path) -> int:
    """Start Python anew to run the turn."""
    command = [sys.executable, "-m", "horizons_host", *words(folder)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    started = subprocess.Popen(command, **quiet)
    started.returncode = 0  # this script waits for it itself
    return started.pid


class Round:
    """One game, run again and again; what an undisturbed run makes of it is known."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.original = place / "original"
        prepare(self.original)
        self.before = self._look(self.original)
        undisturbed = self._copy("undisturbed")
        self.seconds = {True: self._time(undisturbed, start_cold=False)}
        self.seconds[False] = self._time(self._copy("undisturbed"), start_cold=True)
        self.after = self._look(self._copied("undisturbed"))
        assert self.after[0] == self.before[0] + 1

    def _copied(self, name: str) -> Path:
        return self.place / name

    def _copy(self, name: str) -> Path:
        folder = self._copied(name)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        shutil.copy(self.original / DATABASE, folder / DATABASE)
        return folder

    def _time(self, folder: Path, *, start_cold: bool) -> float:
        start = time.perf_counter()
        process = cold(folder) if start_cold else warm(folder)
        _, status = os.waitpid(process, 0)
        assert status == 0, f"an undisturbed turn failed: {status}"
        return time.perf_counter() - start

    def _look(self, folder: Path) -> tuple[int, str, str, tuple[str, ...]]:
        """Where the game stands: turn, digests, and all orders of people ever handed in."""
        with GameStore(folder) as store:
            turn = store.latest()
            stored = store.stored(turn)
            given = [
                orders.text
                for number in range(1, turn + 2)
                for versions in store.given(number).values()
                for orders in versions
                if orders.source == "kills"
            ]
            return turn, stored.digest, stored.events_digest, tuple(given)

    def kill(self, moment: float, *, start_cold: bool) -> str:
        """Kill one run at a moment (0 to 1 of an undisturbed run's time) and say how it ended."""
        folder = self._copy("killed")
        process = cold(folder) if start_cold else warm(folder)
        time.sleep(moment * self.seconds[not start_cold])
        os.kill(process, signal.SIGKILL)
        _, status = os.waitpid(process, 0)
        finished = os.WIFEXITED(status)
        journal = (folder / f"{DATABASE}-journal").exists()
        self._check(folder, finished=finished)
        if finished:
            return "had finished"
        stage = "while storing" if journal else "between"
        stands = self._look(folder)[0] - self.before[0]
        return f"killed {stage}, turn {'n + 1' if stands else 'n'}"

    def _check(self, folder: Path, *, finished: bool) -> None:
        found = self._look(folder)
        assert found in (self.before, self.after), f"neither before nor after: {found}"
        assert found == self.after or not finished, "a finished turn is not there"
        with GameStore(folder) as store:
            verdict = verify(store)
            assert verdict.sound, f"turn {verdict.turn}: {verdict.difference}"
            assert all(store.report(found[0], seat.name) for seat in store.seats())
        files = [path for path in folder.rglob("*.json") if not path.name.startswith(".")]
        for path in files:
            assert path.read_bytes().endswith(b"}\n"), f"{path} is torn"


def kills(number: int, cold_every: int = 10, key: str = "kills") -> Counter[str]:
    """So many kills; how they ended. Raises AssertionError at the first damage."""
    stream = hz.Stream.from_key(key)
    ends: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as place:
        game = Round(Path(place))
        for index in range(number):
            start_cold = index % cold_every == cold_every - 1
            ends[game.kill(1.1 * stream.random(), start_cold=start_cold)] += 1
    return ends


def main() -> None:
    """Kill, and print how the runs ended."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kills", type=int, nargs="?", default=300)
    parser.add_argument("--cold-every", type=int, default=10)
    parser.add_argument("--key", default="kills", help="names the moments of the kills")
    given = parser.parse_args()
    ends = kills(given.kills, given.cold_every, given.key)
    for end, count in sorted(ends.items()):
        print(f"{count:6} {end}")
    print(f"{sum(ends.values())} kills, and every game was sound.")


if __name__ == "__main__":
    main()
