"""What the sections of this game's reports have in common: money, owners, and lists in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from horizons_core.report import ChangeCell, OwnerCell

Data = Mapping[str, Any]


def owner_of(name: str) -> OwnerCell:
    """Whose something is; what no player has is the umpire's."""
    return OwnerCell(name or "the umpire")


def credits_of(amount: float) -> str:
    """Money or supply, with two decimals."""
    return f"{amount:z.2f}"


def change(amount: float) -> ChangeCell:
    """What came or went, with its sign."""
    return ChangeCell(f"{amount:+z.2f}")


def listed(words: Iterable[str]) -> str:
    """Words with commas between them."""
    return ", ".join(words)
