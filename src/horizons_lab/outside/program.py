"""Asking a program for a line, within limits."""

from __future__ import annotations

import time

from attrs import define, field

from horizons_lab.outside.messages import LONGEST_ANSWER
from horizons_lab.outside.process import EndedError, GuardedProcess

__all__ = ["Program", "ProgramError"]

#: How often at least it is looked how much processor time was used, in seconds.
_LOOK = 0.5
_LEAST_WAIT = 0.01


class ProgramError(Exception):
    """What a program did wrong, in words that are the same on every machine."""


@define
class Program:
    """A program that answers a line for each line.

    Attributes:
        process: where it runs.
        seconds: how much processor time it may take for an answer, from the last one on.
        wall_seconds: how long it may take by the clock.
    """

    process: GuardedProcess
    seconds: float
    wall_seconds: float
    _answered: bytearray = field(factory=bytearray, init=False)
    _used: float = field(default=0.0, init=False)

    def ask(self, question: bytes) -> bytes:
        """Write a line and read one, which is answered without its end.

        Raises ProgramError for anything but a line of at most LONGEST_ANSWER bytes in time.
        """
        latest = time.monotonic() + self.wall_seconds
        unsent = memoryview(question)
        while unsent or b"\n" not in self._answered:
            self._check_length(len(self._answered))
            patience = min(self._time_left(latest), self._processor_time_left(), _LOOK)
            try:
                unsent, read = self.process.exchange(unsent, max(patience, _LEAST_WAIT))
            except EndedError as problem:
                raise ProgramError(str(problem)) from problem
            self._answered += read
        line, _, self._answered = self._answered.partition(b"\n")
        self._check_length(len(line))
        self._used += self.seconds - self._processor_time_left()
        return bytes(line)

    def _check_length(self, length: int) -> None:
        if length >= LONGEST_ANSWER:
            raise ProgramError(f"its answer has more than {LONGEST_ANSWER:,} bytes")

    def _time_left(self, latest: float) -> float:
        """Seconds until then; raises ProgramError if there are none."""
        left = latest - time.monotonic()
        if left <= 0:
            raise ProgramError(f"it took more than {self.wall_seconds:g} seconds")
        return left

    def _processor_time_left(self) -> float:
        """Seconds of processor time for this answer; raises ProgramError if there are none."""
        left = self.seconds - (self.process.processor_seconds() - self._used)
        if left <= 0:
            raise ProgramError(f"it took more than {self.seconds:g} seconds of processor time")
        return left
