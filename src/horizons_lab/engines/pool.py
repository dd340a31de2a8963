"""The games of a study in several processes on this machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from multiprocessing.connection import Connection

import attrs

from horizons_lab.engines.leaving import leave_quickly
from horizons_lab.engines.retries import Deaths
from horizons_lab.engines.task import PortableTask, Task, play_there
from horizons_lab.games import PlayedGame
from horizons_lab.records import GameId

#: How many games wait for each worker, so that none of them waits for a game.
AHEAD = 2


@attrs.frozen
class PoolEngine:
    """Plays in processes of its own; those that die are replaced, and their games played again.

    Attributes:
        workers: how many processes.
    """

    workers: int

    def play(self, task: Task, games: Iterable[GameId]) -> Generator[PlayedGame, None, None]:
        """The games as they end; raises StudyError."""
        there, left, deaths = PortableTask.of(task), iter(games), Deaths()
        while True:
            lost: list[GameId] = []
            yield from self._until_one_dies(there, left, lost, deaths)
            if not lost:
                return
            deaths.worker_died(lost)
            left = chain(lost, left)

    def _until_one_dies(
        self, task: PortableTask, games: Iterator[GameId], lost: list[GameId], deaths: Deaths
    ) -> Generator[PlayedGame, None, None]:
        """The games that end until a worker dies; those under way are put into `lost` then."""
        context = multiprocessing.get_context("spawn")
        leash, end = context.Pipe(duplex=False)
        executor = ProcessPoolExecutor(self.workers, context, initializer=_begin, initargs=(leash,))
        waiting: dict[Future[PlayedGame], GameId] = {}
        try:
            while True:
                for which in islice(games, self.workers * AHEAD - len(waiting)):
                    waiting[executor.submit(play_there, task, which)] = which
                if not waiting:
                    return
                done, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in [one for one in waiting if one in done]:
                    played = future.result()
                    del waiting[future]
                    deaths.game_ended()
                    yield played
        except BrokenProcessPool:
            lost += waiting.values()
        finally:
            if waiting:
                end.close()  # the workers end with it, whatever they are at
            executor.shutdown(cancel_futures=True)
            end.close()
            leash.close()


def _begin(leash: Connection) -> None:
    """Let this worker end when the other end of the leash is closed, or its process has ended.

    So none outlives the study, and Ctrl-C is that process's to answer.
    """
    leave_quickly()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, args=(leash,), daemon=True).start()


def _follow(leash: Connection) -> None:
    try:
        leash.recv_bytes()
    except (EOFError, OSError):
        os._exit(0)
