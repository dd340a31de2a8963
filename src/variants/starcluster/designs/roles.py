"""Roles of units in a fleet: the battle line (SC-CBT-001)."""

from __future__ import annotations

from variants.starcluster.designs.design import Design


def is_in_line(design: Design) -> bool:
    """True if it belongs to its side's battle line, unless it is a logistics ship on duty.

    All starbases do, and all ships with I or J drives, armed or not, except freighters.
    """
    if design.hull.type.is_starbase:
        return True
    military = design.drive is not None and design.drive.military
    return military and not design.hull.type.is_freighter
