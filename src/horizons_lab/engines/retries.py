"""Dead workers: their games go to others, with a limit."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from horizons_lab.errors import StudyError
from horizons_lab.records import GameId

#: Deaths of workers in a row, without a game ended, that end the study.
MOST_DEATHS = 3


@attrs.define
class WorkerDeaths:
    """A count of the deaths of workers since the last game that ended."""

    count: int = 0

    def game_ended(self) -> None:
        """Reset the count: the workers are well."""
        self.count = 0

    def worker_died(self, games: Iterable[GameId]) -> None:
        """Count a death during these games; raises StudyError at the limit."""
        self.count += 1
        if self.count >= MOST_DEATHS:
            listed = ", ".join(sorted({str(game_id.game) for game_id in games})[:10])
            raise StudyError(
                f"workers have died {self.count} times in a row at games {listed}",
                "read their output; if it repeats your program's own, or mentions a missing"
                " __main__, start the study under `if __name__ == '__main__':`",
            )
