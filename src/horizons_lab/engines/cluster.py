"""An engine on a Dask cluster, on this machine or elsewhere."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import ExitStack
from itertools import islice
from typing import Any

import attrs

from horizons_lab.checks import StudyError
from horizons_lab.engines.pool import WorkerDeaths, exit_quickly
from horizons_lab.engines.tasks import PortableTask, StudyTask, play_portable_task
from horizons_lab.games import PlayedGame
from horizons_lab.records import GameId

#: Games in the queue of each worker's thread, so that it never runs dry.
AHEAD = 2

#: Settings of our own cluster, without which distributed samples its threads a hundred times a
#: second and checks fifty times a second whether it is late, which takes 8 % of a processor per
#: worker.
_QUIET = {"distributed.worker.profile.enabled": False, "distributed.admin.tick.interval": "1s"}


@attrs.frozen
class ClusterEngine:
    """Plays on a Dask cluster, which moves the games of dead workers to others.

    Attributes:
        address: the address of the scheduler, such as "tcp://10.0.0.7:8786"; "" for a cluster on
            this machine with one worker per processor.
    """

    address: str = ""

    def play(self, task: StudyTask, games: Iterable[GameId]) -> Generator[PlayedGame, None, None]:
        """Yield games as they end; raises StudyError, also if the scheduler does not answer."""
        portable_task = PortableTask.of(task)
        with ExitStack() as stack:
            client = self._client(stack)
            try:
                yield from _play(client, portable_task, iter(games))
            except OSError as problem:  # of the connection
                raise self._connection_error(problem) from problem

    def _client(self, stack: ExitStack) -> Any:
        if not self.address:
            return _own_cluster(stack)
        from distributed import Client

        try:
            return stack.enter_context(Client(self.address, set_as_default=False))
        except (OSError, ValueError) as problem:
            raise self._connection_error(problem) from problem

    def _connection_error(self, problem: Exception) -> StudyError:
        message = " ".join(str(problem).split())
        return StudyError(
            f"the cluster {self.address} does not answer: {message}",
            "check that its scheduler is running; a study with a folder continues where it stopped",
        )


def _own_cluster(stack: ExitStack) -> Any:
    """Return a client of a new cluster on this machine, which ends with the stack.

    Its workers have no memory limit, like those of a pool, and exit as quickly
    (`exit_quickly`).
    """
    import dask
    from distributed import Client, LocalCluster

    # For the life of the cluster, because replacement workers also need it.
    stack.enter_context(dask.config.set(_QUIET))
    cluster = stack.enter_context(
        LocalCluster(
            threads_per_worker=1, processes=True, memory_limit=0, dashboard_address="127.0.0.1:0"
        )
    )
    client = stack.enter_context(Client(cluster, set_as_default=False))
    client.run(exit_quickly)
    return client


def _play(
    client: Any, task: PortableTask, games: Iterator[GameId]
) -> Generator[PlayedGame, None, None]:
    from distributed import CancelledError, KilledWorker, as_completed

    deaths = WorkerDeaths()
    pending: dict[Any, GameId] = {}
    ended = as_completed(loop=client.loop)

    def submit(game_id: GameId) -> None:
        future = client.submit(play_portable_task, task, game_id, pure=False)
        pending[future] = game_id
        ended.add(future)

    for game_id in islice(games, AHEAD * max(1, sum(client.nthreads().values()))):
        submit(game_id)
    while pending:
        future = next(ended)
        game_id = pending.pop(future)
        try:
            played: PlayedGame = future.result()
        except (KilledWorker, CancelledError):
            deaths.worker_died([game_id])
            submit(game_id)
            continue
        deaths.game_ended()
        for following in islice(games, 1):
            submit(following)
        yield played
