"""Percentages of masses, as in the tabletop game."""

from __future__ import annotations

from horizons_core.amounts import half_up


def percent_of(percent: int, mass: int) -> int:
    """Return a percentage of a mass: rounded to the nearest integer, halves up, at least 1."""
    return max(1, half_up(percent * mass, 100))
