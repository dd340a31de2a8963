"""Kill commands at random moments, and check the game afterwards.

    python -m benchmarks.kills [KILLS] [--cold-every N] [--only TARGET] [--minutes M]

The commands are `turn`, `orders submit`, `mail read` from a Maildir and an mbox, `mail send`,
`undo` and `restore`, in all three games, one after the other. Each round starts from the same game,
runs one command in a separate process and kills it (SIGKILL) at a random moment. The state of the
game must then be that before or after an undisturbed run; running the command again must lead to
the latter: so nothing is lost, duplicated or stuck. A mail whose sending was interrupted between
the server's answer and our record of it may come twice, with one Message-ID; these are counted.

Most rounds are warm: the process is forked with all imports done, so that the kill hits the work
itself and not Python's start. Every tenth is cold by default: `python -m horizons_host`.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import horizons_core as hz
from benchmarks.kill_targets import GAMES, Target, base_game, fresh_copy, targets
from horizons_host.cli.main import cli
from horizons_host.games.verification import verify
from horizons_host.store import GameStore

#: Number of rounds for each recomputation of the whole game.
VERIFY_EVERY = 10


def warm(arguments: list[str]) -> int:
    """Fork a process that runs a command at once."""
    process = os.fork()
    if process == 0:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        try:
            cli.main(args=arguments, prog_name="horizons")
        except SystemExit as end:
            os._exit(int(end.code or 0))
        finally:
            os._exit(99)
    return process


def cold(arguments: list[str]) -> int:
    """Start a new Python process to run a command."""
    command = [sys.executable, "-m", "horizons_host", *arguments]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, **quiet)
    process.returncode = 0  # this script waits for it itself
    return process.pid


class Game:
    """One command on one game, run repeatedly; the result of an undisturbed run is known."""

    def __init__(self, base: Path, target: Target, folder: Path, log: Path) -> None:
        self.target, self.place, self.log = target, folder, log
        folder.mkdir()
        self.original = fresh_copy(base, folder / "original")
        target.prepare(self.original)
        self.before = target.look(self.original)
        with silenced():
            self._in_this_process()  # imports what the command needs
        self._seconds = {False: self._time(start_cold=False)}
        self.after = target.look(self.folder)
        self.mails = len(self._sent())
        assert self.after != self.before, f"{target.name} changed nothing"

    @property
    def folder(self) -> Path:
        """The game's copy for commands."""
        return self.place / "game"

    def _fresh(self) -> list[str]:
        self.log.write_text("")
        return self.target.words(fresh_copy(self.original, self.folder))

    def _in_this_process(self) -> None:
        with suppress(SystemExit):
            cli.main(args=self._fresh(), prog_name="horizons")

    def _undisturbed(self, *, start_cold: bool) -> float:
        """Return the seconds of a run; measured on the first call."""
        if start_cold not in self._seconds:
            self._seconds[start_cold] = self._time(start_cold=start_cold)
        return self._seconds[start_cold]

    def _time(self, *, start_cold: bool) -> float:
        arguments = self._fresh()
        start = time.perf_counter()
        self._wait(cold(arguments) if start_cold else warm(arguments))
        return time.perf_counter() - start

    def _wait(self, process: int) -> None:
        _, status = os.waitpid(process, 0)
        assert status == 0, f"an undisturbed run failed: {self.target.name}, {status}"

    def _sent(self) -> list[str]:
        return self.log.read_text().splitlines()

    def kill(self, moment: float, *, start_cold: bool, recompute: bool) -> str:
        """Kill one run at a moment (0 to 1 of an undisturbed run's time) and return its end."""
        seconds = self._undisturbed(start_cold=start_cold)
        arguments = self._fresh()
        process = cold(arguments) if start_cold else warm(arguments)
        time.sleep(moment * seconds)
        os.kill(process, signal.SIGKILL)
        _, status = os.waitpid(process, 0)
        finished = os.WIFEXITED(status)
        state = self.target.look(self.folder)
        self._check(state, finished=finished)
        if state != self.after:
            self._wait(warm(arguments))
            state = self.target.look(self.folder)
            difference = _differing(state, self.after)
            assert not difference, f"stuck: {self.target.name}: {difference}"
        is_duplicated = self._check_mails()
        if recompute:
            with GameStore(self.folder) as store:
                assert verify(store).sound, f"{self.target.name}: {verify(store).difference}"
        return (
            "had finished"
            if finished
            else "killed, a mail came twice"
            if is_duplicated
            else "killed"
        )

    def _check(self, state: Any, *, finished: bool) -> None:
        if finished:
            assert state == self.after, f"what was done is not there: {self.target.name}"
        known = state in (self.before, self.after)
        assert known or self.target.steps, f"neither before nor after: {self.target.name}: {state}"
        for path in self.folder.rglob("*.json"):
            is_complete = path.name.startswith(".") or path.read_bytes().endswith(b"}\n")
            assert is_complete, f"{path} is torn"

    def _check_mails(self) -> bool:
        """Return whether a mail came twice with one Message-ID; raises AssertionError for worse."""
        sent = self._sent()
        assert len(set(sent)) == self.mails, f"{len(set(sent))} mails, not {self.mails}: {sent}"
        assert len(sent) <= self.mails + 1, f"mails came again and again: {sent}"
        return len(sent) > self.mails


def _differing(state: Any, expected: Any) -> list[Any]:
    return [pair for pair in zip(state, expected, strict=True) if pair[0] != pair[1]]


@contextmanager
def silenced() -> Iterator[None]:
    """Silence this process's standard output and error."""
    saved = os.dup(1), os.dup(2)
    with open(os.devnull, "w") as silence:  # noqa: PTH123 - a device
        os.dup2(silence.fileno(), 1)
        os.dup2(silence.fileno(), 2)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(saved[0], 1)
        os.dup2(saved[1], 2)


@contextmanager
def mail_server(log: Path) -> Iterator[int]:
    """Run a mail server in a separate process; yields its port."""
    log.touch()
    command = [sys.executable, "-m", "benchmarks.kill_server", str(log)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield int(server.stdout.readline())
        finally:
            server.terminate()


def kills(
    number: int, cold_every: int = 10, key: str = "kills", only: str = "", minutes: float = 1e6
) -> Counter[tuple[str, str, str]]:
    """Kill a number of times, or until the time is over; returns the ends, by game and command.

    Raises AssertionError at the first damage.
    """
    until = time.monotonic() + 60 * minutes
    stream = hz.Stream.from_key(key)
    ends: Counter[tuple[str, str, str]] = Counter()
    with tempfile.TemporaryDirectory() as name, mail_server(Path(name) / "mails") as port:
        root = Path(name)
        known = [target for target in targets(port).values() if only in target.name]
        games: dict[tuple[str, str], Game] = {}
        for index, (variant, target) in enumerate(islice(cycle(_pairs(known)), number)):
            if time.monotonic() > until:
                break
            if not (root / variant).exists():
                base_game(root / variant, variant)
            game_key = (variant, target.name)
            if game_key not in games:
                folder = root / f"{variant} {target.name}"
                games[game_key] = Game(root / variant, target, folder, root / "mails")
            end = games[game_key].kill(
                1.1 * stream.random(),
                start_cold=index % cold_every == cold_every - 1,
                recompute=index % VERIFY_EVERY == 0,
            )
            ends[*game_key, end] += 1
    return ends


def _pairs(known: Sequence[Target]) -> list[tuple[str, Target]]:
    """Return every command in every game; at first each command once, in changing games."""
    games = list(GAMES)
    return [
        (games[(index + round_) % len(games)], target)
        for round_ in range(len(games))
        for index, target in enumerate(known)
    ]


def main() -> None:
    """Kill, and print the ends of the runs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kills", type=int, nargs="?", default=2000)
    parser.add_argument("--cold-every", type=int, default=10)
    parser.add_argument("--key", default="kills", help="names the moments of the kills")
    parser.add_argument("--only", default="", help="commands whose name holds this")
    parser.add_argument("--minutes", type=float, default=1e6, help="stop after so many")
    options = parser.parse_args()
    ends = kills(options.kills, options.cold_every, options.key, options.only, options.minutes)
    for (variant, target, end), count in sorted(ends.items()):
        print(f"{count:6} {variant:14} {target:13} {end}")
    print(f"{sum(ends.values())} kills, and every game was sound.")


if __name__ == "__main__":
    main()
