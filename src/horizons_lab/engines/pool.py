"""An engine of several processes on this machine, with a limit on dead workers."""

from __future__ import annotations

import atexit
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

from horizons_lab.checks import StudyError
from horizons_lab.engines.tasks import PortableTask, StudyTask, play_portable_task
from horizons_lab.games import PlayedGame
from horizons_lab.records import GameId

#: Number of consecutive deaths of workers, without a finished game in between, that ends the study.
MAX_DEATHS = 3
#: Games in the queue of each worker, so that it never runs dry.
AHEAD = 2


def exit_quickly() -> None:
    """Make this process exit without cleaning up its libraries.

    Cleaning up would take half a second, and free memory that the system reclaims anyway. Functions
    that bots registered with atexit run before.
    """
    atexit.register(os._exit, 0)


@attrs.define
class WorkerDeaths:
    """A count of the deaths of workers since the last game that ended."""

    count: int = 0

    def game_ended(self) -> None:
        """Reset the count, because a worker has finished a game."""
        self.count = 0

    def worker_died(self, games: Iterable[GameId]) -> None:
        """Count a death during these games; raises StudyError at the limit."""
        self.count += 1
        if self.count >= MAX_DEATHS:
            listed = ", ".join(sorted({str(game_id.game) for game_id in games})[:10])
            raise StudyError(
                f"workers have died {self.count} times in a row at games {listed}",
                "read their output; if it repeats your program's own, or mentions a missing"
                " __main__, start the study under `if __name__ == '__main__':`",
            )


@attrs.frozen
class PoolEngine:
    """Plays in its own processes; dead ones are replaced, and their games played again.

    Attributes:
        workers: number of processes.
    """

    workers: int

    def play(self, task: StudyTask, games: Iterable[GameId]) -> Generator[PlayedGame, None, None]:
        """Yield games as they end; raises StudyError."""
        portable_task, remaining, deaths = PortableTask.of(task), iter(games), WorkerDeaths()
        while True:
            lost: list[GameId] = []
            yield from self._until_one_dies(portable_task, remaining, lost, deaths)
            if not lost:
                return
            deaths.worker_died(lost)
            remaining = chain(lost, remaining)

    def _until_one_dies(
        self, task: PortableTask, games: Iterator[GameId], lost: list[GameId], deaths: WorkerDeaths
    ) -> Generator[PlayedGame, None, None]:
        """Yield games until a worker dies; then put the unfinished ones into `lost`."""
        context = multiprocessing.get_context("spawn")
        parent_pipe, parent_end = context.Pipe(duplex=False)
        executor = ProcessPoolExecutor(
            self.workers, context, initializer=_initialize_worker, initargs=(parent_pipe,)
        )
        waiting: dict[Future[PlayedGame], GameId] = {}
        try:
            while True:
                for game_id in islice(games, self.workers * AHEAD - len(waiting)):
                    waiting[executor.submit(play_portable_task, task, game_id)] = game_id
                if not waiting:
                    return
                finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in [future for future in waiting if future in finished]:
                    played = future.result()
                    del waiting[future]
                    deaths.game_ended()
                    yield played
        except BrokenProcessPool:
            lost += waiting.values()
        finally:
            if waiting:
                parent_end.close()  # makes the workers exit at once
            executor.shutdown(cancel_futures=True)
            parent_end.close()
            parent_pipe.close()


def _initialize_worker(parent_pipe: Connection) -> None:
    """Make this worker exit when the other end of the pipe is closed, or its process has ended.

    No worker outlives the study, and that process alone handles Ctrl-C.
    """
    exit_quickly()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, args=(parent_pipe,), daemon=True).start()


def _exit_with_parent(parent_pipe: Connection) -> None:
    try:
        parent_pipe.recv_bytes()
    except (EOFError, OSError):
        os._exit(0)
