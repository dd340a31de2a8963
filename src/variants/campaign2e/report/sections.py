"""Cells shared by the report's sections: money, owners and lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from horizons_core.report import ChangeCell, OwnerCell

Data = Mapping[str, Any]


def owner_of(name: str) -> OwnerCell:
    """Return the cell of an owner; the umpire owns what has no player."""
    return OwnerCell(name or "the umpire")


def credits_of(amount: float) -> str:
    """Format money or supply with two decimals."""
    return f"{amount:z.2f}"


def change(amount: float) -> ChangeCell:
    """Return the cell of a change, with its sign."""
    return ChangeCell(f"{amount:+z.2f}")


def listed(words: Iterable[str]) -> str:
    """Join words with commas."""
    return ", ".join(words)
