"""Edits of a running game: what they may and may not change."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import horizons_core as hz
from horizons_core import Outcome, Seat
from horizons_core.errors import ScenarioError
from horizons_core.stored_games import edited
from tests.core.stored_raids import raiders


@pytest.fixture
def game():
    return raiders().new_game(["Ada", "Brin"], seed=1)


def rules(change, faults=lambda game: [], takes=True):
    """Return rules whose states are laid over a game by this change."""

    def lay(game, state):
        change(game)
        return takes

    hook = SimpleNamespace(horizons_scenario_state=lay)
    return SimpleNamespace(hook=hook, invariants=faults, info=SimpleNamespace(title="Moons"))


def richer(game):
    game.empire("Ada").stock["ore"] = 77


def test_an_edit_changes_another_game_and_not_the_one_that_is_given(game):
    before = hz.digest(game)
    after = edited(rules(richer), game, {"stock": 1})
    assert after.empire("Ada").stock["ore"] == 77
    assert hz.digest(game) == before != hz.digest(after)


def test_the_state_of_the_edit_is_what_is_laid_over_the_game(game):
    states = []

    def lay(game, state):
        states.append(dict(state))
        return True

    variant = rules(richer)
    variant.hook.horizons_scenario_state = lay
    edited(variant, game, {"stock": 1})
    assert states == [{"stock": 1}]


def test_rules_that_take_no_states_take_no_edits(game):
    with pytest.raises(ScenarioError, match="a game of Moons cannot be edited"):
        edited(rules(richer, takes=False), game, {})


def poor(game):
    return ["Ada is too rich"] if game.empire("Ada").stock["ore"] == 77 else []


@pytest.mark.parametrize(
    ("faults", "message"),
    [
        (poor, "the state is not possible: Ada is too rich"),
        (lambda game: ["Brin is poor", *poor(game)], "the state is not possible: Ada is too rich"),
        (lambda game: poor(game) * 2,
         "the state is not possible: Ada is too rich; Ada is too rich"),
    ],
)  # fmt: skip
def test_an_edit_may_break_no_law_that_was_kept_before(game, faults, message):
    with pytest.raises(ScenarioError) as error:
        edited(rules(richer, faults), game, {})
    assert error.value.message == message


def test_a_law_that_was_broken_before_is_in_the_way_of_no_edit(game):
    after = edited(rules(richer, lambda game: ["Brin is poor"]), game, {})
    assert after.empire("Ada").stock["ore"] == 77


FRAME = {
    "turn": [("turn", 5)],
    "rules": [("schema", 9), ("variant", "other"), ("version", "9.9"), ("rules", "9"),
              ("mods", ("more",)), ("data_mods", {"more": "words"})],
    "name": [("name", "Venus")],
    "options": [("options", {"goal": 1})],
    "chance": [("secret", "6" * 64), ("shared_chance", {"words": "lark"}), ("turn_key", "x"),
               ("commitment", "x")],
    "end": [("outcome", Outcome(winners=(), reason="enough", turn=1))],
    "seats": [("seats", [Seat(id="Sam", role="umpire")])],
}  # fmt: skip


@pytest.mark.parametrize(
    ("part", "name", "value"),
    [(part, *change) for part, changes in FRAME.items() for change in changes],
)
def test_whose_game_it_is_is_changed_by_no_edit(game, part, name, value):
    with pytest.raises(ScenarioError, match=f"cannot change the {part} of a running game"):
        edited(rules(lambda other: setattr(other, name, value)), game, {})


@pytest.mark.parametrize("name", ["id", "address", "password", "own_commitment"])
def test_nor_are_its_players(game, name):
    def change(other):
        setattr(other.empires[1], name, "x")

    with pytest.raises(ScenarioError, match="cannot change the players of a running game"):
        edited(rules(change), game, {})
