"""A study: a design that can be run, watched, gone on with, and looked into."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from horizons_lab.design import Design
from horizons_lab.engines import Task, Workers, engine_of
from horizons_lab.errors import StudyError
from horizons_lab.progress import Meter, Watch
from horizons_lab.records import GameId
from horizons_lab.replays import StudyGame
from horizons_lab.results import Result


@attrs.frozen(kw_only=True, eq=False, slots=False)
class Study(Design):
    """Many games between bots, and what is asked of them.

    For example::

        study = Study(variant="event_horizon", seats=["greedy", "random"], games=500, key="first")
        result = study.run(workers=2)
        print(result.win_rate("greedy"))
        print(study.game(17).report("P1").text)

    Each game's dice follow from the key, the levels of its cell and its number: the rows are the
    same, byte for byte, with any workers, and more games leave those before as they are.

    Its arguments, and what is raised for wrong ones, are those of `Design`.
    """

    def run(self, workers: Workers = 1, *, progress: Watch | None = None) -> Result:
        """Play all games and answer what came of them.

        `workers` is 1 for this process, a number of processes, "dask" for a Dask cluster on this
        machine or the address of its scheduler, such as "tcp://10.0.0.7:8786". `progress` is told
        how far the study is after each game. Raises StudyError for what a bot, a measure or the
        rules do wrong, with the number of the game.
        """
        wanted = list(self.game_ids())
        meter = Meter(0, len(wanted))
        found = {}
        for played in engine_of(workers).play(Task(self), wanted):
            found[played.record.cell, played.record.game] = played.record
            if progress is not None:
                progress(meter.game_ended())
        keys = [(cell.key, game) for cell in self.cells for game in range(self.games)]
        return Result(self, tuple(found[key] for key in keys))

    def game_ids(self) -> Iterator[GameId]:
        """All games of the study as they are played: the first of every cell, then the second."""
        for game in range(self.games):
            for cell in self.cells:
                yield GameId(cell.index, game)

    def game(self, number: int, cell: int = 0) -> StudyGame:
        """One game, to be looked at turn by turn; it may be beyond those that were played.

        Raises StudyError for a number below 0 or a cell that is not there.
        """
        if not 0 <= cell < len(self.cells):
            raise StudyError(
                f"there is no cell {cell}", f"give one from 0 to {len(self.cells) - 1}"
            )
        if number < 0:
            raise StudyError(f"there is no game {number}", "games are counted from 0 on")
        return StudyGame(self.match(self.cells[cell], number))
