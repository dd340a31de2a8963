"""The processes of a server: those that answer, and workers beside them that run turns."""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from litestar.concurrency import set_asyncio_executor

from horizons_core.errors import HorizonsError
from horizons_host.server.jobs import queue
from horizons_host.server.jobs.worker import work
from horizons_host.server.service import Service

_log = logging.getLogger(__name__)
#: A worker that ended is begun anew after so many seconds.
_PAUSE_SECONDS = 1.0
#: So many requests are worked on at once. Python runs one thread at a time: with more of them, each
#: takes the processor from the others at every look into the database, and all become slower.
_THREADS = 2
#: By so much a worker is nicer than its server: pages come before turns.
_GIVES_WAY = 19
#: A process that is told to end gives what it is at so long to come to an end of itself.
LAST_SECONDS = 15.0


def holder() -> str:
    """What this process is called as the holder of jobs."""
    return holder_of(os.getpid())


def holder_of(process: int) -> str:
    """What a process of this machine is called."""
    return f"{socket.gethostname()} {process}"


def run_worker(service: Service, *, beside: bool = False) -> None:
    """Do jobs in this process until it is told to end.

    One `beside` a server ends with it, however that ends, and lets it have the processor first.
    """
    stop = threading.Event()

    def end(*_: object) -> None:
        stop.set()
        end_at_last()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
    if beside:
        os.nice(_GIVES_WAY)
        end_with_parent(end)
    work(service, holder(), stop)


def end_at_last(seconds: float | None = None) -> None:
    """End this process after some seconds, whatever its threads are at by then.

    For one that was told to end: a thread that is stuck would else keep it. What such a thread was
    at is lost, as it is when a machine fails: nothing is half written, and its jobs are done anew.
    """
    _later(LAST_SECONDS if seconds is None else seconds, _end_now)


def _later(seconds: float, function: Callable[..., None], *arguments: int) -> None:
    timer = threading.Timer(seconds, function, arguments)
    timer.daemon = True
    timer.start()


def _end_now() -> None:
    _later(1.0, os._exit, 1)  # though the log be stuck as well
    _log.warning("not everything came to an end in time: this process ends without it")
    os._exit(1)


def end_with_parent(end: Callable[[], None]) -> None:
    """Have `end` called when the process is no more that began this one with `kept`."""
    threading.Thread(target=_until_closed, args=(end,), daemon=True).start()


def _until_closed(end: Callable[[], None]) -> None:
    # Nothing is ever written into the pipe: it is closed when the server's process is no more.
    # Not by its buffer, which must not be in use when this process ends.
    while os.read(sys.stdin.fileno(), 1):
        pass
    end()


@contextmanager
def workers(service: Service, arguments: Sequence[str], count: int) -> Iterator[None]:
    """Have so many workers beside this process; one that dies is begun anew.

    `arguments` are those of `horizons worker`.
    """
    with kept(service, ["worker", "--beside", *arguments], count, "a worker"):
        yield


@contextmanager
def kept(
    service: Service, words: Sequence[str], count: int, what: str, sockets: Sequence[int] = ()
) -> Iterator[None]:
    """Have so many processes of a command of this program beside this one, which end with it.

    One that dies is begun anew; messages call it `what`. They inherit these `sockets`.
    """
    stop = threading.Event()
    keepers = [
        threading.Thread(target=_keep, args=(service, words, stop, what, sockets), daemon=True)
        for _ in range(count)
    ]
    for keeper in keepers:
        keeper.start()
    try:
        yield
    finally:
        stop.set()
        for keeper in keepers:
            keeper.join()


def _keep(
    service: Service,
    words: Sequence[str],
    stop: threading.Event,
    what: str,
    sockets: Sequence[int],
) -> None:
    command = [sys.executable, "-m", "horizons_host", *words]
    while not stop.is_set():
        with subprocess.Popen(  # noqa: S603 - this program
            command, stdin=subprocess.PIPE, pass_fds=sockets
        ) as process:
            while process.poll() is None:
                if stop.wait(0.2):
                    _end(process)
        if not stop.is_set():
            _log.warning("%s ended with status %s; another is begun", what, process.returncode)
            _give_back(service, holder_of(process.pid))
            stop.wait(_PAUSE_SECONDS)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Tell a process to end, and end it before this one must end itself without it."""
    process.terminate()
    try:
        process.wait(0.8 * LAST_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _give_back(service: Service, holder: str) -> None:
    """Have others do what a worker was at that is gone, without waiting until its lease is over."""
    try:
        queue.give_back(service, holder)
    except HorizonsError as problem:
        _log.warning("the jobs of %s are free when its lease is over: %s", holder, problem)


def prepare_server() -> None:
    """Set this process up as a server's.

    SIGTERM ends it as an exception does, so that what it began is ended, too.
    """
    set_asyncio_executor(ThreadPoolExecutor(_THREADS, "request"))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
