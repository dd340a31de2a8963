"""Fairness of a set-up: the income of the richest start relative to the poorest."""

from __future__ import annotations

from collections.abc import Sequence

#: A set-up with a higher ratio of richest to poorest start is rejected (C2E-1.3-10).
FAIR = 2.0

#: Attempts at a fair set-up; if all fail, the fairest is played.
SETUPS = 40


def spread(incomes: Sequence[int]) -> float:
    """Return the highest of several weekly incomes divided by the lowest."""
    return max(incomes) / min(incomes) if min(incomes) else float("inf")
