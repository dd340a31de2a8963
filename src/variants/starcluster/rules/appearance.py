"""Appearance of fleets to others: numbers of hulls, and stealth (SC-EXP-014)."""

from __future__ import annotations

from collections.abc import Iterable

from variants.starcluster.model import Unit
from variants.starcluster.rules.damage import best_working


def hulls_of(units: Iterable[Unit]) -> dict[str, int]:
    """The number of units of each hull, by code and in the order of codes."""
    hulls: dict[str, int] = {}
    for unit in units:
        code = unit.design.hull.code
        hulls[code] = hulls.get(code, 0) + 1
    return dict(sorted(hulls.items()))


def stealth_of(units: Iterable[Unit]) -> int:
    """The generation of combat sensors needed to see a fleet; 0 if all can see it (SC-ENI-007).

    This is the lowest generation of its drives if every unit has a working Stealth Tuner.
    """
    lowest: int | None = None
    for unit in units:
        if not best_working(unit, "ST"):
            return 0
        generation = unit.design.drive_generation
        lowest = generation if lowest is None else min(lowest, generation)
    return lowest or 0
