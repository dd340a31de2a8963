"""Jobs: the combined work on a ship, and parts taken for it (C2E-11.4-02)."""

from __future__ import annotations

from collections.abc import Iterable

from variants.campaign2e.designs.refits import refit_item_named
from variants.campaign2e.designs.spares import CORE, spare_for
from variants.campaign2e.model import Campaign, Player, Ship, ShipJob, ShipTask
from variants.campaign2e.rules.damage import DRIVE, FTL
from variants.campaign2e.rules.part_stores import shelf_named


def open_job(player: Player, ship: Ship) -> ShipJob:
    """Return the unpaid job of a ship, or a new one."""
    for job in player.jobs:
        if job.ship == ship.id and not job.paid:
            return job
    return ShipJob(ship=ship.id)


def stop(game: Campaign, player: Player, job: ShipJob) -> None:
    """End a job early; parts of an unpaid job return to their sources."""
    player.jobs.remove(job)
    ship = next((ship for ship in game.ships if ship.id == job.ship), None)
    if not job.paid:
        put_back(game, player, ship, job.tasks)


def put_back(game: Campaign, player: Player, ship: Ship | None, tasks: Iterable[ShipTask]) -> None:
    """Return parts taken by tasks to their sources; the ship may be gone."""
    ships = {donor.id: donor for donor in game.ships}
    for task in tasks:
        if task.from_key and task.source in ships:
            give_back(ships[task.source], task.what, task.from_key)
        elif task.source and not task.from_key:
            shelf = shelf_named(game, player, task.source)
            if shelf is not None and ship is not None:
                shelf.add(*_taken_from_shelf(ship, task))


def _taken_from_shelf(ship: Ship, task: ShipTask) -> tuple[str, int]:
    """Return the item taken by a task from a shelf, and its number."""
    if task.slot:
        return task.new, 1
    if task.new:
        return refit_item_named(task.new).craft
    return spare_for(ship.design, task.what), task.count


def take_part(donor: Ship, part: str, key: str) -> None:
    """Take a part out of a ship (C2E-11.3.2-01); a capture counts as stripped (C2E-12.2.2-01)."""
    donor.parts_taken += donor.captured
    if part == DRIVE:
        donor.drive = "out"
    elif part == FTL:
        donor.ftl = "out"
    elif part in CORE:
        donor.core_out.append(key)
    else:
        donor.out.append(key)


def give_back(donor: Ship, part: str, key: str) -> None:
    """Return a part that was taken for a cancelled job.

    A donor that has a replacement by now keeps that.
    """
    donor.parts_taken -= donor.captured
    if part == DRIVE:
        donor.drive = "ok"
    elif part == FTL:
        donor.ftl = "ok"
    elif (marks := donor.core_out if part in CORE else donor.out) and key in marks:
        marks.remove(key)
