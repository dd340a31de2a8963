"""Estimates with intervals, and tests, whose error rates are as stated.

For example::

    from horizons_core import Stream
    from horizons_lab.statistics import mean, share

    print(share(317, 500))                         # 0.634 (95% interval 0.591 to 0.675, n = 500)
    print(mean([12, 15, 9, 31], Stream.from_key("ore")))

`share`, `mean` and `paired_difference` are for a number of games that was fixed beforehand. If
games continue until a result appears, `Sprt`, `share_at_any_time` and `mean_at_any_time` hold at
every look; a study stops by a `StoppingRule`. All dice come from `horizons_core.Stream`.
"""

from __future__ import annotations

from horizons_lab.statistics.anytime import mean_at_any_time, share_at_any_time
from horizons_lab.statistics.differences import (
    independent_difference,
    paired_difference,
    paired_share_difference,
)
from horizons_lab.statistics.estimates import Estimate, StatisticsError
from horizons_lab.statistics.intervals import mean, mean_of_many, share, student_mean
from horizons_lab.statistics.sequential import (
    Sprt,
    StoppingRule,
    Until,
    mean_until,
    narrower_than,
    share_until,
)
from horizons_lab.statistics.two_samples import TwoSampleTest, kolmogorov_smirnov

__all__ = [
    "Estimate", "Sprt", "StatisticsError", "StoppingRule", "TwoSampleTest", "Until",
    "independent_difference", "kolmogorov_smirnov", "mean", "mean_at_any_time", "mean_of_many",
    "mean_until", "narrower_than", "paired_difference", "paired_share_difference", "share",
    "share_at_any_time", "share_until", "student_mean",
]  # fmt: skip
