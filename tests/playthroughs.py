"""Games of people, played through the command line, as lines of text for golden files.

The orders are files as people write them: a folder for each time that the gamemaster's program
runs, a file for each player who hands something in.
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
    """How a game is played.

    Attributes:
        game: the name of the game and of its folder.
        settings: how it is set up: the words behind `horizons new GAME`.
        orders: the folder with a folder for each turn.
        end_of_news: the heading at which the part of a report ends that is shown for each turn,
            for seats that have another one than `otherwise`.
        otherwise: that heading for all others.
        joining: by the name of a turn's folder, who joins before it.
    """

    game: str
    settings: tuple[object, ...]
    orders: Path
    otherwise: str
    end_of_news: Mapping[str, str] = {}
    joining: Mapping[str, str] = {}

    def lines(self, last: str) -> Iterator[str]:
        """What is typed, what the program says, what people read; the last report is whole."""
        made = horizons("new", self.game, *self.settings)
        yield from _typed("new", made.stdout)
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
        """A set of orders and what is wrong with it; behind a blank stands which try it is."""
        player = file.stem.partition(" ")[0]
        yield f"--- orders of {file.stem}"
        yield from file.read_text("utf-8").splitlines()
        said = horizons("orders", "submit", "-g", self.game, "-p", player, file)
        yield f"--- what is wrong with them, exit status {said.exit_code}"
        start = f"Error: {file.name}" if said.stdout == "" else file.name
        told = dropwhile(lambda line: not line.startswith(start), said.output.splitlines())
        yield from told if said.stdout == "" else (one for one in told if one.startswith(start))


def _typed(command: str, output: str) -> Iterator[str]:
    yield f"--- horizons {command}"
    yield from output.splitlines()


def _up_to(heading: str, report: str) -> Iterator[str]:
    return takewhile(lambda line: line != heading, report.splitlines())


def in_an_empty_folder(lines: Callable[[], Iterable[str]]) -> str:
    """The lines as a file, without blanks at their ends; games are made in a folder that passes."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            return "\n".join(line.rstrip() for line in lines()) + "\n"
        finally:
            os.chdir(before)
