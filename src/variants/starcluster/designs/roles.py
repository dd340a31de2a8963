"""What a unit of a design does in a fleet: who stands in the line of battle (SC-CBT-001)."""

from __future__ import annotations

from variants.starcluster.designs.design import Design


def is_in_line(design: Design) -> bool:
    """Whether it stands in its side's battle line, unless it is a logistics ship on duty.

    All starbases do, and all ships with I or J drives, armed or not, but for freighters.
    """
    if design.hull.type.is_starbase:
        return True
    military = design.drive is not None and design.drive.military
    return military and not design.hull.type.is_freighter
