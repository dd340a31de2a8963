"""A few cases of each part of fuzzing; `make fuzz` runs 20,000 of each."""

from __future__ import annotations

import pytest

from horizons_core.rng import Stream
from tests.fuzz.mutation import mutated_data
from tests.fuzz.parts import PARTS, PREPARATIONS
from tests.fuzz.running import failures

#: Cases of each part, 2,000 in all: parts that cost more have fewer.
CASES = {
    "battles": 300, "engine-files": 60, "games": 50, "house-rules": 100, "mails": 886,
    "odd-states": 40, "options": 60, "orders-event-horizon": 200, "orders-far-horizons": 60,
    "orders-galaxy-g": 90, "recorded-turns": 6, "saves": 8, "scenarios": 80, "stored-games": 60,
}  # fmt: skip


def test_two_thousand_cases_are_run():
    assert sum(CASES.values()) == 2000
    assert CASES.keys() == PARTS.keys()


@pytest.mark.parametrize("part", PARTS)
def test_inputs_that_are_almost_right_raise_nothing_unforeseen(part):
    PREPARATIONS.get(part, lambda: None)()
    found = failures(part, PARTS[part], seed=0, numbers=range(CASES[part]))
    assert [str(failure) for failure in found] == []


def test_a_case_is_the_same_after_others_and_alone():
    data = {"a": [1, {"b": [2, 3]}], "c": "x"}

    def changed(number):
        return repr(mutated_data(data, Stream.from_key("again", number)))

    assert [changed(number) for number in range(300)] == [changed(number) for number in range(300)]
    assert data == {"a": [1, {"b": [2, 3]}], "c": "x"}
