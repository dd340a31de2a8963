"""The claims of the gallery, each as a check of the rows of its study, few or many.

A check raises AssertionError where its claim does not hold. Bars are wide enough for a few hundred
battles, or some games, of any key: they tell whether a claim turns, and not the third decimal.
"""

from __future__ import annotations

from collections.abc import Callable

import polars as pl
from attrs import frozen

Check = Callable[[pl.DataFrame], None]

TWENTY = 20


@frozen
class Claim:
    """How a claim is checked.

    Attributes:
        check: what holds of the rows.
        count: how many battles a cell, or games, are fought anew.
    """

    check: Check
    count: int = 200


def near(found: float, expected: float, by: float) -> None:
    """Raise AssertionError unless a figure is as expected, to so much."""
    assert abs(found - expected) <= by, f"{found:.3f} is not within {by} of {expected:.3f}"


def left(table: pl.DataFrame, over: str, measure: str) -> dict[int, float]:
    """What is left of the stronger side, by the number of ships that it meets."""
    rows = table.filter(pl.col("side") == "Many")
    return dict(zip(rows[over], rows[f"{measure} mean"], strict=True))


def square(met: int) -> float:
    """What Lanchester's square law leaves of twenty."""
    return float((TWENTY**2 - met**2) ** 0.5)


def square_law(over: str, measure: str, whole: float = 1.0) -> Check:
    """What is left goes by the square law where the other side is half as many, or fewer.

    `whole` is what a ship that was not hit counts.
    """

    def check(table: pl.DataFrame) -> None:
        found = {met: value / whole for met, value in left(table, over, measure).items()}
        for met in (2, 4, 6, 8, 10):
            near(found[met], square(met), 0.6)
        assert found[10] - (TWENTY - 10) > 5, "that is the linear law"

    return check


CLAIMS: dict[str, Claim] = {
    "lanchester-event-horizon": Claim(square_law("sides.Few.0.count", "components left", whole=6)),
    "lanchester-galaxy-g": Claim(square_law("sides.Few.0.ships", "ships left")),
}
