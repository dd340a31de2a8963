"""How figures of this game are written in reports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core.report import ChangeCell

Data = Mapping[str, Any]


def mc(amount: float) -> str:
    """Money, with two decimals and commas."""
    return f"{amount:,.2f}"


def change(amount: float) -> ChangeCell:
    """What came or went, with its sign."""
    return ChangeCell(f"{amount:+z,.2f}")


def short(figure: float) -> str:
    """A figure without zeros at its end."""
    return f"{figure:.4f}".rstrip("0").rstrip(".")


def some(number: float) -> str:
    """A figure; nothing for zero."""
    return short(number) if number else ""


def maybe(figure: float | str | None) -> str:
    """A figure; a question mark for what is not known."""
    return "?" if figure is None else str(figure)
