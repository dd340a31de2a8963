"""Ships grow older, and may move again."""

from __future__ import annotations

from variants.far_horizons.constants import LARGEST_AGE
from variants.far_horizons.model import WORMHOLED, Species, Where


def age(species: Species) -> None:
    """A turn has passed for all ships of a species; nothing else ages, defenses neither.

    (FH-AGE-004, FH-PD-006)
    """
    for ship in species.living_ships():
        if ship.where != Where.BUILDING:  # FH-AGE-002
            ship.age = min(ship.age + 1, LARGEST_AGE)  # FH-AGE-006


def rest(species: Species) -> None:
    """The ships of a species have ended their movement; who came by a wormhole is known a turn."""
    for ship in species.living_ships():
        ship.through_wormhole = ship.moved == WORMHOLED
        ship.moved = 0
