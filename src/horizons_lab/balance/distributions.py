"""Whether a change of rules leaves a measure distributed as it was."""

from __future__ import annotations

from collections.abc import Iterable

from horizons_core import Stream
from horizons_lab.balance.verdicts import NotBalancedError
from horizons_lab.statistics import TwoSampleTest, kolmogorov_smirnov
from horizons_lab.statistics.checks import chance

__all__ = ["assert_same_distribution"]


def assert_same_distribution(
    before: Iterable[float],
    after: Iterable[float],
    *,
    key: str | int = "same distribution",
    paired: bool = False,
    alpha: float = 0.01,
) -> TwoSampleTest:
    """Assert that two samples, one value a game, could be of one distribution.

    `paired` is for the same games with and without a change: `before[i]` and `after[i]` had the
    same dice. All values count equally, in any unit. Where nothing has changed it fails in at most
    `alpha` of all studies; that it passes is no proof, and what it would have found follows from
    the sizes of the samples. Answers the test; raises NotBalancedError (an AssertionError) with the
    evidence, StatisticsError for samples that cannot be compared.
    Source: see `horizons_lab.statistics.kolmogorov_smirnov`, whose dice come from `key`.
    """
    chance("alpha", alpha)
    found = kolmogorov_smirnov(before, after, Stream.from_key("balance", key), paired=paired)
    if found.p_value <= alpha:
        raise NotBalancedError(
            f"the values before and after are not distributed alike (alpha {alpha:g}): {found}"
        )
    return found
