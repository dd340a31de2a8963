"""Damage of ships: words in orders, prices, and the jobs that repair it.

Prices are those of the original construction (C2E-11.2-01), before surcharges for resources. A job
is all the work on a ship that is done together, with the parts taken for it (C2E-11.4-02).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from horizons_core.amounts import half_up
from horizons_core.sums import int_sum
from variants.campaign2e.constants import HUNDRED
from variants.campaign2e.designs.design import ShipSystem
from variants.campaign2e.designs.market import CORE_PARTS, spare_for
from variants.campaign2e.designs.parts import DROPSHIP_POINTS, FIGHTERS, GROUP
from variants.campaign2e.designs.refits import refit_item_named
from variants.campaign2e.model import Campaign, Player, Ship, ShipJob, ShipTask
from variants.campaign2e.model.ships import HALVED, OUT
from variants.campaign2e.rules.spares import shelf_named

#: Words for parts that a design does not list (C2E-11.1-02).
HULL, ARMOUR, DRIVE, FTL, CRAFT, HOLD = "HULL", "ARMOUR", "DRIVE", "FTL", "CRAFT", "CARGO"

#: C2E-11.4-02: beams and drives with a higher number take two weeks.
MINOR_NUMBER = 3


@frozen
class Damage:
    """Damage that is repaired as one item.

    Attributes:
        what: the word for it in orders.
        system: key of its system; "" if it isn't a system.
        count: number of boxes.
        price: in hundredths of a credit.
        weaponry: whether it is weaponry: the price doubles without Manufactured Goods
            (C2E-3.5-03).
        of_the_hull: whether it is part of the hull: the price doubles without Mining/Ore
            (C2E-3.5-04).
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
        yield box_damage(HULL, ship.hull_lost)
    if ship.armour_lost:
        yield box_damage(ARMOUR, ship.armour_lost)
    for system in design.systems:
        if system.key in ship.out:
            yield system_damage(ship, system)
    if ship.drive in (HALVED, OUT):
        price = 2 * HUNDRED * design.drive_mass
        major = design.thrust > MINOR_NUMBER
        yield Damage(DRIVE, price=half_up(price, 1 + (ship.drive == HALVED)), major=major)
    if ship.ftl == OUT:
        yield Damage(FTL, price=2 * HUNDRED * design.ftl_mass, major=True)
    for word, name in CORE_PARTS.items():
        if name in ship.core_out:
            yield Damage(word, name, price=half_up(HUNDRED * design.mass, 3), major=True)
    craft = craft_price(ship)
    if craft:
        yield Damage(CRAFT, price=craft)


def box_damage(word: str, count: int) -> Damage:
    """Return the damage of hull or armour boxes."""
    return Damage(word, count=count, price=2 * HUNDRED * count, of_the_hull=True)


def system_damage(ship: Ship, system: ShipSystem) -> Damage:
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


def open_job(player: Player, ship: Ship) -> ShipJob:
    """Return the unpaid job of a ship, or a new one."""
    for job in player.jobs:
        if job.ship == ship.id and not job.paid:
            return job
    return ShipJob(ship=ship.id)


def stop_job(game: Campaign, player: Player, job: ShipJob) -> None:
    """End a job early; parts of an unpaid job return to their sources."""
    player.jobs.remove(job)
    ship = next((ship for ship in game.ships if ship.id == job.ship), None)
    if not job.paid:
        return_parts(game, player, ship, job.tasks)


def return_parts(
    game: Campaign, player: Player, ship: Ship | None, tasks: Iterable[ShipTask]
) -> None:
    """Return parts taken by tasks to their sources; the ship may be gone."""
    ships = {donor.id: donor for donor in game.ships}
    for task in tasks:
        if task.from_key and task.source in ships:
            put_part_back(ships[task.source], task.what, task.from_key)
        elif task.source and not task.from_key:
            shelf = shelf_named(game, player, task.source)
            if shelf is not None and ship is not None:
                shelf.add(*_taken_from_shelf(ship, task))


def _taken_from_shelf(ship: Ship, task: ShipTask) -> tuple[str, int]:
    """Return the item that a task takes from a shelf, and its quantity."""
    if task.slot:
        return task.new, 1
    if task.new:
        return refit_item_named(task.new).craft
    return spare_for(ship.design, task.what), task.count


def take_out_part(donor: Ship, part: str, key: str) -> None:
    """Take a part out of a ship (C2E-11.3.2-01); a capture counts as stripped (C2E-12.2.2-01)."""
    donor.parts_taken += donor.captured
    if part == DRIVE:
        donor.drive = "out"
    elif part == FTL:
        donor.ftl = "out"
    elif part in CORE_PARTS:
        donor.core_out.append(key)
    else:
        donor.out.append(key)


def put_part_back(donor: Ship, part: str, key: str) -> None:
    """Return a part that was taken for a cancelled job.

    A donor that already has a replacement keeps it.
    """
    donor.parts_taken -= donor.captured
    if part == DRIVE:
        donor.drive = "ok"
    elif part == FTL:
        donor.ftl = "ok"
    elif (marks := donor.core_out if part in CORE_PARTS else donor.out) and key in marks:
        marks.remove(key)
