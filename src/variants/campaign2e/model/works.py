"""Work in progress: keels, repairs and refits (C2E-11, C2E-13, C2E-16.5)."""

from __future__ import annotations

from attrs import define, field

from horizons_core.model import Sight, seen_from
from variants.campaign2e.designs.design import Design
from variants.campaign2e.model.limits import Amount, Count, ShipId


@define(kw_only=True)
class Keel:
    """A ship under construction (C2E-13.1-01).

    Attributes:
        name: the name of the keel, inherited by the ship.
        mass, type: as declared (C2E-13.2-01).
        design: None until a REDESIGN order sets one (C2E-13.2-04).
        built: finished pieces in the order of their completion (C2E-13.2-02).
        begun: points of work done on the next piece.
        extra: unpaid cost of design changes, in hundredths of a credit.
        wanted: points ordered by BUILD for this week; None for the usual number.
        defence: whether DEFEND makes it a defence unit of its world.
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
class ShipTask:
    """A single repair or refit in a job.

    Attributes:
        what: the word of the part, or HULL, ARMOUR, CRAFT, DRIVE, FTL, BRIDGE, LIFE, POWER.
        system: key of the repaired system; "" if none.
        count: number of boxes, for HULL and ARMOUR.
        price: in hundredths of a credit, before surcharges for resources and sources.
        weaponry, of_the_hull: the missing resource that doubles the price (C2E-3.5-03,
            C2E-3.5-04).
        major: whether it takes two weeks by itself (C2E-11.4-02).
        source: "" for a new part, the shelf of a spare, or the id of the donor ship.
        from_key: key of the part on the donor ship.
        new: for a refit, the word of the replacement (C2E-16.5-01); "" for a repair.
        slot: the slot that receives a module; "" for other work (C2E-16.4-02).
        second_hand: whether the part was second-hand on the donor ship.
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
        """The task in the words of orders."""
        if self.new:
            return f"{self.what} to {self.new}"
        return f"{self.what} {self.count}" if self.what in ("HULL", "ARMOUR") else self.what


@define(kw_only=True)
class ShipJob:
    """The tasks ordered together for one ship; they run in parallel (C2E-11.4-02).

    Attributes:
        ship: the ship's id.
        tasks: the repairs and refits.
        fast: whether it is done at double speed (C2E-11.4-03).
        weeks: weeks left of a started job; 0 before the start.
        paid: whether it has been paid, and therefore started.
        rebuilds: whether it turns a capture into a ship of its captor (C2E-12.2-01).
    """

    ship: ShipId
    tasks: list[ShipTask] = field(factory=list)
    fast: bool = False
    weeks: Count = 0
    paid: bool = False
    rebuilds: bool = False

    @property
    def refits(self) -> bool:
        """Return whether any task is a refit (C2E-16.5-01)."""
        return any(task.new for task in self.tasks)
