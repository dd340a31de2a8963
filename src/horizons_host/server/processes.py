"""The processes of a server: one that answers, and workers beside it that run turns."""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from horizons_host.server.jobs.worker import work
from horizons_host.server.service import Service

_log = logging.getLogger(__name__)
#: A worker that ended is begun anew after so many seconds.
_PAUSE_SECONDS = 1.0


def holder() -> str:
    """What this process is called as the holder of jobs."""
    return f"{socket.gethostname()} {os.getpid()}"


def run_worker(service: Service) -> None:
    """Do jobs in this process until it is told to end."""
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    work(service, holder(), stop)


@contextmanager
def workers(arguments: Sequence[str], count: int) -> Iterator[None]:
    """Have so many workers beside this process; one that dies is begun anew.

    `arguments` are those of `horizons worker`.
    """
    stop = threading.Event()
    keepers = [
        threading.Thread(target=_keep, args=(arguments, stop), daemon=True) for _ in range(count)
    ]
    for keeper in keepers:
        keeper.start()
    try:
        yield
    finally:
        stop.set()
        for keeper in keepers:
            keeper.join()


def _keep(arguments: Sequence[str], stop: threading.Event) -> None:
    command = [sys.executable, "-m", "horizons_host", "worker", *arguments]
    while not stop.is_set():
        worker = subprocess.Popen(command)  # noqa: S603 - this very program
        while worker.poll() is None:
            if stop.wait(0.2):
                worker.terminate()
                worker.wait()
                return
        _log.warning("a worker ended with status %s; another is begun", worker.returncode)
        stop.wait(_PAUSE_SECONDS)
