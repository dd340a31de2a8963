"""Sequential decisions by Wald's probability ratio test, and rules for stopping early.

Source: Wald, "Sequential tests of statistical hypotheses" (1945).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Literal, Protocol

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from horizons_lab.statistics.anytime import mean_at_any_time, share_at_any_time
from horizons_lab.statistics.estimates import (
    Estimate,
    StatisticsError,
    outcomes,
    probability,
    sample,
    whole_number,
)

#: The share that a test decides for.
Hypothesis = Literal["p0", "p1"]


@define
class Sprt:
    """A test of "the share is p0" against "it is p1", fed with outcomes until it is decided.

    If it is p0, the test decides for p1 in at most `alpha` of all studies; if it is p1, it decides
    for p0 in at most `beta`. The same holds if the share lies beyond either; between them it may
    decide either way. The bounds of the likelihood ratio are 1 / alpha and beta, which keep these
    rates exactly (by Ville's inequality), while Wald's usual approximations, (1 - beta) / alpha
    and beta / (1 - alpha), keep them approximately.

    Attributes:
        p0: the share by the first hypothesis, between 0 and 1.
        p1: the share by the second one, larger or smaller.
        alpha: error rate of rejecting p0.
        beta: error rate of rejecting p1.
        every: number of games between looks; players who change seats are judged after each of
            them has had every seat.
        wins: number of games won, of those looked at.
        n: number of games looked at; it does not grow after the decision.
        verdict: "p0" or "p1", None while it is open.

    Raises StatisticsError for numbers outside of 0 to 1, and for equal shares.
    """

    p0: float
    p1: float
    alpha: float = 0.05
    beta: float = 0.05
    every: int = field(default=1, kw_only=True)
    wins: int = field(default=0, init=False)
    n: int = field(default=0, init=False)
    verdict: Hypothesis | None = field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        for name in ("p0", "p1", "alpha", "beta"):
            probability(name, getattr(self, name))
        if self.p0 == self.p1:
            raise StatisticsError(f"p0 and p1 are both {self.p0:g}", "use two different shares")
        whole_number("every", self.every)

    @property
    def is_finished(self) -> bool:
        """True if it is decided."""
        return self.verdict is not None

    @property
    def log_evidence(self) -> float:
        """The logarithm of the likelihood ratio of p1 to p0."""
        return float(self._log_ratio(np.array([self.wins]), np.array([self.n]))[0])

    def add(self, new: Iterable[float]) -> bool:
        """Add outcomes (1 or True for a win) one by one; return whether it is decided.

        The decision does not depend on batches; later outcomes are ignored. Raises StatisticsError
        for an outcome that is neither 0 nor 1.
        """
        values = outcomes(new)
        if self.is_finished or not values.size:
            return self.is_finished
        wins = self.wins + np.cumsum(values.astype(np.int64))
        games = self.n + np.arange(1, values.size + 1)
        ratios = self._log_ratio(wins, games)
        enough = (ratios >= -math.log(self.alpha)) | (ratios <= math.log(self.beta))
        decided = np.flatnonzero(enough & (games % self.every == 0))
        last = int(decided[0]) if decided.size else -1
        self.wins, self.n = int(wins[last]), int(games[last])
        if decided.size:
            self.verdict = "p1" if ratios[last] > 0 else "p0"
        return self.is_finished

    def estimate(self, confidence: float = 0.95) -> Estimate:
        """Return the share of wins, with an interval that holds although the test chose its end."""
        return share_at_any_time(self.wins, self.n, confidence)

    def _log_ratio(self, wins: NDArray[np.int64], games: NDArray[np.int64]) -> NDArray[np.float64]:
        win = math.log(self.p1 / self.p0)
        loss = math.log1p(-self.p1) - math.log1p(-self.p0)
        ratio: NDArray[np.float64] = wins * win + (games - wins) * loss
        return ratio

    @property
    def evidence(self) -> str:
        """The share that the games favour, and how strongly: "22 times likelier if ..."."""
        times = _times(abs(self.log_evidence))
        favoured, other = (self.p1, self.p0) if self.log_evidence > 0 else (self.p0, self.p1)
        return f"{times} likelier if the share is {favoured:g} than {other:g}"

    def __str__(self) -> str:
        """Format the decision and the evidence in a line."""
        evidence = f"{self.wins:,} of {self.n:,} games won; {self.evidence}"
        if self.verdict is None:
            return f"undecided: {evidence}"
        shares = (self.p1, self.p0) if self.verdict == "p1" else (self.p0, self.p1)
        return f"{shares[0]:g} rather than {shares[1]:g}: {evidence}"


def _times(log_ratio: float) -> str:
    """Format a likelihood ratio of any size."""
    if log_ratio > math.log(1e6):
        return f"10**{log_ratio / math.log(10):.0f} times"
    return f"{math.exp(log_ratio):,.3g} times"


class StoppingRule(Protocol):
    """A rule that a study feeds with games: `Sprt` or `Until`."""

    @property
    def n(self) -> int:
        """Number of games looked at; it does not grow after the end."""

    @property
    def is_finished(self) -> bool:
        """True if no more games are needed."""

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
    is_finished: bool = field(default=False, init=False)
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
            if self.is_finished:
                break
            self._values.append(value)
            if self.n == next_look(0 if self.estimate is None else self.estimate.n, self.every):
                self.estimate = self.interval(np.asarray(self._values))
                self.is_finished = self.enough(self.estimate)
        return self.is_finished


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
