"""Money: whole numbers of hundredths of a MC, halves rounded up."""

from __future__ import annotations

from fractions import Fraction
from math import floor

#: Hundredths in a MC.
MC = 100


def hundredths(amount: Fraction | int) -> int:
    """An amount of MC in hundredths, halves rounded up (SC-TURN-003)."""
    return floor(Fraction(amount) * MC + Fraction(1, 2))


def share_of(amount: int, share: Fraction) -> int:
    """A share of an amount of hundredths, halves rounded up (SC-TURN-003)."""
    return floor(amount * share + Fraction(1, 2))
