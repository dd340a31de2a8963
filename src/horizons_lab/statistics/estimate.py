"""An estimate with its interval: what every statistic of the lab answers."""

from __future__ import annotations

import math

from attrs import frozen

__all__ = ["Estimate"]


@frozen
class Estimate:
    """A number that was estimated from games, and how far it can be trusted.

    Attributes:
        value: the estimate itself, in the unit of what was measured; a share is from 0 to 1.
        low: the lower end of the interval.
        high: the upper end of the interval.
        n: from how many games, or pairs of games, it was made.
        confidence: in what share of studies such an interval holds the truth, such as 0.95.
    """

    value: float
    low: float
    high: float
    n: int
    confidence: float

    @property
    def width(self) -> float:
        """How far the ends of the interval are apart."""
        return self.high - self.low

    def holds(self, truth: float) -> bool:
        """Whether a number lies in the interval, its ends included."""
        return self.low <= truth <= self.high

    @property
    def rounded(self) -> tuple[str, str, str]:
        """The value and both ends, to two digits of the width: ("0.634", "0.591", "0.675")."""
        places = _places(self.width)
        value, low, high = (
            _rounded(number, places) for number in (self.value, self.low, self.high)
        )
        return value, low, high

    def __str__(self) -> str:
        """The value, the interval and n: "0.634 (95% interval 0.591 to 0.675, n = 500)"."""
        value, low, high = self.rounded
        share = f"{100 * self.confidence:.6g}%"
        return f"{value} ({share} interval {low} to {high}, n = {self.n:,})"


def _places(width: float) -> int | None:
    """How many decimal places show two digits of a width; None where a width tells nothing."""
    if not 0 < width < math.inf:
        return None
    return max(0, 1 - math.floor(math.log10(width)))


def _rounded(number: float, places: int | None) -> str:
    if places is None or not math.isfinite(number):
        return f"{number:.6g}"
    return f"{number:.{places}f}"
