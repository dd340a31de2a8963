"""Figures of views: money in MC and points in points, of the model's smaller units."""

from __future__ import annotations

from fractions import Fraction

from variants.starcluster.money import MC

#: Tenths in a point of damage or a hull space.
TENTHS = 10


def in_mc(hundredths: int) -> float:
    """MC with two decimals."""
    return hundredths / MC


def in_points(tenths: float) -> float:
    """Points of damage with one decimal."""
    return round(tenths / TENTHS, 1)


def figure(exact: Fraction | float) -> float:
    """A rating, speed or share with four decimals."""
    return round(float(exact), 4)
