"""Battle lines: which units stand in one (SC-CBT-001)."""

from __future__ import annotations

from variants.starcluster.model import Unit


def in_line(unit: Unit) -> bool:
    """Whether a unit stands in its side's battle line (SC-CBT-001).

    All starbases do, and all ships with I or J drives, armed or not, but for logistics ships and
    freighters.
    """
    hull = unit.design.hull.type
    if hull.is_starbase:
        return True
    drive = unit.design.drive
    military = drive is not None and drive.military
    return military and not hull.is_freighter and not unit.train
