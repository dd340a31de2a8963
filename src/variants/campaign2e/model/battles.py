"""A battle that waits for the umpire to enter its result (C2E-14.1-01, C2E-14.1-03)."""

from __future__ import annotations

from attrs import define, field

from variants.campaign2e.model.limits import PlayerOrNone, ShipId
from variants.campaign2e.model.places import Place


@define(kw_only=True)
class PendingBattle:
    """A battle by hand.

    Attributes:
        id: week, hex and number: w06-0705-1.
        at: where it is fought.
        sides: the ids of the players on each side; "" for the umpire.
        ships: the ids of the ships of each side.
    """

    id: str
    at: Place
    sides: list[list[PlayerOrNone]] = field(factory=list)
    ships: list[list[ShipId]] = field(factory=list)
