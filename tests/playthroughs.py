"""Games of people, played through the command line, as lines of text for golden files.

The orders are files as people write them: a folder for each run of the gamemaster's program, a
file for each player who submits orders.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import dropwhile, takewhile
from pathlib import Path

from attrs import frozen

from tests.host.helpers import horizons


@frozen
class Playthrough:
    """A game and the way it is played.

    Attributes:
        game: the name of the game and of its folder.
        settings: the arguments after `horizons new GAME`.
        orders: the folder with a folder for each turn.
        end_of_news: the heading after the part of a report that is shown for each turn,
            for seats with another one than `otherwise`.
        otherwise: that heading for all other seats.
        joining: the player who joins before a turn, by the name of the turn's folder.
    """

    game: str
    settings: tuple[object, ...]
    orders: Path
    otherwise: str
    end_of_news: Mapping[str, str] = {}
    joining: Mapping[str, str] = {}

    def lines(self, last: str) -> Iterator[str]:
        """Yield the typed commands, the program's output, and reports; the last report in full."""
        result = horizons("new", self.game, *self.settings)
        yield from _typed("new", result.stdout)
        for number, folder in enumerate(sorted(self.orders.iterdir()), 1):
            yield from self._turn(number, folder)
        yield f"=== the last report of {last}"
        yield from horizons("report", "-g", self.game, "-p", last).stdout.splitlines()
        yield from _typed("verify", horizons("verify", "-g", self.game).output)

    def _turn(self, number: int, folder: Path) -> Iterator[str]:
        yield f"=== {folder.name}"
        newcomer = self.joining.get(folder.name)
        if newcomer:
            joined = horizons("join", "-g", self.game, "--player", newcomer)
            yield from _typed(f"join --player {newcomer}", joined.output)
        for file in sorted(folder.glob("*.txt"), key=lambda file: file.stem):
            yield from self._handed_in(file)
        yield from _typed("turn", horizons("turn", "-g", self.game, "--yes").stdout)
        for report in sorted(Path(self.game, "reports", f"turn-{number:03d}").glob("*.txt")):
            yield f"--- report of {report.stem}"
            end = self.end_of_news.get(report.stem, self.otherwise)
            yield from _up_to(end, report.read_text("utf-8"))

    def _handed_in(self, file: Path) -> Iterator[str]:
        """Yield the orders of a file `PLAYER.txt` or `PLAYER ATTEMPT.txt`, and their errors."""
        player = file.stem.partition(" ")[0]
        yield f"--- orders of {file.stem}"
        yield from file.read_text("utf-8").splitlines()
        result = horizons("orders", "submit", "-g", self.game, "-p", player, file)
        yield f"--- what is wrong with them, exit status {result.exit_code}"
        start = f"Error: {file.name}" if result.stdout == "" else file.name
        lines = dropwhile(lambda line: not line.startswith(start), result.output.splitlines())
        yield from lines if result.stdout == "" else (r for r in lines if r.startswith(start))


def _typed(command: str, output: str) -> Iterator[str]:
    yield f"--- horizons {command}"
    yield from output.splitlines()


def _up_to(heading: str, report: str) -> Iterator[str]:
    return takewhile(lambda line: line != heading, report.splitlines())


def in_an_empty_folder(lines: Callable[[], Iterable[str]]) -> str:
    """Return the lines as a file, without trailing blanks; games are made in a temporary folder."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            return "\n".join(line.rstrip() for line in lines()) + "\n"
        finally:
            os.chdir(before)
