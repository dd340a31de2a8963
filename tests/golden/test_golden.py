"""Golden games are complete, and a turn with a different result is noticed.

`python -m tests.golden.digests` replays all their turns, on every Python.
"""

from __future__ import annotations

import pytest
from attrs import evolve

import horizons_core as hz
from tests.golden import games
from tests.golden.digests import first_difference
from tests.golden.make import TURNS, unused_commands

#: In this turn the order of adding loads of cargo changes the resulting population.
CARGO = "galaxy_g_cargo.json.gz"


@pytest.mark.parametrize("name", sorted(hz.variants()))
def test_every_game_has_thirty_golden_turns_with_each_of_its_commands(name):
    golden = games.read(games.FOLDER / f"{name}.json.gz")
    assert len(golden.turns) == TURNS
    assert unused_commands(golden) == []


def test_golden_games_are_small():
    assert sum(path.stat().st_size for path in games.files()) < 300_000


def test_cargo_is_added_in_its_order():
    assert first_difference(games.read(games.FOLDER / CARGO)) == ""


def test_a_turn_that_comes_out_otherwise_is_named():
    golden = games.read(games.FOLDER / CARGO)
    wrong = [evolve(turn, digest="0" * 16) for turn in golden.turns]
    message = "turn 40 has the digest 88f5242176d39ff5, not 0000000000000000"
    assert first_difference(evolve(golden, turns=tuple(wrong))) == message
