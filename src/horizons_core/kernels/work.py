"""The amount of work done by interpreted kernels, which determines when compiling is worthwhile.

The unit is a step: an iteration of a loop over a few numbers, some microseconds of interpreted
work. Kernels count their steps with `count_steps` in the few places where they grow with a battle:
where dice are made, and where all its units are processed.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

__all__ = [
    "A_BATTLE", "LARGE", "LITTLE", "TooMuchWorkError", "bounded", "count_steps", "counted_steps",
    "is_limited", "limited",
]  # fmt: skip

#: Number of steps that a process interprets before it looks for compiled kernels on disk. They take
#: about 30 milliseconds, which is little compared with the half second of loading.
LITTLE: Final = 5_000
#: Number of steps that it interprets without compiled kernels before it compiles. They take a
#: second or more, which is little compared with the ten to twenty seconds of compiling.
LARGE: Final = 200_000
#: Minimum number of steps of any battle: its first words are made sixteen blocks at once.
A_BATTLE: Final = 160


class TooMuchWorkError(Exception):
    """Raised when an interpreted kernel reaches its limit; its output is incomplete."""


class _Limit(threading.local):
    """The process's number of steps at which the kernel of this thread must stop."""

    steps: int | None = None
    #: number of steps left for this thread, regardless of others
    remaining: int | None = None


_limit = _Limit()
_counted = 0


def counted_steps() -> int:
    """Return the number of steps that this process has interpreted."""
    return _counted


def count_steps(steps: int) -> None:
    """Count steps that are about to be done; raises TooMuchWorkError above a limit.

    For kernels; in compiled ones it does nothing.
    """
    global _counted  # noqa: PLW0603 - the count of the process
    _counted += int(steps)
    if _limit.steps is not None and _counted > _limit.steps:
        raise TooMuchWorkError
    if _limit.remaining is not None:
        _limit.remaining -= int(steps)
        if _limit.remaining < 0:
            raise TooMuchWorkError


@contextmanager
def bounded(steps: int) -> Iterator[None]:
    """Limit this thread to this many steps, with kernels that are always interpreted.

    For callers that must know whether a battle is within a limit: the answer is the same on every
    machine. Raises TooMuchWorkError at the first step beyond.
    """
    before, _limit.remaining = _limit.remaining, steps
    try:
        yield
    finally:
        _limit.remaining = before


@contextmanager
def limited(steps: int) -> Iterator[None]:
    """Limit the kernel of this thread to the steps until the process has done this many."""
    _limit.steps = steps
    try:
        yield
    finally:
        _limit.steps = None


def is_limited() -> bool:
    """Return whether this thread is interpreting a kernel that has a limit."""
    return _limit.steps is not None or _limit.remaining is not None
