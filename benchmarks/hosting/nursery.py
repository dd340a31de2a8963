"""A process that has all imported, and forks servers and workers that begin at once.

    python -m benchmarks.hosting.nursery FOLDER PORT [ADDRESS]

It takes a command a line: "worker" and "server" begin one and answer with its number, "bury N"
waits until it is gone, "bury N and give back" has its jobs be free at once, as `horizons serve`
does for the workers that it sees die. With its input all that it has begun ends.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import uvicorn

from horizons_host.server import processes
from horizons_host.server.app import create_app
from horizons_host.server.database import Database
from horizons_host.server.jobs import queue
from horizons_host.server.service import Service


def forked(work: Callable[[], None]) -> int:
    """Begin a process that does something and ends."""
    process = os.fork()
    if process == 0:
        try:
            work()
            os._exit(0)
        finally:
            os._exit(99)
    return process


def main() -> None:
    """Do what is asked for, a line each, until there are no more."""
    folder, port = Path(sys.argv[1]), int(sys.argv[2])
    address = sys.argv[3] if len(sys.argv) > 3 else None
    logging.basicConfig(level=logging.ERROR)

    def service() -> Service:
        return Service(Database(folder, address))

    def server() -> None:
        own = service()
        with own.database.lock():
            uvicorn.run(create_app(own), port=port, log_level="error", access_log=False)

    work = {"worker": lambda: processes.run_worker(service()), "server": server}
    living: set[int] = set()
    for line in sys.stdin:
        verb, *more = line.split()
        if verb in work:
            number = forked(work[verb])
            living.add(number)
            print(number, flush=True)
            continue
        number = int(more[0])
        os.waitpid(number, 0)
        living.remove(number)
        if len(more) > 1:
            own = service()
            queue.give_back(own, processes.holder_of(number))
            own.database.close()
        print("gone", flush=True)
    for number in living:
        os.kill(number, signal.SIGKILL)
        os.waitpid(number, 0)


if __name__ == "__main__":
    main()
