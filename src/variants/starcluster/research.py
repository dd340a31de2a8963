"""The formulas of research: costs, minimum times and chances (SC-RES, SC-EL, SC-RND, SC-MOD).

Costs are in MC, times in turns, chances in percent. Only turns are rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil

from attrs import frozen

from horizons_core.limits import number
from horizons_core.sums import int_sum

#: The minimum step of a chance, in percent (SC-RES-005, SC-RND-006).
MIN_STEP = Fraction(1)


def difficulty(special: int) -> Fraction:
    """The factor D of a special modifier, where the rulebook multiplies by it (SC-MOD-002)."""
    if special < 0:
        return Fraction(-special)
    return Fraction(1, special) if special else Fraction(1)


@frozen(kw_only=True)
class Research:
    """The rulebook's research rules. Its fields are the numbers, its methods the formulas.

    Attributes:
        level_cost: MC a turn per level researched or developed.
        el_cost: MC a turn, times the present EL and half of the next (SC-EL-002).
        el_turns: turns of an EL project with the fewest centers (SC-EL-003).
        el_saved: turns saved by each further center (SC-EL-003).
        el_pause: turns between the starts of two EL projects (SC-EL-004).
    """

    level_cost: int = number(1000)
    el_cost: int = number(1000)
    el_turns: int = number(12, 1, 1_000)
    el_saved: int = number(2, 0, 1_000)
    el_pause: int = number(36, 0, 1_000)

    # levels, in a Science Center

    def level_price(self, level: int) -> int:
        """Cost in MC a turn of researching a level, the same for all trees (SC-RES-003)."""
        return self.level_cost * level

    def level_turns(self, level: int, modifier: int, special: int, rating: int) -> int:
        """The minimum turns for a level in a center of a rating (SC-RES-004)."""
        return max(1, ceil(level * modifier * difficulty(special) / rating))

    def level_step(self, rating: int, special: int, bonus: Fraction) -> Fraction:
        """The step of the chance of a breakthrough, in percent (SC-RES-005)."""
        return max(MIN_STEP, (rating + 1 + special) * bonus)

    # the EL

    def el_centers(self, el: int) -> int:
        """The Science Centers, of rating EL + 1, that the next EL needs (SC-EL-001)."""
        return el + 1

    def el_price(self, el: int) -> Fraction:
        """Cost in MC a turn of a project from an EL to the next (SC-EL-002)."""
        return self.el_cost * el * Fraction(el + 1, 2)

    def el_time(self, el: int, centers: int) -> int:
        """Duration of an EL project in turns (SC-EL-003)."""
        return max(1, self.el_turns - self.el_saved * (centers - self.el_centers(el)))

    # technologies, in R&D Centers

    def development_price(self, level: int, modifier: int, special: int) -> Fraction:
        """Cost in MC a turn of developing a technology of a level (SC-RND-004)."""
        return self.level_cost * level * modifier * difficulty(special)

    def development_turns(self, level: int, centers: int, modifier: int, special: int) -> int:
        """The minimum turns of a development (SC-RND-005)."""
        return max(1, ceil(Fraction(level, centers) + modifier - special))

    def development_step(self, ratings: Sequence[int], special: int, bonus: Fraction) -> Fraction:
        """The step of the chance of a breakthrough, in percent (SC-RND-006)."""
        average = Fraction(int_sum(ratings), len(ratings))
        return max(MIN_STEP, (1 + average + special) * bonus)

    def chance(self, step: Fraction, turn: int, less: int = 0) -> Fraction:
        """The chance in percent in a turn, counted from 1 for the first turn that allows success.

        `less` is the penalty for suspension; the chance is at least 0 (SC-RES-005, SC-BRK-004).
        """
        return max(Fraction(0), step * turn - less)
