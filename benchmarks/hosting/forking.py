"""A process with all imports, which forks servers and workers that start at once.

    python -m benchmarks.hosting.forking FOLDER PORT [ADDRESS]

It reads one command per line: "worker" and "server" start one and answer with its process id,
"reap N" waits until it has ended, and "reap N release" also releases its jobs, as `horizons serve`
does for workers that died. At the end of its input it kills all of them.
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
from horizons_host.server.jobs import queue
from horizons_host.server.service import ServerDatabase, Service


def fork_process(work: Callable[[], None]) -> int:
    """Fork a process that runs a function and exits."""
    process = os.fork()
    if process == 0:
        try:
            work()
            os._exit(0)
        finally:
            os._exit(99)
    return process


def main() -> None:
    """Carry out commands, one per line, until the end of the input."""
    folder, port = Path(sys.argv[1]), int(sys.argv[2])
    address = sys.argv[3] if len(sys.argv) > 3 else None
    logging.basicConfig(level=logging.ERROR)

    def service() -> Service:
        return Service(ServerDatabase(folder, address))

    def server() -> None:
        own_service = service()
        with own_service.database.lock():
            uvicorn.run(create_app(own_service), port=port, log_level="error", access_log=False)

    work = {"worker": lambda: processes.run_worker(service()), "server": server}
    children: set[int] = set()
    for line in sys.stdin:
        verb, *arguments = line.split()
        if verb in work:
            number = fork_process(work[verb])
            children.add(number)
            print(number, flush=True)
            continue
        number = int(arguments[0])
        os.waitpid(number, 0)
        children.remove(number)
        if len(arguments) > 1:
            own_service = service()
            queue.release_jobs(own_service, processes.job_holder_of(number))
            own_service.database.close()
        print("gone", flush=True)
    for number in children:
        os.kill(number, signal.SIGKILL)
        os.waitpid(number, 0)


if __name__ == "__main__":
    main()
