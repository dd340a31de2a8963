"""A process that starts an outside program within limits, and sees to it that it ends.

python -I -S guard.py REPORT GRACE MEMORY_MIB FOLDER PROGRAM [ARGUMENT ...]

It stands between the study and the program, so that nothing has to be done between fork and exec in
a process with threads. The program has the guard's standard streams. When the writing end of the
standard input is closed, by the end of the game or by the end of the study's process however it
came, the program may end by itself for a moment; then it is killed with its descendants.

To the file descriptor REPORT the guard writes the program's process id, and at the end how it
ended: its exit status, the number of a signal below 0, or "killed".
"""

from __future__ import annotations

import os
import resource
import select
import signal
import sys
from contextlib import suppress
from typing import NoReturn

#: The exit status of a program that could not be started.
NOT_STARTED = 127


def main() -> None:
    report, grace, memory_mib, folder, *command = sys.argv[1:]
    told = int(report)
    os.set_inheritable(told, False)  # noqa: FBT003
    ended = _child_signals()
    program = os.fork()
    if program == 0:
        _become(command, folder, int(memory_mib))
    with suppress(OSError):  # the program has done it, or is gone
        os.setpgid(program, program)
    _give_up_output()
    os.write(told, b"%d\n" % program)
    _wait_for_end_of_input()
    status = _status(program, ended, float(grace))
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(program, signal.SIGKILL)
    if status is None:
        os.waitpid(program, 0)
    os.write(told, b"killed\n" if status is None else b"%d\n" % status)


def _child_signals() -> int:
    """A file descriptor that can be read once a child has ended."""
    readable, writable = os.pipe()
    os.set_blocking(writable, False)
    signal.set_wakeup_fd(writable)
    signal.signal(signal.SIGCHLD, lambda _signal, _frame: None)
    return readable


def _become(command: list[str], folder: str, memory_mib: int) -> NoReturn:
    """Turn into the program, in a process group of its own."""
    os.setpgid(0, 0)
    for restored in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGCHLD):  # Python's own settings
        signal.signal(restored, signal.SIG_DFL)
    _limit(resource.RLIMIT_CORE, 0)
    # Memory that is written to: runtimes reserve far more addresses than they use.
    _limit(resource.RLIMIT_DATA, memory_mib << 20)
    try:
        os.chdir(folder)
        os.execvp(command[0], command)  # noqa: S606 - no shell
    except OSError as problem:
        os.write(2, f"{command[0]} cannot be started: {problem.strerror}\n".encode())
        os._exit(NOT_STARTED)


def _limit(kind: int, most: int) -> None:
    """Lower a limit; where the system has none the log says so."""
    try:
        _, hard = resource.getrlimit(kind)
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (least, least))
    except (OSError, ValueError) as problem:
        os.write(2, f"no limit was set on this system: {problem}\n".encode())


def _give_up_output() -> None:
    """Close the program's outputs here: they end when the program ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def _wait_for_end_of_input() -> None:
    """Wait until nobody can write to the standard input any more; reads nothing."""
    waiting = select.poll()
    waiting.register(0, 0)
    waiting.poll()


def _status(program: int, ended: int, grace: float) -> int | None:
    """How the program ended; None if it does not end by itself."""
    for patience in (grace, 0.0):
        gone, status = os.waitpid(program, os.WNOHANG)
        if gone:
            return os.waitstatus_to_exitcode(status)
        select.select([ended], [], [], patience)
    return None


if __name__ == "__main__":
    main()
