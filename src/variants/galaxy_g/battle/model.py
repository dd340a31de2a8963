"""Model of a battle: groups of several sides, and the pairs of sides that fight."""

from __future__ import annotations

from attrs import frozen

from horizons_core.combat import Battle
from variants.galaxy_g.model import Design


@frozen
class BattleGroup:
    """Equal ships of one side (a number) in a battle; their load does not matter (GG-CBT-009)."""

    side: int
    name: str
    ships: int
    design: Design
    weapons_tech: float = 1.0
    shields_tech: float = 1.0


@frozen
class GalaxyBattle(Battle):
    """Groups of several sides at a planet, and the pairs of sides (numbers) that fight.

    Groups may come in any order; ships are listed by side, and of each side by group (see
    `kernels`). Hostility is mutual (GG-CBT-015).
    """

    groups: tuple[BattleGroup, ...]
    hostile: tuple[tuple[int, int], ...]

    def in_line(self) -> list[int]:
        """The indices of the groups in the order of sides."""
        return sorted(range(len(self.groups)), key=lambda number: self.groups[number].side)
