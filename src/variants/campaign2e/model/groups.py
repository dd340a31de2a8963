"""Task groups, their standing orders, and the counters that others see (C2E-15)."""

from __future__ import annotations

from attrs import define, field, frozen

from horizons_core import model
from horizons_core.model import Sight, seen_from
from variants.campaign2e.model.limits import Count, PlayerId, PlayerOrNone, WorldId
from variants.campaign2e.model.places import Place


@frozen(kw_only=True)
class ContactOrder:
    """What a group does when it meets others (C2E-17.3-01).

    Attributes:
        attack: "" to withdraw always, "ANY" to attack always, or "SMALLER" or "EQUAL": the worst
            report with which it still attacks.
        to: where it withdraws to; None for the nearest base and so on (C2E-18.2-01).
    """

    attack: str
    to: Place | None = None


@frozen(kw_only=True)
class BattleOrder:
    """How a group fights (C2E-17.6-01). What is None is the default of the battle."""

    speed: int | None = None
    formation: str | None = None
    edge: str | None = None
    intent: str | None = None
    breakoff: int | None = None
    exit: str | None = None


@frozen(kw_only=True)
class Departure:
    """A move that is fixed for the next week (C2E-17.4-01, C2E-18.2-01).

    Attributes:
        to: the hex.
        by_lane: whether the way is a lane.
        speed, formation: those of the battle that was left under fire; None if it was not
            (C2E-17.6-02).
    """

    to: Place
    by_lane: bool = False
    speed: int | None = None
    formation: str | None = None


@define(kw_only=True)
class Group(model.Unit):
    """A task group. Others see its counter and nothing else.

    Attributes:
        id: whose it is, and a number: "Ada/g3"; a defence group's is "Ada/DEF-7-5".
        owner: the id of its owner; "" for the umpire's.
        name: what its owner calls it.
        number: of its counter on the map, 0 before the first movement.
        at: its hex.
        defence: whether it is the defence units of its world (C2E-8.1-01).
        posture: "interdict", "raid", "no raid", or "" for the default (C2E-6.2-01).
        engage: whether it engages the defences (C2E-7.2-01).
        land, peacekeep: whether it assaults its world, or keeps the peace there (C2E-7.6-04).
        contact: its standing contact order; None for the default.
        battle: its standing battle order.
        entry: what the drop is used for, in turn (C2E-17.9-01).
        departure: its move of next week, if that is fixed.
        came_from: the hex it came from this week; None if it was here at its beginning.
        by_lane: whether it came by a lane this week.
        entry_speed, entry_formation: those it must begin a battle with (C2E-17.6-02).
        withdrawn: whether it has withdrawn this week: it does nothing more here (C2E-17.4-01).
        until: for the umpire's punitive forces, the last week they stay; 0 otherwise.
        against: for those, the player they were sent against.
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
        group: the id of the group that brought it.
        number: of its counter on the map, 0 before the first movement.
        at: its hex.
    """

    owner: PlayerOrNone = seen_from(Sight.OWN, hidden="")
    group: str = field(default="")
    number: Count = field(default=0)
    at: Place = field(default=(0, 0))


@frozen(kw_only=True)
class Counter:
    """A counter as everybody sees it after movement: a group or a dummy (C2E-15.3-01).

    Attributes:
        owner: the id of its owner; "" for the umpire's.
        number: what the owner's counters are told apart by; it tells nothing of the group.
        at: its hex.
    """

    owner: PlayerOrNone
    number: Count
    at: Place


@frozen(kw_only=True)
class PunitiveForce:
    """A force of an outside power that is on its way (C2E-1.6-11).

    Attributes:
        against: the id of the player whom it comes for.
        world: the id of the world that was attacked.
        points: the most points that attacked it in a week.
        week: when it appears.
    """

    against: PlayerId
    world: WorldId
    points: Count
    week: Count
