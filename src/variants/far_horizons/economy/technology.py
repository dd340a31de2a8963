"""What levels cost, what they permit, and how well those of others are guessed."""

from __future__ import annotations

from attrs import frozen

from horizons_core.limits import number
from variants.far_horizons.constants import ITEM_OF
from variants.far_horizons.dice import Dice

#: Items that need no level (FH-INST-001, FH-PD-008).
_PLAIN = ("PD", "CU", "IU", "AU")
#: From this level on luck brings one level more than the points are worth, and no more.
_LIMITED_FROM = 51


@frozen(kw_only=True, slots=False)
class Technology:
    """Research points are economic units spent on research."""

    #: sides of the die whose highest side raises a level for nothing (FH-TECH-008)
    free_level_sides: int = number(6, 1)
    #: the Manufacturing level that interspecies construction needs (FH-IBUILD-001)
    construction_level: int = number(25)
    #: whether a level bought with knowledge counts at once on all planets (FH-TECH-005)
    taught_at_once: bool = True

    def research_cost(self, level: int) -> int:
        """The points that the level after this one takes on average (FH-TEACH-004).

        From level 1 on they are 1 or more.
        """
        return level * level

    def attempt_cost(self, level: int) -> int:
        """The points of one attempt at the level after this one (FH-TEACH-004).

        One in `level` attempts comes off. From level 1 on it takes 1 point or more.
        """
        return max(1, self.research_cost(level) // level) if level else 0

    def level_for(self, level: int, points: int) -> int:
        """The level that points are worth without luck (FH-TEACH-004)."""
        while points >= self.research_cost(level):
            points -= self.research_cost(level)
            level += 1
        return level

    def highest_level(self, level: int, points: int, before: int | None) -> int | None:  # noqa: ARG002
        """The highest level that a technology may reach this turn; None: any (FH-TEACH-004).

        `before` is what was answered for the technology before, of this or another species; 0 for
        the first of a turn.
        """
        if points <= 0 or level < _LIMITED_FROM:
            return None
        return self.level_for(level, points) + 1

    def taught_level_cost(self, level: int) -> int:
        """The price of the level after this one, where knowledge covers it (FH-TEACH-005)."""
        cost = self.research_cost(level)
        return cost - cost // 4

    def item_level(self, item: str) -> int:
        """The level of its technology that an item needs (FH-HTECH-001, FH-INST-001)."""
        return 0 if item in _PLAIN else ITEM_OF[item].level

    def estimate(self, own: int, theirs: int, dice: Dice) -> int:
        """A guess at another species' level, by one's own in the same field (FH-ESTIMATE-002)."""
        error = max(1, theirs - own)
        guess = theirs + dice(2 * error + 1) - (error + 1)
        return max(0, guess) if theirs else 0
