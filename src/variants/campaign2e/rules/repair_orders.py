"""REPAIR: damage, places and sources of repairs (C2E-11.1, C2E-11.2, C2E-11.3).

A week's orders for one ship form one job (C2E-11.4-02), carried out by `rules/repair_work.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from horizons_core.errors import did_you_mean
from horizons_core.model import folded
from horizons_core.orders import Order, Refusal, Refused, is_count
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.campaign2e.designs.market import BOXES, CORE_PARTS, spare_for
from variants.campaign2e.designs.parts import part_named
from variants.campaign2e.model import Campaign, Player, Ship, ShipTask, TaskGroup, place_id
from variants.campaign2e.references import own_ship
from variants.campaign2e.rules.damage import (
    ARMOUR,
    CRAFT,
    DRIVE,
    FTL,
    HOLD,
    HULL,
    Damage,
    box_damage,
    damage_of,
    open_job,
    return_parts,
    take_out_part,
)
from variants.campaign2e.rules.designs import must_be_capital, needs_capital
from variants.campaign2e.rules.spares import Shelf, shelves_at
from variants.campaign2e.rules.supply import is_friendly_base
from variants.campaign2e.rules.task_groups import group_of

SPARES, ALL = "SPARES", "ALL"
_WHOLE_WORDS = (ALL, CRAFT, DRIVE, FTL, HOLD, *CORE_PARTS)


def repair(context: TurnContext[Campaign], player: Player, order: Order) -> None:
    """REPAIR: add the named repairs as tasks to the ship's weekly job."""
    game = context.game
    ship = own_ship(context, player, order, "ship")
    source = order.get("source", "")
    text = " ".join(order["what"].upper().split())
    if ship.captured and not (source and text in (DRIVE, FTL, *CORE_PARTS)):
        message = f"{ship.name} is a capture"
        hint = "REBUILD it; only drives and core systems can be repaired, FROM SPARES"
        raise Refused(Refusal("captured", message, hint, "ship"))
    group = group_of(game, ship)
    if group.withdrawn or group.departure is not None:
        message = f"{ship.name} leaves {place_id(group.at)} this week"
        raise Refused(Refusal("leaving", message, "order this after it arrives", "ship"))
    requested = _requested(player, ship, text)
    job = open_job(player, ship)
    tasks = _tasks(game, player, ship, requested, source, all_damage=text == ALL)
    fast = "fast" in order.arguments
    if fast and not any(task.major for task in [*tasks, *job.tasks]) and not _hangars(tasks):
        if game.plays_by("1.1.0"):
            return_parts(game, player, ship, tasks)
        message = "only repairs that take two weeks can be sped up"
        raise Refused(Refusal("minor-repair", message, "leave out FAST", "fast"))
    job.tasks += tasks
    job.fast = job.fast or fast
    if job not in player.jobs:
        player.jobs.append(job)


def _hangars(tasks: Iterable[ShipTask]) -> bool:
    """Return whether more than one hangar is repaired at once (C2E-11.4-02)."""
    return int_sum(task.what == "HANGAR" for task in tasks) > 1


def _requested(player: Player, ship: Ship, text: str) -> list[Damage]:
    """Return the damage named in an order; raises Refused if there is none (C2E-11.1-02)."""
    unrepaired = _not_in_work(player, ship)
    if text == ALL:
        if unrepaired:
            return unrepaired
        raise Refused(_undamaged(f"{ship.name} has no damage left to repair"))
    word, _, number = text.partition(" ")
    if word in (HULL, ARMOUR) and (not number or is_count(number)):
        return [_boxes(ship, unrepaired, word, int(number or 1))]
    if text not in _WHOLE_WORDS:
        text = _part_word(ship, text)
    for damage in unrepaired:
        if damage.what == text:
            return [damage]
    raise Refused(_undamaged(f"{ship.name} has no damaged {text} left to repair"))


def _undamaged(message: str) -> Refusal:
    return Refusal("not-damaged", message, "your report lists the damage of each ship", "what")


def _boxes(ship: Ship, unrepaired: Iterable[Damage], word: str, count: int) -> Damage:
    damaged = int_sum(damage.count for damage in unrepaired if damage.what == word)
    if not 1 <= count <= damaged:
        message = f"{ship.name} has {damaged} {word} boxes to repair, not {count}"
        raise Refused(_undamaged(message))
    return box_damage(word, count)


def _part_word(ship: Ship, text: str) -> str:
    words = sorted({part.word for part in ship.design.parts})
    hint = did_you_mean(text, [*words, *_WHOLE_WORDS, HULL, ARMOUR])
    try:
        word = part_named(text, ship.design.special).word
    except ValueError as problem:
        raise Refused(Refusal("unknown-part", str(problem), hint, "what")) from problem
    if word not in words:
        message = f"{ship.name} has no {word}"
        raise Refused(Refusal("unknown-part", message, hint, "what"))
    return word


def _not_in_work(player: Player, ship: Ship) -> list[Damage]:
    """Return the damage of a ship that no job repairs yet."""
    tasks = [task for job in player.jobs if job.ship == ship.id for task in job.tasks]
    in_work = [(task.what, task.system) for task in tasks if task.what not in BOXES]
    unrepaired = []
    for damage in damage_of(ship):
        if damage.what in BOXES:
            count = damage.count - int_sum(t.count for t in tasks if t.what == damage.what)
            if count > 0:
                unrepaired.append(box_damage(damage.what, count))
        elif (damage.what, damage.system) not in in_work:
            unrepaired.append(damage)
    return unrepaired


def _tasks(
    game: Campaign,
    player: Player,
    ship: Ship,
    requested: list[Damage],
    source: str,
    *,
    all_damage: bool,
) -> list[ShipTask]:
    """Return the tasks for some damage; raises Refused if it cannot be repaired (C2E-11.1-01)."""
    group = group_of(game, ship)
    world = game.world_at(group.at)
    at_base = world is not None and is_friendly_base(game, world, player.id)
    if source and folded(source) != folded(SPARES):
        for damage in requested:
            if needs_capital(game, player, ship, damage.system):
                must_be_capital(player, ship, damage.what, group.at)
        if not at_base:
            message = f"{ship.name} is not at a friendly base"
            hint = "away from bases it can only be repaired with spares of supply ships"
            raise Refused(Refusal("no-base", message, hint, "ship"))
        donor = _donor(game, player, ship, group, source)
        return _from_donor(game, player, ship, donor, requested, all_damage=all_damage)
    if at_base and not source:
        return _at_base(game, player, ship, group, requested)
    shelves = shelves_at(game, player, group.at)
    if not all_damage or not game.plays_by("1.1.0"):
        tasks = [task for damage in requested for task in _from_spares(game, ship, shelves, damage)]
    else:
        tasks = [task for damage in requested for task in _tasks_with_spares(ship, shelves, damage)]
    if tasks:
        return tasks
    raise Refused(_too_few_spares(ship, group, shelves, requested[0], at_base=at_base))


def _too_few_spares(
    ship: Ship, group: TaskGroup, shelves: Sequence[Shelf], damage: Damage, *, at_base: bool
) -> Refusal:
    """Explain why spares do not repair some damage: none or too few (C2E-11.3.1-01)."""
    part, place = damage.what, place_id(group.at)
    count = _count_spares(ship, shelves, damage)
    if count:
        amount = "1 spare" if count == 1 else f"{count} spares"
        location = "lie" if at_base else "are aboard supply ships"
        message = f"only {amount} {part} for {ship.name} {location} at {place}, not {damage.count}"
        hint = f"REPAIR {ship.name} {part} {count} FROM SPARES"
        return Refusal("no-spare", message, hint, "what")
    if at_base:
        message = f"no spare {part} for {ship.name} is at {place}"
        return Refusal("no-spare", message, "leave out FROM SPARES to pay for the part", "what")
    message = (
        f"{ship.name} is not at a friendly base, and no supply ship with it has a spare {part}"
    )
    return Refusal("no-base", message, "bring it to a base, or a supply ship to it", "ship")


def _at_base(
    game: Campaign, player: Player, ship: Ship, group: TaskGroup, requested: list[Damage]
) -> list[ShipTask]:
    """Return the tasks at a base; non-standard parts need the capital (C2E-16.3-01)."""
    at_capital = place_id(group.at) == player.capital
    tasks = [d for d in requested if at_capital or not needs_capital(game, player, ship, d.system)]
    if not tasks:
        must_be_capital(player, ship, requested[0].what, group.at)
    return [task_for(damage) for damage in tasks]


def task_for(damage: Damage, source: str = "", from_key: str = "") -> ShipTask:
    """Return the task of repairing some damage from a source."""
    return ShipTask(
        what=damage.what,
        system=damage.system,
        count=damage.count,
        price=damage.price,
        weaponry=damage.weaponry,
        of_the_hull=damage.of_the_hull,
        major=damage.major,
        source=source,
        from_key=from_key,
    )


def _from_spares(
    game: Campaign, ship: Ship, shelves: Sequence[Shelf], damage: Damage
) -> list[ShipTask]:
    """Return the tasks with spares from stores or holds, if they repair all of the damage."""
    if not game.plays_by("1.1.0"):
        enough = [s for s in shelves if s.parts.get(_spare(ship, damage), 0) >= damage.count]
        return _tasks_with_spares(ship, enough[:1], damage)
    enough_in_all = _count_spares(ship, shelves, damage) >= damage.count
    return _tasks_with_spares(ship, shelves, damage) if enough_in_all else []


def _tasks_with_spares(ship: Ship, shelves: Iterable[Shelf], damage: Damage) -> list[ShipTask]:
    """Return the tasks possible with available spares, new before second-hand (C2E-11.1-02)."""
    word, remaining = _spare(ship, damage), damage.count
    tasks = []
    for shelf in shelves if word else ():
        count = min(remaining, shelf.parts.get(word, 0))
        if count and shelf.take(word, count):
            part = box_damage(damage.what, count) if damage.what in BOXES else damage
            tasks.append(task_for(part, shelf.name))
            remaining -= count
    return tasks


def _count_spares(ship: Ship, shelves: Iterable[Shelf], damage: Damage) -> int:
    word = _spare(ship, damage)
    return int_sum(shelf.parts.get(word, 0) for shelf in shelves)


def _spare(ship: Ship, damage: Damage) -> str:
    """Return the word of the spare for some damage; "" if there is none."""
    return "" if damage.what in (CRAFT, HOLD) else spare_for(ship.design, damage.what)


def _donor(game: Campaign, player: Player, ship: Ship, group: TaskGroup, name: str) -> Ship:
    """Return the donor of parts: in the same group, or a capture there (C2E-11.3.2-01)."""
    key = folded(name)
    donors = [other for other in game.ships_of(player.id) if folded(other.name) == key]
    if not donors:
        names = [other.name for other in game.ships_in(group.id) if other is not ship]
        hint = did_you_mean(name, [SPARES, *names])
        raise Refused(Refusal("unknown-ship", f"you have no ship {name}", hint, "source"))
    donor = donors[0]
    nearby = donor.group == group.id or (donor.captured and group_of(game, donor).at == group.at)
    if donor is ship or not nearby:
        message = f"{donor.name} is not in the group of {ship.name}"
        raise Refused(Refusal("not-in-group", message, "TRANSFER it first", "source"))
    if donor.leased and game.plays_by("1.1.0"):  # C2E-3.8-03
        message = f"{donor.name} is leased"
        raise Refused(Refusal("leased", message, "leased ships cannot be changed", "source"))
    if any(job.ship == donor.id and job.rebuilds for job in player.jobs):
        message = f"{donor.name} is being rebuilt"
        raise Refused(Refusal("under-way", message, "", "source"))
    return donor


def _from_donor(
    game: Campaign,
    player: Player,
    ship: Ship,
    donor: Ship,
    requested: list[Damage],
    *,
    all_damage: bool,
) -> list[ShipTask]:
    """Return tasks with parts of another ship, which are removed at once (C2E-11.3.2-01).

    A module being swapped is not available, and a part that was second-hand on the donor remains
    second-hand.
    """
    chosen: list[tuple[Damage, str]] = []
    follows = game.plays_by("1.1.0")
    jobs = [job for job in player.jobs if job.ship == donor.id and follows]
    swapped = {task.system for job in jobs for task in job.tasks if task.slot}
    for damage in requested:
        key = _working_part(ship, donor, damage, {*swapped, *(key for _, key in chosen)})
        if key is not None:
            chosen.append((damage, key))
    if not chosen or (len(chosen) < len(requested) and not all_damage):
        message = f"{donor.name} has no working {requested[0].what} to give"
        raise Refused(Refusal("no-such-part", message, "", "source"))
    for damage, key in chosen:
        take_out_part(donor, damage.what, key)
    tasks = [task_for(damage, donor.id, key) for damage, key in chosen]
    for task in tasks:
        task.second_hand = follows and task.from_key in donor.second_hand
    return tasks


def _working_part(ship: Ship, donor: Ship, damage: Damage, reserved: Collection[str]) -> str | None:
    """Return the key of a donor's part that can replace damage and is not reserved yet.

    Parts must be functionally identical: of the same kind, class and arcs (C2E-11.3.3-03); custom
    parts need ships of the same mass.
    """
    same_mass = donor.design.mass == ship.design.mass
    if damage.what == DRIVE:
        fits = same_mass and donor.design.thrust == ship.design.thrust and donor.drive == "ok"
        return DRIVE if fits else None
    if damage.what == FTL:
        return FTL if same_mass and donor.ftl == "ok" else None
    if damage.what in CORE_PARTS:
        name = CORE_PARTS[damage.what]
        return name if same_mass and name not in donor.core_out else None
    if damage.what in (HULL, ARMOUR, CRAFT, HOLD):
        return None
    for system in donor.design.systems:
        is_screen = system.part.kind == "screen"
        if (
            system.part.word == damage.what
            and system.key not in donor.out
            and system.key not in reserved
            and (same_mass or not is_screen)
        ):
            return system.key
    return None
