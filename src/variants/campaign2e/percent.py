"""Rounding, as the tabletop game and the campaign have it."""

from __future__ import annotations


def percent_of(percent: int, mass: int) -> int:
    """A percentage of a mass: to the nearest whole number, halves up, never below 1."""
    return max(1, (percent * mass + 50) // 100)


def rounded_up(numerator: int, denominator: int) -> int:
    """A fraction rounded up to a whole number."""
    return -(-numerator // denominator)


def half_up(numerator: int, denominator: int) -> int:
    """A fraction of money rounded to hundredths of a credit, halves up (C2E-1.6-08)."""
    return (2 * numerator + denominator) // (2 * denominator)
