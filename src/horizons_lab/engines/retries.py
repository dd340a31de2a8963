"""Workers that die: games are given to others, but not for ever."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from horizons_lab.errors import StudyError
from horizons_lab.records import GameId

#: How often in a row workers may die without a game having ended.
MOST_DEATHS = 3


@attrs.define
class Deaths:
    """Counts the deaths of workers since the last game that ended."""

    count: int = 0

    def game_ended(self) -> None:
        """A game has ended: the workers are well."""
        self.count = 0

    def worker_died(self, games: Iterable[GameId]) -> None:
        """A worker has died, at one of these games; raises StudyError if that goes on and on."""
        self.count += 1
        if self.count >= MOST_DEATHS:
            listed = ", ".join(sorted({str(which.game) for which in games})[:10])
            raise StudyError(
                f"workers have died {self.count} times in a row at games {listed}",
                "look at what they wrote; if it is this program's own text, or of a missing"
                " __main__, start the study below `if __name__ == '__main__':`",
            )
