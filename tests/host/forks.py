"""A process that has loaded `horizons` and forks for each call of it.

A command in a new process costs half a second of imports; a fork of a process that has them costs
some milliseconds. Use it for tests of several processes at a time, and for tests that break
something for a whole process, such as its rights or its disk. Tests of imports and of startup need
a new process.
"""

from __future__ import annotations

import importlib
import os
import pickle
import pkgutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, NoReturn, TextIO

from attrs import frozen

_SECONDS = 300
_MAX_BYTES = 1 << 16


@cache
def _fork_server() -> tuple[socket.socket, subprocess.Popen[bytes]]:
    """Return this process's fork server and the socket to it; it ends when the socket closes."""
    ours, theirs = socket.socketpair()
    ours.settimeout(_SECONDS)
    with theirs:
        server = subprocess.Popen(
            [sys.executable, "-m", "tests.host.forks", str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            cwd=Path(__file__).parents[2],
        )
    return ours, server


@frozen
class Call:
    """A call of `horizons` that runs in a process of its own."""

    words: list[str]
    pid: int
    stdout: TextIO
    stderr: TextIO
    _status: TextIO

    def communicate(self) -> tuple[str, str]:
        """Wait for the end and return stdout and stderr."""
        with ThreadPoolExecutor(2) as readers:
            out, err = readers.map(_rest_of, (self.stdout, self.stderr))
        return out, err

    def wait(self) -> int:
        """Wait for the end and return the exit status, or the negated signal."""
        self.communicate()
        with self._status as status:
            return int(status.read())

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)


def start(
    *words: object, cwd: Path | None = None, before: Callable[[], None] | None = None
) -> Call:
    """Start `horizons` in a folder, after `before` has prepared the process."""
    arguments = [str(word) for word in words]
    request = pickle.dumps((arguments, str(cwd or Path.cwd()), before))
    assert len(request) < _MAX_BYTES
    pipes = [os.pipe() for _ in range(3)]
    way, _server = _fork_server()
    socket.send_fds(way, [request], [writing for _reading, writing in pipes])
    for _reading, writing in pipes:
        os.close(writing)
    out, err, status = (os.fdopen(reading, encoding="utf-8") for reading, _writing in pipes)
    return Call(arguments, int(status.readline()), out, err, status)


def call(
    *words: object, cwd: Path | None = None, before: Callable[[], None] | None = None
) -> subprocess.CompletedProcess[str]:
    """Call `horizons` in a folder, after `before` has prepared the process, and wait for it."""
    going = start(*words, cwd=cwd, before=before)
    texts = going.communicate()
    return subprocess.CompletedProcess(going.words, going.wait(), *texts)


def _rest_of(file: TextIO) -> str:
    if file.closed:
        return ""
    with file:
        return file.read()


def _serve(way: socket.socket) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the server does not wait for its children
    while True:
        request, files, _flags, _address = socket.recv_fds(way, _MAX_BYTES, 3)
        if not request:
            return
        if os.fork() == 0:
            way.close()
            _run_call(files[:2], files[2], pickle.loads(request))
        for file in files:
            os.close(file)


def _run_call(files: list[int], status: int, request: tuple[Any, ...]) -> NoReturn:
    """Fork the process of a call; send its number and how it ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    child = os.fork()
    if child == 0:
        os.close(status)
        _become(files, *request)
    for file in files:
        os.close(file)
    os.write(status, b"%d\n" % child)
    os.write(status, b"%d" % os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    os._exit(0)


def _become(
    files: list[int], words: list[str], folder: str, before: Callable[[], None] | None
) -> NoReturn:
    """Run `horizons` with these arguments in this process."""
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
    """Import the modules that commands on a game import."""
    for name in ("horizons_host.cli", "variants"):
        package = importlib.import_module(name)
        for module in pkgutil.iter_modules(package.__path__, f"{name}."):
            importlib.import_module(module.name)


if __name__ == "__main__":
    _load()
    _serve(socket.socket(fileno=int(sys.argv[1])))
