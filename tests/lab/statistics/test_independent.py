"""Differences of samples with independent dice."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from horizons_core import Stream
from horizons_lab.statistics import StatisticsError, independent_difference, paired_difference


def outcomes(won: int, n: int) -> list[int]:
    return [1] * won + [0] * (n - won)


def test_shares_have_newcombes_interval():
    """Newcombe (1998), table II, example (a): 56 of 70 against 48 of 80."""
    shift = independent_difference(outcomes(48, 80), outcomes(56, 70))
    assert shift.value == pytest.approx(0.2)
    assert (shift.low, shift.high) == pytest.approx((0.0524, 0.3339), abs=5e-5)
    assert shift.n == 70


values = st.lists(st.floats(-1e3, 1e3, allow_subnormal=False), min_size=2, max_size=20)


@given(values, values)
def test_values_have_welchs_interval(before, after):
    if len({*before}) < 2 or len({*after}) < 2:
        return
    shift = independent_difference(before, after, confidence=0.9, counted=False)
    same = stats.ttest_ind(after, before, equal_var=False).confidence_interval(0.9)
    assert (shift.low, shift.high) == pytest.approx((same.low, same.high), rel=1e-6, abs=1e-6)


def test_values_that_are_all_the_same_have_no_width():
    shift = independent_difference([3, 3], [5, 5])
    assert (shift.value, shift.low, shift.high) == (2, 2, 2)


def test_a_single_value_has_an_interval_without_bounds():
    assert independent_difference([3], [5]).high == math.inf


def test_what_counts_as_outcomes_can_be_said():
    places = [1.0, 1.0, 0.0, 1.0]
    counted = independent_difference(places, places)
    measured = independent_difference(places, places, counted=False)
    assert counted.width != measured.width
    stream = Stream.from_key("places")
    assert paired_difference(places, places, stream, counted=False).width == 0
    assert paired_difference(places, places, stream).width > 0


def test_nothing_tells_nothing():
    with pytest.raises(StatisticsError, match="values after are empty"):
        independent_difference([1.0], [])
