"""Percentages of masses, as the tabletop game has them."""

from __future__ import annotations

from horizons_core.amounts import half_up


def percent_of(percent: int, mass: int) -> int:
    """A percentage of a mass: to the nearest whole number, halves up, never below 1."""
    return max(1, half_up(percent * mass, 100))
