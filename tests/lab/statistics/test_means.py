"""The mean of very many values, against scipy."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import ttest_1samp

from horizons_lab.statistics import StatisticsError, mean_of_many


@given(st.integers(1_000, 3_000), st.floats(0.5, 0.9999), st.integers(1, 9))
def test_the_interval_is_that_of_student(n, confidence, power):
    values = (np.arange(n) % 97 / 7.0) ** power
    found = mean_of_many(values.mean(), values.std(ddof=1), n, confidence)
    expected = ttest_1samp(values, 0).confidence_interval(confidence)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), rel=1e-9)
    assert (found.value, found.n, found.confidence) == (values.mean(), n, confidence)


def test_values_that_are_all_the_same_leave_no_doubt():
    assert mean_of_many(3.0, 0.0, 1_000).width == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((1.0, 1.0, 999), "999 values are few"),
        ((1.0, -1.0, 1_000), "standard deviation of -1"),
        ((math.nan, 1.0, 1_000), "a mean of nan"),
        ((1.0, math.inf, 1_000), "standard deviation of inf"),
        ((1.0, 1.0, 1_000, 1.0), "confidence"),
    ],
)
def test_what_is_no_mean_of_many_is_refused(arguments, message):
    with pytest.raises(StatisticsError, match=message):
        mean_of_many(*arguments)
