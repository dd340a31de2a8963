"""Cases of fuzzing: each has its dice by seed, part and number, and bounds of time and memory."""

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
LONGEST_SECONDS = 30
#: Bytes of memory that the process may ask for, over what it has at the start.
MOST_MEMORY = 3_000_000_000
#: The longest message that a person is shown.
LONGEST_MESSAGE = 3000

#: Runs one case with its dice; puts down with the second argument what it tries, for the report.
Case = Callable[[Stream, Callable[[object], None]], None]


class TooLongError(BaseException):
    """A case that was still running when its time was over."""


@frozen
class Failure:
    """A case in which something came out that must not."""

    part: str
    seed: int
    number: int
    tried: object
    problem: str
    trace: str

    def __str__(self) -> str:
        again = f"python -m tests.fuzz {self.part} --seed {self.seed} --only {self.number}"
        return f"{again}\n  {self.problem}\n  at {self.trace}"


def failures(part: str, case: Case, seed: int, numbers: range) -> Iterator[Failure]:
    """Run cases by their numbers and tell of those that fail."""
    for number in numbers:
        tried: list[object] = []
        stream = Stream.from_key("fuzz", part, seed, number)
        try:
            with in_time():
                case(stream, tried.append)
        except (Exception, TooLongError) as problem:  # noqa: BLE001 - anything is a failure here
            frames = traceback.extract_tb(problem.__traceback__)
            places = [f"{f.filename.rpartition('/src/')[2]}:{f.lineno}" for f in frames]
            said = f"{type(problem).__name__}: {str(problem)[:300]}"
            yield Failure(part, seed, number, tried, said, " < ".join(places[:-6:-1]))


@contextmanager
def in_time() -> Iterator[None]:
    """Raises TooLongError in a block that takes more processor time than a case may."""

    def over(_signal: int, _frame: FrameType | None) -> NoReturn:
        raise TooLongError(f"it took more than {LONGEST_SECONDS} seconds")

    before = signal.signal(signal.SIGVTALRM, over)
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def bound_memory() -> None:
    """Give the process no more memory than cases may need: more is a MemoryError, and a failure."""
    with open("/proc/self/statm", "rb") as pages:  # noqa: PTH123 - no file of ours
        now = int(pages.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + MOST_MEMORY, now + MOST_MEMORY))


def refusal(attempt: Callable[[], Any], *places: str) -> HorizonsError | None:
    """How an input was refused, if it was; the message must be short and name one of the places."""
    try:
        attempt()
    except HorizonsError as problem:
        refused = problem
    else:
        return None
    said = str(refused)
    assert refused.message, "a message without words"
    assert len(said) <= LONGEST_MESSAGE, f"a message of {len(said)} characters: {said[:200]}"
    assert any(place in said for place in places) or not places, f"no place: {said[:300]}"
    return refused
