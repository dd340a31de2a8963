"""Formatting of this game's figures in reports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core.report import ChangeCell

Data = Mapping[str, Any]


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
