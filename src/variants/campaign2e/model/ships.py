"""Ships in service, with their state, damage and supply; and work on ships.

(C2E-3.6, C2E-11, C2E-12, C2E-13, C2E-16.5)
"""

from __future__ import annotations

from attrs import define, field

from horizons_core import model
from horizons_core.model import Sight, seen_from
from horizons_core.sums import int_sum
from variants.campaign2e.designs.design import CORE_SYSTEMS, Design
from variants.campaign2e.model.places import (
    Amount,
    Count,
    DriveState,
    GroupId,
    PlayerOrNone,
    ShipId,
)

#: The states of a drive; an FTL drive is never halved, and a ship built without one has "none".
OK, HALVED, OUT, NONE = "ok", "halved", "out", "none"
#: Parts that battles knock out and repair but that are not systems of the design.
APART = ("drive", "ftl", *CORE_SYSTEMS)


@define(kw_only=True)
class Keel:
    """A ship under construction (C2E-13.1-01).

    Attributes:
        name: the name of the keel, inherited by the ship.
        mass, type: those declared when it was laid (C2E-13.2-01).
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
        new: the word of the part installed by a refit (C2E-16.5-01); "" for a repair.
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
        """The words for the task in orders."""
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


@define(kw_only=True)
class Ship(model.Unit):
    """A ship. Other players see none of these fields; their reports tell them what they learn.

    Attributes:
        id: the first owner's id and a number, as in "Ada/12".
        owner: the id of its owner; "" for the umpire's (pirates, punitive forces).
        name: the owner's name for it.
        design: its design.
        group: the id of its group.
        armour_lost, hull_lost: boxes lost.
        out: keys of the systems knocked out.
        jury_rigged: keys of systems, or words of `APART`, repaired in battle and not yet inspected
            (C2E-11.3.4-01).
        second_hand: keys of systems with a second-hand part (C2E-11.3.3-02).
        drive: the state of the main drive.
        ftl: the state of the FTL drive.
        core_out: the core systems that are out: bridge, life, power.
        fighters: fighters left in each group, in the order of the design.
        dropships: tonnes of dropships left aboard.
        salvoes: salvoes left in the magazines.
        fired: keys of one-shot systems that were fired and not replaced.
        endurance: weeks that the ship can stay away from bases (C2E-3.6-01).
        fuel_due, crew_due, weaponry_due: supply due, in hundredths of a tonne.
        combat_turns: turns of combat not yet converted into requirements (C2E-3.7-01).
        out_of_supply: whether it has stayed away longer than its endurance (C2E-3.6-07).
        owed: unpaid maintenance, in hundredths of a credit (C2E-2.5-02).
        fought: the last week of combat; 0 for never (C2E-3.8-06).
        leased: whether it is leased (C2E-3.8-03).
        defence: whether it was bought as a system defence (C2E-8.1-03).
        bound: whether it can never leave, because it was bought at the discount (C2E-8.2-02).
        fuel, crew, weaponry: supplies in its holds, in hundredths of a tonne (C2E-3.8-04).
        spares, used: prepositioned and second-hand parts in its holds, by part word.
        captured: whether it is a capture that was not rebuilt yet (C2E-12.2-01).
        parts_taken: number of parts that a capture has given to other ships; from then on it can
            only be stripped (C2E-12.2-01).
        strange: whether it was rebuilt from a capture of a type unknown to the owner; its repairs
            cost more until the type is in service (C2E-12.2.1-02).
        slots: the installed module, by slot (C2E-16.4-01).
        moved: the last week of movement; 0 for never (C2E-11.1-01).
    """

    owner: PlayerOrNone = seen_from(Sight.OWN, hidden="")
    name: str = field(default="")
    design: Design = field()
    group: GroupId = field(default="")
    armour_lost: Count = field(default=0)
    hull_lost: Count = field(default=0)
    out: list[str] = field(factory=list)
    jury_rigged: list[str] = field(factory=list)
    second_hand: list[str] = field(factory=list)
    drive: DriveState = field(default=OK)
    ftl: DriveState = field(default=OK)
    core_out: list[str] = field(factory=list)
    fighters: list[Count] = field(factory=list)
    dropships: Count = field(default=0)
    salvoes: Count = field(default=0)
    fired: list[str] = field(factory=list)
    endurance: Count = field(default=0)
    fuel_due: Amount = field(default=0)
    crew_due: Amount = field(default=0)
    weaponry_due: Amount = field(default=0)
    combat_turns: Count = field(default=0)
    out_of_supply: bool = field(default=False)
    owed: Amount = field(default=0)
    fought: Count = field(default=0)
    leased: bool = field(default=False)
    defence: bool = field(default=False)
    bound: bool = field(default=False)
    fuel: Amount = field(default=0)
    crew: Amount = field(default=0)
    weaponry: Amount = field(default=0)
    spares: dict[str, Count] = field(factory=dict)
    used: dict[str, Count] = field(factory=dict)
    captured: bool = field(default=False)
    parts_taken: Count = field(default=0)
    strange: bool = field(default=False)
    slots: dict[str, str] = field(factory=dict)
    moved: int = seen_from(Sight.OWN, omitted=True, default=0)

    @property
    def hull_left(self) -> int:
        return self.design.hull - self.hull_lost

    @property
    def armour_left(self) -> int:
        return self.design.armour - self.armour_lost

    @property
    def can_jump(self) -> bool:
        """Return whether the ship can move on the map by itself (C2E-5.1-03).

        A prize crew can fly a capture whose FTL drive works, whatever else is out (C2E-12.2-01).
        """
        is_steered = self.captured or not self.core_out_for_good
        return self.ftl == OK and not self.bound and is_steered

    @property
    def core_out_for_good(self) -> bool:
        """Return whether life support or power core is gone, so that the ship has no crew."""
        return "life" in self.core_out or "power" in self.core_out

    @property
    def needs_supply(self) -> bool:
        """Return whether the ship costs maintenance and can run out of supply.

        Captures, defences that cannot leave, and the umpire's ships do not.
        """
        # C2E-8.1-03, C2E-12.2-01, C2E-1.6-11
        return bool(self.owner) and not self.is_fixed and not self.captured

    @property
    def is_fixed(self) -> bool:
        """Return whether it is a defence unit that never leaves (C2E-8.1-03, C2E-8.2-02)."""
        return self.bound or (self.defence and not self.design.ftl)

    @property
    def in_supply(self) -> bool:
        """Return whether the ship is within its endurance and paid (C2E-3.6-07, C2E-2.5-02).

        A capture needs no supply (C2E-12.2-01).
        """
        return self.captured or not (self.out_of_supply or self.owed)

    @property
    def is_damaged(self) -> bool:
        return bool(
            self.armour_lost
            or self.hull_lost
            or self.out
            or self.core_out
            or self.drive in (HALVED, OUT)
            or self.ftl == OUT
        )

    @property
    def intact_rows(self) -> int:
        """Number of hull rows without a lost box (C2E-12.2.3-01)."""
        first, intact = 0, 0
        for row in self.design.rows:
            intact += bool(row) and self.hull_lost <= first
            first += row
        return intact

    @property
    def majors_out(self) -> int:
        """Number of the five major systems that are knocked out completely (C2E-12.2.1-01)."""
        core = int_sum(name in self.core_out for name in CORE_SYSTEMS)
        return core + (self.drive == OUT) + (self.ftl == OUT)

    @property
    def is_armed(self) -> bool:
        """Return whether fire control and a loaded weapon are in working order (C2E-6.1-01)."""
        working = self.working()
        if self.captured or not any(kind == "fc" for kind, _ in working):
            return False
        return any(
            kind in ("beam", "torpedo", "needle")
            or (kind == "launcher" and self.salvoes > 0)
            or (kind in ("rack", "rack_er", "submunition") and key not in self.fired)
            for kind, key in working
        )

    def working(self) -> list[tuple[str, str]]:
        """Return kind and key of each system in working order."""
        systems, out = self.design.systems, self.out
        return [(system.part.kind, system.key) for system in systems if system.key not in out]


def new_ship(ship_id: str, owner: str, name: str, design: Design, group: str) -> Ship:
    """Return a new, undamaged ship with full craft and salvoes; its endurance is not set."""
    from variants.campaign2e.designs.parts import GROUP

    return Ship(
        id=ship_id,
        owner=owner,
        name=name,
        design=design,
        group=group,
        drive=OK if design.thrust else NONE,
        ftl=OK if design.ftl else NONE,
        fighters=[GROUP] * len(design.fighters),
        dropships=int_sum(design.dropships),
        salvoes=design.salvoes,
    )
