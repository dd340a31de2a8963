"""Stopping rules: play until an interval that holds at any time is good enough."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from horizons_lab.statistics.anytime import mean_at_any_time, share_at_any_time
from horizons_lab.statistics.checks import StatisticsError, outcomes, sample
from horizons_lab.statistics.estimate import Estimate


class StoppingRule(Protocol):
    """A rule that a study feeds with games: `Sprt` or `Until`."""

    @property
    def n(self) -> int:
        """Number of games looked at; it does not grow after the end."""

    @property
    def done(self) -> bool:
        """True if the games are enough."""

    def add(self, new: Iterable[float]) -> bool:
        """Add the results of the next games; return whether they are enough."""


@define
class Until:
    """A rule that stops as soon as an estimate is good enough.

    It looks after each of the first 20 games, and then at steps of 5% (`next_look`), so that it
    stops after the same game with any batches.

    Attributes:
        interval: estimates from all values so far, with an interval that holds at any time.
        enough: whether an estimate is good enough.
        every: it looks after multiples of this number; players who change seats are judged after
            each of them has had every seat.
        estimate: the latest estimate; None before the first game.
    """

    interval: Callable[[NDArray[np.float64]], Estimate]
    enough: Callable[[Estimate], bool]
    every: int = field(default=1, kw_only=True)
    estimate: Estimate | None = field(default=None, init=False)
    done: bool = field(default=False, init=False)
    _values: list[float] = field(factory=list, init=False, repr=False)

    @property
    def n(self) -> int:
        """Number of games added; it does not grow after the last look."""
        return len(self._values)

    def add(self, new: Iterable[float]) -> bool:
        """Add the values of the next games; return whether they are enough.

        Raises StatisticsError for an invalid value.
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
    """Return the game of the next look after `n` games: 5% more, a multiple of `every`."""
    return -(-(n + 1 + n // 20) // every) * every


def narrower_than(width: float) -> Callable[[Estimate], bool]:
    """Return a test of an interval's width; raises StatisticsError for a width of 0 or less."""
    if not width > 0:
        raise StatisticsError(
            f"an interval cannot have a width of {width:g}", "use a width above 0"
        )
    return lambda estimate: estimate.width <= width


def share_until(enough: Callable[[Estimate], bool], confidence: float = 0.95) -> Until:
    """Stop when the estimated share of wins is good enough, such as `narrower_than(0.1)`."""

    def interval(values: NDArray[np.float64]) -> Estimate:
        return share_at_any_time(int(outcomes(values).sum()), values.size, confidence)

    return Until(interval, enough)


def mean_until(
    enough: Callable[[Estimate], bool], lowest: float, highest: float, confidence: float = 0.95
) -> Until:
    """Stop when the estimated mean of values from `lowest` to `highest` is good enough."""

    def interval(values: NDArray[np.float64]) -> Estimate:
        return mean_at_any_time(sample(values), lowest, highest, confidence)

    return Until(interval, enough)
