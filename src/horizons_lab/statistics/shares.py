"""Shares of games, with Wilson's interval."""

from __future__ import annotations

import math
from statistics import NormalDist

from horizons_lab.statistics.checks import counts, probability
from horizons_lab.statistics.estimate import Estimate


def share(wins: int, n: int, confidence: float = 0.95) -> Estimate:
    """Return the share of `wins` in `n` games, with Wilson's score interval, without correction.

    The number of games must be fixed beforehand: to look repeatedly, and stop when the interval
    looks good, use `share_at_any_time`.
    Raises StatisticsError unless 0 <= wins <= n, n >= 1 and 0 < confidence < 1.
    Source: Wilson, "Probable inference, the law of succession, and statistical inference" (1927).
    """
    wins, n = counts(wins, n)
    z = NormalDist().inv_cdf((1 + probability("confidence", confidence)) / 2)
    value, spread = wins / n, z * z / n
    middle = value + spread / 2
    half = z * math.sqrt((value * (1 - value) + spread / 4) / n)
    low = (middle - half) / (1 + spread) if wins else 0.0
    high = (middle + half) / (1 + spread) if wins < n else 1.0
    return Estimate(value, low, high, n, confidence)
