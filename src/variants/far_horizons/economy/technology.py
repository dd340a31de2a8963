"""Formulas for the costs and required levels of technologies."""

from __future__ import annotations

from attrs import frozen

from horizons_core.limits import number
from variants.far_horizons.constants import ITEM_OF
from variants.far_horizons.dice import Dice

#: Items that need no level (FH-INST-001, FH-PD-008).
_PLAIN = ("PD", "CU", "IU", "AU")
#: From this level, luck can add only one level to those that the points buy.
_LIMITED_FROM = 51


@frozen(kw_only=True, slots=False)
class TechnologyCosts:
    """Rules of research, whose points are economic units."""

    #: sides of the die whose highest side raises a level without cost (FH-TECH-008)
    free_level_sides: int = number(6, 1)
    #: the Manufacturing level that interspecies construction needs (FH-IBUILD-001)
    construction_level: int = number(25)
    #: whether a level bought with knowledge counts at once on all planets (FH-TECH-005)
    taught_at_once: bool = True

    def research_cost(self, level: int) -> int:
        """Return the average points that the next level takes (FH-TEACH-004).

        The cost is at least 1 from level 1.
        """
        return level * level

    def attempt_cost(self, level: int) -> int:
        """Return the points for one attempt at the next level (FH-TEACH-004).

        One in `level` attempts succeeds. The cost is at least 1 from level 1.
        """
        return max(1, self.research_cost(level) // level) if level else 0

    def level_for(self, level: int, points: int) -> int:
        """Return the level that points buy without luck (FH-TEACH-004)."""
        while points >= self.research_cost(level):
            points -= self.research_cost(level)
            level += 1
        return level

    def highest_level(self, level: int, points: int, before: int | None) -> int | None:  # noqa: ARG002
        """Return the highest level a technology may reach this turn, or None (FH-TEACH-004).

        `before` is the result for the previous technology, of this or another species; 0 for the
        first of a turn.
        """
        if points <= 0 or level < _LIMITED_FROM:
            return None
        return self.level_for(level, points) + 1

    def taught_level_cost(self, level: int) -> int:
        """Return the price of the next level if knowledge covers it (FH-TEACH-005)."""
        cost = self.research_cost(level)
        return cost - cost // 4

    def item_level(self, item: str) -> int:
        """Return the technology level that an item needs (FH-HTECH-001, FH-INST-001)."""
        return 0 if item in _PLAIN else ITEM_OF[item].level

    def estimate(self, level: int, theirs: int, dice: Dice) -> int:
        """Estimate another species' level, given the estimator's own level (FH-ESTIMATE-002)."""
        error = max(1, theirs - level)
        guess = theirs + dice(2 * error + 1) - (error + 1)
        return max(0, guess) if theirs else 0
