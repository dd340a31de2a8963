"""Whole-number amounts, with the rulebooks' rounding and money in hundredths.

Money, and other amounts that a rulebook counts with two decimals, is stored in hundredths of a
unit: sums are exact, and the same on every machine.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

__all__ = ["amount_of", "amount_text", "half_up", "in_units", "rounded_up"]

_HUNDRED: Final = 100
_AMOUNT: Final = re.compile(r"([0-9]{1,12})(?:\.([0-9]{1,2}))?")


def half_up(numerator: int | Fraction, denominator: int = 1) -> int:
    """Return a fraction rounded to the nearest integer, halves up; the denominator is above 0."""
    return int((2 * numerator + denominator) // (2 * denominator))


def rounded_up(numerator: int, denominator: int) -> int:
    """Return a fraction rounded up to an integer; the denominator is above 0."""
    return -(-numerator // denominator)


def amount_of(words: str) -> int:
    """Parse an amount above 0, such as 12 or 4.5, into hundredths; raises ValueError.

    A converter for arguments of orders.
    """
    match = _AMOUNT.fullmatch(words)
    if match is None:
        raise ValueError(f"'{words}' is not an amount: write 12 or 4.5")
    amount = int(match[1]) * _HUNDRED + int((match[2] or "").ljust(2, "0"))
    if not amount:
        raise ValueError("an amount above 0 is needed")
    return amount


def amount_text(hundredths: int) -> str:
    """Format an amount as in orders and sentences: 5, 4.93, -0.07."""
    units, decimals = divmod(abs(hundredths), _HUNDRED)
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{units}.{decimals:02d}" if decimals else f"{sign}{units}"


def in_units(hundredths: int) -> float:
    """Return an amount in units, for the figures of a view: 4.93 for 493 hundredths."""
    return hundredths / _HUNDRED
