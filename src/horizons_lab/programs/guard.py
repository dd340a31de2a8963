"""A process that starts an outside program within limits, and makes sure that it ends.

python -I -S guard.py REPORT GRACE MEMORY_MIB FOLDER PROGRAM [ARGUMENT ...]

It runs between the study and the program, so that a process with threads runs no code between fork
and exec. The program has the guard's standard streams. When the writing end of the standard input
is closed, at the end of the game or of the study's process for any reason, the program has a grace
period to exit; then it is killed with its descendants.

To the file descriptor REPORT the guard writes the program's process id, and at the end its exit
status, a negative signal number, or "killed".
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
    report_fd = int(report)
    os.set_inheritable(report_fd, False)  # noqa: FBT003
    ended = _child_signals()
    program = os.fork()
    if program == 0:
        _exec_program(command, folder, int(memory_mib))
    with suppress(OSError):  # the program has done the same, or is gone
        os.setpgid(program, program)
    _close_output()
    os.write(report_fd, b"%d\n" % program)
    _wait_for_end_of_input()
    status = _status(program, ended, float(grace))
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(program, signal.SIGKILL)
    if status is None:
        os.waitpid(program, 0)
    os.write(report_fd, b"killed\n" if status is None else b"%d\n" % status)


def _child_signals() -> int:
    """Return a file descriptor that becomes readable once a child has ended."""
    readable, writable = os.pipe()
    os.set_blocking(writable, False)
    signal.set_wakeup_fd(writable)
    signal.signal(signal.SIGCHLD, lambda _signal, _frame: None)
    return readable


def _exec_program(command: list[str], folder: str, memory_mib: int) -> NoReturn:
    """Become the program, in a process group of its own."""
    os.setpgid(0, 0)
    for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGCHLD):  # Python changes these
        signal.signal(number, signal.SIG_DFL)
    _limit(resource.RLIMIT_CORE, 0)
    # Limit written memory: runtimes reserve far more addresses than they use.
    _limit(resource.RLIMIT_DATA, memory_mib << 20)
    try:
        os.chdir(folder)
        os.execvp(command[0], command)  # noqa: S606 - no shell
    except OSError as problem:
        os.write(2, f"cannot start {command[0]}: {problem.strerror}\n".encode())
        os._exit(NOT_STARTED)


def _limit(kind: int, limit: int) -> None:
    """Lower a limit; log it if the system has no such limit."""
    try:
        _, hard = resource.getrlimit(kind)
        value = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(kind, (value, value))
    except (OSError, ValueError) as problem:
        os.write(2, f"this system does not support the limit: {problem}\n".encode())


def _close_output() -> None:
    """Close the program's outputs here, so that they end with the program."""
    null_device = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null_device, 1)
    os.dup2(null_device, 2)


def _wait_for_end_of_input() -> None:
    """Wait until the standard input has no writer; reads nothing."""
    poller = select.poll()
    poller.register(0, 0)
    poller.poll()


def _status(program: int, ended: int, grace: float) -> int | None:
    """Return the exit status of the program; None if it does not end by itself."""
    for timeout in (grace, 0.0):
        ended_pid, status = os.waitpid(program, os.WNOHANG)
        if ended_pid:
            return os.waitstatus_to_exitcode(status)
        select.select([ended], [], [], timeout)
    return None


if __name__ == "__main__":
    main()
