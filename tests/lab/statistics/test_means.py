"""Means with intervals by their standard error, compared with scipy."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import sem, ttest_1samp
from scipy.stats import t as student

from horizons_lab.statistics import StatisticsError, mean_of_many, student_mean


@given(st.integers(1_000, 3_000), st.floats(0.5, 0.9999), st.integers(1, 9))
def test_the_interval_is_that_of_student(n, confidence, power):
    values = (np.arange(n) % 97 / 7.0) ** power
    result = mean_of_many(values.mean(), values.std(ddof=1), n, confidence)
    expected = ttest_1samp(values, 0).confidence_interval(confidence)
    assert (result.low, result.high) == pytest.approx((expected.low, expected.high), rel=1e-9)
    assert (result.value, result.n, result.confidence) == (values.mean(), n, confidence)


def test_values_that_are_all_the_same_leave_no_doubt():
    assert mean_of_many(3.0, 0.0, 1_000).width == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((1.0, 1.0, 999), "999 values are too few for a normal approximation"),
        ((1.0, -1.0, 1_000), "standard deviation of -1"),
        ((math.nan, 1.0, 1_000), "a mean of nan"),
        ((1.0, math.inf, 1_000), "standard deviation of inf"),
        ((1.0, 1.0, 1_000, 1.0), "confidence"),
    ],
)
def test_what_is_no_mean_of_many_is_refused(arguments, message):
    with pytest.raises(StatisticsError, match=message):
        mean_of_many(*arguments)


VALUES = [3.5, -1.0, 12.25, 0.0, 4.0, 4.0]


@pytest.mark.parametrize("confidence", [0.5, 0.95, 0.999])
def test_the_interval_of_few_values_is_that_of_student(confidence):
    result = student_mean(VALUES, confidence)
    low, high = student.interval(confidence, 5, sum(VALUES) / 6, sem(VALUES))
    assert (result.value, result.low, result.high) == pytest.approx((sum(VALUES) / 6, low, high))
    assert (result.n, result.confidence) == (6, confidence)


def test_the_order_of_the_values_changes_nothing():
    values = [0.1 * n for n in range(40)]
    assert student_mean(values) == student_mean(values[::-1])


def test_equal_values_have_an_interval_without_width_and_a_single_one_has_no_bounds():
    same, single = student_mean([0.1] * 7), student_mean([4])
    assert (same.value, same.low, same.high) == (0.1, 0.1, 0.1)
    assert (single.value, single.low, single.high, single.n) == (4, -math.inf, math.inf, 1)


@pytest.mark.parametrize("values", [[], [math.nan], ["a"]])
def test_what_has_no_mean_is_refused(values):
    with pytest.raises(StatisticsError):
        student_mean(values)
