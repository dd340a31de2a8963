"""Means with bootstrap intervals, compared with scipy, on the caller's dice."""

import math
from statistics import NormalDist

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from horizons_core import Stream
from horizons_lab.statistics import StatisticsError, mean
from horizons_lab.statistics.dice import resampling_key, uniforms
from horizons_lab.statistics.intervals import _bias, resampled_means
from tests.effort import tries

DICE = Stream.from_key("bootstrap")
SKEWED = uniforms(5, range(1), 400)[0] ** 4
FACES = np.floor(6 * uniforms(6, range(1), 400)[0])


@pytest.mark.parametrize("values", [SKEWED, FACES], ids=["skewed", "dice"])
@pytest.mark.parametrize("method", ["bca", "percentile"])
def test_the_interval_is_scipys_but_for_the_luck_of_the_resamples(values, method):
    interval = mean(values, DICE, method=method)
    expected = scipy.stats.bootstrap(
        (values,), np.mean, method=method, rng=np.random.default_rng(1)  # noqa: TID251  scipy's
    ).confidence_interval  # fmt: skip
    luck = 0.03 * interval.width
    assert interval.low == pytest.approx(expected.low, abs=luck)
    assert interval.high == pytest.approx(expected.high, abs=luck)
    assert interval.value == values.mean()


def test_the_correction_moves_the_interval_to_the_side_of_the_tail():
    few = SKEWED[:40]
    plain, corrected = mean(few, DICE, method="percentile"), mean(few, DICE)
    shift = 0.02 * plain.width
    assert corrected.low > plain.low + shift
    assert corrected.high > plain.high + shift


@pytest.mark.parametrize(
    ("means", "below"),
    [([1, 2, 3, 4], 0.5), ([0, 2, 3, 4], 1), ([0.5, 2, 3, 4], 0.5), ([0, 0, 0.5, 4], 2.5),
     ([0, 0, 0, 0], 3.5)],
)  # fmt: skip
def test_a_value_at_the_edge_of_the_resamples_has_half_of_one_beyond_it(means, below):
    bias = _bias(np.array(means, dtype=float), 0.5)
    assert bias == pytest.approx(NormalDist().inv_cdf(below / 4))


@pytest.mark.parametrize("size", [4, 12, 40])
def test_the_interval_of_few_values_is_about_as_wide_as_students(size):
    values = np.array([NormalDist().inv_cdf((place + 0.5) / size) for place in range(size)])
    reach = scipy.stats.t.ppf(0.975, size - 1) * values.std(ddof=1) / math.sqrt(size)
    interval = mean(values, DICE, method="percentile")
    most_that_resamples_reach = values.max() - values.mean()
    assert interval.width / 2 == pytest.approx(min(reach, most_that_resamples_reach), rel=0.12)


def test_the_same_stream_gives_the_same_interval_and_another_one_nearly_so():
    repeated = mean(SKEWED, Stream.from_key("bootstrap"))
    other = mean(SKEWED, Stream.from_key("other dice"))
    assert mean(SKEWED, DICE) == repeated
    assert repeated != other
    assert repeated.low == pytest.approx(other.low, abs=0.05 * repeated.width)


def test_an_interval_is_frozen_for_ever():
    interval = mean([3, 1, 4, 1, 5, 9, 2, 6], Stream.from_key("frozen"), resamples=999)
    assert (interval.value, interval.n) == (3.875, 8)
    assert (interval.low, interval.high) == pytest.approx(FROZEN, abs=1e-12)


FROZEN = (2.0, 6.760852671372646)


def test_a_resample_is_drawn_by_the_run_of_its_number():
    values, key = FACES[:10], resampling_key(DICE, "bootstrap")
    means = resampled_means(values, key, 300)
    for run in (0, 7, 299):
        stream = Stream(key, run)
        assert means[run] == np.mean([values[stream.below(10)] for _ in range(10)])
    assert (resampled_means(values, key, 1000)[:300] == means).all()


@settings(max_examples=tries(25))
@given(
    st.lists(st.integers(-50, 50), min_size=2, max_size=12),
    st.sampled_from([0.25, 3.0, 1024.0]),
    st.integers(-1000, 1000),
)
def test_another_unit_of_measurement_moves_the_interval_with_it(values, scale, shift):
    original = mean(values, DICE, resamples=999)
    moved = mean([scale * value + shift for value in values], DICE, resamples=999)
    close = {"abs": 1e-6 * scale, "rel": 1e-9}
    assert moved.value == pytest.approx(scale * original.value + shift, **close)
    assert moved.low == pytest.approx(scale * original.low + shift, **close)
    assert moved.high == pytest.approx(scale * original.high + shift, **close)


def test_equal_values_leave_no_width_and_a_single_one_no_bounds():
    same = mean([0.1] * 7, DICE)
    assert (same.value, same.low, same.high, same.n) == (0.1, 0.1, 0.1, 7)
    single = mean([3], DICE)
    assert (single.value, single.low, single.high) == (3, -math.inf, math.inf)


def test_more_confidence_asks_for_a_wider_interval():
    widths = [mean(FACES, DICE, confidence=level).width for level in (0.5, 0.9, 0.99)]
    assert widths == sorted(set(widths))


@pytest.mark.parametrize(
    ("values", "settings", "words"),
    [
        ([], {}, "the values are empty (at least one is needed)"),
        ([1, math.nan], {}, "the values contain nan at index 1 (leave out games without a number)"),
        ([math.inf, 1], {}, "the values contain inf at index 0"),
        ([1, math.nan, 2, math.inf], {}, "the values contain nan at index 1"),
        (["a"], {}, "the values are not all numbers"),
        ([None, 1.0], {}, "the values"),
        ([[1, 2], [3, 4]], {}, "the values have the shape (2, 2)"),
        ([1, 2], {"resamples": 99}, "99 resamples are too few (draw at least 999)"),
        ([1, 2], {"confidence": 95}, "confidence is 95"),
        ([1, 2], {"method": "basic"}, "there is no method 'basic' (known: bca, percentile)"),
    ],
)
def test_what_no_mean_can_be_made_from_is_refused_in_words(values, settings, words):
    with pytest.raises(StatisticsError) as refusal:
        mean(values, DICE, **settings)
    assert words in str(refusal.value)
