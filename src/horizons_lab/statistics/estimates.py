"""Estimates with their intervals, and validation of the numbers that they are made from."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from horizons_core.errors import HorizonsError


class StatisticsError(HorizonsError, ValueError):
    """Numbers that allow no estimate or test."""


def probability(name: str, value: float) -> float:
    """Return a number between 0 and 1, both excluded; other numbers raise StatisticsError."""
    if not 0 < value < 1:
        raise StatisticsError(
            f"{name} is {value!r}", "use a number between 0 and 1, such as 0.95 for 95%"
        )
    return float(value)


def whole_number(name: str, value: int) -> int:
    """Return an integer above 0; other numbers raise StatisticsError."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise StatisticsError(f"{name} is {value!r}", "use a whole number above 0")
    return value


def counts(wins: int, n: int) -> tuple[int, int]:
    """Return counts of wins and games; raises StatisticsError for invalid ones."""
    if n < 1:
        raise StatisticsError(f"{n} games are too few", "play at least one")
    if not 0 <= wins <= n or wins != int(wins) or n != int(n):
        raise StatisticsError(
            f"{wins} wins in {n} games are impossible",
            "wins are a whole number, at most the number of games",
        )
    return int(wins), int(n)


def sample(values: Iterable[float], name: str = "the values") -> NDArray[np.float64]:
    """Return measured numbers as an array, shape (n,).

    Raises StatisticsError if it is empty, or has a number that is not finite.
    """
    try:
        numbers = np.asarray(
            values if isinstance(values, np.ndarray) else list(values), dtype=np.float64
        )
    except (TypeError, ValueError) as problem:
        raise StatisticsError(f"{name} are not all numbers", str(problem)) from problem
    if numbers.ndim != 1:
        raise StatisticsError(f"{name} have the shape {numbers.shape}", "pass one number per game")
    if not numbers.size:
        raise StatisticsError(f"{name} are empty", "at least one is needed")
    if not np.isfinite(numbers).all():
        index = int(np.flatnonzero(~np.isfinite(numbers))[0])
        raise StatisticsError(
            f"{name} contain {numbers[index]} at index {index}", "leave out games without a number"
        )
    return numbers


def outcomes(values: Iterable[float]) -> NDArray[np.float64]:
    """Return outcomes of games, shape (n,), possibly empty: 1 or True for a win, else 0 or False.

    Raises StatisticsError for any other number.
    """
    values = values if isinstance(values, np.ndarray) else list(values)
    if not len(values):
        return np.empty(0)
    numbers = sample(values, "the outcomes")
    other = numbers[(numbers != 0) & (numbers != 1)]
    if other.size:
        raise StatisticsError(f"{other[0]:g} is not an outcome", "use 1 for a win, and 0 otherwise")
    return numbers


def are_outcomes(values: NDArray[np.float64]) -> bool:
    """Return whether all values are 0 or 1, as outcomes are."""
    return bool(((values == 0) | (values == 1)).all())


def check_resamples(resamples: int, minimum: int) -> int:
    """Return the number of resamples; raises StatisticsError if it is below the least."""
    if resamples < minimum:
        raise StatisticsError(f"{resamples} resamples are too few", f"draw at least {minimum}")
    return int(resamples)


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
