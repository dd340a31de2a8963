"""The processes that answer requests: one, or several that share a socket."""

from __future__ import annotations

import os
import signal
import socket
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

import uvicorn
from litestar import Litestar

from horizons_core.errors import HorizonsError
from horizons_host.server import processes
from horizons_host.server.monitoring import several
from horizons_host.server.security.connections import BOUNDS
from horizons_host.server.service import Service
from horizons_host.server.warming import start_warm_up

#: Idle keep-alive connections stay open this long: longer than browsers and proxies keep theirs
#: (60 seconds), so that none of them sends a request into a connection that is being closed.
KEEP_ALIVE_SECONDS = 75
#: Grace period for running requests at shutdown.
REQUEST_GRACE_SECONDS = 10


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
        processes.child_processes(service, command, count - 1, "a process that answers", numbers),
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
        processes.end_within()
        super().handle_exit(sig, frame)


def run(app: Litestar, sockets: list[socket.socket], *, has_parent: bool = False) -> None:
    """Answer requests with an application until this process is stopped.

    The shutdown takes at most `processes.SHUTDOWN_SECONDS`, even if requests are still running.
    """
    processes.prepare_server()
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
        processes.end_with_parent(lambda: server.handle_exit(signal.SIGTERM, None))
    server.run(sockets)


@contextmanager
def _shared_metrics() -> Iterator[None]:
    """Share the metrics of all processes in one folder, made before the first of them counts."""
    with tempfile.TemporaryDirectory(prefix="horizons-") as folder:
        os.environ[several.FOLDER] = folder
        yield
