"""Figures of views: money in credits and supply in tonnes, of the model's hundredths."""

from __future__ import annotations

from variants.campaign2e.constants import HUNDRED


def in_credits(hundredths: int) -> float:
    """Credits, or tonnes, with two decimals."""
    return hundredths / HUNDRED
