"""Confidence sequences: intervals that stay valid if they are checked after every game."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import binom

from horizons_lab.statistics import StatisticsError, mean_at_any_time, share, share_at_any_time
from horizons_lab.statistics.anytime import (
    _gains,
    _stakes,
    log_evidence_against_mean,
    log_evidence_against_share,
)

COUNTS = st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=40)
LEVELS = st.floats(0.5, 0.999)
INSIDE = st.floats(0.001, 0.999)
#: From confseq 0.0.11, the reference implementation by the authors of the paper.
FORMULA = np.array([(i * 37 % 101) / 100 for i in range(60)])
CAPITALS = {
    0.2: (-0.57536414, 2.69652409, 13.69744348),
    0.5: (-0.28768207, -0.69708906, -2.50796025),
    0.8: (0.40546511, 4.35114406, 15.23932599),
}


# --- shares -------------------------------------------------------------------------------------


@given(st.integers(0, 30), st.integers(0, 30), INSIDE)
def test_the_evidence_is_the_mean_likelihood_against_that_of_a_share(wins, losses, truth):
    n = wins + losses
    mixed = quad(lambda p: p**wins * (1 - p) ** losses, 0, 1)[0]
    single = truth**wins * (1 - truth) ** losses
    if single > 1e-250:
        expected = math.log(mixed / single)
        assert log_evidence_against_share(truth, wins, n) == pytest.approx(expected, abs=1e-6)


@given(st.integers(1, 40), INSIDE)
def test_nobody_can_expect_evidence_against_the_true_share(n, truth):
    evidence = [math.exp(log_evidence_against_share(truth, wins, n)) for wins in range(n + 1)]
    chances = binom.pmf(range(n + 1), n, truth)
    assert np.dot(evidence, chances) == pytest.approx(1, abs=1e-6)


@given(COUNTS, LEVELS, st.floats(0, 1))
def test_the_interval_holds_the_shares_against_which_there_is_too_little_evidence(
    counts, confidence, truth
):
    interval = share_at_any_time(*counts, confidence)
    if min(abs(truth - interval.low), abs(truth - interval.high)) > 1e-9:
        too_little = log_evidence_against_share(truth, *counts) < -math.log(1 - confidence)
        assert interval.holds(truth) == too_little


@given(COUNTS)
def test_to_look_at_any_time_costs_width(counts):
    assert share_at_any_time(*counts).width > share(*counts).width


def test_the_interval_shrinks_to_the_share():
    widths = [share_at_any_time(n // 4, n).width for n in (4, 40, 400, 4_000, 4_000_000)]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < 0.003


# --- means --------------------------------------------------------------------------------------


@pytest.mark.parametrize("truth", CAPITALS)
def test_the_capital_is_that_of_the_reference_implementation(truth):
    evidence = log_evidence_against_mean(truth, FORMULA, 0, 1)
    assert evidence[[0, 9, 59]] == pytest.approx(CAPITALS[truth], abs=1e-7)


def test_the_interval_is_that_of_the_reference_implementation():
    interval = mean_at_any_time(FORMULA, 0, 1)
    assert (interval.low, interval.high) == pytest.approx((0.3833, 0.6015), abs=1e-4)
    assert (interval.value, interval.n) == (pytest.approx(FORMULA.mean()), 60)


@given(VALUES, INSIDE)
def test_a_stake_depends_on_the_values_before_it_alone(values, other):
    stakes = _stakes(np.array(values), 0.05)
    for place in range(len(values)):
        changed = np.array([*values[:place], *[other] * (len(values) - place)])
        assert (_stakes(changed, 0.05)[: place + 1] == stakes[: place + 1]).all()


@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.5])
def test_the_first_stake_takes_values_for_spread_as_those_of_a_coin(alpha):
    (stake,) = _stakes(np.array([0.3]), alpha)
    assert stake == pytest.approx(math.sqrt(2 * math.log(2 / alpha) / (math.log(2) / 4)))


@given(VALUES, INSIDE)
def test_nobody_gains_by_a_value_that_is_the_mean_on_average(values, share_of_ones):
    """After any values, a coin of that chance moves the capitals by 0 on average."""
    truth = share_of_ones
    before = capitals(truth, values)
    after = [capitals(truth, [*values, coin]) for coin in (0.0, 1.0)]
    expected = (1 - truth) * after[0] + truth * after[1]
    assert expected == pytest.approx(before, rel=1e-9)


def capitals(truth, values):
    """Return the capital of the gambler who bets on larger values, and of the other."""
    values = np.array(values)
    stakes = _stakes(values, 0.05)
    up = _gains(values, truth, stakes).sum()
    down = _gains(1 - values, 1 - truth, stakes).sum()
    return np.exp([up, down])


@given(VALUES, LEVELS, st.floats(0, 1))
def test_the_interval_holds_the_means_against_which_there_is_too_little_evidence(
    values, confidence, truth
):
    interval = mean_at_any_time(values, 0, 1, confidence)
    if min(abs(truth - interval.low), abs(truth - interval.high)) > 1e-9:
        evidence = log_evidence_against_mean(truth, values, 0, 1, confidence)[-1]
        assert interval.holds(truth) == (evidence < -math.log(1 - confidence))


@given(VALUES, LEVELS)
def test_larger_and_smaller_change_places_in_a_mirror(values, confidence):
    interval = mean_at_any_time(values, 0, 1, confidence)
    mirrored = mean_at_any_time([1 - value for value in values], 0, 1, confidence)
    assert interval.low == pytest.approx(1 - mirrored.high, abs=1e-9)
    assert 0 <= interval.low <= interval.high <= 1


@given(VALUES, st.floats(-100, 100), st.floats(0.1, 100))
def test_another_unit_of_measurement_moves_the_interval_with_it(values, lowest, size):
    highest = lowest + size
    moved_values = [min(max(lowest + size * value, lowest), highest) for value in values]
    plain, moved = mean_at_any_time(values, 0, 1), mean_at_any_time(moved_values, lowest, highest)
    for name in ("value", "low", "high"):
        expected = lowest + size * getattr(plain, name)
        assert getattr(moved, name) == pytest.approx(expected, abs=1e-6 * size)


def test_values_that_are_spread_less_are_known_sooner():
    wide, narrow = np.tile([0.0, 1.0], 50), np.tile([0.45, 0.55], 50)
    assert mean_at_any_time(narrow, 0, 1).width < mean_at_any_time(wide, 0, 1).width / 2


@pytest.mark.parametrize(
    ("values", "bounds", "words"),
    [
        ([1, 2, 11], (0, 10), "11 is not between 0 and 10 (use bounds that no game can exceed)"),
        ([-1], (0, 10), "-1 is not between 0 and 10"),
        (
            [1],
            (1, 1),
            "there are no values from 1 to 1 (use two finite bounds, the lower one first)",
        ),
        ([1], (0, math.inf), "there are no values from 0 to inf"),
        ([], (0, 1), "the values are empty"),
    ],
)
def test_values_without_bounds_are_refused_in_words(values, bounds, words):
    for function in (mean_at_any_time, lambda *rest: log_evidence_against_mean(0.5, *rest)):
        with pytest.raises(StatisticsError) as refusal:
            function(values, *bounds)
        assert words in str(refusal.value)
