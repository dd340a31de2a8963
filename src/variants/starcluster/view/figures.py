"""Units of views, with conversion from those of the model, formatting, and fields."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from horizons_core.amounts import in_units
from horizons_core.report import (
    ChangeCell,
    NameCell,
    OwnerCell,
    described,
    number_column,
    text_column,
)

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


def money_if_any(amount: float) -> str:
    """Format an amount of money, or "" for zero."""
    return mc(amount) if amount else ""


def money(description: str = "", column: str = "", **others: Any) -> Any:
    """Declare a field of MC, from the model's hundredths; `others` are attributes of its column."""
    shown_column = number_column(column, others.pop("show", mc), **others)
    return described(description, shown_column, unit=in_units)


def ratio(description: str = "", column: str = "", **others: Any) -> Any:
    """Declare a field with a rating, speed or share, with four decimals."""
    shown_column = number_column(column, others.pop("show", blank_if_zero), **others)
    return described(description, shown_column, unit=figure)


def count(description: str = "", column: str = "", **others: Any) -> Any:
    """Declare a field that counts something, whose cells are empty for zero."""
    return described(description, number_column(column, blank_if_zero, **others), minimum=0)


def named(description: str = "", column: str = "", **others: Any) -> Any:
    """Declare a field with a name that players chose."""
    return described(description, text_column(column, NameCell, **others))


def word(description: str = "", column: str = "", **others: Any) -> Any:
    """Declare a field with a word that readers can filter rows by."""
    return described(description, text_column(column, choose=True, **others))


def owner(description: str = "", column: str = "Owner", **others: Any) -> Any:
    """Declare a field with the name of an empire, shown with its marker; empty for none."""
    show = lambda name: OwnerCell(name or "")  # noqa: E731
    return described(description, text_column(column, show, choose=True, **others))
