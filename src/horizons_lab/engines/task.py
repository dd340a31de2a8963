"""What an engine does: playing the games of a study, here or in another process."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Protocol

import attrs

from horizons_lab.design import Design
from horizons_lab.engines.portable import design_from, portable
from horizons_lab.errors import StudyError
from horizons_lab.games import PlayedGame, play_game
from horizons_lab.records import GameId
from horizons_lab.study_data import versions_of


@attrs.frozen
class Task:
    """How the games of a study are played.

    Attributes:
        design: the study.
        trajectory: whether orders and events of all turns are kept.
        logs: the folder in which programs complain, a folder a game; None for nowhere.
    """

    design: Design
    trajectory: bool = False
    logs: Path | None = None

    def play(self, which: GameId) -> PlayedGame:
        """Play one game; raises StudyError."""
        logs = self.logs / f"{which.cell}-{which.game}" if self.logs is not None else None
        return play_game(self.design, which, trajectory=self.trajectory, logs=logs)


class Engine(Protocol):
    """Plays games of a study."""

    def play(self, task: Task, games: Iterable[GameId]) -> Generator[PlayedGame, None, None]:
        """Each of the games once, as they end; `games` is asked for more only when one is needed.

        Games under way elsewhere end when it is closed. Raises StudyError for what a bot, a measure
        or the rules do wrong, and when workers die again and again.
        """


@attrs.frozen
class PortableTask:
    """A task that another process can be given: plain data, and the study as bytes.

    Attributes:
        payload: the study (see `portable`).
        versions: the versions and digests of the rules here, which must be those there.
        trajectory: as in `Task`.
        logs: as in `Task`.
    """

    payload: bytes
    versions: dict[str, str]
    trajectory: bool
    logs: str | None

    @classmethod
    def of(cls, task: Task) -> PortableTask:
        """The task for another process; raises StudyError for what cannot be taken there."""
        logs = None if task.logs is None else str(task.logs.absolute())
        return cls(portable(task.design), versions_of(task.design), task.trajectory, logs)


def play_there(task: PortableTask, which: GameId) -> PlayedGame:
    """Play one game of a task from another process.

    Raises StudyError as `Task.play` does, and if the rules here are not those over there.
    """
    design, here = _read(task.payload)
    if here != task.versions:
        differing = [n for n in {**task.versions, **here} if task.versions.get(n) != here.get(n)]
        raise StudyError(
            f"a worker has other versions of {', '.join(differing)}",
            "install the same versions on all machines",
        )
    logs = Path(task.logs) if task.logs is not None else None
    return Task(design, task.trajectory, logs).play(GameId(*which))


@lru_cache(maxsize=4)
def _read(payload: bytes) -> tuple[Design, dict[str, str]]:
    """A study and the versions of its rules here; the same study is not read twice."""
    design = design_from(payload)
    return design, versions_of(design)
