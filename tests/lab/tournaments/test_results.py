"""Tables of a tournament, of fictional rounds."""

from __future__ import annotations

from types import SimpleNamespace

import attrs
import pytest

from horizons_lab.statistics import share
from horizons_lab.tournaments.ratings import (
    Encounter,
    Rating,
    encounters,
    places_in,
    points,
    rate_players,
)
from horizons_lab.tournaments.results import Round, TournamentResult, points_so_far
from tests.lab.tournaments.records import game

LABELS = ("ann", "bob", "cat")


def round_of(*records, out=()):
    """Return a round with a cell for each key among these games, in the order of first use."""
    keys = dict.fromkeys(game_record.cell for game_record in records)
    cells = [SimpleNamespace(key=key, index=index) for index, key in enumerate(keys)]
    result = SimpleNamespace(study=SimpleNamespace(cells=cells), records=list(records))
    return Round(result, (), out)


def rate(*rounds, labels=LABELS, swiss=False):
    return TournamentResult(SimpleNamespace(labels=labels, is_swiss=swiss), rounds)


def at(cell, record):
    return attrs.evolve(record, cell=cell)


#: Ann beats Bob twice and draws with Cat; Bob and Cat never met.
FEW = rate(
    round_of(game(0, ann=1, bob=2), game(1, ann=1, bob=2), game(2, ann=1, cat=1), game(3, cat=1))
)


def test_games_are_rated_table_by_table_first_games_first():
    first = round_of(
        at("x", game(0, ann=1, bob=2)), at("x", game(1, ann=2, bob=1)),
        at("y", game(0, cat=1, bob=2)), at("y", game(1, cat=2, bob=1)),
    )  # fmt: skip
    second = round_of(at("x", game(0, ann=1, cat=2)))
    result = rate(first, second)
    assert [(r.cell, r.game) for r in result.records] == [
        ("x", 0), ("y", 0), ("x", 1), ("y", 1), ("x", 0)
    ]  # fmt: skip
    assert {name: result.ratings[name] for name in LABELS} == rate_players(result.records)


def test_who_sits_out_has_a_point_and_points_of_rounds_add_up():
    rounds = (round_of(game(0, ann=1, bob=2), out=(2,)), round_of(game(0, ann=2, cat=1), out=(1,)))
    assert rounds[0].points(LABELS) == {"ann": 1, "bob": 0, "cat": 1}
    assert points_so_far(LABELS, rounds) == {"ann": 1, "bob": 1, "cat": 2}


def test_by_rating_or_by_points_where_few_have_met():
    """Cat has more points than Ann, but beat only Bob, who loses to all."""
    many = [game(number, ann=1, bob=2) for number in range(8)]
    rounds = (round_of(*many, out=(2,)), round_of(game(0, cat=1, bob=2), out=(0,)),
              round_of(game(0, cat=1, bob=2), game(1, ann=2, bob=1)))  # fmt: skip
    by_rating, by_points = rate(*rounds), rate(*rounds, swiss=True)
    assert [s.player for s in by_points.standings] == ["cat", "ann", "bob"]
    assert [s.points for s in by_points.standings] == [3, 2, 0.5]
    assert [s.rank for s in by_points.standings] == [1, 2, 3]
    ratings = [s.rating.mean for s in by_rating.standings]
    assert ratings == sorted(ratings, reverse=True)
    assert {s.player: s.rating for s in by_rating.standings} == by_rating.ratings


def test_of_equal_points_the_higher_rating_is_first_and_of_equal_ratings_the_points():
    rounds = (round_of(game(0, ann=2, bob=1), out=(2,)), round_of(game(0, ann=1, cat=2), out=(1,)),
              round_of(game(0, bob=2, cat=1), out=(0,)))  # fmt: skip
    result = rate(*rounds, swiss=True)
    assert {s.points for s in result.standings} == {2}
    ratings = [s.rating.mean for s in result.standings]
    assert ratings == sorted(ratings, reverse=True)
    assert len(set(ratings)) > 1
    level = rate(round_of(game(0, ann=1, bob=1, cat=1), out=(2,)))
    assert [s.player for s in level.standings] == ["cat", "ann", "bob"]


def test_the_standings_are_a_table():
    rows = FEW.table.to_dicts()
    assert [row["player"] for row in rows] == [s.player for s in FEW.standings]
    for row, standing in zip(rows, FEW.standings, strict=True):
        low, high = standing.rating.interval()
        assert row == {
            "rank": standing.rank, "player": standing.player, "points": standing.points,
            "rating": standing.rating.mean, "low": low, "high": high,
            "deviation": standing.rating.deviation, "games": standing.rating.games,
        }  # fmt: skip
    assert {row["player"]: row["games"] for row in rows} == {"ann": 3, "bob": 2, "cat": 1}


def test_each_two_who_met_are_a_row_with_the_better_first():
    rows = {(row["player"], row["opponent"]): row for row in FEW.pairs.to_dicts()}
    assert set(rows) == {("ann", "bob"), ("ann", "cat")}
    row, expected = rows["ann", "bob"], share(2, 2)
    assert row == {
        "player": "ann", "opponent": "bob", "ahead": 2, "level": 0, "games": 2,
        "share": 1.0, "low": expected.low, "high": expected.high,
    }  # fmt: skip


def test_the_cross_table_has_points_and_games_and_nothing_for_those_who_never_met():
    rows = {row["player"]: row for row in FEW.cross_table.to_dicts()}
    names = [s.player for s in FEW.standings]
    assert FEW.cross_table.columns == ["rank", "player", *(f"against {name}" for name in names)]
    assert [row["rank"] for row in FEW.cross_table.to_dicts()] == [1, 2, 3]
    assert rows["ann"] | {"rank": 1} == {
        "rank": 1, "player": "ann", "against ann": "", "against bob": "2/2", "against cat": "0.5/1"
    }  # fmt: skip
    assert (rows["bob"]["against ann"], rows["bob"]["against cat"]) == ("0/2", "")


# points


def test_half_points_widen_the_interval_on_both_sides():
    encounter = Encounter("ann", "bob", ahead=3, level=1, games=10)
    assert encounter.points == 3.5
    for confidence in (0.9, 0.95):
        estimate = encounter.share(confidence)
        ends = share(3, 10, confidence).low, share(4, 10, confidence).high
        assert (estimate.value, estimate.low, estimate.high, estimate.n) == (0.35, *ends, 10)
        assert estimate.confidence == confidence


def test_two_who_never_met_have_no_encounter():
    by_pair = encounters([game(0, ann=1, bob=2), game(1, cat=1, bob=3)])
    assert set(by_pair) == {("ann", "bob"), ("bob", "ann"), ("cat", "bob"), ("bob", "cat")}
    assert by_pair["bob", "ann"] == Encounter("bob", "ann", 0, 0, 1)


def test_who_plays_alone_wins_nothing():
    assert points([game(0, ann=1)]) == {"ann": 0}


# ratings


def test_the_interval_has_the_confidence_that_is_asked_for():
    rating = Rating(20.0, 2.0, 1234)
    assert rating.interval() == pytest.approx((20 - 2 * 1.959964, 20 + 2 * 1.959964))
    assert rating.interval(0.9) == pytest.approx((20 - 2 * 1.644854, 20 + 2 * 1.644854))
    assert str(rating) == "20.0 (16.1 to 23.9, 1,234 games)"
    assert Rating() == Rating(25.0, 25 / 3, 0)


def test_where_no_places_are_known_winners_have_the_first_and_others_the_second():
    seats = game(0, ann=None, bob=None).seats
    won = [attrs.evolve(seat, won=seat.player == "bob") for seat in seats]
    assert places_in(won) == {"ann": 2, "bob": 1}


def test_who_plays_alone_is_not_rated_and_the_games_after_it_are():
    assert rate_players([game(0, ann=1)]) == {"ann": Rating()}
    rated = [game(1, ann=1, bob=2)]
    assert rate_players([game(0, ann=1), *rated]) == rate_players(rated)


def test_what_is_known_stays_as_it_was():
    known = {"ann": Rating(30.0, 1.0, 5), "zoe": Rating(1.0, 1.0, 2)}
    after = rate_players([game(0, ann=1, bob=2)], known)
    assert known["ann"] == Rating(30.0, 1.0, 5)
    assert after["zoe"] == known["zoe"]
    assert (after["ann"].games, after["bob"].games) == (6, 1)


def test_players_do_not_change_between_games():
    """No game adds to the uncertainty about a player who is known well."""
    known = {name: Rating(25.0, 0.3, 99) for name in ("ann", "bob")}
    for _ in range(5):
        after = rate_players([game(0, ann=1, bob=2), game(1, ann=2, bob=1)], known)
        assert all(after[name].deviation < known[name].deviation for name in known)
        known = after


def test_places_count_and_not_how_far_they_are_apart():
    near, far = (
        rate_players([game(0, ann=1, bob=2, cat=3)]),
        rate_players([game(0, ann=2, bob=5, cat=9)]),
    )
    assert near == far
    assert near["ann"].mean > near["bob"].mean > near["cat"].mean


def test_those_who_never_met_are_no_row_wherever_they_stand():
    """The two best never met each other, and both met the last."""
    result = rate(round_of(game(0, ann=1, cat=2), game(1, bob=1, cat=2), game(2, bob=1, cat=2)))
    assert [s.player for s in result.standings] == ["bob", "ann", "cat"]
    rows = result.pairs.to_dicts()
    assert [(row["player"], row["opponent"]) for row in rows] == [("bob", "cat"), ("ann", "cat")]


def test_who_never_played_has_the_rating_of_one_of_whom_nothing_is_known():
    assert rate(round_of(game(0, ann=1, bob=2))).ratings["cat"] == Rating()
