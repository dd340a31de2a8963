"""Output of errors: a message, a remedy and an exit status."""

from __future__ import annotations

import errno
import sys

import click

#: The exit status after Ctrl-C.
INTERRUPTED = 130

_REMEDIES = {
    errno.ENOENT: "check the path",
    errno.ENOTDIR: "check the path",
    errno.EISDIR: "use the path of a file, not of a folder",
    errno.EEXIST: "choose another name",
    errno.EACCES: "change its permissions, or choose another place",
    errno.EPERM: "change its permissions, or choose another place",
    errno.EROFS: "choose a place that is not read-only",
    errno.ENOSPC: "free some space on the disk and try again",
    errno.EDQUOT: "free some of your disk quota and try again",
    errno.EFBIG: "choose a disk that allows larger files",
    errno.ENAMETOOLONG: "choose a shorter name",
}


def end_for(problem: BaseException) -> int | None:
    """Write an error and return the exit status, or None if the user can't fix the problem."""
    if isinstance(problem, KeyboardInterrupt | click.Abort):
        return INTERRUPTED
    if isinstance(problem, MemoryError):
        complain("not enough memory", "do less at once, such as fewer runs")
        return 1
    if isinstance(problem, OSError):
        return _end_for_system(problem)
    # Code that raises a HorizonsError has imported its module; a cold start need not.
    errors = sys.modules.get("horizons_core.errors")
    if errors is not None and isinstance(problem, errors.HorizonsError):
        complain(problem.message, problem.hint)
        return 1
    return None


def _end_for_system(problem: OSError) -> int | None:
    if problem.errno == errno.EPIPE or problem.errno is None:
        return None
    place = f"'{problem.filename}': " if problem.filename else ""
    complain(f"{place}{problem.strerror}", _REMEDIES.get(problem.errno, ""))
    return 1


def complain(message: str, hint: str = "") -> None:
    """Write an error and its remedy to stderr."""
    click.echo(f"Error: {message}", err=True)
    if hint:
        click.echo(f"  {hint}", err=True)


def warn(message: str, hint: str = "") -> None:
    """Write a warning and what to do about it to stderr."""
    click.echo(f"Warning: {message}", err=True)
    if hint:
        click.echo(f"  {hint}", err=True)
