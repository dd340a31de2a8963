"""Field distortion: new numbers of species (FH-FD-005)."""

from __future__ import annotations

from variants.far_horizons.dice import Dice
from variants.far_horizons.model import Species

LEAST, MOST = 10, 472  #: range of the numbers (FH-FD-005)


def draw_distortion(species: Species, dice: Dice) -> None:
    """Draw a number at the end of a turn if Life Support has changed, or for the first time."""
    level = species.level("LS")
    if level != species.distortion_level:
        species.distortion = LEAST - 1 + dice(MOST - LEAST + 1)
        species.distortion_level = level
