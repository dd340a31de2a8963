"""How a view shows ships under field distortion (FH-FD-003, FH-FD-004, FH-FD-005)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import frozen

from variants.far_horizons import formulas
from variants.far_horizons.model import Game, Species

#: What each species sees of others, by its id (`view.aliens.aliens`).
Sightings = Mapping[str, Sequence[Mapping[str, Any]]]


def computed_number(species: Species) -> int:
    """The number that follows from the species' own number and its Life Support."""
    return formulas.distortion_number(species.number, species.techs["LS"].initial)


def drawn_number(species: Species) -> int:
    """The number drawn for the species, or the computed one where none was drawn yet."""
    return species.distortion or computed_number(species)


@frozen(kw_only=True)
class Disguise:
    """What stands in a view for ships under field distortion, and where.

    Attributes:
        number: what stands for the species of such a ship.
        by_species: whether such ships are listed among the others of their species, which hints at
            whose they are; otherwise they follow all ships, in an order that does not.
        own: by id, the species whose reports list their own distorted ships in disguise, and under
            which number; other owners see theirs as they are (FH-FD-004). It is asked when the turn
            ends.
    """

    number: Callable[[Species], int] = drawn_number
    by_species: bool = False
    own: Callable[[Game, Sightings], Mapping[str, int]] = lambda *_: {}


DISGUISE = Disguise()
