"""The display of ships under field distortion in views (FH-FD-003, FH-FD-004)."""

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
    """Rules for showing ships under field distortion; the economy supplies the numbers.

    Attributes:
        by_species: whether such ships are listed with the others of their species, which hints at
            their owner; otherwise they follow all ships, in an order that does not.
        own: called at the end of a turn; returns, by id, the species whose reports list their own
            distorted ships in disguise, with the number used; other owners see theirs as they are
            (FH-FD-004).
    """

    by_species: bool = False
    own: Callable[[Game, Sightings, Economy], Mapping[str, int]] = lambda *_: {}


DISGUISE = Disguise()
