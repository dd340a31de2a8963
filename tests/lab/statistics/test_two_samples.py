"""Test whether two samples have the same distribution, by permutations of the values."""

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from horizons_core import Stream
from horizons_lab.statistics import StatisticsError, kolmogorov_smirnov
from horizons_lab.statistics.dice import uniforms
from tests.effort import tries

DICE = Stream.from_key("two samples")
fewer = settings(max_examples=tries(50))
SAMPLES = st.lists(st.integers(-3, 3), min_size=1, max_size=8)


def distance(first, second):
    """Return the largest distance of the distribution functions, by its definition."""

    def share(values, most):
        return Fraction(sum(value <= most for value in values), len(values))

    return max(abs(share(first, most) - share(second, most)) for most in {*first, *second})


@fewer
@given(SAMPLES, SAMPLES)
def test_the_distance_is_that_of_the_distribution_functions(first, second):
    result = kolmogorov_smirnov(first, second, DICE, resamples=99)
    assert result.distance == pytest.approx(float(distance(first, second)))
    upto = [np.mean([value <= result.at for value in values]) for values in (first, second)]
    assert abs(upto[0] - upto[1]) == pytest.approx(result.distance)
    assert (result.n_before, result.n_after) == (len(first), len(second))


@pytest.mark.parametrize(
    ("first", "second"),
    [([1, 1, 2, 3, 3], [2, 3, 3, 4, 4, 4]), ([1, 1, 1, 1, 2, 2, 3], [3, 2, 3]), ([1], [2, 2, 1])],
)
def test_the_p_value_is_the_share_of_all_deals_that_lie_as_far_apart(first, second):
    pooled, observed = first + second, distance(first, second)
    deals = [set(deal) for deal in combinations(range(len(pooled)), len(first))]
    far = sum(
        distance(
            [pooled[i] for i in deal], [pooled[i] for i in range(len(pooled)) if i not in deal]
        )
        >= observed
        for deal in deals
    )
    result = kolmogorov_smirnov(first, second, DICE, resamples=4_999)
    assert result.p_value == pytest.approx(far / len(deals), abs=0.03)


def test_of_pairs_the_p_value_is_the_share_of_all_exchanges_that_lie_as_far_apart():
    first, second = [1, 1, 2, 3, 3, 1], [2, 3, 3, 4, 2, 4]
    observed, pairs = distance(first, second), list(zip(first, second, strict=True))
    exchanges = [
        [pair[::-1] if swap else pair for pair, swap in zip(pairs, swaps, strict=True)]
        for swaps in product([False, True], repeat=6)
    ]
    far = sum(distance(*zip(*exchanged, strict=True)) >= observed for exchanged in exchanges)
    result = kolmogorov_smirnov(first, second, DICE, paired=True, resamples=4_999)
    assert result.p_value == pytest.approx(far / 64, abs=0.03)


@pytest.mark.parametrize("shift", [0.0, 0.12, 0.2])
def test_of_values_that_all_differ_it_is_scipys_exact_test(shift):
    values = uniforms(3, range(2), 60)
    first, second = values[0], values[1][:45] + shift
    result = kolmogorov_smirnov(first, second, DICE)
    expected = scipy.stats.ks_2samp(first, second, method="exact")
    assert result.distance == pytest.approx(expected.statistic)
    assert result.p_value == pytest.approx(expected.pvalue, abs=0.015)


@fewer
@given(SAMPLES, SAMPLES)
def test_it_is_the_same_for_before_and_after_but_for_the_luck_of_the_deals(first, second):
    forwards, backwards = (kolmogorov_smirnov(*pair, DICE, resamples=999)
                  for pair in ((first, second), (second, first)))  # fmt: skip
    assert forwards.distance == pytest.approx(backwards.distance)
    assert forwards.p_value == pytest.approx(backwards.p_value, abs=0.1)


def test_equal_samples_are_no_evidence_and_very_different_ones_leave_the_least_p_value():
    assert kolmogorov_smirnov([1, 2, 2], [1, 2, 2], DICE).p_value == 1
    assert kolmogorov_smirnov([5, 5], [5], DICE).p_value == 1
    apart = kolmogorov_smirnov(range(30), range(100, 130), DICE, resamples=199)
    assert (apart.distance, apart.at, apart.p_value) == (1, 29, 1 / 200)


def test_the_same_stream_gives_the_same_answer():
    first, second = [1, 2, 3, 3, 5], [2, 3, 4, 5, 6]
    assert kolmogorov_smirnov(first, second, Stream.from_key("a")) == kolmogorov_smirnov(
        first, second, Stream.from_key("a")
    )
    answers = {kolmogorov_smirnov(first, second, Stream.from_key(i)).p_value for i in range(9)}
    assert len(answers) > 1


def test_it_is_told_in_a_line():
    result = kolmogorov_smirnov(range(30), range(100, 130), DICE, resamples=199)
    assert str(result) == "distance 1 at 29 (p = 0.005, n = 30 and 30)"


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"before": []}, "the values before are empty"),
        ({"after": [float("nan")]}, "the values after contain nan at index 0"),
        ({"after": [1], "paired": True}, "2 values before and 1 after cannot be paired"),
        ({"resamples": 10}, "10 resamples are too few (draw at least 99)"),
    ],
)
def test_samples_that_cannot_be_compared_are_refused_in_words(settings, words):
    with pytest.raises(StatisticsError) as refusal:
        kolmogorov_smirnov(**{"before": [1, 2], "after": [3, 4], "stream": DICE, **settings})
    assert words in str(refusal.value)
