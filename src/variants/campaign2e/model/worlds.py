"""Worlds and the lanes between them (C2E-1.6, C2E-1.7, C2E-1.8, C2E-2)."""

from __future__ import annotations

import enum
from typing import Annotated

from attrs import define, field, frozen

from horizons_core import model
from horizons_core.model import OneOf, Sight, known, secret, seen_from
from variants.campaign2e.model.limits import (
    Count,
    Percent,
    PlayerOrNone,
    WorldId,
    WorldOrNone,
)
from variants.campaign2e.model.places import Place
from variants.campaign2e.model.works import Keel


class Allegiance(enum.IntEnum):
    """Where a world that no player owns stands: the numbers are those of the die (C2E-1.6-01)."""

    INDEPENDENT = 1
    FRIENDLY = 2
    HOSTILE = 3
    PROTECTED = 4  # allied to a power outside
    BALKANISED = 5
    WAR_ZONE = 6


#: C2E-1.7-03, C2E-2.4-02: the types of resource worlds; a hub supplies nothing.
RESOURCES = ("Mining/Ore", "Food", "Fuel", "Manufactured Goods", "Luxuries")
LUXURIES, HUB = "Luxuries", "Major Trading Hub"
Resource = Annotated[str, OneOf((*RESOURCES, HUB, ""))]


@frozen
class Lane:
    """A space lane between two worlds, by their ids in the order of their places (C2E-1.8-01)."""

    a: WorldId
    b: WorldId


@define(kw_only=True)
class Assault:
    """A ground assault under way (C2E-7.6-04).

    Attributes:
        by: who leads it; the taken points are the leader's when the world is subdued.
        tonnes: the dropships that each attacker had at its start, by empire.
        taken, destroyed: income points so far.
    """

    by: PlayerOrNone
    tonnes: dict[PlayerOrNone, Count] = field(factory=dict)
    taken: Count = 0
    destroyed: Count = 0


@define(kw_only=True)
class World(model.World):
    """A world: one hex, one system (C2E-1.2-02).

    Attributes:
        at: its hex.
        resource: one of `RESOURCES`, `HUB`, or "" for an ordinary world.
        full: its income points undamaged, the hub bonus included; of a Luxuries world the fixed
            value, 5 for the die included (C2E-2.6-03).
        points: the income points that stand.
        die: of a Luxuries world, this week's die; before the first week the fixed value
            (C2E-2.6-03).
        owner: the id of the player who owns it; "" for nobody.
        called: the name that its owner gave it.
        interdicted: who interdicts it this week, by id (C2E-6.1-01).
        controlled: the id of the hostile player who controls it; "" for nobody (C2E-7.2-01).
        lane_off: whether its owner has turned its lanes off (C2E-5.4-01).
        allegiance: None until the first visit (C2E-1.6-02); `Player.visited` says who knows it.
        power: the nearest player at that visit, or whom peacekeeping made it a friend of.
        defences: what is left of abstract defences (C2E-8.3-01, C2E-8.6-01); None for those of an
            unowned world, which follow from its income.
        attacked_by: the leader of the week's inconclusive attack, which counts as interdiction.
        abstract: the week from which on its owner has elected abstract attacks; below 0 that from
            which on no longer; 0 for no (C2E-8.6b-01).
        partner: the id of the world with which it trades; "" for none.
        share: the per cent that its owner gets of what a side deal divides; None without a deal.
        taken_in: the week in which it was won from nobody, for `pacification`; 0 otherwise.
        assault: the ground assault on it.
        rebuilding: weeks' work done on the point that is being restored; a helped week counts as
            two (C2E-9.1-01).
        helper: the id of the world that forgoes its income to help (C2E-9.1-02).
        peacekeepers: by player, the weeks that a peacekeeping mission has lasted (C2E-1.6-10).
        keels: what its owner builds here.
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
        """Whether lane traffic and trade through it are blocked (C2E-5.4-01)."""
        return self.lane_off or bool(self.interdicted) or bool(self.controlled)

    @property
    def supplies(self) -> str:
        """The resource that it supplies; "" for none (C2E-2.4-02)."""
        return "" if self.resource == HUB else self.resource
