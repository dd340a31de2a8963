"""Every estimate prints with its interval and the number of games."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from horizons_lab.statistics import Estimate, share


@pytest.mark.parametrize(
    ("estimate", "text"),
    [
        (Estimate(0.634, 0.5909, 0.6751, 500, 0.95),
         "0.634 (95% interval 0.591 to 0.675, n = 500)"),
        (Estimate(0.5, 0.2, 0.8, 10, 0.999), "0.50 (99.9% interval 0.20 to 0.80, n = 10)"),
        (Estimate(0.5, 0.4999, 0.50012, 1_000_000, 0.95),
         "0.50000 (95% interval 0.49990 to 0.50012, n = 1,000,000)"),
        (Estimate(31_415.9, 30_000, 32_345.6, 40, 0.9),
         "31416 (90% interval 30000 to 32346, n = 40)"),
        (Estimate(2.5, 2.5, 2.5, 3, 0.95), "2.5 (95% interval 2.5 to 2.5, n = 3)"),
        (Estimate(2.5, -math.inf, math.inf, 1, 0.95),
         "2.5 (95% interval -inf to inf, n = 1)"),
        (Estimate(-0.1, -0.25, 0.05, 7, 0.95), "-0.10 (95% interval -0.25 to 0.05, n = 7)"),
    ],
)  # fmt: skip
def test_an_estimate_shows_two_digits_of_its_width(estimate, text):
    assert str(estimate) == text


def test_an_interval_holds_its_ends_and_what_lies_between():
    estimate = Estimate(0.5, 0.25, 0.75, 10, 0.95)
    assert estimate.width == 0.5
    held = [truth for truth in (0.2, 0.25, 0.5, 0.75, 0.8) if estimate.holds(truth)]
    assert held == [0.25, 0.5, 0.75]


@given(st.integers(1, 10**6), st.floats(0, 1))
def test_what_is_printed_differs_where_the_ends_of_the_interval_do(n, wins):
    estimate = share(round(wins * n), n)
    low, high = str(estimate).split("interval ")[1].split(",")[0].split(" to ")
    assert float(low) < float(high)
    assert abs(float(low) - estimate.low) < 0.06 * estimate.width
