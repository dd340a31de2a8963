"""The difference of two independent samples."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from horizons_lab.statistics.checks import are_outcomes, probability, sample
from horizons_lab.statistics.estimate import Estimate
from horizons_lab.statistics.shares import share


def independent_difference(
    before: Iterable[float],
    after: Iterable[float],
    *,
    confidence: float = 0.95,
    counted: bool | None = None,
) -> Estimate:
    """Return the mean of `after` minus that of `before`, from games with independent dice.

    Outcomes that are all 0 or 1 are counted, and the interval is Newcombe's hybrid score interval;
    for other values it is Welch's. `counted` states the kind, if the values do not show it. `n` is
    the size of the smaller sample. Games on the same dice are more precise: `paired_difference`.
    Raises StatisticsError for no values, values that are not finite, and a wrong setting.
    Source: Newcombe, "Interval estimation for the difference between independent proportions"
    (1998), method 10; Welch, "The generalization of Student's problem" (1947).
    """
    level = probability("confidence", confidence)
    first, second = sample(before, "the values before"), sample(after, "the values after")
    smaller = min(first.size, second.size)
    value = math.fsum(second) / second.size - math.fsum(first) / first.size
    if counted if counted is not None else are_outcomes(first) and are_outcomes(second):
        old, new = (share(int(part.sum()), part.size, level) for part in (first, second))
        below = math.hypot(new.value - new.low, old.high - old.value)
        above = math.hypot(new.high - new.value, old.value - old.low)
        return Estimate(value, value - below, value + above, smaller, level)
    if smaller == 1:
        return Estimate(value, -math.inf, math.inf, 1, level)
    half = _welch(first, second, level)
    return Estimate(value, value - half, value + half, smaller, level)


def _welch(first: NDArray[np.float64], second: NDArray[np.float64], level: float) -> float:
    """Return half the width of Welch's interval."""
    from scipy.special import stdtrit

    parts = [float(part.var(ddof=1)) / part.size for part in (first, second)]
    total = sum(parts)
    if not total:
        return 0.0
    sizes = (first.size, second.size)
    freedom = total**2 / sum(p**2 / (n - 1) for p, n in zip(parts, sizes, strict=True))
    return float(stdtrit(freedom, (1 + level) / 2)) * math.sqrt(total)
