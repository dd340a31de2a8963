"""The processes that answer requests: one, or several that share a socket."""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import uvicorn

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


def answer(
    service: Service, host: str, port: int, arguments: Sequence[str], count: int = 1
) -> None:
    """Answer requests until this process is told to end, with so many processes in all.

    `arguments` are those of `horizons serve`, for the others.
    """
    if count == 1:
        _answer(service, host, port)
        return
    bound = uvicorn.Config("", host=host, port=port, log_config=None).bind_socket()
    words = ["serve", "--socket", str(bound.fileno()), *arguments]
    with (
        bound,
        _counted_together(),
        processes.kept(service, words, count - 1, "a process that answers", [bound.fileno()]),
    ):
        _answer(service, sockets=[bound])


def answer_beside(service: Service, number: int) -> None:
    """Answer requests at the socket of another process, which began this one and ends it."""
    with socket.socket(fileno=number) as bound:
        _answer(service, sockets=[bound], beside=True)


def _answer(
    service: Service,
    host: str = "",
    port: int = 0,
    sockets: list[socket.socket] | None = None,
    *,
    beside: bool = False,
) -> None:
    from horizons_host.server.app import create_app

    processes.prepare_server()
    warm_up_beside(service)
    server = uvicorn.Server(
        uvicorn.Config(
            create_app(service),
            host=host,
            port=port,
            log_config=None,
            access_log=False,
            **BOUNDS,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            timeout_graceful_shutdown=LAST_ANSWER_SECONDS,
        )
    )
    if beside:
        processes.end_with_parent(lambda: setattr(server, "should_exit", True))
    server.run(sockets)


@contextmanager
def _counted_together() -> Iterator[None]:
    """Have the figures of all processes in one place, from before the first of them is counted."""
    with tempfile.TemporaryDirectory(prefix="horizons-") as folder:
        os.environ[several.FOLDER] = folder
        yield
