"""How fleets look to others: hulls by number, and whether they can be seen (SC-EXP-014)."""

from __future__ import annotations

from collections.abc import Iterable

from variants.starcluster.model import Unit
from variants.starcluster.rules.damage import best_working


def hulls_of(units: Iterable[Unit]) -> dict[str, int]:
    """How many units of each hull there are, by code and in the order of the codes."""
    found: dict[str, int] = {}
    for unit in units:
        code = unit.design.hull.code
        found[code] = found.get(code, 0) + 1
    return dict(sorted(found.items()))


def stealth_of(units: Iterable[Unit]) -> int:
    """The generation that combat sensors need to see a fleet; 0 if anybody sees it (SC-ENI-007).

    That is the lowest generation of its drives if every unit has a working Stealth Tuner.
    """
    lowest: int | None = None
    for unit in units:
        if not best_working(unit, "ST"):
            return 0
        generation = unit.design.drive_generation
        lowest = generation if lowest is None else min(lowest, generation)
    return lowest or 0
