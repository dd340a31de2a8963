"""Step 8, repairs and refits: payment, duration, completion, inspections.

Jury-rigged parts are inspected at the next friendly base (C2E-11.2, C2E-11.3.4-01, C2E-11.4).
"""

from __future__ import annotations

from collections.abc import Iterable

from horizons_core.amounts import amount_text, half_up
from horizons_core.model import EventKind
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.campaign2e.constants import CREDITS, HUNDRED
from variants.campaign2e.designs.design import CORE_SYSTEMS
from variants.campaign2e.designs.market import CORE_PARTS
from variants.campaign2e.designs.parts import GROUP
from variants.campaign2e.economy import HEADINGS, ORE, economy_of
from variants.campaign2e.model import Campaign, Player, Ship, ShipJob, ShipTask, place_id
from variants.campaign2e.model.ships import OK, OUT
from variants.campaign2e.rules import captures, refits
from variants.campaign2e.rules.damage import ARMOUR, CRAFT, DRIVE, FTL, HULL, stop_job
from variants.campaign2e.rules.spares import USED_STORE
from variants.campaign2e.rules.supply import is_friendly_base
from variants.campaign2e.rules.task_groups import group_of

PART_INSPECTED = EventKind(
    "ship.inspected",
    "{ship} is inspected at {place}: {sound} passed, {unsound} to be replaced.",
    ("C2E-11.3.4-01",),
)

INSPECTION_PASSES = 3  # the highest die with which a part passes


def inspect_ship(context: TurnContext[Campaign]) -> None:
    """Roll a die for each jury-rigged part of ships at friendly bases: it passes on 1 to 3.

    Failed parts are knocked out until replaced at their price. Before inspection a jury-rigged part
    works like any other.
    """
    game = context.game
    groups = {group.id: group for group in game.groups}
    for ship in game.ships:
        if not ship.jury_rigged:
            continue
        at = groups[ship.group].at
        world = game.world_at(at)
        if world is not None and is_friendly_base(game, world, ship.owner):
            _inspect_part(context, ship, place_id(at))


def _inspect_part(context: TurnContext[Campaign], ship: Ship, place: str) -> None:
    stream = context.stream("inspection", ship.id)
    sound_parts: list[str] = []
    unsound: list[str] = []
    dice = {}
    for key in ship.jury_rigged:
        die = dice[key] = stream.die(6)
        (sound_parts if die <= INSPECTION_PASSES else unsound).append(key)
    ship.jury_rigged = []
    for key in unsound:
        knock_out(ship, key)
    context.emit(
        PART_INSPECTED,
        [ship.owner],
        place=place,
        dice=[context.dice(stream, "inspection", ship.id)],
        ship=ship.name,
        sound=", ".join(sound_parts) or "nothing",
        unsound=", ".join(unsound) or "nothing",
        thrown=dice,
    )


def knock_out(ship: Ship, key: str) -> None:
    """Knock out the system, drive or core system with this key."""
    if key == "drive":
        ship.drive = OUT
    elif key == "ftl":
        ship.ftl = OUT
    elif key in CORE_SYSTEMS:
        ship.core_out.append(key)
    else:
        ship.out.append(key)


REPAIRED = EventKind("ship.mended", "{ship}: {what} repaired at {place}.", ("C2E-11.4-01",))
WORK_BEGUN = EventKind(
    "repair.begun", "{ship}: work on {what} has begun at {place}, {weeks} weeks.", ("C2E-11.4-02",)
)
WORK_STOPPED = EventKind(
    "repair.stopped", "{ship}: the work on {what} stops: {reason}.", ("C2E-11.1-01",)
)
WORK_UNPAID = EventKind(
    "repair.unpaid", "{ship}: the work on {what} is not paid: it costs {price}.", ("C2E-2.5-02",)
)

MINOR_WEEKS, MAJOR_WEEKS = 1, 2
#: Cost of parts from identical ships and from others, in percent of the normal cost.
IDENTICAL_PART, OTHER_PART = 10, 20  # C2E-11.3.2-01, C2E-11.3.3-01
STRANGE_SHIP = 120  # percent: C2E-12.2.1-02


def run(context: TurnContext[Campaign]) -> None:
    """Do a week's work on every job, in the order in which they were ordered."""
    game = context.game
    for player in game.empires:
        ships = {ship.id: ship for ship in game.ships_of(player.id)}
        for job in list(player.jobs):
            ship = ships.get(job.ship)
            if ship is None:
                player.jobs.remove(job)
                continue
            _work_on_job(context, player, ship, job)


def _work_on_job(context: TurnContext[Campaign], player: Player, ship: Ship, job: ShipJob) -> None:
    reason = _reason_to_stop(context, ship, job)
    group = group_of(context.game, ship)
    data = {"ship": ship.name, "what": words_of(job.tasks)}
    place = f"{group.at[0]},{group.at[1]}"
    if reason:
        stop_job(context.game, player, job)
        context.emit(WORK_STOPPED, [player.id], place=place, reason=reason, data=data)
        return
    if not job.paid:
        price = cost_of(context, player, ship, job)
        if price > player.stock.get(CREDITS, 0):
            context.emit(WORK_UNPAID, [player.id], place=place, price=amount_text(price), data=data)
            return
        context.post(player, CREDITS, -price, f"Work on {ship.name}", ("C2E-11.2-01",))
        job.paid, job.weeks = True, weeks_of(job)
        if job.weeks > 1:
            context.emit(WORK_BEGUN, [player.id], place=place, weeks=job.weeks, data=data)
    job.weeks -= 1
    if job.weeks <= 0:
        for task in job.tasks:  # refits among them change the keys of the job's later tasks
            finish(context, player, ship, task)
        player.jobs.remove(job)
        if job.refits:
            refits.number_refit(context.game, player, ship)
        if job.rebuilds:
            captures.complete_rebuilding(context, player, ship)
            return
        context.emit(REPAIRED, [player.id], place=place, data=data)


def _reason_to_stop(context: TurnContext[Campaign], ship: Ship, job: ShipJob) -> str:
    """Return why the work stops: the ship has moved or fought, or lost its base (C2E-11.1-01).

    With spares no base is needed.
    """
    group = group_of(context.game, ship)
    game = context.game
    has_moved = group.came_from is not None
    if game.plays_by("1.1.0"):
        has_moved = ship.moved == game.week
    if has_moved:
        return "the ship has moved"
    if ship.fought == context.game.week:
        return "the ship has fought"
    if group.withdrawn:
        return "the ship withdraws"
    world = context.game.world_at(group.at)
    at_base = world is not None and is_friendly_base(context.game, world, ship.owner)
    if not at_base and not all(task.source for task in job.tasks):
        return "the place is no longer a friendly base"
    return ""


def weeks_of(job: ShipJob) -> int:
    """Return the weeks of a job's longest task, or one week at double speed."""
    hangars = int_sum("HANGAR" in (task.new or task.what) for task in job.tasks)
    is_major = hangars > 1 or any(task.major for task in job.tasks)
    return MAJOR_WEEKS if is_major and not job.fast else MINOR_WEEKS


def cost_of(context: TurnContext[Campaign], player: Player, ship: Ship, job: ShipJob) -> int:
    """Return the price of a job, in hundredths of a credit."""
    total = int_sum(
        _cost(context, player, ship, task, fast=job.fast)
        for task in job.tasks
        if task.what not in CORE_PARTS or task.source
    )
    core = [task for task in job.tasks if task.what in CORE_PARTS and not task.source]
    if core:  # C2E-11.5-01: a third of the keel for each, rounded once
        price = half_up(HUNDRED * ship.design.mass * len(core), 3)
        total += price * 2 if job.fast else price
    return (
        half_up(total * STRANGE_SHIP, 100)
        if captures.is_strange(context.game, player, ship)
        else total
    )


def _cost(
    context: TurnContext[Campaign], player: Player, ship: Ship, task: ShipTask, *, fast: bool
) -> int:
    """Return the price of a task, by source, missing resources and speed."""
    game, economy, normal = context.game, economy_of(context), task.price
    if task.weaponry:
        normal = economy.with_access(normal, HEADINGS["weaponry"], player.access)
    if task.of_the_hull:
        normal = economy.with_access(normal, ORE, player.access)
    cost = normal
    if task.from_key:
        cost = half_up(
            normal * (IDENTICAL_PART if _is_identical(game, ship, task) else OTHER_PART), 100
        )
    elif task.source.startswith(USED_STORE):
        cost = half_up(normal * OTHER_PART, 100)
    elif task.source:
        cost = 0  # C2E-11.3.1-01
    if not fast:  # C2E-11.4-03
        return cost
    # C2E-11.4-03
    return max(2 * cost, half_up(normal, 2)) if task.source else 2 * cost


def _is_identical(game: Campaign, ship: Ship, task: ShipTask) -> bool:
    """Return whether the donor has the same design and refit state (C2E-11.3.2-01)."""
    donor = next((other for other in game.ships if other.id == task.source), None)
    return donor is not None and not donor.captured and donor.design == ship.design


def finish(context: TurnContext[Campaign], player: Player, ship: Ship, task: ShipTask) -> None:
    """Complete a task: the part is as good as new, unless second-hand (C2E-11.3.3-02)."""
    if task.new:
        refits.complete_refit(context, player, ship, task)
    elif task.what == HULL:
        ship.hull_lost = max(0, ship.hull_lost - task.count)
    elif task.what == ARMOUR:
        ship.armour_lost = max(0, ship.armour_lost - task.count)
    elif task.what == DRIVE:
        ship.drive = OK
        _discard(ship.jury_rigged, "drive")
    elif task.what == FTL:
        ship.ftl = OK
        _discard(ship.jury_rigged, "ftl")
    elif task.what in CORE_PARTS:
        _discard(ship.core_out, CORE_PARTS[task.what])
        _discard(ship.jury_rigged, CORE_PARTS[task.what])
    elif task.what == CRAFT:
        ship.fighters = [GROUP] * len(ship.design.fighters)
        ship.dropships = int_sum(ship.design.dropships)
    else:
        _install(context.game, ship, task)


def _install(game: Campaign, ship: Ship, task: ShipTask) -> None:
    key = task.system
    for marks in (ship.out, ship.jury_rigged, ship.second_hand):
        _discard(marks, key)
    is_strange = task.from_key and not _is_identical(game, ship, task)
    if is_strange or task.second_hand or task.source.startswith(USED_STORE):
        ship.second_hand.append(key)


def _discard(marks: list[str], key: str) -> None:
    if key in marks:
        marks.remove(key)


def words_of(tasks: Iterable[ShipTask]) -> str:
    """Describe tasks for a report."""
    return ", ".join(task.words for task in tasks)
