"""An estimate with its interval: the result of every statistic of the lab."""

from __future__ import annotations

import math

from attrs import frozen


@frozen
class Estimate:
    """A number estimated from games, with its interval.

    Attributes:
        value: the estimate, in the unit of the measure; a share is from 0 to 1.
        low: the lower end of the interval.
        high: the upper end of the interval.
        n: number of games, or pairs of games, behind it.
        confidence: how often such an interval contains the truth, as a share such as 0.95.
    """

    value: float
    low: float
    high: float
    n: int
    confidence: float

    @property
    def width(self) -> float:
        """The distance of the interval's ends."""
        return self.high - self.low

    def holds(self, truth: float) -> bool:
        """Return whether a number lies in the interval, including its ends."""
        return self.low <= truth <= self.high

    @property
    def rounded(self) -> tuple[str, str, str]:
        """The value and both ends, to two digits of the width: ("0.634", "0.591", "0.675")."""
        places = _places(self.width)
        value, low, high = (_round(number, places) for number in (self.value, self.low, self.high))
        return value, low, high

    def __str__(self) -> str:
        """Format the value, interval and n: "0.634 (95% interval 0.591 to 0.675, n = 500)"."""
        value, low, high = self.rounded
        share = f"{100 * self.confidence:.6g}%"
        return f"{value} ({share} interval {low} to {high}, n = {self.n:,})"


def _places(width: float) -> int | None:
    """Return the decimal places for two digits of a width; None for a width of 0 or infinity."""
    if not 0 < width < math.inf:
        return None
    return max(0, 1 - math.floor(math.log10(width)))


def _round(number: float, places: int | None) -> str:
    if places is None or not math.isfinite(number):
        return f"{number:.6g}"
    return f"{number:.{places}f}"
