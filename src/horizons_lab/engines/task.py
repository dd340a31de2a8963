"""Tasks of engines: playing the games of a study, here or in another process."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Protocol

import attrs

from horizons_lab.design import StudyDesign
from horizons_lab.engines.portable import load_design, serialize_design
from horizons_lab.errors import StudyError
from horizons_lab.games import PlayedGame, play_game
from horizons_lab.records import GameId
from horizons_lab.study_data import versions_of


@attrs.frozen
class StudyTask:
    """The settings for playing a study's games.

    Attributes:
        design: the study.
        trajectory: whether to keep orders and events of all turns.
        logs: the folder for programs' error output, with a folder for each game; None to drop it.
    """

    design: StudyDesign
    trajectory: bool = False
    logs: Path | None = None

    def play(self, game_id: GameId) -> PlayedGame:
        """Play one game; raises StudyError."""
        logs = self.logs / f"{game_id.cell}-{game_id.game}" if self.logs is not None else None
        return play_game(self.design, game_id, trajectory=self.trajectory, logs=logs)


class Engine(Protocol):
    """Plays games of a study."""

    def play(self, task: StudyTask, games: Iterable[GameId]) -> Generator[PlayedGame, None, None]:
        """Yield each game once, as they end; `games` is advanced only when a worker is free.

        Games under way elsewhere end when it is closed. Raises StudyError for errors of a bot, a
        measure or the rules, and if workers die repeatedly.
        """


@attrs.frozen
class PortableTask:
    """A task for another process: plain data, and the study as bytes.

    Attributes:
        payload: the study (see `serialize_design`).
        versions: the versions and digests of the rules here, which the other process must have.
        trajectory: as in `StudyTask`.
        logs: as in `StudyTask`.
    """

    payload: bytes
    versions: dict[str, str]
    trajectory: bool
    logs: str | None

    @classmethod
    def of(cls, task: StudyTask) -> PortableTask:
        """Convert a task for another process; raises StudyError if it cannot be sent."""
        logs = None if task.logs is None else str(task.logs.absolute())
        return cls(serialize_design(task.design), versions_of(task.design), task.trajectory, logs)


def play_portable_task(task: PortableTask, game_id: GameId) -> PlayedGame:
    """Play one game of a task from another process.

    Raises StudyError as `StudyTask.play` does, and if this process has other rules.
    """
    design, versions = _read(task.payload)
    if versions != task.versions:
        names = {**task.versions, **versions}
        differing = [name for name in names if task.versions.get(name) != versions.get(name)]
        raise StudyError(
            f"a worker has other versions of {', '.join(differing)}",
            "install the same versions on all machines",
        )
    logs = Path(task.logs) if task.logs is not None else None
    return StudyTask(design, task.trajectory, logs).play(GameId(*game_id))


@lru_cache(maxsize=4)
def _read(payload: bytes) -> tuple[StudyDesign, dict[str, str]]:
    """Load a study with the versions of its rules here; caches the last few."""
    design = load_design(payload)
    return design, versions_of(design)
