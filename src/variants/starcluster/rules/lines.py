"""Battle lines (SC-CBT-001)."""

from __future__ import annotations

from variants.starcluster.designs.roles import is_in_line
from variants.starcluster.model import Unit


def in_line(unit: Unit) -> bool:
    """True if a unit belongs to its side's battle line (SC-CBT-001).

    All starbases do, and all ships with I or J drives, armed or not, except logistics ships and
    freighters.
    """
    return is_in_line(unit.design) and not unit.train
