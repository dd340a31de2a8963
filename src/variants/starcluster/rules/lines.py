"""Battle lines: which units stand in one (SC-CBT-001)."""

from __future__ import annotations

from variants.starcluster.designs.roles import is_in_line
from variants.starcluster.model import Unit


def in_line(unit: Unit) -> bool:
    """Whether a unit stands in its side's battle line (SC-CBT-001).

    All starbases do, and all ships with I or J drives, armed or not, but for logistics ships and
    freighters.
    """
    return is_in_line(unit.design) and not unit.train
