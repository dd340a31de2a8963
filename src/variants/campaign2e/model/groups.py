"""Task groups, their standing orders and counters, and battles to be fought by hand.

Other players see only the counters of a group (C2E-15). A battle to be fought by hand is pending
until the umpire has entered its result (C2E-14.1-01, C2E-14.1-03).
"""

from __future__ import annotations

from attrs import define, field, frozen

from horizons_core import model
from horizons_core.model import Sight, seen_from
from variants.campaign2e.model.places import Count, Place, PlayerId, PlayerOrNone, ShipId, WorldId


@frozen(kw_only=True)
class ContactOrder:
    """Standing order for meetings with other forces (C2E-17.3-01).

    Attributes:
        attack: "" to always withdraw, "ANY" to always attack, or "SMALLER" or "EQUAL": the worst
            report at which the group still attacks.
        to: the hex to withdraw to; None for the default (C2E-18.2-01).
    """

    attack: str
    to: Place | None = None


@frozen(kw_only=True)
class BattleOrder:
    """A group's tactics (C2E-17.6-01). None means the default of the battle."""

    speed: int | None = None
    formation: str | None = None
    edge: str | None = None
    intent: str | None = None
    breakoff: int | None = None
    exit: str | None = None


@frozen(kw_only=True)
class Departure:
    """A fixed move for next week (C2E-17.4-01, C2E-18.2-01).

    Attributes:
        to: the destination.
        by_lane: whether the group travels by a lane.
        speed, formation: those of the battle that the group left under fire; None if it left none
            (C2E-17.6-02).
    """

    to: Place
    by_lane: bool = False
    speed: int | None = None
    formation: str | None = None


@define(kw_only=True)
class TaskGroup(model.Unit):
    """A task group. Other players see only its counter.

    Attributes:
        id: the owner's id and a number, as in "Ada/g3"; a defence group's is "Ada/DEF-7-5".
        owner: the id of its owner; "" for the umpire's.
        name: the owner's name for it.
        number: the number of its counter on the map; 0 before the first movement.
        at: its hex.
        defence: whether it consists of its world's defence units (C2E-8.1-01).
        posture: "interdict", "raid", "no raid", or "" for the default (C2E-6.2-01).
        engage: whether it engages the defences (C2E-7.2-01).
        land, peacekeep: whether it assaults its world, or keeps the peace there (C2E-7.6-04).
        contact: standing contact order; None for the default.
        battle: standing battle order.
        entry: uses of the drop, in order (C2E-17.9-01).
        departure: the move fixed for next week, if any.
        came_from: the hex it left this week; None if it started the week here.
        by_lane: whether it arrived by a lane this week.
        entry_speed, entry_formation: the speed and formation with which it must begin a battle
            (C2E-17.6-02).
        withdrawn: whether it has withdrawn this week; it does nothing more here (C2E-17.4-01).
        until: the last week in which a punitive force of the umpire stays; 0 for other groups.
        against: for a punitive force, the player it was sent against.
    """

    owner: PlayerOrNone = seen_from(Sight.OWN, hidden="")
    name: str = field(default="")
    number: Count = field(default=0)
    at: Place = field(default=(0, 0))
    defence: bool = field(default=False)
    posture: str = field(default="")
    engage: bool = field(default=False)
    land: bool = field(default=False)
    peacekeep: bool = field(default=False)
    contact: ContactOrder | None = field(default=None)
    battle: BattleOrder = field(factory=BattleOrder)
    entry: tuple[str, ...] = field(default=())
    departure: Departure | None = field(default=None)
    came_from: Place | None = field(default=None)
    by_lane: bool = field(default=False)
    entry_speed: int | None = field(default=None)
    entry_formation: str | None = field(default=None)
    withdrawn: bool = field(default=False)
    until: Count = field(default=0)
    against: PlayerOrNone = field(default="")


@define(kw_only=True)
class Dummy(model.Unit):
    """A dummy counter (C2E-15.2-01).

    Attributes:
        owner: the id of its owner.
        group: the id of the group that placed it.
        number: the number of its counter on the map; 0 before the first movement.
        at: its hex.
    """

    owner: PlayerOrNone = seen_from(Sight.OWN, hidden="")
    group: str = field(default="")
    number: Count = field(default=0)
    at: Place = field(default=(0, 0))


@frozen(kw_only=True)
class Counter:
    """A public counter on the map after movement: a group or a dummy (C2E-15.3-01).

    Attributes:
        owner: the id of its owner; "" for the umpire's.
        number: distinguishes the owner's counters; unrelated to the number of the group.
        at: its hex.
    """

    owner: PlayerOrNone
    number: Count
    at: Place


@frozen(kw_only=True)
class PunitiveForce:
    """A force of an outside power on its way (C2E-1.6-11).

    Attributes:
        against: the id of its target player.
        world: the id of the attacked world.
        points: the most points that attacked the world in one week.
        week: the week of its arrival.
    """

    against: PlayerId
    world: WorldId
    points: Count
    week: Count


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
