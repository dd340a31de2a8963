"""Cases of fuzzing: each has its dice by seed, part and number, and limits of time and memory."""

from __future__ import annotations

import resource
import signal
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, NoReturn

from attrs import frozen

from horizons_core.errors import HorizonsError
from horizons_core.rng import Stream

#: Seconds of processor time that one case may take.
MAX_SECONDS = 30
#: Bytes of memory that the process may allocate, beyond its size at the start.
MAX_MEMORY = 3_000_000_000
#: The longest message for people.
MAX_MESSAGE_LENGTH = 3000

#: Runs one case with its dice; the second argument records the input for the report.
Case = Callable[[Stream, Callable[[object], None]], None]


class TooLongError(BaseException):
    """A case that was still running at its time limit."""


@frozen
class Failure:
    """A case that ended with an unexpected exception."""

    part: str
    seed: int
    number: int
    tried: object
    problem: str
    trace: str

    def __str__(self) -> str:
        command = f"python -m tests.fuzz {self.part} --seed {self.seed} --only {self.number}"
        return f"{command}\n  {self.problem}\n  at {self.trace}"


def failures(part: str, case: Case, seed: int, numbers: range) -> Iterator[Failure]:
    """Run cases by their numbers and yield those that fail."""
    for number in numbers:
        tried: list[object] = []
        stream = Stream.from_key("fuzz", part, seed, number)
        try:
            with in_time():
                case(stream, tried.append)
        except (Exception, TooLongError) as problem:  # noqa: BLE001 - anything is a failure here
            frames = traceback.extract_tb(problem.__traceback__)
            places = [f"{f.filename.rpartition('/src/')[2]}:{f.lineno}" for f in frames]
            message = f"{type(problem).__name__}: {str(problem)[:300]}"
            yield Failure(part, seed, number, tried, message, " < ".join(places[:-6:-1]))


@contextmanager
def in_time() -> Iterator[None]:
    """Raise TooLongError in a block that takes more processor time than a case may."""

    def over(_signal: int, _frame: FrameType | None) -> NoReturn:
        raise TooLongError(f"it took more than {MAX_SECONDS} seconds")

    before = signal.signal(signal.SIGVTALRM, over)
    signal.setitimer(signal.ITIMER_VIRTUAL, MAX_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def bound_memory() -> None:
    """Limit the memory of the process to the needs of cases; a MemoryError is a failure."""
    with open("/proc/self/statm", "rb") as pages:  # noqa: PTH123 - no file of ours
        now = int(pages.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + MAX_MEMORY, now + MAX_MEMORY))


def refusal(attempt: Callable[[], Any], *places: str) -> HorizonsError | None:
    """Return the refusal of an input, if any; its message must be short and name a place."""
    try:
        attempt()
    except HorizonsError as problem:
        refused = problem
    else:
        return None
    text = str(refused)
    assert refused.message, "a message without words"
    assert len(text) <= MAX_MESSAGE_LENGTH, f"a message of {len(text)} characters: {text[:200]}"
    assert any(place in text for place in places) or not places, f"no place: {text[:300]}"
    return refused
