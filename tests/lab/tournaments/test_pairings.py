"""Pairings of players in the rounds of a tournament."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from horizons_lab.tournaments import plan
from horizons_lab.tournaments.plan import meetings, pairs_of, round_robin, swiss_round

sizes = st.integers(2, 4)


@given(st.integers(2, 8), sizes)
def test_in_a_round_robin_every_group_meets_once(players, per_game):
    tables = round_robin(players, per_game)
    assert len(set(tables)) == len(tables)
    assert {len(set(table)) for table in tables} <= {per_game}
    games = Counter(player for table in tables for player in table)
    assert len(set(games.values())) <= 1
    if per_game == 2:
        assert set(meetings(tables).values()) == {1}


@given(st.data(), st.integers(1, 4), sizes)
def test_everybody_sits_at_one_table_or_out_and_few_meet_again(data, tables, per_game):
    players = tables * per_game + data.draw(st.integers(0, per_game - 1))
    met: Counter = Counter()
    sat_out: Counter = Counter()
    for _ in range(4):
        ranked = data.draw(st.permutations(range(players)))
        seated, out = swiss_round(ranked, per_game, met, sat_out)
        assert sorted([p for table in seated for p in table] + out) == list(range(players))
        assert {len(table) for table in seated} == {per_game}
        assert len(out) == players % per_game
        met += meetings(seated)
        sat_out.update(out)
        # no player sits out twice more than any other
        assert max(sat_out.values(), default=0) - min(sat_out[p] for p in range(players)) <= 1


@given(st.integers(3, 8), st.data())
def test_two_meet_again_only_when_they_must(half, data):
    """With 2n players there is a round without a second meeting in the first n rounds."""
    met: Counter = Counter()
    for _ in range(half):
        ranked = data.draw(st.permutations(range(2 * half)))
        met += meetings(swiss_round(ranked, 2, met, Counter())[0])
    assert max(met.values()) == 1


def test_who_stands_alike_meets():
    seated, out = swiss_round([4, 2, 0, 1, 3], 2, Counter(), Counter())
    assert seated == [(4, 2), (0, 1)]
    assert out == [3]


def test_who_sat_out_before_plays_and_who_met_before_does_not_meet_again():
    met = meetings([(4, 2), (0, 1)])
    seated, out = swiss_round([4, 2, 0, 1, 3], 2, met, Counter({3: 1}))
    assert out == [1]
    assert seated == [(4, 0), (2, 3)]


def test_the_last_choice_is_taken_back_if_it_leaves_others_without_a_table():
    # the first two may meet, but then the others, who have met, would be left
    met = meetings([(2, 3)])
    assert swiss_round([0, 1, 2, 3], 2, met, Counter())[0] == [(0, 2), (1, 3)]


def test_those_who_have_met_everybody_meet_again():
    met = meetings([(0, 1)])
    assert swiss_round([1, 0], 2, met, Counter())[0] == [(1, 0)]


def test_pairs_have_the_lower_number_first():
    assert list(pairs_of((3, 1, 2))) == [(1, 2), (1, 3), (2, 3)]


def test_two_meet_a_third_time_when_everybody_has_met_twice():
    full_round = meetings([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
    met = full_round + full_round + Counter({(0, 1): 1})
    assert swiss_round([0, 1, 2, 3], 2, met, Counter())[0] == [(0, 2), (1, 3)]


@pytest.mark.parametrize(("most", "seated"), [(5, [(0, 2), (1, 3)]), (4, [(0, 1), (2, 3)])])
def test_where_the_search_is_cut_off_the_same_two_may_meet_once_more(monkeypatch, most, seated):
    """A choice, one that fails and is undone, two others, and a check of the seats."""
    monkeypatch.setattr(plan, "_MAX_TRIES", most)
    assert swiss_round([0, 1, 2, 3], 2, meetings([(2, 3)]), Counter())[0] == seated


def test_who_is_last_of_those_who_sat_out_least_often_sits_out():
    assert swiss_round([0, 1, 2], 2, Counter(), Counter({2: 1}))[1] == [1]
    assert swiss_round([0, 1, 2], 2, Counter(), Counter({0: 2, 1: 1, 2: 1}))[1] == [2]
    # several players who sit out are listed from first to last
    assert swiss_round([3, 1, 4, 0, 2], 3, Counter(), Counter())[1] == [0, 2]


def test_without_players_there_are_no_tables():
    assert swiss_round([], 2, Counter(), Counter()) == ([], [])
    assert swiss_round([7], 2, Counter(), Counter()) == ([], [7])
