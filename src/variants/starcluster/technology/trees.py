"""The technology trees (SC-TREE-001) and how hard the steps of their levels are (SC-MOD-001)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from attrs import frozen

#: Special modifiers (SC-MOD-001).
KNOT, HARD_KNOT, TRIVIAL = -10, -20, 10


@frozen
class Tree:
    """A technology tree.

    Attributes:
        code: its code in orders.
        name: its full name.
        modifier: its Tree Research Modifier, also that of Dedicated R&D Centers.
        knots: the levels whose steps are knots; None for every fourth one (SC-TREE-002).
    """

    code: str
    name: str
    modifier: int
    knots: tuple[int, ...] | None = None

    def special(self, level: int) -> int:
        """The special modifier of the step to a level (SC-ENI-003, SC-TREE-002)."""
        knotted = level % 4 == 0 if self.knots is None else level in self.knots
        return KNOT if knotted else 0


TREES: Mapping[str, Tree] = MappingProxyType(
    {
        tree.code: tree
        for tree in (
            Tree("CON", "Construction", 2),
            Tree("SMC", "Small Craft", 1),
            Tree("LIF", "Life Support", 1),
            Tree("ELC", "Electronics", 2),
            Tree("SEN", "Sensors", 1),
            Tree("SCI", "Science Instruments", 1),
            Tree("ARM", "Armor", 1),
            Tree("SHD", "Shield", 2),
            Tree("ENI", "Inertialess Engines", 2, (4, 8, 12, 20, 28, 36, 44)),
            Tree("ENC", "Commercial Drive", 1, ()),
            Tree("ENJ", "Tactical Drive", 2, (5, 9, 13, 17, 25, 33, 41, 49)),
            Tree("TRB", "Tractor Beams", 2),
            Tree("LAS", "Laser Beams", 2),
            Tree("ENB", "Energy Beams", 2),
            Tree("FRC", "Force Beams", 1),
            Tree("SPM", "Sprint Missiles", 1),
            Tree("XRL", "X-Ray Lasers", 3),
            Tree("MIS", "Missiles", 1),
            Tree("PLA", "Plasma Torpedoes", 2),
            Tree("KIN", "Kinetic Weapons", 2),
            Tree("COL", "Colonization (Terraforming)", 2),
        )
    }
)


def breakthroughs(special: int) -> int:
    """Number of breakthroughs that a special modifier requires (SC-MOD-003)."""
    return 2 if special <= HARD_KNOT else 1
