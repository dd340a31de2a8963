"""The ladders of bots: their pairings and output."""

from __future__ import annotations

import pytest

import horizons_core as hz
from benchmarks import ladders


@pytest.mark.parametrize("variant", sorted(ladders.LADDERS))
def test_a_ladder_names_bots_of_its_variant(variant):
    bots = ladders.LADDERS[variant].bots

    assert len(bots) >= 3
    assert set(bots) <= set(hz.load_variant(variant).bots)


def test_every_bot_plays_the_one_below_it_and_the_best_itself(capsys):
    ladders.main(["event_horizon", "--games", "2", "--mirror", "1", "--turns", "2"])
    rows = [line.strip("| ").split(" | ") for line in capsys.readouterr().out.splitlines()]
    pairs = [tuple(row[:3]) for row in rows[2:]]

    assert pairs == [
        ("greedy", "random", "2"),
        ("admiral", "greedy", "2"),
        ("admiral", "admiral", "1"),
    ]


def test_more_players_are_lower_bots(capsys):
    ladders.main(
        ["event_horizon", "--games", "1", "--turns", "1", "--players", "3", "--only", "greedy"]
    )
    _, _, row = capsys.readouterr().out.splitlines()

    assert row.startswith("| greedy | random | 1 | ")
    assert "| 0 of 1 |" in row


@pytest.mark.slow
def test_the_bot_for_any_game_plays_every_rung(capsys):
    ladders.main(["event_horizon", "--games", "1", "--turns", "1", "--lookahead"])
    rows = [line.strip("| ").split(" | ") for line in capsys.readouterr().out.splitlines()]

    assert [tuple(row[:3]) for row in rows[2:]] == [
        ("lookahead", "random", "1"),
        ("lookahead", "greedy", "1"),
        ("lookahead", "admiral", "1"),
    ]


def test_the_random_bot_is_a_rung_for_lookahead_even_if_the_ladder_begins_above(capsys):
    words = ["far_horizons", "--games", "1", "--turns", "1", "--lookahead", "--only", "random"]
    ladders.main([*words, "--budget", "12", "--ahead", "1", "--key", "any"])
    _, _, row = capsys.readouterr().out.splitlines()

    assert row.startswith("| lookahead | random | 1 | ")
