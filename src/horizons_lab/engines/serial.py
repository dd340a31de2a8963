"""An engine that plays in this process."""

from __future__ import annotations

from collections.abc import Generator, Iterable

import attrs

from horizons_lab.engines.task import StudyTask
from horizons_lab.games import PlayedGame
from horizons_lab.records import GameId


@attrs.frozen
class SerialEngine:
    """Plays in this process."""

    def play(self, task: StudyTask, games: Iterable[GameId]) -> Generator[PlayedGame, None, None]:
        """Yield the games in order; raises StudyError."""
        for game_id in games:
            yield task.play(game_id)
