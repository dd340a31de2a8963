"""Error rates of the lab's statistics: `python -m benchmarks.lab_statistics`.

It repeats studies of known truth and prints a table of false alarms and power. `--studies` is the
number of each (2,000 by default). The figures depend on the dice alone, so they are the same on
every computer; this is not a part of `make bench`.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from horizons_core import Stream
from horizons_core.rng import derive_key
from horizons_lab.statistics import (
    Estimate,
    Sprt,
    Until,
    kolmogorov_smirnov,
    mean,
    narrower_than,
    paired_difference,
    share,
    share_at_any_time,
)
from horizons_lab.statistics.anytime import log_evidence_against_mean, log_evidence_against_share
from horizons_lab.statistics.dice import uniforms

STUDIES = 2_000
HEADS = ("procedure", "studies without effect decided wrongly", "stated", "power", "stated")
#: Resamples of a bootstrap, and permutations, in each of the studies.
RESAMPLES, PERMUTATIONS = 999, 199


@frozen
class Rate:
    """The number of studies with an event, and the stated share of them."""

    count: int
    studies: int
    stated: float | None = None

    @property
    def share(self) -> float:
        """The share of studies."""
        return self.count / self.studies

    @property
    def most(self) -> int:
        """The largest count that chance explains, at 1 in 1,000, if the stated share is true."""
        from scipy.stats import binom

        return int(binom.ppf(0.999, self.studies, self.stated))

    @property
    def least(self) -> int:
        """The smallest such count."""
        from scipy.stats import binom

        return int(binom.ppf(0.001, self.studies, self.stated))

    def __str__(self) -> str:
        estimate = share(self.count, self.studies)
        return f"{estimate.value:.2%} ({estimate.low:.2%} to {estimate.high:.2%})"


@frozen
class Row:
    """The error rates of a procedure: false alarms, and power if there is an effect to find."""

    name: str
    false_alarms: Callable[[int], Rate]
    power: Callable[[int], Rate] | None = None


def draw_uniforms(studies: int, games: int, *name: str) -> NDArray[np.float64]:
    """Return numbers from 0 to 1 for all games of all studies, shape (studies, games)."""
    return uniforms(derive_key("lab statistics", *name), range(studies), games)


def dice(*name: str | int) -> Stream:
    """Return the dice of a resampling."""
    return Stream.from_key("lab statistics", *name)


def misses(estimates: Iterator[Estimate], truth: float, stated: float | None = 0.05) -> Rate:
    """Return the rate of intervals that do not contain the truth."""
    held = [estimate.holds(truth) for estimate in estimates]
    return Rate(held.count(False), len(held), stated)


# --- intervals and tests for a fixed number of games --------------------------------------------


def wilson(studies: int, *, truth: float = 0.5) -> Rate:
    """Test Wilson's interval of 100 games."""
    wins = (draw_uniforms(studies, 100, "wilson") < truth).sum(axis=1)
    return misses((share(int(count), 100) for count in wins), truth)


def bootstrap(studies: int) -> Rate:
    """Test the BCa interval of the mean of 40 skewed values: squares of numbers from 0 to 1."""
    values = draw_uniforms(studies, 40, "bootstrap") ** 2
    estimates = (
        mean(values[study], dice("bootstrap", study), resamples=RESAMPLES)
        for study in range(studies)
    )
    return misses(estimates, 1 / 3)


def paired_mean(studies: int, *, effect: float = 0.0, stated: float = 0.05) -> Rate:
    """Test differences of 40 pairs of values; a pair shares much of its luck."""
    name = ("paired mean", f"{effect}")
    luck, first, second = (draw_uniforms(studies, 40, *name, part) for part in ("luck", "1", "2"))
    before, after = luck + first / 2, luck + second / 2 + effect
    estimates = (
        paired_difference(before[study], after[study], dice(*name, study), resamples=RESAMPLES)
        for study in range(studies)
    )
    return misses(estimates, 0.0, stated)


def paired_share(studies: int, *, effect: float = 0.0, stated: float = 0.05) -> Rate:
    """Test differences of 100 pairs of outcomes; a fifth of the pairs differ."""
    luck = draw_uniforms(studies, 100, "paired share", f"{effect}")
    before = (luck < 0.1) | (luck > 0.6)
    after = (luck >= 0.1) & (luck < 0.2 + effect) | (luck > 0.6)
    estimates = (
        paired_difference(before[study], after[study], dice("unused")) for study in range(studies)
    )
    return misses(estimates, 0.0, stated)


def distributions(studies: int, *, paired: bool = False, worse: float = 0.0) -> Rate:
    """Test two samples of 30 with three distinct values for equal distributions."""
    name = ("distributions", f"{worse}", f"{paired}")
    first, second = (draw_uniforms(studies, 30, *name, part) for part in ("before", "after"))
    if paired:
        second = np.where(draw_uniforms(studies, 30, *name, "shared") < 0.7, first, second)
    before, after = np.floor(3 * first), np.floor(3 * np.maximum(second - worse, 0))
    p_values = [
        kolmogorov_smirnov(
            before[study], after[study], dice(*name, study), paired=paired, resamples=PERMUTATIONS
        ).p_value
        for study in range(studies)
    ]
    return Rate(sum(p <= 0.05 for p in p_values), studies, None if worse else 0.05)


# --- procedures that look after every game ------------------------------------------------------


def sprt(studies: int, truth: float) -> Iterator[Sprt]:
    """Yield tests of a share of 0.5 against 0.6, each until it is decided."""
    wins = draw_uniforms(studies, 1_500, "sprt", f"{truth}") < truth
    for study in range(studies):
        test = Sprt(0.5, 0.6, alpha=0.05, beta=0.1)
        test.add(wins[study])
        yield test


def sprt_false_alarms(studies: int) -> Rate:
    """Return how often the ratio test decides for 0.6 if the share is 0.5."""
    return Rate(sum(test.verdict != "p0" for test in sprt(studies, 0.5)), studies, 0.05)


def sprt_power(studies: int) -> Rate:
    """Return how often the ratio test decides for 0.6 if the share is 0.6."""
    return Rate(sum(test.verdict == "p1" for test in sprt(studies, 0.6)), studies, 0.9)


def sprt_games(studies: int, truth: float) -> float:
    """Return the mean number of games of the ratio test."""
    return float(np.mean([test.n for test in sprt(studies, truth)]))


def wilson_at_every_look(studies: int, *, truth: float = 0.5) -> Rate:
    """Test Wilson's interval after every game up to 500, which is a misuse."""
    return error_rate_at_every_look(
        studies, truth, lambda wins, n: not share(wins, n).holds(truth), None
    )


def share_at_every_look(studies: int, *, truth: float = 0.5) -> Rate:
    """Test the confidence sequence of a share after every game up to 500."""
    limit = -math.log(0.05)
    return error_rate_at_every_look(
        studies, truth, lambda wins, n: log_evidence_against_share(truth, wins, n) >= limit, 0.05
    )


def error_rate_at_every_look(
    studies: int, truth: float, is_wrong: Callable[[int, int], bool], stated: float | None
) -> Rate:
    """In how many studies something is wrong after any of the first 500 games."""
    wins = np.cumsum(draw_uniforms(studies, 500, "looks", f"{truth}") < truth, axis=1)
    wrong = np.zeros(studies, np.bool_)
    for n in range(1, 501):
        win_counts, which = np.unique(wins[:, n - 1], return_inverse=True)
        wrong |= np.array([is_wrong(int(count), n) for count in win_counts])[which]
    return Rate(int(wrong.sum()), studies, stated)


def share_until_narrow(studies: int, *, truth: float = 0.3) -> Rate:
    """Test the interval of a share at the first look with a width of at most 0.2."""
    cached_interval = cache(share_at_any_time)
    wins = draw_uniforms(studies, 400, "until narrow", f"{truth}") < truth

    def estimates() -> Iterator[Estimate]:
        for study in range(studies):
            rule = Until(
                lambda values: cached_interval(int(values.sum()), values.size), narrower_than(0.2)
            )
            rule.add(wins[study])
            assert rule.estimate is not None
            assert rule.is_finished
            yield rule.estimate

    return misses(estimates(), truth)


def mean_at_every_look(studies: int, *, truth: float = 1 / 3, stated: float | None = 0.05) -> Rate:
    """Test the confidence sequence of the mean of squares from 0 to 1, at every look up to 300."""
    values = draw_uniforms(studies, 300, "mean at every look") ** 2
    limit = -math.log(0.05)
    rejected = [
        log_evidence_against_mean(truth, values[study], 0, 1).max() >= limit
        for study in range(studies)
    ]
    return Rate(sum(rejected), studies, stated)


#: The power to find an effect of 2.8 standard errors is 0.8, as in every textbook.
EFFECT = 2.8 * math.sqrt(2 / 12 / 4 / 40)
ROWS = (
    Row("Wilson's interval, 100 games", wilson),
    Row("the same, looked at after each of 500 games", wilson_at_every_look),
    Row("BCa interval of a mean, 40 skewed values", bootstrap),
    Row(
        "paired difference of means, 40 pairs",
        paired_mean,
        lambda studies: paired_mean(studies, effect=EFFECT, stated=0.8),
    ),
    Row(
        "paired difference of shares (Tango), 100 pairs",
        paired_share,
        lambda studies: paired_share(studies, effect=0.15, stated=None),
    ),
    Row(
        "Kolmogorov-Smirnov, 30 and 30 of three values",
        distributions,
        lambda studies: distributions(studies, worse=0.3),
    ),
    Row(
        "the same, on common dice",
        lambda studies: distributions(studies, paired=True),
        lambda studies: distributions(studies, paired=True, worse=0.3),
    ),
    Row("probability ratio test, 0.5 or 0.6", sprt_false_alarms, sprt_power),
    Row("share at any time, after each of 500 games", share_at_every_look),
    Row("the same, until it is 0.2 wide", share_until_narrow),
    Row(
        "mean at any time, after each of 300 values",
        mean_at_every_look,
        lambda studies: mean_at_every_look(studies, truth=0.4, stated=None),
    ),
)  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a row for each procedure."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.lab_statistics", description=__doc__
    )
    parser.add_argument("--studies", type=int, default=STUDIES, help="of each kind")
    studies = parser.parse_args(arguments).studies
    print(f"| {' | '.join(HEADS)} |\n|{'---|' * len(HEADS)}")
    for row in ROWS:
        cells = [row.name]
        for rate in (row.false_alarms(studies), row.power(studies) if row.power else None):
            cells += [str(rate), stated(rate)] if rate else ["", ""]
        print(f"| {' | '.join(cells)} |", flush=True)
    for truth in (0.5, 0.6):
        games = sprt_games(studies, truth)
        print(f"\nThe ratio test takes {games:.0f} games on average where the share is {truth}.")
    return 0


def stated(rate: Rate) -> str:
    """Return the stated share, or an empty text without one."""
    return "" if rate.stated is None else f"{rate.stated:.0%}"


if __name__ == "__main__":
    raise SystemExit(main())
