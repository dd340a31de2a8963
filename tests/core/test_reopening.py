"""A rerun turn has new dice, and so have all turns after it."""

from __future__ import annotations

import pytest

import horizons_core as hz
from horizons_core.turn import check_commitment, reopened


@pytest.fixture
def game():
    return hz.load_variant("event_horizon").new_game(["Ada", "Brin"], seed=7)


def test_the_first_attempt_is_the_game_as_it_stands(game):
    assert reopened(game, 1) is game


def test_each_attempt_has_its_own_keys_that_match_its_commitments(game):
    before = hz.digest(game)
    keys = set()
    for attempt in range(1, 5):
        rerun = reopened(game, attempt)
        after = hz.run_turn(rerun, {}).game
        assert check_commitment(after.turn_key, rerun.commitment)
        for new, promised in zip(after.empires, rerun.empires, strict=True):
            assert check_commitment(new.own_key, promised.own_commitment)
        later = hz.run_turn(after, {}).game
        assert check_commitment(later.turn_key, after.commitment)
        keys |= {after.turn_key, later.turn_key, after.secret}
        keys |= {empire.own_key for state in (after, later) for empire in state.empires}
    assert len(keys) == 28
    assert hz.digest(game) == before


def test_the_same_attempt_is_the_same_turn(game):
    digests = {hz.run_turn(reopened(game, 2), {}).digest for _ in range(2)}
    assert len(digests) == 1


def test_attempts_of_different_turns_differ(game):
    following = reopened(hz.run_turn(game, {}).game, 2)
    assert following.secret != reopened(game, 2).secret


def test_there_is_no_attempt_before_the_first(game):
    with pytest.raises(ValueError, match="counted from 1"):
        reopened(game, 0)
