"""Field distortion: which ships hide whose they are, and the number that stands for a species.

Landed ships cannot distort (FH-FD-009); others do with exactly one unit for 10,000 tons.
"""

from __future__ import annotations

from variants.far_horizons import formulas
from variants.far_horizons.compatibility import RULEBOOK, Habits
from variants.far_horizons.dice import Dice
from variants.far_horizons.model import Ship, Species, Where

LEAST, MOST = 10, 472  #: the span of the numbers (FH-FD-005)


def is_distorted(ship: Ship) -> bool:
    """Whether others see the ship in disguise (FH-FD-002, FH-FD-009)."""
    return ship.where != Where.LANDED and 0 < ship.tonnage == ship.cargo.get("FD", 0)


def distortion_number(species: Species, habits: Habits = RULEBOOK) -> int:
    """The number that stands for the species of a distorted ship this turn (FH-FD-005).

    Where none was drawn yet it is that of the engine.
    """
    if habits.computed_distortion or not species.distortion:
        return formulas.distortion_number(species.number, species.techs["LS"].initial)
    return species.distortion


def draw_distortion(species: Species, dice: Dice) -> None:
    """Draw a new number at the end of a turn if Life Support has changed, or for the first time."""
    level = species.level("LS")
    if level != species.distortion_level:
        species.distortion = LEAST - 1 + dice(MOST - LEAST + 1)
        species.distortion_level = level
