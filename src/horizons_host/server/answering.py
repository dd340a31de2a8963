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
from horizons_host.server.warming import warm_up_beside

#: A connection that nothing comes over stays open for so long: longer than browsers and proxies
#: keep theirs (60 seconds), which would else send a request into one that is just being closed.
KEEP_ALIVE_SECONDS = 75
#: A server that is told to end gives the requests that it is at so long.
LAST_ANSWER_SECONDS = 10


def listen(host: str, port: int) -> list[socket.socket]:
    """Sockets for all addresses of a name; raises HorizonsError if that cannot be."""
    bound: list[socket.socket] = []
    try:
        for family, kind, protocol, _, place in socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        ):
            one = socket.socket(family, kind, protocol)
            bound.append(one)
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:  # what comes by IPv4 comes to a socket of its own
                one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            one.bind(place)
    except OSError as problem:
        for one in bound:
            one.close()
        raise HorizonsError(
            f"the server cannot listen at {host}, port {port}: {problem.strerror or problem}",
            "name another --host or --port, or end what listens there",
        ) from problem
    return bound


def answer(
    service: Service, sockets: list[socket.socket], arguments: Sequence[str], count: int = 1
) -> None:
    """Answer requests until this process is told to end, with so many processes in all.

    `arguments` are those of `horizons serve`, for the others.
    """
    if count == 1:
        _answer(service, sockets)
        return
    numbers = [one.fileno() for one in sockets]
    words = ["serve", *(f"--socket={number}" for number in numbers), *arguments]
    with (
        _counted_together(),
        processes.kept(service, words, count - 1, "a process that answers", numbers),
    ):
        _answer(service, sockets)


def answer_beside(service: Service, numbers: Sequence[int]) -> None:
    """Answer requests at the sockets of another process, which began this one and ends it."""
    _answer(service, [socket.socket(fileno=number) for number in numbers], beside=True)


def _answer(service: Service, sockets: list[socket.socket], *, beside: bool = False) -> None:
    from horizons_host.server.app import create_app

    warm_up_beside(service)
    run(create_app(service), sockets, beside=beside)


class _Server(uvicorn.Server):
    """A server that ends in its time, even if a thread of it is stuck."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end: finish the requests that it is at, and take no others."""
        processes.end_at_last()
        super().handle_exit(sig, frame)


def run(app: Litestar, sockets: list[socket.socket], *, beside: bool = False) -> None:
    """Answer requests with an application until this process is told to end.

    From then on it has `processes.LAST_SECONDS`, whatever its requests are at.
    """
    processes.prepare_server()
    server = _Server(
        uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            **BOUNDS,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            timeout_graceful_shutdown=LAST_ANSWER_SECONDS,
        )
    )
    if beside:
        processes.end_with_parent(lambda: server.handle_exit(signal.SIGTERM, None))
    server.run(sockets)


@contextmanager
def _counted_together() -> Iterator[None]:
    """Have the figures of all processes in one place, from before the first of them is counted."""
    with tempfile.TemporaryDirectory(prefix="horizons-") as folder:
        os.environ[several.FOLDER] = folder
        yield
