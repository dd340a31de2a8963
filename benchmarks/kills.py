"""Kill commands at random moments, and look at what is left of the game.

    python -m benchmarks.kills [KILLS] [--cold-every N] [--only TARGET] [--minutes M]

The commands are `turn`, `orders submit`, `mail read` from a Maildir and an mbox, `mail send`,
`undo` and `restore`, in all three games, one after the other. Each round starts from the same game,
runs one in a process of its own and kills it (SIGKILL) at a random moment. The game must then stand
where it stood or where an undisturbed run leaves it; called again the command must lead there: so
nothing is lost, doubled or stuck. A mail whose sending was cut off between the server's word and
our note of it may come twice, under one Message-ID; these are counted.

Most rounds are warm: the process is forked with everything imported, so that the kill falls into
the work itself and not into Python's start. Every so many are cold: `python -m horizons_host`.
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
from horizons_host.cli import cli
from horizons_host.store import GameStore
from horizons_host.verification import verify

#: One round in so many recomputes the whole game.
VERIFY_EVERY = 10


def warm(words: list[str]) -> int:
    """Fork a process that runs a command at once."""
    process = os.fork()
    if process == 0:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        try:
            cli.main(args=words, prog_name="horizons")
        except SystemExit as end:
            os._exit(int(end.code or 0))
        finally:
            os._exit(99)
    return process


def cold(words: list[str]) -> int:
    """Start Python anew to run a command."""
    command = [sys.executable, "-m", "horizons_host", *words]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    started = subprocess.Popen(command, **quiet)
    started.returncode = 0  # this script waits for it itself
    return started.pid


class Game:
    """One command on one game, run again and again; what an undisturbed run makes is known."""

    def __init__(self, base: Path, target: Target, place: Path, log: Path) -> None:
        self.target, self.place, self.log = target, place, log
        place.mkdir()
        self.original = fresh_copy(base, place / "original")
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
        """The copy that commands work on."""
        return self.place / "game"

    def _fresh(self) -> list[str]:
        self.log.write_text("")
        return self.target.words(fresh_copy(self.original, self.folder))

    def _in_this_process(self) -> None:
        with suppress(SystemExit):
            cli.main(args=self._fresh(), prog_name="horizons")

    def _undisturbed(self, *, start_cold: bool) -> float:
        """How many seconds a run takes; measured when it is first asked for."""
        if start_cold not in self._seconds:
            self._seconds[start_cold] = self._time(start_cold=start_cold)
        return self._seconds[start_cold]

    def _time(self, *, start_cold: bool) -> float:
        words = self._fresh()
        start = time.perf_counter()
        self._wait(cold(words) if start_cold else warm(words))
        return time.perf_counter() - start

    def _wait(self, process: int) -> None:
        _, status = os.waitpid(process, 0)
        assert status == 0, f"an undisturbed run failed: {self.target.name}, {status}"

    def _sent(self) -> list[str]:
        return self.log.read_text().splitlines()

    def kill(self, moment: float, *, start_cold: bool, recompute: bool) -> str:
        """Kill one run at a moment (0 to 1 of an undisturbed run's time) and say how it ended."""
        seconds = self._undisturbed(start_cold=start_cold)
        words = self._fresh()
        process = cold(words) if start_cold else warm(words)
        time.sleep(moment * seconds)
        os.kill(process, signal.SIGKILL)
        _, status = os.waitpid(process, 0)
        finished = os.WIFEXITED(status)
        found = self.target.look(self.folder)
        self._check(found, finished=finished)
        if found != self.after:
            self._wait(warm(words))
            found = self.target.look(self.folder)
            wrong = _differing(found, self.after)
            assert not wrong, f"stuck: {self.target.name}: {wrong}"
        doubled = self._check_mails()
        if recompute:
            with GameStore(self.folder) as store:
                assert verify(store).sound, f"{self.target.name}: {verify(store).difference}"
        return "had finished" if finished else "killed, a mail came twice" if doubled else "killed"

    def _check(self, found: Any, *, finished: bool) -> None:
        if finished:
            assert found == self.after, f"what was done is not there: {self.target.name}"
        known = found in (self.before, self.after)
        assert known or self.target.steps, f"neither before nor after: {self.target.name}: {found}"
        for path in self.folder.rglob("*.json"):
            whole = path.name.startswith(".") or path.read_bytes().endswith(b"}\n")
            assert whole, f"{path} is torn"

    def _check_mails(self) -> bool:
        """Whether a mail came twice, under one name; raises AssertionError for worse."""
        sent = self._sent()
        assert len(set(sent)) == self.mails, f"{len(set(sent))} mails, not {self.mails}: {sent}"
        assert len(sent) <= self.mails + 1, f"mails came again and again: {sent}"
        return len(sent) > self.mails


def _differing(found: Any, wanted: Any) -> list[Any]:
    return [pair for pair in zip(found, wanted, strict=True) if pair[0] != pair[1]]


@contextmanager
def silenced() -> Iterator[None]:
    """Have this process write nothing to its standard output and error."""
    kept = os.dup(1), os.dup(2)
    with open(os.devnull, "w") as silence:  # noqa: PTH123 - a device
        os.dup2(silence.fileno(), 1)
        os.dup2(silence.fileno(), 2)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(kept[0], 1)
        os.dup2(kept[1], 2)


@contextmanager
def mail_server(log: Path) -> Iterator[int]:
    """A mail server in a process of its own; gives its port."""
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
    """So many kills, or as many as the minutes allow; how they ended, by game and command.

    Raises AssertionError at the first damage.
    """
    until = time.monotonic() + 60 * minutes
    stream = hz.Stream.from_key(key)
    ends: Counter[tuple[str, str, str]] = Counter()
    with tempfile.TemporaryDirectory() as name, mail_server(Path(name) / "mails") as port:
        place = Path(name)
        known = [one for one in targets(port).values() if only in one.name]
        games: dict[tuple[str, str], Game] = {}
        for index, (variant, target) in enumerate(islice(cycle(_pairs(known)), number)):
            if time.monotonic() > until:
                break
            if not (place / variant).exists():
                base_game(place / variant, variant)
            one = (variant, target.name)
            if one not in games:
                folder = place / f"{variant} {target.name}"
                games[one] = Game(place / variant, target, folder, place / "mails")
            end = games[one].kill(
                1.1 * stream.random(),
                start_cold=index % cold_every == cold_every - 1,
                recompute=index % VERIFY_EVERY == 0,
            )
            ends[*one, end] += 1
    return ends


def _pairs(known: Sequence[Target]) -> list[tuple[str, Target]]:
    """Every command in every game; the first of them are each command once, in game after game."""
    games = list(GAMES)
    return [
        (games[(index + round_) % len(games)], target)
        for round_ in range(len(games))
        for index, target in enumerate(known)
    ]


def main() -> None:
    """Kill, and print how the runs ended."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kills", type=int, nargs="?", default=2000)
    parser.add_argument("--cold-every", type=int, default=10)
    parser.add_argument("--key", default="kills", help="names the moments of the kills")
    parser.add_argument("--only", default="", help="commands whose name holds this")
    parser.add_argument("--minutes", type=float, default=1e6, help="stop after so many")
    given = parser.parse_args()
    ends = kills(given.kills, given.cold_every, given.key, given.only, given.minutes)
    for (variant, target, end), count in sorted(ends.items()):
        print(f"{count:6} {variant:14} {target:13} {end}")
    print(f"{sum(ends.values())} kills, and every game was sound.")


if __name__ == "__main__":
    main()
