"""The sequential probability ratio test stops when it is decided, and reports why."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from horizons_lab.statistics import Sprt, StatisticsError, share_at_any_time

OUTCOMES = st.lists(st.booleans(), max_size=60)
SHARES = st.floats(0.05, 0.95)
RATES = st.floats(0.01, 0.4)


@given(OUTCOMES, SHARES, SHARES, RATES, RATES)
def test_it_stops_at_the_first_game_at_which_the_likelihood_ratio_is_enough(
    outcomes, p0, p1, alpha, beta
):
    if p0 == p1:
        return
    expected, ratio = (None, len(outcomes)), 0.0
    for n, won in enumerate(outcomes, start=1):
        ratio += math.log((p1 if won else 1 - p1) / (p0 if won else 1 - p0))
        bounds = (ratio - math.log(1 / alpha), ratio - math.log(beta))
        if min(map(abs, bounds)) < 1e-9:
            return  # rounding decides on which side of the bound it lies
        if bounds[0] > 0 or bounds[1] < 0:
            expected = ("p1" if bounds[0] > 0 else "p0", n)
            break
    test = Sprt(p0, p1, alpha, beta)
    assert test.add(outcomes) == test.is_finished == (expected[0] is not None)
    assert (test.verdict, test.n) == expected
    assert test.wins == sum(outcomes[: test.n])
    assert test.log_evidence == pytest.approx(ratio, abs=1e-9)


@given(st.lists(OUTCOMES, max_size=6))
def test_the_decision_does_not_depend_on_how_outcomes_are_dealt_into_batches(batches):
    together, apart = Sprt(0.5, 0.7, 0.2, 0.2), Sprt(0.5, 0.7, 0.2, 0.2)
    together.add([won for batch in batches for won in batch])
    for batch in batches:
        apart.add(iter(batch))
    assert apart == together


@given(OUTCOMES, st.integers(1, 4))
def test_it_looks_after_whole_rounds_of_games_alone(outcomes, every):
    test = Sprt(0.5, 0.8, 0.2, 0.2, every=every)
    test.add(outcomes)
    expected = next(
        (n for n in range(every, len(outcomes) + 1, every) if is_decided(outcomes[:n])), None
    )
    assert test.is_finished == (expected is not None)
    assert test.n == (expected or len(outcomes))


def is_decided(outcomes):
    ratio = sum(math.log(0.8 / 0.5 if won else 0.2 / 0.5) for won in outcomes)
    return ratio >= math.log(5) or ratio <= -math.log(5)


def test_what_comes_after_the_decision_is_passed_over():
    test = Sprt(0.5, 0.9)
    assert test.add([1] * 50)
    decided = test.n, test.wins, str(test)
    assert decided[0] == 6, "(0.9 / 0.5) ** 6 is the first above 20"
    assert test.add([0] * 1000)
    assert (test.n, test.wins, str(test)) == decided


def test_the_smaller_share_may_be_the_second():
    test = Sprt(0.9, 0.8, alpha=0.01)
    assert not test.add([1, 1, 1])
    test.add([0] * 8)
    assert test.verdict == "p1"


@pytest.mark.parametrize(
    ("outcomes", "text"),
    [
        ([1] * 20, "0.9 rather than 0.5: 6 of 6 games won; 34 times likelier if "),
        ([0, 0], "0.5 rather than 0.9: 0 of 2 games won; 25 times likelier if "),
        ([1, 0], "undecided: 1 of 2 games won; 2.78 times likelier if "),
    ],
)
def test_the_evidence_is_told_in_a_line(outcomes, text):
    test = Sprt(0.5, 0.9)
    test.add(outcomes)
    shares = "0.9 than 0.5" if test.verdict == "p1" else "0.5 than 0.9"
    assert str(test) == f"{text}the share is {shares}"


def test_a_huge_likelihood_ratio_is_told_by_its_power_of_ten():
    test = Sprt(0.001, 0.999, alpha=1e-12, beta=1e-12)
    test.add([1] * 10)
    assert "10**15 times likelier" in str(test)


def test_the_share_is_estimated_with_an_interval_that_holds_whenever_it_stopped():
    test = Sprt(0.5, 0.6)
    test.add([1, 1, 0, 1] * 50)
    assert test.estimate() == share_at_any_time(test.wins, test.n)
    assert test.estimate(0.99) == share_at_any_time(test.wins, test.n, 0.99)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ((0.5, 0.5), "p0 and p1 are both 0.5 (use two different shares)"),
        ((0, 0.5), "p0 is 0"),
        ((0.5, 1), "p1 is 1"),
        ((0.5, 0.6, 5), "alpha is 5"),
        ((0.5, 0.6, 0.05, 0), "beta is 0"),
    ],
)
def test_a_test_that_cannot_be_decided_is_refused_in_words(settings, words):
    with pytest.raises(StatisticsError) as refusal:
        Sprt(*settings)
    assert words in str(refusal.value)


def test_only_wins_and_losses_are_outcomes():
    with pytest.raises(
        StatisticsError, match="0.5 is not an outcome .use 1 for a win, and 0 otherwise"
    ):
        Sprt(0.5, 0.6).add([1, 0, 0.5])


@pytest.mark.parametrize("every", [0, -1, 1.5, True])
def test_a_round_has_a_whole_number_of_games(every):
    with pytest.raises(StatisticsError, match=f"every is {every} .use a whole number above 0"):
        Sprt(0.5, 0.6, every=every)
