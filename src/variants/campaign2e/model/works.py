"""Work under way: keels, repairs and refits (C2E-11, C2E-13, C2E-16.5)."""

from __future__ import annotations

from attrs import define, field

from horizons_core.model import Sight, seen_from
from variants.campaign2e.designs.design import Design
from variants.campaign2e.model.limits import Amount, Count, ShipId


@define(kw_only=True)
class Keel:
    """A ship on the stocks (C2E-13.1-01).

    Attributes:
        name: the name of the keel, which the ship takes.
        mass, type: as declared (C2E-13.2-01).
        design: None until REDESIGN gives it one (C2E-13.2-04).
        built: the pieces that stand, in the order in which they were added (C2E-13.2-02).
        begun: points of work on the next piece.
        extra: what changes of design have yet to be paid, in hundredths of a credit.
        wanted: the points that a BUILD order asks for this week; None for what is usual.
        defence: whether DEFEND has ordered it: it becomes a defence unit of its world.
    """

    name: str
    mass: Count
    type: str
    design: Design | None = None
    built: list[str] = field(factory=list)
    begun: Count = 0
    extra: Amount = 0
    wanted: Count | None = None
    defence: bool = False


@define(kw_only=True)
class Task:
    """One thing that a job repairs or refits.

    Attributes:
        what: the word of the part, or HULL, ARMOUR, CRAFT, DRIVE, FTL, BRIDGE, LIFE, POWER.
        system: the key of the system that is repaired; "" where there is none.
        count: boxes, for HULL and ARMOUR.
        price: in hundredths of a credit, before what missing resources and sources change.
        weaponry, of_the_hull: which missing resource doubles it (C2E-3.5-03, C2E-3.5-04).
        major: whether it takes two weeks by itself (C2E-11.4-02).
        source: "" for a new part, the shelf of a spare, or the id of the ship that gives a part.
        from_key: the key of the part that a ship gives.
        new: for a refit, the word of what comes in the place of `what` (C2E-16.5-01); "" for a
            repair.
        slot: the slot that a module goes into; "" for other work (C2E-16.4-02).
        second_hand: whether the part was second-hand aboard the ship that gives it.
    """

    what: str
    system: str = ""
    count: Count = 1
    price: Amount = 0
    weaponry: bool = False
    of_the_hull: bool = False
    major: bool = False
    source: str = ""
    from_key: str = ""
    new: str = ""
    slot: str = ""
    second_hand: bool = seen_from(Sight.OWN, omitted=True, default=False)

    @property
    def words(self) -> str:
        """What is done, in the words of orders."""
        if self.new:
            return f"{self.what} to {self.new}"
        return f"{self.what} {self.count}" if self.what in ("HULL", "ARMOUR") else self.what


@define(kw_only=True)
class Job:
    """The tasks of one ship that were ordered together; they run in parallel (C2E-11.4-02).

    Attributes:
        ship: the ship's id.
        tasks: what is done.
        fast: whether it is done at double speed (C2E-11.4-03).
        weeks: how many weeks are left of a job that has begun; 0 before.
        paid: whether it has been paid, and so has begun.
        rebuilds: whether it makes a capture a ship of its captor's (C2E-12.2-01).
    """

    ship: ShipId
    tasks: list[Task] = field(factory=list)
    fast: bool = False
    weeks: Count = 0
    paid: bool = False
    rebuilds: bool = False

    @property
    def refits(self) -> bool:
        """Whether something of it is a refit (C2E-16.5-01)."""
        return any(task.new for task in self.tasks)
