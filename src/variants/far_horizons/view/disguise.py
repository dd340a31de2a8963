"""How a view shows ships under field distortion (FH-FD-003, FH-FD-004)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import frozen

from variants.far_horizons.economy import Economy
from variants.far_horizons.model import Game

#: What each species sees of others, by its id (`view.aliens.aliens`).
Sightings = Mapping[str, Sequence[Mapping[str, Any]]]


@frozen(kw_only=True)
class Disguise:
    """Where a view shows ships under field distortion; by which number says the economy.

    Attributes:
        by_species: whether such ships are listed among the others of their species, which hints at
            whose they are; otherwise they follow all ships, in an order that does not.
        own: by id, the species whose reports list their own distorted ships in disguise, and under
            which number; other owners see theirs as they are (FH-FD-004). It is asked when the turn
            ends.
    """

    by_species: bool = False
    own: Callable[[Game, Sightings, Economy], Mapping[str, int]] = lambda *_: {}


DISGUISE = Disguise()
