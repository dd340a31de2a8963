"""How much work interpreted kernels have done: what tells when compiling them is worth it.

The unit is a step: a turn of a loop that looks at some numbers, some microseconds of interpreted
work. Kernels count their steps with `count_steps`, at the few places where they grow with a
battle: where dice are made, and where all its units are looked at.
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

#: So many steps a process interprets before it looks for compiled kernels on disk. They take about
#: 30 milliseconds, which is little beside the half second in which these are loaded.
LITTLE: Final = 5_000
#: So many it interprets, if there are none, before it compiles. They take a second or somewhat
#: more, which is little beside the ten to twenty seconds of compilers. A battle of more is large.
LARGE: Final = 200_000
#: What every battle takes at least: its first words are made sixteen blocks at once.
A_BATTLE: Final = 160


class TooMuchWorkError(Exception):
    """An interpreted kernel has come to its limit; what it wrote is half done."""


class _Limit(threading.local):
    """Up to how many steps of the process the kernel that this thread interprets may go."""

    steps: int | None = None
    #: how many more this thread may do, whatever others do
    left: int | None = None


_limit = _Limit()
_counted = 0


def counted_steps() -> int:
    """Answer how many steps this process has interpreted."""
    return _counted


def count_steps(steps: int) -> None:
    """Count steps that are about to be done; raise TooMuchWorkError above the limit, if there is.

    For kernels; compiled, it is nothing.
    """
    global _counted  # noqa: PLW0603 - it is the count of the process
    _counted += int(steps)
    if _limit.steps is not None and _counted > _limit.steps:
        raise TooMuchWorkError
    if _limit.left is not None:
        _limit.left -= int(steps)
        if _limit.left < 0:
            raise TooMuchWorkError


@contextmanager
def bounded(steps: int) -> Iterator[None]:
    """Let this thread do so many steps, by kernels that are interpreted in any case.

    For whoever must know that a battle is no larger than it may be: the answer is the same on every
    machine. Raises TooMuchWorkError at the first step beyond.
    """
    before, _limit.left = _limit.left, steps
    try:
        yield
    finally:
        _limit.left = before


@contextmanager
def limited(steps: int) -> Iterator[None]:
    """Let the kernel that this thread interprets go up to so many steps of the process."""
    _limit.steps = steps
    try:
        yield
    finally:
        _limit.steps = None


def is_limited() -> bool:
    """Answer whether this thread is interpreting a kernel that has a limit."""
    return _limit.steps is not None or _limit.left is not None
