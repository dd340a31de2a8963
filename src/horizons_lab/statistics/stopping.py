"""When to stop playing: as soon as an interval that may be looked at any time says enough."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from horizons_lab.statistics.anytime import mean_at_any_time, share_at_any_time
from horizons_lab.statistics.checks import StatisticsError, outcomes, sample
from horizons_lab.statistics.estimate import Estimate

__all__ = ["StoppingRule", "Until", "mean_until", "narrower_than", "next_look", "share_until"]


class StoppingRule(Protocol):
    """What a study asks after each batch of games: `Sprt` and `Until` do."""

    @property
    def n(self) -> int:
        """How many games were looked at; after the end no more are."""

    @property
    def done(self) -> bool:
        """Whether the games are enough."""

    def add(self, new: Iterable[float]) -> bool:
        """Look at what the next games came to; answer whether they are enough."""


@define
class Until:
    """Looks at games until their estimate is enough.

    It looks after each of the first 20 games, and then at steps of 5% (`next_look`), so that it
    stops after the same game however the games are dealt into batches.

    Attributes:
        interval: makes an estimate of all values so far that may be looked at any time.
        enough: whether an estimate is enough.
        every: it looks after multiples of so many games; players who change seats are judged after
            each of them has sat in every one.
        estimate: the one that was looked at last, None before the first game.
    """

    interval: Callable[[NDArray[np.float64]], Estimate]
    enough: Callable[[Estimate], bool]
    every: int = field(default=1, kw_only=True)
    estimate: Estimate | None = field(default=None, init=False)
    done: bool = field(default=False, init=False)
    _values: list[float] = field(factory=list, init=False, repr=False)

    @property
    def n(self) -> int:
        """How many games were taken in; after the last look no more are."""
        return len(self._values)

    def add(self, new: Iterable[float]) -> bool:
        """Take in the values of the next games; answer whether they are enough.

        Raises StatisticsError for a value that the interval cannot be made from.
        """
        for value in new:
            if self.done:
                break
            self._values.append(value)
            if self.n == next_look(0 if self.estimate is None else self.estimate.n, self.every):
                self.estimate = self.interval(np.asarray(self._values))
                self.done = self.enough(self.estimate)
        return self.done


def next_look(n: int, every: int = 1) -> int:
    """After how many games to look again, after a look at `n`: 5% more, a multiple of `every`."""
    return -(-(n + 1 + n // 20) // every) * every


def narrower_than(width: float) -> Callable[[Estimate], bool]:
    """Whether an interval is at most so wide; raises StatisticsError for a width of 0 or less."""
    if not width > 0:
        raise StatisticsError(f"no interval has a width of {width:g}", "give one above 0")
    return lambda estimate: estimate.width <= width


def share_until(enough: Callable[[Estimate], bool], confidence: float = 0.95) -> Until:
    """Stop when the share of wins is known well enough, such as `narrower_than(0.1)`."""

    def interval(values: NDArray[np.float64]) -> Estimate:
        return share_at_any_time(int(outcomes(values).sum()), values.size, confidence)

    return Until(interval, enough)


def mean_until(
    enough: Callable[[Estimate], bool], lowest: float, highest: float, confidence: float = 0.95
) -> Until:
    """Stop when the mean of values from `lowest` to `highest` is known well enough."""

    def interval(values: NDArray[np.float64]) -> Estimate:
        return mean_at_any_time(sample(values), lowest, highest, confidence)

    return Until(interval, enough)
