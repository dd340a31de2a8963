"""The games of a study in this process, one after the other."""

from __future__ import annotations

from collections.abc import Generator, Iterable

import attrs

from horizons_lab.engines.task import Task
from horizons_lab.games import PlayedGame
from horizons_lab.records import GameId


@attrs.frozen
class SerialEngine:
    """Plays in this process."""

    def play(self, task: Task, games: Iterable[GameId]) -> Generator[PlayedGame, None, None]:
        """The games in their order; raises StudyError."""
        for which in games:
            yield task.play(which)
