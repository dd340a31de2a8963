"""A pending battle: the umpire has yet to enter its result (C2E-14.1-01, C2E-14.1-03)."""

from __future__ import annotations

from attrs import define, field

from variants.campaign2e.model.limits import PlayerOrNone, ShipId
from variants.campaign2e.model.places import Place


@define(kw_only=True)
class PendingBattle:
    """A battle to be fought by hand.

    Attributes:
        id: week, hex and a number, as in w06-0705-1.
        at: the hex of the battle.
        sides: the player ids of each side; "" for the umpire.
        ships: the ship ids of each side.
    """

    id: str
    at: Place
    sides: list[list[PlayerOrNone]] = field(factory=list)
    ships: list[list[ShipId]] = field(factory=list)
