"""Shares of games, with Wilson intervals and confidence sequences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from horizons_lab.statistics import StatisticsError, share, share_at_any_time

COUNTS = st.integers(1, 10_000).flatmap(
    lambda n: st.tuples(st.integers(0, n), st.just(n))
)  # fmt: skip
LEVELS = st.floats(0.5, 0.9999)


@given(COUNTS, LEVELS)
def test_the_interval_is_that_of_wilson(counts, confidence):
    wins, n = counts
    interval = share(wins, n, confidence)
    expected = binomtest(wins, n).proportion_ci(confidence, method="wilson")
    assert (interval.low, interval.high) == pytest.approx((expected.low, expected.high), abs=1e-12)
    assert (interval.value, interval.n, interval.confidence) == (wins / n, n, confidence)


@pytest.mark.parametrize("interval", [share, share_at_any_time])
@given(counts=COUNTS, confidence=LEVELS)
def test_wins_and_losses_change_places_in_a_mirror(interval, counts, confidence):
    wins, n = counts
    original, mirrored = interval(wins, n, confidence), interval(n - wins, n, confidence)
    assert original.low == pytest.approx(1 - mirrored.high, abs=1e-12)
    assert 0 <= original.low <= original.value <= original.high <= 1


@pytest.mark.parametrize("interval", [share, share_at_any_time])
@given(counts=COUNTS)
def test_more_confidence_asks_for_a_wider_interval(interval, counts):
    narrow, wide = interval(*counts, 0.9), interval(*counts, 0.99)
    assert wide.low <= narrow.low
    assert narrow.high <= wide.high
    assert narrow.width < wide.width


@pytest.mark.parametrize("interval", [share, share_at_any_time])
def test_what_never_happened_may_be_impossible_and_what_always_did_certain(interval):
    assert interval(0, 20).low == 0
    assert 0 < interval(0, 20).high < 0.3
    assert interval(20, 20).high == 1


@pytest.mark.parametrize("interval", [share, share_at_any_time])
@pytest.mark.parametrize(
    ("wins", "n", "confidence", "words"),
    [
        (0, 0, 0.95, "0 games are too few (play at least one)"),
        (5, 4, 0.95, "5 wins in 4 games are impossible"),
        (-1, 4, 0.95, "-1 wins in 4 games are impossible"),
        (1.5, 4, 0.95, "wins are a whole number"),
        (1, 4, 95, "confidence is 95 (use a number between 0 and 1, such as 0.95 for 95%)"),
        (1, 4, 0, "confidence is 0"),
        (1, 4, 1, "confidence is 1"),
    ],
)
def test_counts_that_cannot_be_are_refused_in_words(interval, wins, n, confidence, words):
    with pytest.raises(StatisticsError) as refusal:
        interval(wins, n, confidence)
    assert words in str(refusal.value)
