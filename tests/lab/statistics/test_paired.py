"""Differences of pairs on the same dice: Tango's interval for outcomes, else the bootstrap."""

import math
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar

from horizons_core import Stream
from horizons_lab.statistics import StatisticsError, mean, paired_difference
from horizons_lab.statistics import paired_share_difference as difference

DICE = Stream.from_key("pairs")
COUNTS = st.tuples(st.integers(0, 60), st.integers(0, 60), st.integers(0, 60)).filter(any)


@pytest.mark.parametrize(
    ("gained", "lost", "n", "interval"),
    [
        (1, 7, 21, (-0.517, -0.026)),  # Fagerland, Lydersen, Laake (2014): airways
        (0, 0, 50, (-0.0713, 0.0713)),
    ],
)
def test_the_interval_is_tangos(gained, lost, n, interval):
    estimate = difference(gained, lost, n)
    assert (estimate.low, estimate.high) == pytest.approx(interval, abs=6e-4)


@given(COUNTS)
@example((0, 0, 1))
@example((1, 0, 1))
@example((0, 2, 1))
def test_each_end_is_where_the_score_test_begins_to_refuse(counts):
    gained, lost, same = counts
    n = gained + lost + same
    estimate, z = difference(gained, lost, n), NormalDist().inv_cdf(0.975)
    for end in (estimate.low, estimate.high):
        if abs(end) < 1 - 1e-9:
            assert abs(score(gained, lost, n, end)) == pytest.approx(z, rel=1e-3)


def score(gained, lost, n, delta):
    """Return the score, maximized over the nuisance parameter by brute force."""

    def unlikelihood(rare):
        chances = rare + max(delta, 0), rare + max(-delta, 0)
        counts = gained, lost, n - gained - lost
        return -sum(
            count * math.log(max(chance, 1e-300))
            for count, chance in zip(counts, (*chances, 1 - sum(chances)), strict=True)
        )

    most = (1 - abs(delta)) / 2
    rare = minimize_scalar(unlikelihood, bounds=(0, most), options={"xatol": 1e-12}).x
    variance = n * (2 * rare + abs(delta) - delta**2)
    return (gained - lost - n * delta) / math.sqrt(variance)


@given(COUNTS)
def test_before_and_after_change_places_in_a_mirror(counts):
    gained, lost, same = counts
    n = gained + lost + same
    original, mirrored = difference(gained, lost, n), difference(lost, gained, n)
    assert original.value == -mirrored.value
    assert (original.low, original.high) == pytest.approx((-mirrored.high, -mirrored.low), abs=1e-9)
    assert -1 <= original.low <= original.value <= original.high <= 1


def test_outcomes_are_counted_by_how_they_changed():
    before = [1, 1, 0, 0, 0, 1, 0, 0]
    after = [1, 0, 1, 1, 1, 1, 0, 1]
    assert paired_difference(before, after, DICE) == difference(gained=4, lost=1, n=8)
    assert paired_difference(np.array(before) > 0, np.array(after) > 0, DICE).value == 3 / 8


def test_other_values_are_subtracted_pair_by_pair():
    before, after = np.array([5.0, 7, 2, 9, 4]), np.array([6.0, 9, 2, 12, 3])
    assert paired_difference(before, after, DICE) == mean(after - before, DICE)
    halves = paired_difference(before, after, DICE, confidence=0.5, resamples=999)
    assert halves == mean(after - before, DICE, confidence=0.5, resamples=999)
    assert paired_difference([0, 1], [2, 1], DICE).value == 1, "not all of these are outcomes"


def test_common_luck_drops_out_of_a_difference():
    luck = np.arange(40) * 1000.0
    estimate = paired_difference(luck, luck + np.tile([1.0, 2.0], 20), DICE)
    assert 1 < estimate.low < estimate.value == 1.5 < estimate.high < 2


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (
            [1, 2],
            [1],
            "2 values before and 1 after cannot be paired (play the same games before and after)",
        ),
        ([], [], "the values before are empty"),
        ([1], [math.nan], "the values after contain nan at index 0"),
    ],
)
def test_what_is_no_pair_is_refused_in_words(before, after, words):
    with pytest.raises(StatisticsError) as refusal:
        paired_difference(before, after, DICE)
    assert words in str(refusal.value)


@pytest.mark.parametrize("counts", [(1, 1, 1), (-1, 2, 3), (2, -1, 3), (0, 0, 0)])
def test_counts_of_changes_that_cannot_be_are_refused(counts):
    with pytest.raises(StatisticsError, match="gained and .* lost are impossible"):
        difference(*counts)
