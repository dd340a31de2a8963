"""The processes of a server, some of which answer requests while others run turns."""

from __future__ import annotations

import gc
import logging
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from types import FrameType

import uvicorn
from litestar import Litestar
from litestar.concurrency import set_asyncio_executor

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_host.server.games import directory
from horizons_host.server.jobs import queue
from horizons_host.server.jobs.worker import run_jobs
from horizons_host.server.monitoring import counters
from horizons_host.server.security.requests import BOUNDS
from horizons_host.server.service import Service

_log = logging.getLogger(__name__)
#: Thresholds of the garbage collector's three generations.
_NEW, _OLDER, _OLD = 20_000, 10, 10

#: Delay before a worker that died is restarted.
_PAUSE_SECONDS = 1.0
#: Number of request threads. Python runs one thread at a time: more of them would take the
#: processor from each other at every database access, and all become slower.
_THREADS = 2
#: Niceness of a worker: pages come before turns.
_WORKER_NICENESS = 19
#: Grace period for the running work of a stopping process.
SHUTDOWN_SECONDS = 15.0

#: Idle keep-alive connections stay open this long: longer than browsers and proxies keep theirs
#: (60 seconds), so that none of them sends a request into a connection that is being closed.
KEEP_ALIVE_SECONDS = 75
#: Grace period for running requests at shutdown.
REQUEST_GRACE_SECONDS = 10


def warm_up(service: Service) -> None:
    """Load the rules before anyone waits for them: first those of running games, then all.

    The home page, which visitors see first, lists all installed variants.
    """
    for game in directory.games_in_state(service, directory.RUNNING):
        try:
            game.terms.rules()
        except HorizonsError as problem:
            _log.warning("the rules of %s cannot be read: %s", game.key, problem)
    hz.variants()
    freeze_objects()


def freeze_objects() -> None:
    """Exclude all existing objects from garbage collection."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW, _OLDER, _OLD)


def start_warm_up(service: Service) -> threading.Thread:
    """Warm up in a thread of its own, which is started: the server answers meanwhile."""
    thread = threading.Thread(target=_warm_up_safely, args=(service,), name="warming", daemon=True)
    thread.start()
    return thread


def _warm_up_safely(service: Service) -> None:
    try:
        warm_up(service)
    except HorizonsError as problem:  # the database is down: pages report that themselves
        _log.warning("the rules of the games were not read: %s", problem)


def job_holder() -> str:
    """Return the name of this process as the holder of jobs."""
    return job_holder_of(os.getpid())


def job_holder_of(process: int) -> str:
    """Return the name of a process of this machine."""
    return f"{socket.gethostname()} {process}"


def run_worker(service: Service, *, has_parent: bool = False) -> None:
    """Run jobs in this process until it is stopped.

    A worker with a parent, a server, ends with it, even if it crashes, and has a lower priority.
    """
    stop = threading.Event()

    def end(*_: object) -> None:
        stop.set()
        end_within()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
    if has_parent:
        os.nice(_WORKER_NICENESS)
        end_with_parent(end)
    run_jobs(service, job_holder(), stop)


def end_within(seconds: float | None = None) -> None:
    """End this process after this many seconds, whether or not its threads have finished.

    For a process that is stopping: a stuck thread would keep it alive. The work of such a
    thread is lost, as in a power failure: nothing is half written, and its jobs are run again.
    """
    _later(SHUTDOWN_SECONDS if seconds is None else seconds, _end_now)


def _later(seconds: float, function: Callable[..., None], *arguments: int) -> None:
    timer = threading.Timer(seconds, function, arguments)
    timer.daemon = True
    timer.start()


def _end_now() -> None:
    _later(1.0, os._exit, 1)  # in case logging is stuck as well
    _log.warning("not everything came to an end in time: this process ends without it")
    os._exit(1)


def end_with_parent(end: Callable[[], None]) -> None:
    """Call `end` when the parent process, which started this one, has ended."""
    threading.Thread(target=_until_closed, args=(end,), daemon=True).start()


def _until_closed(end: Callable[[], None]) -> None:
    # Nothing is ever written to the pipe: it is closed when the server's process ends.
    # Read unbuffered: the buffer must not be in use when this process ends.
    while os.read(sys.stdin.fileno(), 1):
        pass
    end()


@contextmanager
def worker_processes(service: Service, arguments: Sequence[str], count: int) -> Iterator[None]:
    """Run worker processes alongside this one, and restart those that die.

    `arguments` are those of `horizons worker`.
    """
    with child_processes(service, ["worker", "--beside", *arguments], count, "a worker"):
        yield


@contextmanager
def child_processes(
    service: Service, words: Sequence[str], count: int, label: str, sockets: Sequence[int] = ()
) -> Iterator[None]:
    """Run processes of a command of this program alongside this one, and end them with it.

    One that dies is restarted; log messages call it `label`. They inherit these `sockets`.
    """
    stop = threading.Event()
    threads = [
        threading.Thread(
            target=_keep_running, args=(service, words, stop, label, sockets), daemon=True
        )
        for _ in range(count)
    ]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def _keep_running(
    service: Service,
    words: Sequence[str],
    stop: threading.Event,
    label: str,
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
            _log.warning("%s ended with status %s; another is begun", label, process.returncode)
            _release_jobs(service, job_holder_of(process.pid))
            stop.wait(_PAUSE_SECONDS)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Terminate a process, and kill it if it has not ended shortly before this one must."""
    process.terminate()
    try:
        process.wait(0.8 * SHUTDOWN_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _release_jobs(service: Service, holder: str) -> None:
    """Release the jobs of a worker that died, without waiting for its lease to end."""
    try:
        queue.release_jobs(service, holder)
    except HorizonsError as problem:
        _log.warning("the jobs of %s are free when its lease is over: %s", holder, problem)


#: Open files that a process needs for its streams, other connections and databases.
_OPEN_FILES = 4_096


def prepare_server() -> None:
    """Set up this process as a server's.

    SIGTERM ends it like an exception, so that the processes it started are ended, too.
    """
    _raise_open_files()
    set_asyncio_executor(ThreadPoolExecutor(_THREADS, "request"))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))


def _raise_open_files() -> None:
    """Raise the limit of open files, as far as the system allows."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = _OPEN_FILES if hard == resource.RLIM_INFINITY else min(_OPEN_FILES, hard)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def listen(host: str, port: int) -> list[socket.socket]:
    """Open a socket for each address of a host name; raises HorizonsError if binding fails."""
    sockets: list[socket.socket] = []
    try:
        for family, kind, protocol, _, address in socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        ):
            sock = socket.socket(family, kind, protocol)
            sockets.append(sock)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:  # IPv4 has a socket of its own
                sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            sock.bind(address)
    except OSError as problem:
        for sock in sockets:
            sock.close()
        raise HorizonsError(
            f"the server cannot listen at {host}, port {port}: {problem.strerror or problem}",
            "name another --host or --port, or end what listens there",
        ) from problem
    return sockets


def answer(
    service: Service, sockets: list[socket.socket], arguments: Sequence[str], count: int = 1
) -> None:
    """Answer requests with `count` processes until this one is stopped.

    `arguments` are those of `horizons serve`, for the other processes.
    """
    if count == 1:
        _answer(service, sockets)
        return
    numbers = [sock.fileno() for sock in sockets]
    command = ["serve", *(f"--socket={number}" for number in numbers), *arguments]
    with (
        _shared_metrics(),
        child_processes(service, command, count - 1, "a process that answers", numbers),
    ):
        _answer(service, sockets)


def answer_inherited(service: Service, numbers: Sequence[int]) -> None:
    """Answer requests at sockets inherited from a parent process, which also ends this one."""
    _answer(service, [socket.socket(fileno=number) for number in numbers], has_parent=True)


def _answer(service: Service, sockets: list[socket.socket], *, has_parent: bool = False) -> None:
    from horizons_host.server.app import create_app

    start_warm_up(service)
    run(create_app(service), sockets, has_parent=has_parent)


class _Server(uvicorn.Server):
    """A server that ends in time even if one of its threads is stuck."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin the shutdown: finish running requests and accept no others."""
        end_within()
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close all streams, which would last on, and wait for running requests."""
        app = self.config.app
        if isinstance(app, Litestar) and "live" in app.state:
            app.state.live.close()
        await super().shutdown(sockets)


def run(app: Litestar, sockets: list[socket.socket], *, has_parent: bool = False) -> None:
    """Answer requests with an application until this process is stopped.

    The shutdown takes at most `processes.SHUTDOWN_SECONDS`, even if requests are still running.
    """
    prepare_server()
    server = _Server(
        uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            **BOUNDS,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            timeout_graceful_shutdown=REQUEST_GRACE_SECONDS,
        )
    )
    if has_parent:
        end_with_parent(lambda: server.handle_exit(signal.SIGTERM, None))
    server.run(sockets)


@contextmanager
def _shared_metrics() -> Iterator[None]:
    """Share the metrics of all processes in one folder, made before the first of them counts."""
    with tempfile.TemporaryDirectory(prefix="horizons-") as folder:
        os.environ[counters.FOLDER] = folder
        yield
