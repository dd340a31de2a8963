"""A study: a design that can be run, watched, gone on with, and looked into."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Self

import attrs

from horizons_lab import results_folder
from horizons_lab.design import Design
from horizons_lab.engines import Task, Workers, engine_of
from horizons_lab.errors import StudyError
from horizons_lab.games import PlayedGame, play_game
from horizons_lab.progress import Meter, Watch
from horizons_lab.records import GameId, GameRecord
from horizons_lab.replays import StudyGame
from horizons_lab.results import Result
from horizons_lab.results_folder import check_replayed
from horizons_lab.sequences import sequence_of
from horizons_lab.study_file import study_arguments


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

    @classmethod
    def from_file(cls, path: Path | str) -> Self:
        """The study in a YAML file (see `study_file`); raises StudyError, OSError."""
        return cls(**study_arguments(Path(path)))

    def run(
        self,
        workers: Workers = 1,
        *,
        out: Path | str | None = None,
        trajectory: bool = False,
        progress: Watch | None = None,
        other_python: bool = False,
    ) -> Result:
        """Play all games and answer what came of them.

        `workers` is 1 for this process, a number of processes, "dask" for a Dask cluster on this
        machine or the address of its scheduler, such as "tcp://10.0.0.7:8786".

        `out` is a folder for the results (see `results_folder`), in which a study goes on where it
        was when its process ended; with `trajectory` the orders and events of all turns are kept
        there, too. `progress` is told how far the study is after each game. A folder that was
        begun with another Python, numpy or numba, or on another kind of machine, is refused;
        with `other_python` the study goes on there, with an `OtherPythonWarning`.

        Raises StudyError for what a bot, a measure or the rules do wrong, with the number of the
        game, and for a folder that holds something else; OSError.
        """
        if out is None:
            return self._finished(Task(self), workers, {}, progress, lambda _: None)
        with results_folder.opened(Path(out), self, other_python=other_python) as folder:
            task = Task(self, trajectory, folder.logs)
            result = self._finished(task, workers, folder.log.records, progress, folder.keep)
            folder.finish(result)
            return result

    def _finished(
        self,
        task: Task,
        workers: Workers,
        kept: Mapping[tuple[str, int], GameRecord],
        progress: Watch | None,
        keep: Callable[[PlayedGame], None],
    ) -> Result:
        """Play what is not kept already."""
        sequence = sequence_of(self)
        engine = engine_of(workers)
        wanted = [which for which in self.game_ids() if self._key(which) not in kept]
        before = [which for which in self.game_ids() if self._key(which) in kept]
        done = sequence.add([kept[self._key(which)] for which in before])
        if before and not done:
            check_replayed(kept[self._key(before[0])], play_game(self, before[0]).record)
        meter = Meter(len(before), len(before) + len(wanted))
        with closing(engine.play(task, () if done else wanted)) as games:
            for played in games:
                keep(played)
                done = sequence.add([played.record])
                if progress is not None:
                    progress(meter.game_ended())
                if done:
                    break
        index = {cell.key: cell.index for cell in self.cells}
        ordered = sorted(sequence.records, key=lambda record: (index[record.cell], record.game))
        return Result(self, tuple(ordered))

    def _key(self, which: GameId) -> tuple[str, int]:
        return self.cells[which.cell].key, which.game

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
