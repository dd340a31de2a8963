"""The games of a study on a Dask cluster: one on this machine, or that of a scheduler elsewhere."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import ExitStack
from itertools import islice
from typing import Any

import attrs

from horizons_lab.engines.leaving import leave_quickly
from horizons_lab.engines.retries import Deaths
from horizons_lab.engines.task import PortableTask, Task, play_there
from horizons_lab.errors import StudyError
from horizons_lab.games import PlayedGame
from horizons_lab.records import GameId

#: How many games wait for each thread of a worker, so that none of them waits for a game.
AHEAD = 2

#: What a cluster of its own does without: it samples what its threads are at a hundred times a
#: second, and looks fifty times whether it is late, which takes eight percent of a processor's time
#: for each worker.
_QUIET = {"distributed.worker.profile.enabled": False, "distributed.admin.tick.interval": "1s"}


@attrs.frozen
class ClusterEngine:
    """Plays on a Dask cluster, which gives the games of workers that die to others.

    Attributes:
        address: where the scheduler is, such as "tcp://10.0.0.7:8786"; "" for a cluster of its own,
            a worker a processor, on this machine.
    """

    address: str = ""

    def play(self, task: Task, games: Iterable[GameId]) -> Generator[PlayedGame, None, None]:
        """The games as they end; raises StudyError, also for a scheduler that does not answer."""
        there = PortableTask.of(task)
        with ExitStack() as stack:
            client = self._client(stack)
            try:
                yield from _played(client, there, iter(games))
            except OSError as problem:  # what is wrong with a connection
                raise self._lost(problem) from problem

    def _client(self, stack: ExitStack) -> Any:
        if not self.address:
            return _own_cluster(stack)
        from distributed import Client

        try:
            return stack.enter_context(Client(self.address, set_as_default=False))
        except (OSError, ValueError) as problem:
            raise self._lost(problem) from problem

    def _lost(self, problem: Exception) -> StudyError:
        told = " ".join(str(problem).split())
        return StudyError(
            f"the cluster {self.address} does not answer: {told}",
            "look whether its scheduler runs; a study with a folder goes on where it was",
        )


def _own_cluster(stack: ExitStack) -> Any:
    """A client of a cluster on this machine, which ends with the stack.

    Its workers may take as much memory as those of a pool, and leave as quickly (`leave_quickly`).
    """
    import dask
    from distributed import Client, LocalCluster

    # As long as the cluster lives: workers that take the place of others are to have it, too.
    stack.enter_context(dask.config.set(_QUIET))
    cluster = stack.enter_context(
        LocalCluster(
            threads_per_worker=1, processes=True, memory_limit=0, dashboard_address="127.0.0.1:0"
        )
    )
    client = stack.enter_context(Client(cluster, set_as_default=False))
    client.run(leave_quickly)
    return client


def _played(
    client: Any, task: PortableTask, games: Iterator[GameId]
) -> Generator[PlayedGame, None, None]:
    from distributed import CancelledError, KilledWorker, as_completed

    deaths = Deaths()
    waiting: dict[Any, GameId] = {}
    ended = as_completed(loop=client.loop)

    def submit(which: GameId) -> None:
        future = client.submit(play_there, task, which, pure=False)
        waiting[future] = which
        ended.add(future)

    for which in islice(games, AHEAD * max(1, sum(client.nthreads().values()))):
        submit(which)
    while waiting:
        future = next(ended)
        which = waiting.pop(future)
        try:
            played: PlayedGame = future.result()
        except (KilledWorker, CancelledError):
            deaths.worker_died([which])
            submit(which)
            continue
        deaths.game_ended()
        for following in islice(games, 1):
            submit(following)
        yield played
