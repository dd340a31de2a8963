"""What is damaged aboard a ship, what it is called in orders, and what repairing it costs.

Prices are those of the original construction (C2E-11.2-01), before what missing resources add.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from horizons_core.amounts import half_up
from horizons_core.sums import int_sum
from variants.campaign2e.constants import HUNDRED
from variants.campaign2e.designs.design import System
from variants.campaign2e.designs.parts import DROPSHIP_POINTS, FIGHTERS, GROUP
from variants.campaign2e.designs.spares import CORE
from variants.campaign2e.model import Ship
from variants.campaign2e.model.ships import HALVED, OUT

#: The words for what a design does not list (C2E-11.1-02).
HULL, ARMOUR, DRIVE, FTL, CRAFT, HOLD = "HULL", "ARMOUR", "DRIVE", "FTL", "CRAFT", "CARGO"

#: C2E-11.4-02: beams and drives of a higher number take two weeks.
MINOR_NUMBER = 3


@frozen
class Damage:
    """One thing that can be repaired.

    Attributes:
        what: its word in orders.
        system: the key of its system; "" where it is none.
        count: how many boxes.
        price: in hundredths of a credit.
        weaponry: whether the price doubles without Manufactured Goods (C2E-3.5-03).
        of_the_hull: whether it doubles without Mining/Ore (C2E-3.5-04).
        major: whether it takes two weeks by itself (C2E-11.4-02).
    """

    what: str
    system: str = ""
    count: int = 1
    price: int = 0
    weaponry: bool = False
    of_the_hull: bool = False
    major: bool = False


def damage_of(ship: Ship) -> Iterator[Damage]:
    """All damage of a ship: boxes, systems in the order of the design, drives, core, craft."""
    design = ship.design
    if ship.hull_lost:
        yield boxes(HULL, ship.hull_lost)
    if ship.armour_lost:
        yield boxes(ARMOUR, ship.armour_lost)
    for system in design.systems:
        if system.key in ship.out:
            yield of_system(ship, system)
    if ship.drive in (HALVED, OUT):
        price = 2 * HUNDRED * design.drive_mass
        major = design.thrust > MINOR_NUMBER
        yield Damage(DRIVE, price=half_up(price, 1 + (ship.drive == HALVED)), major=major)
    if ship.ftl == OUT:
        yield Damage(FTL, price=2 * HUNDRED * design.ftl_mass, major=True)
    for word, name in CORE.items():
        if name in ship.core_out:
            yield Damage(word, name, price=half_up(HUNDRED * design.mass, 3), major=True)
    craft = craft_price(ship)
    if craft:
        yield Damage(CRAFT, price=craft)


def boxes(word: str, count: int) -> Damage:
    """So many boxes of the hull or of armour."""
    return Damage(word, count=count, price=2 * HUNDRED * count, of_the_hull=True)


def of_system(ship: Ship, system: System) -> Damage:
    """A system that is knocked out: a generator of a set of screens has its part of the price."""
    part, design = system.part, ship.design
    if part.kind == "cargo":
        return Damage(HOLD, system.key)
    price = HUNDRED * part.points(design.mass)
    if part.kind == "screen":
        price = half_up(price, part.number)
    is_large_beam = part.kind == "beam" and part.number > MINOR_NUMBER
    is_double_screen = part.kind == "screen" and part.number > 1
    return Damage(
        part.word,
        system.key,
        price=price,
        weaponry=part.is_weaponry,
        major=is_large_beam or is_double_screen,
    )


def craft_price(ship: Ship) -> int:
    """What the fighters and dropships that are lost cost anew (C2E-11.2-01)."""
    fighters = int_sum(
        half_up(HUNDRED * FIGHTERS[kind] * (GROUP - left), GROUP)
        for kind, left in zip(ship.design.fighters, ship.fighters, strict=False)
    )
    lost = int_sum(ship.design.dropships) - ship.dropships
    return fighters + HUNDRED * DROPSHIP_POINTS * lost
