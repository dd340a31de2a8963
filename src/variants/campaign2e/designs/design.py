"""Ship designs and the figures derived from them (C2E-16.1-02)."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import Annotated

from attrs import frozen

from horizons_core.amounts import rounded_up
from horizons_core.model import Between, OneOf
from horizons_core.sums import int_sum
from variants.campaign2e.designs.parts import DROPSHIP_POINTS, FIGHTERS, ShipPart, percent_of

#: C2E-15.2-01: capital units, which include a dummy counter.
CAPITAL = frozenset({"BB", "BDN", "SDN", "CVA", "CVH", "CVL"})

ROWS = 4

# limits in saved games
MAX_BEAM = 30
Boxes = Annotated[int, Between(0, 100_000)]
Craft = Annotated[str, OneOf(tuple(FIGHTERS))]
CORE_SYSTEMS = ("bridge", "life", "power")


@frozen
class ShipSystem:
    """A part of a ship that a threshold check can knock out.

    Attributes:
        key: its name in records, such as `beam3_1` (C2E-14.1-03).
        part: the part that it belongs to; a ship's four holds share one part.
        share: cargo spaces, for holds.
    """

    key: str
    part: ShipPart
    share: int = 0


@frozen
class Slot:
    """A module slot of a design (C2E-16.4-01).

    Attributes:
        name: its name in orders.
        modules: the words of the parts that fit; the ship is built with the first one.
    """

    name: str
    modules: tuple[str, ...]


@frozen(slots=False, cache_hash=True)  # battles use it as a key for what its ships share
class Design:
    """A design.

    Attributes:
        name: its name in orders.
        type: the code of its class of vessels, such as CH.
        mass: the design weight, in tonnes (C2E-16.5-04).
        hull, armour: boxes.
        thrust: the rating of the main drive; 0 for an installation.
        ftl: whether it has an FTL drive.
        merchant: whether it has the crew of a merchant (C2E-3.3-01).
        lander: whether its bays are for assaults (C2E-7.4-01).
        parts: one entry per part, in the order of the design.
        fighters: the kind of each group of fighters included.
        dropships: the mass of each dropship included.
        navy: the selling navy; "" for a player's own design.
        refit: number of the refit that produced it from the design of its name; 0 for the original.
        slots: module slots approved by the umpire (C2E-16.4-01).
    """

    name: str
    type: str
    mass: Boxes
    hull: Boxes
    armour: Boxes
    thrust: Annotated[int, Between(0, 100)]
    ftl: bool
    merchant: bool = False
    lander: bool = False
    parts: tuple[ShipPart, ...] = ()
    fighters: tuple[Craft, ...] = ()
    dropships: tuple[Boxes, ...] = ()
    navy: str = ""
    refit: Boxes = 0
    slots: tuple[Slot, ...] = ()

    @property
    def is_damaged(self) -> bool:
        """Return whether a beam's class is too high, as happens only in a damaged save."""
        return any(part.kind == "beam" and part.number > MAX_BEAM for part in self.parts)

    # masses

    @cached_property
    def drive_mass(self) -> int:
        """Mass of the main drive: 5 percent of the design weight per thrust (C2E-16.5-05)."""
        return percent_of(5 * self.thrust, self.mass) if self.thrust else 0

    @cached_property
    def ftl_mass(self) -> int:
        """Mass of the FTL drive: 10 percent of the design weight (C2E-16.5-05)."""
        return percent_of(10, self.mass) if self.ftl else 0

    @cached_property
    def used_mass(self) -> int:
        """Actual mass: everything aboard (C2E-16.5-04)."""
        parts = int_sum(part.mass(self.mass) for part in self.parts)
        return self.hull + self.armour + self.drive_mass + self.ftl_mass + parts

    @property
    def free_mass(self) -> int:
        """Mass left up to the design weight; negative for an impossible design."""
        return self.mass - self.used_mass

    @cached_property
    def optional_thrust(self) -> int:
        """Thrust that the drive gives the actual mass, if above its rating (C2E-16.5-05).

        Cargo counts as full: freighters do not manoeuvre better empty (C2E-16.6-01).
        """
        return max(self.thrust, 20 * self.drive_mass // self.used_mass) if self.thrust else 0

    # points

    @cached_property
    def hull_points(self) -> int:
        """Points of basic hull, hull boxes and armour, which need Mining/Ore (C2E-3.5-04)."""
        return self.mass + 2 * self.hull + 2 * self.armour

    @cached_property
    def drives_points(self) -> int:
        """Points of both drives, the base of fuel upkeep (C2E-3.2-01)."""
        return 2 * (self.drive_mass + self.ftl_mass)

    @cached_property
    def bare_points(self) -> int:
        """Construction points without craft."""
        parts = int_sum(part.points(self.mass) for part in self.parts)
        return self.hull_points + self.drives_points + parts

    @cached_property
    def fighter_points(self) -> int:
        return int_sum(FIGHTERS[kind] for kind in self.fighters)

    @cached_property
    def craft_points(self) -> int:
        return self.fighter_points + DROPSHIP_POINTS * int_sum(self.dropships)

    @cached_property
    def points(self) -> int:
        """Construction points including craft: the price in credits (C2E-2.5-01)."""
        return self.bare_points + self.craft_points

    @cached_property
    def weaponry_points(self) -> int:
        """Points that count for the upkeep of weaponry, fighters included (C2E-3.4-01)."""
        parts = int_sum(part.points(self.mass) for part in self.parts if part.is_weaponry)
        return parts + self.fighter_points

    # crew, rows and systems

    @cached_property
    def crew_boxes(self) -> int:
        """Crew boxes: one per started 20 mass, for merchants per started 50 (C2E-3.3-01)."""
        return rounded_up(self.mass, 50 if self.merchant else 20)

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """Hull boxes in four rows, as equal as possible; upper rows take the remainder."""
        return divided(self.hull)

    def rows_ended(self, lost: int) -> int:
        """Return the number of rows gone after a loss of hull boxes."""
        end, ended = 0, 0
        for boxes in self.rows:
            end += boxes
            ended += bool(boxes) and lost >= end
        return ended

    @cached_property
    def crew_marks(self) -> tuple[int, ...]:
        """Hull boxes, from 1, whose loss costs a crew factor; the last costs the last factor."""
        step = rounded_up(self.hull, self.crew_boxes)
        marks = {min(step * number, self.hull) for number in range(1, self.crew_boxes + 1)}
        return tuple(sorted(marks | {self.hull}))

    @cached_property
    def systems(self) -> tuple[ShipSystem, ...]:
        """Systems subject to threshold checks, in design order; excludes drives and core."""
        counts: Counter[str] = Counter()
        systems: list[ShipSystem] = []

        def add(key: str, part: ShipPart, share: int = 0) -> None:
            counts[key] += 1
            systems.append(ShipSystem(f"{key}_{counts[key]}", part, share))

        for part in self.parts:
            if part.kind == "screen":
                for _ in range(part.number):
                    add("screen", part)
            elif part.kind != "cargo":
                add(part.key, part)
        hold = ShipPart("cargo", self.cargo)
        for share in divided(self.cargo):
            if share:
                add("hold", hold, share)
        return tuple(systems)

    @cached_property
    def system_keys(self) -> frozenset[str]:
        return frozenset(system.key for system in self.systems)

    # capabilities

    @cached_property
    def cargo(self) -> int:
        """Cargo space in tonnes."""
        return int_sum(part.number for part in self.parts if part.kind == "cargo")

    @cached_property
    def salvoes(self) -> int:
        """Number of missile salvoes in its magazines."""
        return int_sum(part.number // 2 for part in self.parts if part.kind == "magazine")

    @cached_property
    def special(self) -> dict[str, ShipPart]:
        """Non-standard parts by name."""
        return {part.word: part for part in self.parts if part.special is not None}

    @property
    def is_standard(self) -> bool:
        """Return whether all parts are standard, and so of one technology (C2E-16.1-01)."""
        return not self.special

    @property
    def is_supply_ship(self) -> bool:
        """Return whether at least a quarter of the mass is cargo space (C2E-3.8-01)."""
        return 4 * self.cargo >= self.mass

    @property
    def is_capital(self) -> bool:
        """Return whether the design is a capital unit (C2E-15.2-01)."""
        return self.type in CAPITAL

    @property
    def is_installation(self) -> bool:
        """Return whether it has no drive at all, and so is never adrift (C2E-12.1-01)."""
        return not self.thrust and not self.ftl

    @cached_property
    def screens(self) -> int:
        """Level of the screens, 0 to 2."""
        return max((part.number for part in self.parts if part.kind == "screen"), default=0)

    @cached_property
    def towing(self) -> int:
        """Mass that the tug drives can tow (C2E-5.1-03)."""
        return int_sum(part.number for part in self.parts if part.kind == "tug")


def divided(boxes: int) -> tuple[int, ...]:
    """Divide boxes into four rows as equal as possible; upper rows take the remainder."""
    return tuple(boxes // ROWS + (row < boxes % ROWS) for row in range(ROWS))
