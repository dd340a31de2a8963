"""A study that can be run, continued and replayed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Self

import attrs

from horizons_lab import results_folder
from horizons_lab.checks import StudyError
from horizons_lab.design import StudyDesign
from horizons_lab.engines import StudyTask, Workers, engine_of
from horizons_lab.games import PlayedGame, play_game
from horizons_lab.progress import ProgressCallback, ProgressMeter
from horizons_lab.records import GameId, GameRecord
from horizons_lab.replays import StudyGame
from horizons_lab.results import Result
from horizons_lab.results_folder import check_replayed
from horizons_lab.sequences import sequence_of
from horizons_lab.study_data import study_arguments


@attrs.frozen(kw_only=True, eq=False, slots=False)
class Study(StudyDesign):
    """Many games between bots, with measures.

    For example::

        study = Study(variant="event_horizon", seats=["greedy", "random"], games=500, key="first")
        result = study.run(workers=2)
        print(result.win_rate("greedy"))
        print(study.game(17).report("P1").text)

    Each game's dice follow from the key, the levels of its cell and its number: the rows are the
    same, byte for byte, with any workers, and more games leave the earlier ones unchanged.

    Its arguments and errors are those of `StudyDesign`.
    """

    @classmethod
    def from_file(cls, path: Path | str) -> Self:
        """Read a study from a YAML file (see `study_data`); raises StudyError, OSError."""
        return cls(**study_arguments(Path(path)))

    def run(
        self,
        workers: Workers = 1,
        *,
        out: Path | str | None = None,
        trajectory: bool = False,
        progress: ProgressCallback | None = None,
        other_python: bool = False,
    ) -> Result:
        """Play all games and return their result.

        `workers` is 1 for this process, a number of processes, "dask" for a Dask cluster on this
        machine or the address of its scheduler, such as "tcp://10.0.0.7:8786".

        `out` is a folder for the results (see `results_folder`), where an interrupted study
        continues; with `trajectory` the orders and events of all turns are also kept there.
        `progress` is called after each game. A folder that was begun with another Python, numpy or
        numba, or on another kind of machine, is refused; with `other_python` the study continues
        there, with an `OtherPythonWarning`.

        Raises StudyError for errors of a bot, a measure or the rules, with the number of the game,
        and for a folder that holds something else; OSError.
        """
        if out is None:
            return self._play(StudyTask(self), workers, {}, progress, lambda _: None)
        with results_folder.open_results(Path(out), self, other_python=other_python) as folder:
            task = StudyTask(self, trajectory, folder.logs)
            result = self._play(task, workers, folder.log.records, progress, folder.save)
            folder.finish(result)
            return result

    def _play(
        self,
        task: StudyTask,
        workers: Workers,
        saved: Mapping[tuple[str, int], GameRecord],
        progress: ProgressCallback | None,
        save: Callable[[PlayedGame], None],
    ) -> Result:
        """Play the games that are not saved yet."""
        sequence = sequence_of(self)
        engine = engine_of(workers)
        missing = [game_id for game_id in self.game_ids() if self._key(game_id) not in saved]
        earlier = [game_id for game_id in self.game_ids() if self._key(game_id) in saved]
        is_complete = sequence.add([saved[self._key(game_id)] for game_id in earlier])
        if earlier and not is_complete:
            check_replayed(saved[self._key(earlier[0])], play_game(self, earlier[0]).record)
        meter = ProgressMeter(len(earlier), len(earlier) + len(missing))
        with closing(engine.play(task, () if is_complete else missing)) as games:
            for played in games:
                save(played)
                is_complete = sequence.add([played.record])
                if progress is not None:
                    progress(meter.game_ended())
                if is_complete:
                    break
        index = {cell.key: cell.index for cell in self.cells}
        ordered = sorted(sequence.records, key=lambda record: (index[record.cell], record.game))
        return Result(self, tuple(ordered))

    def _key(self, game_id: GameId) -> tuple[str, int]:
        return self.cells[game_id.cell].key, game_id.game

    def game_ids(self) -> Iterator[GameId]:
        """Yield the study's games in playing order: the first of every cell, then the second."""
        for game in range(self.games):
            for cell in self.cells:
                yield GameId(cell.index, game)

    def game(self, number: int, cell: int = 0) -> StudyGame:
        """Return one game, to view it turn by turn; it may be beyond those that were played.

        Raises StudyError for a number below 0 or an unknown cell.
        """
        if not 0 <= cell < len(self.cells):
            raise StudyError(
                f"there is no cell {cell}", f"choose one from 0 to {len(self.cells) - 1}"
            )
        if number < 0:
            raise StudyError(f"there is no game {number}", "games are numbered from 0")
        return StudyGame(self.game_spec(self.cells[cell], number))
