"""A process that has loaded `horizons` already, and forks for each call of it.

A command in a process of its own costs half a second of imports; a fork of one that has done them
costs some milliseconds. That is for tests that break something for a whole process: its rights,
its disk. What a command imports, and how it starts, is seen in a process that begins from nothing.
"""

from __future__ import annotations

import importlib
import os
import pickle
import pkgutil
import socket
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import NoReturn

_SECONDS = 300
_MOST_BYTES = 1 << 16


@cache
def _served() -> tuple[socket.socket, subprocess.Popen[bytes]]:
    """The way to this process's server, and that: it ends when the way does."""
    ours, theirs = socket.socketpair()
    ours.settimeout(_SECONDS)
    with theirs:
        server = subprocess.Popen(
            [sys.executable, "-m", "tests.host.forks", str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            cwd=Path(__file__).parents[2],
        )
    return ours, server


def call(
    *words: object, cwd: Path | None = None, before: Callable[[], None] | None = None
) -> subprocess.CompletedProcess[str]:
    """Call `horizons`, in a folder, after something was done to its process; wait for its end."""
    arguments = [str(word) for word in words]
    request = pickle.dumps((arguments, str(cwd or Path.cwd()), before))
    assert len(request) < _MOST_BYTES
    pipes = os.pipe(), os.pipe()
    way, _server = _served()
    with ThreadPoolExecutor(2) as readers:
        texts = readers.map(_all_of, [reading for reading, _writing in pipes])
        writing = [place for _reading, place in pipes]
        socket.send_fds(way, [request], writing)
        for place in writing:
            os.close(place)
        status = int(way.recv(20))
    return subprocess.CompletedProcess(arguments, status, *texts)


def _all_of(place: int) -> str:
    with os.fdopen(place, encoding="utf-8") as file:
        return file.read()


def _serve(way: socket.socket) -> None:
    while True:
        request, files, _flags, _address = socket.recv_fds(way, _MOST_BYTES, 2)
        if not request:
            return
        child = os.fork()
        if child == 0:
            way.close()
            _become(files, *pickle.loads(request))
        for file in files:
            os.close(file)
        way.sendall(b"%d" % os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


def _become(
    files: list[int], words: list[str], folder: str, before: Callable[[], None] | None
) -> NoReturn:
    """Be `horizons` with these words."""
    from horizons_host.start import main

    for file, place in zip(files, (1, 2), strict=True):
        os.dup2(file, place)
        os.close(file)
    sys.stdout, sys.stderr = open(1, "w", closefd=False), open(2, "w", closefd=False)  # noqa: SIM115
    os.chdir(folder)
    sys.argv = ["horizons", *words]
    if before is not None:
        before()
    main()


def _load() -> None:
    """Import what commands on a game import."""
    for name in ("horizons_host.commands", "variants"):
        package = importlib.import_module(name)
        for found in pkgutil.iter_modules(package.__path__, f"{name}."):
            importlib.import_module(found.name)


if __name__ == "__main__":
    _load()
    _serve(socket.socket(fileno=int(sys.argv[1])))
