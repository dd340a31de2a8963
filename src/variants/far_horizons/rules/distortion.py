"""Field distortion: the number that stands for a species (FH-FD-005)."""

from __future__ import annotations

from variants.far_horizons.compatibility import RULEBOOK, Habits
from variants.far_horizons.dice import Dice
from variants.far_horizons.model import Species
from variants.far_horizons.view.disguise import computed_number, drawn_number

LEAST, MOST = 10, 472  #: the span of the numbers (FH-FD-005)


def distortion_number(species: Species, habits: Habits = RULEBOOK) -> int:
    """The number that stands for the species of a distorted ship this turn (FH-FD-005)."""
    return computed_number(species) if habits.computed_distortion else drawn_number(species)


def draw_distortion(species: Species, dice: Dice) -> None:
    """Draw a new number at the end of a turn if Life Support has changed, or for the first time."""
    level = species.level("LS")
    if level != species.distortion_level:
        species.distortion = LEAST - 1 + dice(MOST - LEAST + 1)
        species.distortion_level = level
