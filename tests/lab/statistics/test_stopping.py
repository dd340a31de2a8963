"""Games are played until an interval suffices, up to the same game in any order of arrival."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from horizons_lab.statistics import (
    StatisticsError,
    Until,
    mean_at_any_time,
    mean_until,
    narrower_than,
    share_at_any_time,
    share_until,
)
from horizons_lab.statistics.sequential import next_look


def test_it_looks_after_each_of_the_first_games_and_then_at_steps_of_5_percent():
    looks = [0]
    while looks[-1] < 10_000:
        looks.append(next_look(looks[-1]))
    assert looks[:24] == [*range(21), 22, 24, 26]
    assert all(late <= early * 1.05 + 1 for early, late in pairwise(looks))
    assert len(looks) < 200


@given(st.integers(0, 5000), st.integers(1, 7))
def test_with_rounds_it_looks_at_the_first_whole_round_after_that(n, every):
    look = next_look(n, every)
    assert look % every == 0
    assert next_look(n) <= look < next_look(n) + every


def test_the_looks_are_those_of_the_rounds():
    looked = []

    def enough(estimate):
        looked.append(estimate.n)
        return False

    Until(lambda values: share_at_any_time(0, values.size), enough, every=3).add([0] * 13)
    assert looked == [3, 6, 9, 12]


def test_it_stops_at_the_first_look_at_which_the_interval_is_narrow_enough():
    outcomes = [1, 0, 1] * 200
    rule = share_until(narrower_than(0.2))
    assert rule.add(outcomes)
    assert rule.is_finished
    look = 0
    while look == 0 or share_at_any_time(sum(outcomes[:look]), look).width > 0.2:
        look = next_look(look)
    assert rule.n == look < 600
    assert rule.estimate == share_at_any_time(sum(outcomes[:look]), look)


@given(st.lists(st.lists(st.booleans(), max_size=50), max_size=6))
def test_where_it_stops_does_not_depend_on_how_games_are_dealt_into_batches(batches):
    def rule():
        return share_until(narrower_than(0.45), confidence=0.9)

    together, apart = rule(), rule()
    together.add([won for batch in batches for won in batch])
    answers = [apart.add(iter(batch)) for batch in batches]
    assert (apart.n, apart.estimate, apart.is_finished) == (
        together.n, together.estimate, together.is_finished,
    )  # fmt: skip
    assert answers == sorted(answers)


def test_any_condition_on_the_estimate_may_end_it():
    rule = share_until(lambda estimate: estimate.low > 0.5, confidence=0.99)
    assert not rule.add([1, 0] * 20)
    assert rule.add([1] * 100)
    assert rule.estimate.low > 0.5
    assert rule.estimate.confidence == 0.99


def test_a_mean_is_looked_at_with_its_bounds():
    values = [3, 5, 4] * 40
    rule = mean_until(narrower_than(2.5), lowest=0, highest=10, confidence=0.9)
    assert rule.add(values)
    assert rule.estimate == mean_at_any_time(values[: rule.n], 0, 10, 0.9)
    assert 2 < rule.n < 120


def test_before_the_first_game_nothing_is_known():
    rule = share_until(narrower_than(0.2))
    assert not rule.add([])
    assert (rule.n, rule.estimate, rule.is_finished) == (0, None, False)


@pytest.mark.parametrize("width", [0, -1, float("nan")])
def test_no_interval_is_without_width(width):
    with pytest.raises(StatisticsError, match="an interval cannot have a width of"):
        narrower_than(width)


def test_a_share_is_of_wins_and_a_mean_of_values_in_their_bounds():
    with pytest.raises(StatisticsError, match="3 is not an outcome"):
        share_until(narrower_than(0.2)).add([3])
    with pytest.raises(StatisticsError, match="3 is not between 0 and 2"):
        mean_until(narrower_than(0.2), 0, 2).add([3])
