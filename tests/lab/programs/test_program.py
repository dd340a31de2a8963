"""Processor time is counted answer by answer."""

from __future__ import annotations

import pytest
from attrs import define

from horizons_lab.programs.process import Program, ProgramError


@define
class Thinker:
    """A process that takes this much processor time for each answer."""

    each: float
    used: float = 0.0

    def processor_seconds(self):
        return self.used

    def exchange(self, unsent, patience):
        self.used += self.each
        return unsent[len(unsent) :], b"DIG\n"


def test_each_answer_has_the_whole_time():
    program = Program(Thinker(0.9), seconds=1.0, wall_seconds=1e6)
    assert [program.ask(b"?\n") for _ in range(5)] == [b"DIG"] * 5


def test_an_answer_that_comes_and_took_too_long_is_none():
    program = Program(Thinker(1.1), seconds=1.0, wall_seconds=1e6)
    with pytest.raises(ProgramError, match="more than 1 seconds of processor time"):
        program.ask(b"?\n")
