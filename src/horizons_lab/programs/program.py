"""Exchanging lines with a program, within limits."""

from __future__ import annotations

import time

from attrs import define, field

from horizons_lab.programs.messages import LONGEST_ANSWER
from horizons_lab.programs.process import GuardedProcess, ProcessEndedError

#: Interval between checks of the processor time, in seconds.
_CHECK_INTERVAL = 0.5
_LEAST_WAIT = 0.01


class ProgramError(Exception):
    """An error of a program, in words that are the same on every machine."""


@define
class Program:
    """A program that answers each line with a line.

    Attributes:
        process: its process.
        seconds: limit of processor time per answer.
        wall_seconds: limit of elapsed time per answer.
    """

    process: GuardedProcess
    seconds: float
    wall_seconds: float
    _unread: bytearray = field(factory=bytearray, init=False)
    _used: float = field(default=0.0, init=False)

    def ask(self, request: bytes) -> bytes:
        """Write a line and return the answer without its line end.

        Raises ProgramError for anything but a line of at most LONGEST_ANSWER bytes in time.
        """
        deadline = time.monotonic() + self.wall_seconds
        unsent = memoryview(request)
        while unsent or b"\n" not in self._unread:
            self._check_length(len(self._unread))
            timeout = min(self._time_left(deadline), self._processor_time_left(), _CHECK_INTERVAL)
            try:
                unsent, read = self.process.exchange(unsent, max(timeout, _LEAST_WAIT))
            except ProcessEndedError as problem:
                raise ProgramError(str(problem)) from problem
            self._unread += read
        line, _, self._unread = self._unread.partition(b"\n")
        self._check_length(len(line))
        self._used += self.seconds - self._processor_time_left()
        return bytes(line)

    def _check_length(self, length: int) -> None:
        if length >= LONGEST_ANSWER:
            raise ProgramError(f"its answer has more than {LONGEST_ANSWER:,} bytes")

    def _time_left(self, deadline: float) -> float:
        """Return the seconds until the deadline; raises ProgramError after it."""
        left = deadline - time.monotonic()
        if left <= 0:
            raise ProgramError(f"it took more than {self.wall_seconds:g} seconds")
        return left

    def _processor_time_left(self) -> float:
        """Return the processor time left for this answer; raises ProgramError without any."""
        left = self.seconds - (self.process.processor_seconds() - self._used)
        if left <= 0:
            raise ProgramError(f"it took more than {self.seconds:g} seconds of processor time")
        return left
