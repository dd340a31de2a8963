"""What estimates and tests are made from, read strictly: a wrong number is refused in words."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from horizons_core.errors import HorizonsError

__all__ = [
    "StatisticsError", "are_outcomes", "chance", "counts", "outcomes", "resampled", "sample",
    "whole_number",
]  # fmt: skip


class StatisticsError(HorizonsError, ValueError):
    """Numbers that nothing can be estimated or tested from."""


def chance(name: str, value: float) -> float:
    """A number between 0 and 1, both excluded; raises StatisticsError naming it otherwise."""
    if not 0 < value < 1:
        raise StatisticsError(
            f"{name} is {value!r}", "it lies between 0 and 1, such as 0.95 for 95%"
        )
    return float(value)


def whole_number(name: str, value: int) -> int:
    """A whole number above 0; raises StatisticsError naming it otherwise."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise StatisticsError(f"{name} is {value!r}", "it is a whole number above 0")
    return value


def counts(wins: int, n: int) -> tuple[int, int]:
    """How many of how many; raises StatisticsError for none, and for more wins than games."""
    if n < 1:
        raise StatisticsError(f"{n} games say nothing", "play at least one")
    if not 0 <= wins <= n or wins != int(wins) or n != int(n):
        raise StatisticsError(
            f"{wins} wins of {n} games cannot be", "count whole wins, from 0 up to all games"
        )
    return int(wins), int(n)


def sample(values: Iterable[float], name: str = "the values") -> NDArray[np.float64]:
    """Measured numbers as an array, shape (n,).

    Raises StatisticsError if there is none, or one that is no finite number.
    """
    try:
        found = np.asarray(
            values if isinstance(values, np.ndarray) else list(values), dtype=np.float64
        )
    except (TypeError, ValueError) as problem:
        raise StatisticsError(f"{name} are not all numbers", str(problem)) from problem
    if found.ndim != 1:
        raise StatisticsError(f"{name} have the shape {found.shape}", "give one number a game")
    if not found.size:
        raise StatisticsError(f"of {name} there is none", "at least one is needed")
    if not np.isfinite(found).all():
        place = int(np.flatnonzero(~np.isfinite(found))[0])
        raise StatisticsError(
            f"{name} hold {found[place]} at place {place}", "leave out games without a number"
        )
    return found


def outcomes(values: Iterable[float]) -> NDArray[np.float64]:
    """Outcomes of games, shape (n,): 1 or True for a win, 0 or False for none; may be empty.

    Raises StatisticsError for any other number.
    """
    values = values if isinstance(values, np.ndarray) else list(values)
    if not len(values):
        return np.empty(0)
    found = sample(values, "the outcomes")
    other = found[(found != 0) & (found != 1)]
    if other.size:
        raise StatisticsError(f"{other[0]:g} is no outcome", "1 is a win, and 0 is none")
    return found


def are_outcomes(values: NDArray[np.float64]) -> bool:
    """Whether all values are 0 or 1, as outcomes are."""
    return bool(((values == 0) | (values == 1)).all())


def resampled(resamples: int, least: int) -> int:
    """How often a sample is drawn anew; raises StatisticsError for less than the least."""
    if resamples < least:
        raise StatisticsError(
            f"{resamples} resamples are too few to be trusted", f"draw at least {least}"
        )
    return int(resamples)
