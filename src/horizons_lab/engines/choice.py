"""The engine of this process, and the choice of an engine by its workers."""

from __future__ import annotations

from collections.abc import Generator, Iterable

import attrs

from horizons_lab.checks import StudyError
from horizons_lab.engines.pool import PoolEngine
from horizons_lab.engines.tasks import Engine, StudyTask
from horizons_lab.games import PlayedGame
from horizons_lab.records import GameId

#: A number of processes, "dask", or the address of a scheduler.
Workers = int | str
_MAX_WORKERS = 1024


@attrs.frozen
class SerialEngine:
    """Plays in this process."""

    def play(self, task: StudyTask, games: Iterable[GameId]) -> Generator[PlayedGame, None, None]:
        """Yield the games in order; raises StudyError."""
        for game_id in games:
            yield task.play(game_id)


def engine_of(workers: Workers) -> Engine:
    """Return the engine for these workers; raises StudyError for invalid workers."""
    if isinstance(workers, int) and not isinstance(workers, bool) and 1 <= workers <= _MAX_WORKERS:
        return SerialEngine() if workers == 1 else PoolEngine(workers)
    if isinstance(workers, str) and (workers == "dask" or "://" in workers):
        from horizons_lab.engines.cluster import ClusterEngine

        return ClusterEngine("" if workers == "dask" else workers)
    raise StudyError(
        f"workers is {workers!r}",
        f"use a number from 1 to {_MAX_WORKERS}, 'dask', or an address such as tcp://10.0.0.7:8786",
    )
