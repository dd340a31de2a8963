"""How fair a set-up is: what the richest start is worth, in terms of the poorest."""

from __future__ import annotations

from collections.abc import Sequence

#: A richest start worth more than so many times the poorest is drawn anew (C2E-1.3-10).
FAIR = 2.0

#: Set-ups drawn until one is fair; failing that, the fairest is played.
SETUPS = 40


def spread(incomes: Sequence[int]) -> float:
    """The greatest of several weekly incomes, divided by the least."""
    return max(incomes) / min(incomes) if min(incomes) else float("inf")
