"""A battle as plain things: groups of several sides, and which sides fight each other."""

from __future__ import annotations

from attrs import frozen

from horizons_core.combat import Battle
from variants.galaxy_g.model import Design


@frozen
class BattleGroup:
    """Ships alike of one side (a number) in a battle; their load does not matter (GG-CBT-009)."""

    side: int
    name: str
    ships: int
    design: Design
    weapons_tech: float = 1.0
    shields_tech: float = 1.0


@frozen
class GalaxyBattle(Battle):
    """Groups of several sides at a planet, and the pairs of sides (numbers) that fight.

    Groups may stand in any order; ships stand in the order of the sides, and of each side in that
    of its groups (see `kernels`). Hostility is mutual (GG-CBT-015).
    """

    groups: tuple[BattleGroup, ...]
    hostile: tuple[tuple[int, int], ...]

    def in_line(self) -> list[int]:
        """The numbers of the groups as they stand: side by side."""
        return sorted(range(len(self.groups)), key=lambda number: self.groups[number].side)
