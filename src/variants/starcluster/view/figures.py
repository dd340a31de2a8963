"""Conversion of the model's tenths to points, and formatting of figures in reports."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from horizons_core.report import ChangeCell

#: Tenths in a point of damage or a hull space.
TENTHS = 10
Data = Mapping[str, Any]


def in_points(tenths: float) -> float:
    """Points of damage with one decimal."""
    return round(tenths / TENTHS, 1)


def figure(exact: Fraction | float) -> float:
    """A rating, speed or share with four decimals."""
    return round(float(exact), 4)


def mc(amount: float) -> str:
    """Format an amount of money, with two decimals and commas."""
    return f"{amount:,.2f}"


def money_change(amount: float) -> ChangeCell:
    """Format a change of an amount, with its sign."""
    return ChangeCell(f"{amount:+z,.2f}")


def compact(figure: float) -> str:
    """Format a figure without trailing zeros."""
    return f"{figure:.4f}".rstrip("0").rstrip(".")


def blank_if_zero(number: float) -> str:
    """Format a figure, or "" for zero."""
    return compact(number) if number else ""


def or_unknown(figure: float | str | None) -> str:
    """Format a figure, or a question mark if it is unknown."""
    return "?" if figure is None else str(figure)
