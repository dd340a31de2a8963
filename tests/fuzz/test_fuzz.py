"""A few cases of each part of fuzzing; `make fuzz` runs 20,000 of each."""

from __future__ import annotations

import pytest

from horizons_core.rng import Stream
from tests.fuzz import saves
from tests.fuzz.mutation import mutated_data
from tests.fuzz.parts import PARTS, PREPARATIONS
from tests.fuzz.running import failures

#: Cases of each part, 500 in all, fewer for expensive parts. They are the same in every run;
#: `make fuzz` tries others.
CASES = {
    "battles": 75, "engine-files": 15, "games": 12, "house-rules": 25, "mails": 223,
    "odd-states": 10, "options": 15, "orders-event-horizon": 50, "orders-far-horizons": 15,
    "orders-galaxy-g": 22, "recorded-turns": 1, "saves": 2, "scenarios": 20, "stored-games": 15,
}  # fmt: skip


def test_five_hundred_cases_are_run():
    assert sum(CASES.values()) == 500
    assert CASES.keys() == PARTS.keys()


#: It replays a recorded game before it changes its orders.
SLOW = "recorded-turns"


@pytest.mark.parametrize(
    "part", [pytest.param(part, marks=[pytest.mark.slow] * (part == SLOW)) for part in PARTS]
)
def test_inputs_that_are_almost_right_raise_nothing_unforeseen(part):
    PREPARATIONS.get(part, lambda: None)()
    problems = failures(part, PARTS[part], seed=0, numbers=range(CASES[part]))
    assert [str(failure) for failure in problems] == []


def test_a_case_is_the_same_after_others_and_alone():
    data = {"a": [1, {"b": [2, 3]}], "c": "x"}

    def changed(number):
        return repr(mutated_data(data, Stream.from_key("again", number)))

    assert [changed(number) for number in range(300)] == [changed(number) for number in range(300)]
    assert data == {"a": [1, {"b": [2, 3]}], "c": "x"}


@pytest.mark.parametrize(
    ("name", "path", "value"),
    [
        ("event_horizon", "empires[0].stock", {}),
        ("event_horizon", "empires[0].stock.hull", -1),
        ("event_horizon", "empires[0].next_number", saves.GONE),
        ("event_horizon", "ships[0].owner", saves.GONE),
        ("event_horizon", "side", saves.GONE),
        ("galaxy_g", "diameter", 5e-324),
        ("galaxy_g", "empires[0].options", {}),
        ("galaxy_g", "empires[0].next_type", saves.GONE),
        ("galaxy_g", "empires[0].knowledge.races", []),
        ("galaxy_g", "empires[0].knowledge.types", []),
        ("far_horizons", "chart.stars", []),
        ("far_horizons", "empires[1].knowledge.settled[10 11 17]", []),
        ("campaign2e", "empires[0].stock.credits", -1),
        ("campaign2e", "empires[0].next_ship", saves.GONE),
        ("campaign2e", "empires[0].next_group", saves.GONE),
        ("campaign2e", "options", {"x": None}),
        ("campaign2e", "options.income", float("nan")),
        ("campaign2e", "options.weaponry_requirement_weeks", None),
        ("starcluster", "empires[0].stock.MC", -1),
        ("starcluster", "fleets[0].at", saves.GONE),
        ("starcluster", "natives[0].next_unit", saves.GONE),
        ("starcluster", "natives[0].classes.Destroyer", saves.GONE),
        ("starcluster", "empires[0].next_fleet", saves.GONE),
    ],
)
def test_a_saved_game_in_which_things_do_not_fit_together_is_refused(name, path, value):
    spot = next(spot for spot in saves.spots(name) if spot[0] == f".{path}")
    assert not saves.survives(name, saves.Mutant(spot, value))
