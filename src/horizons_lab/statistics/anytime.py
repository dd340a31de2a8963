"""Confidence intervals that hold after every game at once.

A usual interval is for a number of games that was fixed beforehand. Looking after every game, and
stopping when the result looks good, makes it wrong far more often than it states. The intervals of
this module form confidence sequences: in the stated share of studies *all* of them contain the
truth, so games may continue until an interval is narrow enough, or lies beyond a bound.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from horizons_lab.statistics.estimates import Estimate, StatisticsError, counts, probability, sample

#: Halvings of an interval of length 1 until its ends are neighbouring floats, or nearly so.
_HALVINGS = 60
#: Largest share of its capital that a bet risks.
_RISKED: Final = 0.5


def turning_point(holds: Callable[[float], bool], inside: float, outside: float) -> float:
    """Return the last number on the way from `inside` to `outside` at which a condition holds.

    The condition is assumed to hold at `inside`, and to stay false once it is false. The result is
    `outside` if it holds all the way.
    """
    if holds(outside):
        return outside
    for _ in range(_HALVINGS):
        middle = (inside + outside) / 2
        if holds(middle):
            inside = middle
        else:
            outside = middle
    return inside


def share_at_any_time(wins: int, n: int, confidence: float = 0.95) -> Estimate:
    """Return the share of `wins` in `n` games, with an interval of a confidence sequence.

    It contains the shares against which the evidence (`log_evidence_against_share`) is below
    1 / (1 - confidence). For 100 games it is about 1.5 times as wide as Wilson's interval.
    Raises StatisticsError as `share` does.
    Source: Robbins, "Statistical methods related to the law of the iterated logarithm" (1970);
    Howard, Ramdas, McAuliffe, Sekhon, "Time-uniform, nonparametric, nonasymptotic confidence
    sequences" (2021).
    """
    wins, n = counts(wins, n)
    limit = -math.log1p(-probability("confidence", confidence))

    def is_likely(truth: float) -> bool:
        return log_evidence_against_share(truth, wins, n) < limit

    value = wins / n
    low, high = turning_point(is_likely, value, 0.0), turning_point(is_likely, value, 1.0)
    return Estimate(value, low, high, n, confidence)


def log_evidence_against_share(truth: float, wins: int, n: int) -> float:
    """Return the logarithm of the evidence that the share of wins is not `truth` (0 to 1).

    The evidence is the likelihood ratio of the outcomes for a share drawn evenly from 0 to 1. If
    the share is `truth`, its mean stays 1 at any look, and with a chance of 1 - a it never
    reaches 1 / a (Ville's inequality).
    """
    mixed = math.lgamma(wins + 1) + math.lgamma(n - wins + 1) - math.lgamma(n + 2)
    return mixed - _times_log(wins, truth) - _times_log(n - wins, 1 - truth)


def _times_log(count: int, share: float) -> float:
    """Return `count` times the logarithm of a share, with 0 log 0 = 0."""
    if not count:
        return 0.0
    return count * math.log(share) if share > 0 else -math.inf


def mean_at_any_time(
    values: Iterable[float], lowest: float, highest: float, confidence: float = 0.95
) -> Estimate:
    """Return the mean of values from `lowest` to `highest`, with a confidence sequence's interval.

    `values` are all values so far, shape (n,), in the order of the games. Their distribution is
    arbitrary within the bounds, which must be known beforehand. The interval contains the means
    against which the evidence (`log_evidence_against_mean`) is below 1 / (1 - confidence).
    Raises StatisticsError for a value beyond the bounds, bounds in the wrong order, and as `mean`.
    Source: Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting"
    (2023), theorem 3: hedged capital.
    """
    level = probability("confidence", confidence)
    scaled = _scale(sample(values), lowest, highest)
    stakes = _stakes(scaled, 1 - level)
    limit = math.log(2) - math.log1p(-level)

    def is_not_too_low(truth: float) -> bool:
        return float(_gains(scaled, truth, stakes).sum()) < limit

    def is_not_too_high(truth: float) -> bool:
        return float(_gains(1 - scaled, 1 - truth, stakes).sum()) < limit

    value = float(scaled.mean())
    low = turning_point(is_not_too_low, 1.0, 0.0)
    high = turning_point(is_not_too_high, 0.0, 1.0)
    size = highest - lowest
    low, high = lowest + min(low, high) * size, lowest + max(low, high) * size
    return Estimate(lowest + value * size, low, high, scaled.size, level)


def log_evidence_against_mean(
    truth: float,
    values: Iterable[float],
    lowest: float,
    highest: float,
    confidence: float = 0.95,
) -> NDArray[np.float64]:
    """Return the logarithm of the evidence that the mean is not `truth`, by value, shape (n,).

    It is the capital of two gamblers who start with a half each: one bets that values are larger,
    the other that they are smaller. If the mean is `truth`, neither can expect any gain. Their
    stakes suit the `confidence` of the desired interval.
    Raises StatisticsError as `mean_at_any_time` does.
    """
    scaled = _scale(sample(values), lowest, highest)
    stakes = _stakes(scaled, 1 - probability("confidence", confidence))
    mean = (truth - lowest) / (highest - lowest)
    up = np.cumsum(_gains(scaled, mean, stakes))
    down = np.cumsum(_gains(1 - scaled, 1 - mean, stakes))
    richer: NDArray[np.float64] = np.maximum(up, down) - math.log(2)
    return richer


def _scale(values: NDArray[np.float64], lowest: float, highest: float) -> NDArray[np.float64]:
    """Scale the values, with the bounds at 0 and 1."""
    if not (math.isfinite(lowest) and math.isfinite(highest) and lowest < highest):
        raise StatisticsError(
            f"there are no values from {lowest:g} to {highest:g}",
            "use two finite bounds, the lower one first",
        )
    beyond = values[(values < lowest) | (values > highest)]
    if beyond.size:
        raise StatisticsError(
            f"{beyond[0]:g} is not between {lowest:g} and {highest:g}",
            "use bounds that no game can exceed",
        )
    return (values - lowest) / (highest - lowest)


def _stakes(values: NDArray[np.float64], alpha: float) -> NDArray[np.float64]:
    """Return the stake on each value: larger if the values before it had a small spread."""
    turn = np.arange(1, values.size + 1)
    means = (0.5 + np.cumsum(values)) / (turn + 1)
    spreads = (0.25 + np.cumsum((values - means) ** 2)) / (turn + 1)
    before = np.concatenate([[0.25], spreads[:-1]])
    stakes: NDArray[np.float64] = np.sqrt(
        2 * math.log(2 / alpha) / (before * turn * np.log1p(turn))
    )
    return stakes


def _gains(
    values: NDArray[np.float64], mean: float, stakes: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the growth of the capital (its logarithm) of bets that values exceed the mean."""
    cap = _RISKED / mean if mean > 0 else math.inf
    gains: NDArray[np.float64] = np.log1p(np.minimum(stakes, cap) * (values - mean))
    return gains
