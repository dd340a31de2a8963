"""An assertion that a change of rules leaves the distribution of a measure alone."""

from __future__ import annotations

from collections.abc import Iterable

from horizons_core import Stream
from horizons_lab.balance.verdicts import NotBalancedError
from horizons_lab.statistics import TwoSampleTest, kolmogorov_smirnov
from horizons_lab.statistics.checks import probability


def assert_same_distribution(
    before: Iterable[float],
    after: Iterable[float],
    *,
    key: str | int = "same distribution",
    paired: bool = False,
    alpha: float = 0.01,
) -> TwoSampleTest:
    """Assert that two samples, one value per game, could come from one distribution.

    `paired` is for the same games with and without a change: `before[i]` and `after[i]` had the
    same dice. All values count equally, in any unit. If nothing has changed it fails in at most
    `alpha` of all studies; passing is no proof, and the size of the samples limits which difference
    it can detect. Returns the test; raises NotBalancedError (an AssertionError) with the evidence,
    StatisticsError for samples that cannot be compared.
    Source: see `horizons_lab.statistics.kolmogorov_smirnov`, whose dice come from `key`.
    """
    probability("alpha", alpha)
    test = kolmogorov_smirnov(before, after, Stream.from_key("balance", key), paired=paired)
    if test.p_value <= alpha:
        raise NotBalancedError(
            f"the values before and after have different distributions (alpha {alpha:g}): {test}"
        )
    return test
