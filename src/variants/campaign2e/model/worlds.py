"""Worlds and the lanes between them (C2E-1.6, C2E-1.7, C2E-1.8, C2E-2)."""

from __future__ import annotations

import enum
from typing import Annotated

from attrs import define, field, frozen

from horizons_core import model
from horizons_core.model import OneOf, Sight, known, secret, seen_from
from variants.campaign2e.model.places import (
    Count,
    Percent,
    Place,
    PlayerOrNone,
    WorldId,
    WorldOrNone,
)
from variants.campaign2e.model.ships import Keel

#: C2E-1.7-03, C2E-2.4-02: types of resource worlds; a hub supplies no resource.
RESOURCES = ("Mining/Ore", "Food", "Fuel", "Manufactured Goods", "Luxuries")
LUXURIES, HUB = "Luxuries", "Major Trading Hub"
Resource = Annotated[str, OneOf((*RESOURCES, HUB, ""))]


class Allegiance(enum.IntEnum):
    """Allegiance of an unowned world; the values are the numbers of the die (C2E-1.6-01)."""

    INDEPENDENT = 1
    FRIENDLY = 2
    HOSTILE = 3
    PROTECTED = 4  # allied to an outside power
    BALKANISED = 5
    WAR_ZONE = 6


@frozen
class Lane:
    """A space lane between two worlds: their ids, sorted by place (C2E-1.8-01)."""

    a: WorldId
    b: WorldId


@define(kw_only=True)
class Assault:
    """A ground assault in progress (C2E-7.6-04).

    Attributes:
        by: its leader, who receives the taken points when the world is subdued.
        tonnes: each attacker's dropships at the start, by empire.
        taken, destroyed: income points so far.
    """

    by: PlayerOrNone
    tonnes: dict[PlayerOrNone, Count] = field(factory=dict)
    taken: Count = 0
    destroyed: Count = 0


@define(kw_only=True)
class World(model.World):
    """A world: one hex with one system (C2E-1.2-02).

    Attributes:
        at: its hex.
        resource: one of `RESOURCES`, `HUB`, or "" for an ordinary world.
        full: undamaged income points, including the hub bonus; for a Luxuries world the fixed
            value, with 5 for the die (C2E-2.6-03).
        points: the income points that are left.
        die: a Luxuries world's die this week; before the first week the fixed value
            (C2E-2.6-03).
        owner: the id of its owner; "" for none.
        called: the owner's name for it.
        interdicted: ids of those who interdict it this week (C2E-6.1-01).
        controlled: the id of the hostile player in control; "" for none (C2E-7.2-01).
        lane_off: whether its owner has turned its lanes off (C2E-5.4-01).
        allegiance: None until the first visit (C2E-1.6-02); `Player.visited` lists who knows it.
        power: the nearest player at that visit, or the player befriended by peacekeeping.
        defences: remaining abstract defences (C2E-8.3-01, C2E-8.6-01); None for the default of
            an unowned world, which follows from its income.
        attacked_by: leader of this week's inconclusive attack, which counts as interdiction.
        abstract: first week of the abstract attacks elected by its owner; negative for the first
            week without them; 0 for never (C2E-8.6b-01).
        partner: the id of its trade partner; "" for none.
        share: its owner's percent of a side deal; None without a deal.
        taken_in: week of the conquest of a neutral world, for `pacification`; 0 otherwise.
        assault: the ground assault in progress, if any.
        rebuilding: weeks of work done on the point being restored; a helped week counts as two
            (C2E-9.1-01).
        helper: the id of the world that forgoes its income to help (C2E-9.1-02).
        peacekeepers: weeks of each player's peacekeeping mission so far (C2E-1.6-10).
        keels: ships under construction here.
    """

    at: Place = known()
    resource: Resource = known(default="")
    full: Count = known(default=0)
    points: Count = known(default=0)
    die: Count = known(default=0)
    owner: PlayerOrNone = known(default="")
    called: str = known(default="")
    interdicted: list[PlayerOrNone] = known(factory=list)
    controlled: PlayerOrNone = known(default="")
    lane_off: bool = known(default=False)
    allegiance: Allegiance | None = seen_from(Sight.SCANNED, default=None)
    power: PlayerOrNone = seen_from(Sight.SCANNED, default="")
    defences: Count | None = seen_from(Sight.OWN, default=None)
    attacked_by: PlayerOrNone = secret(default="")
    abstract: int = seen_from(Sight.OWN, default=0)
    partner: WorldOrNone = seen_from(Sight.OWN, default="")
    share: Percent | None = seen_from(Sight.OWN, default=None)
    taken_in: Count = seen_from(Sight.OWN, default=0)
    assault: Assault | None = secret(default=None)
    rebuilding: Count = seen_from(Sight.OWN, default=0)
    helper: WorldOrNone = seen_from(Sight.OWN, default="")
    peacekeepers: dict[PlayerOrNone, Count] = secret(factory=dict)
    keels: list[Keel] = seen_from(Sight.OWN, factory=list)

    @property
    def is_blocked(self) -> bool:
        """Return whether lane traffic and trade through the world are blocked (C2E-5.4-01)."""
        return self.lane_off or bool(self.interdicted) or bool(self.controlled)

    @property
    def supplies(self) -> str:
        """The resource supplied by the world; "" for none (C2E-2.4-02)."""
        return "" if self.resource == HUB else self.resource
