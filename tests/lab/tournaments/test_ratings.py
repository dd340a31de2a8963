"""Ratings and the coverage of their intervals."""

from __future__ import annotations

import math

import attrs
import pytest

from horizons_core import Stream
from horizons_lab.tournaments.ratings import (
    Rating,
    chance_of_winning,
    encounters,
    points,
    rate_players,
)
from tests.lab.tournaments.records import game, games


def test_one_game_moves_both_by_as_much_as_the_paper_says():
    """Weng and Lin, "A Bayesian approximation method", algorithm 4, for two unknown players."""
    after = rate_players([game(0, one=1, other=2)])
    beta, sigma = 25 / 6, 25 / 3
    c = math.sqrt(2 * (beta**2 + sigma**2))
    moved = sigma**2 / c * 0.5
    assert after["one"].mean == pytest.approx(25 + moved)
    assert after["other"].mean == pytest.approx(25 - moved)
    assert after["one"].games == after["other"].games == 1
    assert after["one"].deviation < sigma


def test_a_shared_place_moves_nobody_who_was_equal():
    after = rate_players([game(0, one=1, other=1)])
    assert after["one"].mean == after["other"].mean == 25


def test_where_no_places_are_known_the_winners_are_ahead():
    record = game(0, one=None, other=None)
    won = attrs.evolve(record.seats[1], won=True)
    after = rate_players([attrs.evolve(record, seats=(record.seats[0], won))])
    assert after["other"].mean > 25 > after["one"].mean


def test_a_known_rating_is_where_one_begins():
    known = {"one": Rating(40.0, 2.0, 100)}
    after = rate_players([game(0, one=1, other=2)], known)
    assert 40 < after["one"].mean < 40.5
    assert after["one"].games == 101


def test_one_on_several_seats_plays_with_the_best_of_them():
    seats = game(0, a=3, b=2, c=1).seats
    game_record = attrs.evolve(
        game(0, a=1),
        seats=tuple(
            attrs.evolve(s, player=p) for s, p in zip(seats, ("one", "other", "one"), strict=True)
        ),
    )
    after = rate_players([game_record])
    assert after["one"].mean > after["other"].mean
    assert after["one"].games == 1


def test_the_intervals_hold_the_strengths_that_games_were_drawn_from():
    """Of 40 fictional tournaments of five, at least 95 % of the intervals contain the truth."""
    held = intervals = 0
    for seed in range(40):
        dice = Stream.from_key("strengths", seed)
        truth = {name: 20 + 10 * dice.random() for name in "abcde"}
        after = rate_players(games(truth, 20, seed))
        # ratings show differences only: their mean remains the initial one
        shift = sum(r.mean for r in after.values()) / 5 - sum(truth.values()) / 5
        for name, strength in truth.items():
            low, high = after[name].interval()
            held += low <= strength + shift <= high
            intervals += 1
    assert held / intervals >= 0.95


def test_the_chance_follows_from_the_difference():
    certain = Rating(25 + 25 / 6 * math.sqrt(2) * math.log(3), 0.0), Rating(25, 0.0)
    assert chance_of_winning(*certain) == pytest.approx(0.75)
    unsure = Rating(certain[0].mean, 8.0), Rating(25, 8.0)
    assert 0.5 < chance_of_winning(*unsure) < 0.75
    spread = math.sqrt(3**2 + 4**2 + 2 * (25 / 6) ** 2)
    odds = math.exp(2 / spread)
    assert chance_of_winning(Rating(26, 3.0), Rating(24, 4.0)) == pytest.approx(odds / (1 + odds))


def test_encounters_count_both_ways_round():
    by_pair = encounters([game(0, a=1, b=2, c=2), game(1, a=2, b=1, c=3), game(2, a=1, b=1)])
    assert (by_pair["a", "b"].ahead, by_pair["a", "b"].level, by_pair["a", "b"].games) == (1, 1, 3)
    assert (by_pair["b", "a"].ahead, by_pair["b", "a"].level) == (1, 1)
    assert by_pair["b", "a"].points == 1.5
    assert by_pair["b", "c"].points == 1.5
    share = by_pair["a", "b"].share()
    assert share.value == 0.5
    assert share.low < 0.5 < share.high


def test_halves_never_make_an_interval_narrower():
    even = encounters([game(n, a=1, b=1 + n % 2) for n in range(10)])["a", "b"]
    assert even.points == 7.5
    decided = encounters([game(n, a=1, b=2) if n < 7 else game(n, a=2, b=1) for n in range(10)])
    assert even.share().low == decided["a", "b"].share().low
    assert even.share().high > decided["a", "b"].share().high


def test_points_go_by_how_many_are_behind():
    assert points([game(0, a=1, b=2, c=2, d=4)]) == pytest.approx(
        {"a": 1.0, "b": 0.5, "c": 0.5, "d": 0.0}
    )
    assert points([game(0, a=1, b=2), game(1, a=1, b=1)]) == {"a": 0.75, "b": 0.25}
