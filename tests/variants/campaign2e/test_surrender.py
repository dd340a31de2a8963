"""The remains of surrendered worlds."""

from __future__ import annotations

import pytest

from variants.campaign2e.rules.abstract_attacks import left_after_surrender


@pytest.mark.rule("C2E-8.6-01")
def test_the_die_says_how_many_thirds_are_left_of_a_world_that_surrenders() -> None:
    assert [left_after_surrender(die, 9) for die in range(1, 7)] == [0, 3, 3, 6, 6, 9]
    assert [left_after_surrender(die, 0) for die in range(1, 7)] == [0] * 6
