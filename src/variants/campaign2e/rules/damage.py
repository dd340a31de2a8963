"""Damage of ships: words in orders, and repair prices.

Prices are those of the original construction (C2E-11.2-01), before surcharges for resources.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from horizons_core.amounts import half_up
from horizons_core.sums import int_sum
from variants.campaign2e.constants import HUNDRED
from variants.campaign2e.designs.design import ShipSystem
from variants.campaign2e.designs.parts import DROPSHIP_POINTS, FIGHTERS, GROUP
from variants.campaign2e.designs.spares import CORE
from variants.campaign2e.model import Ship
from variants.campaign2e.model.ships import HALVED, OUT

#: Words for parts that a design does not list (C2E-11.1-02).
HULL, ARMOUR, DRIVE, FTL, CRAFT, HOLD = "HULL", "ARMOUR", "DRIVE", "FTL", "CRAFT", "CARGO"

#: C2E-11.4-02: beams and drives with a higher number take two weeks.
MINOR_NUMBER = 3


@frozen
class Damage:
    """A repairable item.

    Attributes:
        what: its word in orders.
        system: key of its system; "" if it is none.
        count: number of boxes.
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
    """Yield all damage of a ship: boxes, systems in design order, drives, core, craft."""
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
    """Return the damage of hull or armour boxes."""
    return Damage(word, count=count, price=2 * HUNDRED * count, of_the_hull=True)


def of_system(ship: Ship, system: ShipSystem) -> Damage:
    """Return the damage of a system; a screen generator has its share of the set's price."""
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
    """Return the price of lost fighters and dropships (C2E-11.2-01)."""
    fighters = int_sum(
        half_up(HUNDRED * FIGHTERS[kind] * (GROUP - left), GROUP)
        for kind, left in zip(ship.design.fighters, ship.fighters, strict=False)
    )
    lost = int_sum(ship.design.dropships) - ship.dropships
    return fighters + HUNDRED * DROPSHIP_POINTS * lost
