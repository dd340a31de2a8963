"""REFIT and SWAP: replacement of parts, boxes, free mass and modules.

A refit replaces parts, boxes or free mass (C2E-16.5, C2E-16.6). It is a task of the ship's weekly
job: payment, duration and interruption are those of repairs (C2E-16.5-01). Maintenance follows from
the resulting design (C2E-16.5-03).

A swap exchanges modules in the slots of a design (C2E-16.4). A module is a part. It is paid for
like a ship, stored at the world named in the purchase, and free of maintenance until installed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import evolve

from horizons_core.errors import did_you_mean
from horizons_core.model import folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.sums import int_sum, ordered_sum
from horizons_core.turn import TurnContext
from variants.campaign2e.constants import HUNDRED
from variants.campaign2e.designs.design import Design, Slot
from variants.campaign2e.designs.market import CORE_PARTS
from variants.campaign2e.designs.parsing import design_faults
from variants.campaign2e.designs.parts import GROUP, ShipPart, part_named
from variants.campaign2e.designs.refits import (
    DROPSHIPS,
    RefitItem,
    RefittedDesign,
    changed,
    part_keys,
    price_of,
    refit_item_named,
)
from variants.campaign2e.economy import economy_of
from variants.campaign2e.model import Campaign, Player, Ship, ShipTask, TaskGroup, place_id
from variants.campaign2e.model.ships import APART
from variants.campaign2e.references import own_ship
from variants.campaign2e.rules.damage import open_job
from variants.campaign2e.rules.designs import (
    counts_as_standard,
    market_designs,
    must_be_capital,
    parts_for,
)
from variants.campaign2e.rules.spares import Shelf, craft_at, modules_at, used_at
from variants.campaign2e.rules.supply import must_be_at_base
from variants.campaign2e.rules.supply_ships import loaded_in
from variants.campaign2e.rules.task_groups import group_of

#: Parts that refits cannot change, because they are built for the design weight (C2E-16.5-05).
_FIXED = ("DRIVE", "FTL", "ALL", "CRAFT", *CORE_PARTS)


def order_refit(context: TurnContext[Campaign], player: Player, order: Order) -> None:
    """REFIT: add the refit as a task to the ship's weekly job."""
    game = context.game
    ship = own_ship(context, player, order, "ship")
    group = group_of(game, ship)
    must_be_workable(ship, group)
    must_be_at_base(game, player.id, group.at, ship.name)
    _must_not_have_begun(player, ship)
    special = parts_for(game, player, ship)
    old, new = _refit_item(order, "old", special), _refit_item(order, "new", special)
    if old == new:
        message = f"this would replace {old.word} with {new.word}"
        raise Refused(Refusal("same-part", message, "name another part", "new"))
    job = open_job(player, ship)
    key = system_of(player, ship, old)
    is_special = any(fit.part is not None and fit.part.special is not None for fit in (old, new))
    if is_special or not counts_as_standard(game, player, ship.design):
        must_be_capital(player, ship, new.word if is_special else old.word, group.at)
    must_be_sound(ship, planned_design(ship, job.tasks, special), old, new)
    kind, number = new.craft
    ashore = craft_at(player, place_id(group.at))
    job.tasks.append(
        ShipTask(
            what=old.word,
            system=key,
            price=price_of(ship.design, old, new),
            source=ashore.name if kind and ashore.take(kind, number) else "",
            weaponry=new.is_weaponry,
            of_the_hull=new.doubles_without_ore,
            major=new.is_major,
            new=new.word,
        )
    )
    if job not in player.jobs:
        player.jobs.append(job)


def must_be_workable(ship: Ship, group: TaskGroup) -> None:
    """Raise Refused for a ship that cannot be changed: a capture, a leased or a leaving one."""
    if ship.captured:
        message = f"{ship.name} is a capture"
        raise Refused(Refusal("captured", message, "REBUILD it first", "ship"))
    if ship.leased:
        message = f"{ship.name} is leased"
        raise Refused(Refusal("leased", message, "leased ships cannot be changed", "ship"))
    if group.withdrawn or group.departure is not None:
        message = f"{ship.name} leaves {place_id(group.at)} this week"
        raise Refused(Refusal("leaving", message, "order this after it arrives", "ship"))


def _must_not_have_begun(player: Player, ship: Ship) -> None:
    """Raise Refused during another refit: its result determines the ship's weight."""
    if any(job.ship == ship.id and job.paid and job.refits for job in player.jobs):
        message = f"{ship.name} is being refitted"
        raise Refused(Refusal("refit-begun", message, "give this order after the refit", "ship"))


def _refit_item(order: Order, argument: str, special: Mapping[str, ShipPart]) -> RefitItem:
    text = " ".join(order[argument].upper().split())
    if text in _FIXED or text.split("/")[0] in _FIXED:
        message = f"{text} cannot be refitted"
        raise Refused(Refusal("fixed-part", message, "name a part or boxes", argument))
    try:
        return refit_item_named(text, special)
    except ValueError as problem:
        hint = "name parts as in DESIGN"
        raise Refused(Refusal("unknown-part", str(problem), hint, argument)) from problem


def planned_design(
    ship: Ship, tasks: Iterable[ShipTask], special: Mapping[str, ShipPart]
) -> Design:
    """Return the design of a ship after the refits ordered so far."""
    design = ship.design
    keys = {key: key for key in sorted(design.system_keys)}
    for task in tasks:
        if task.new:
            change = _refitted_design(design, task, keys.get(task.system, ""), special)
            design = change.design
            keys = {key: change.keys[k] for key, k in keys.items() if k in change.keys}
    return design


def _refitted_design(
    design: Design, task: ShipTask, key: str, special: Mapping[str, ShipPart]
) -> RefittedDesign:
    old, new = refit_item_named(task.what, special), refit_item_named(task.new, special)
    return changed(design, old, new, _index_of(design, key))


def _index_of(design: Design, key: str) -> int | None:
    """Return the index of the part in a design that has a system key; None if there is none."""
    places = enumerate(part_keys(design))
    return next((number for number, keys in places if key and key in keys), None)


def system_of(player: Player, ship: Ship, old: RefitItem) -> str:
    """Return the system to remove: among equal parts a defective one, otherwise the first."""
    if old.part is None or old.part.kind == "cargo":
        return ""
    in_work = {t.system for job in player.jobs if job.ship == ship.id for t in job.tasks}
    keys = [
        keys[0]
        for part, keys in zip(ship.design.parts, part_keys(ship.design), strict=True)
        if part == old.part and keys and not in_work & set(keys)
    ]
    if not keys:
        words = sorted({part.word for part in ship.design.parts})
        message = f"{ship.name} has no {old.word} free for a refit"
        raise Refused(Refusal("unknown-part", message, did_you_mean(old.word, words), "old"))
    unsound = [*ship.out, *ship.jury_rigged, *ship.second_hand]
    return min(keys, key=lambda key: unsound.index(key) if key in unsound else len(unsound))


def must_be_sound(ship: Ship, design: Design, old: RefitItem, new: RefitItem) -> None:
    """Raise Refused for a refit with an invalid result (C2E-16.5-03, C2E-16.5-04)."""
    part = old.part if old.part is not None and old.part.kind != "cargo" else None
    index = design.parts.index(part) if part is not None and part in design.parts else None
    try:
        after = changed(design, old, new, index).design
    except ValueError as problem:
        raise Refused(Refusal("bad-refit", f"{ship.name}: {problem}", "", "old")) from problem
    if after.free_mass < 0:
        message = f"{ship.name} would be {-after.free_mass} over its design weight of {after.mass}"
        raise Refused(Refusal("over-weight", message, "remove something else first", "new"))
    errors = design_faults(after)
    if ship.hull_lost >= after.hull or ship.armour_lost > after.armour:
        errors.append("lost boxes cannot be removed: REPAIR them first")
    if errors:
        message = f"{ship.name}: {'; '.join(errors)}"
        raise Refused(Refusal("bad-refit", message, "remove something else first", "new"))
    loaded = loaded_in(ship)
    if after.cargo < design.cargo and loaded > after.cargo:
        message = f"{ship.name} carries {loaded} tonnes, but would have room for only {after.cargo}"
        raise Refused(Refusal("too-much", message, "reduce its load with LOAD first", "old"))


def complete_refit(
    context: TurnContext[Campaign], player: Player, ship: Ship, task: ShipTask
) -> None:
    """Complete a refit: change the ship's design, and convert its system keys."""
    game = context.game
    special = parts_for(game, player, ship)
    change, old_design = _refitted_design(ship.design, task, task.system, special), ship.design
    new = refit_item_named(task.new, special)
    # C2E-11.3.3-02: swapping does not make a second-hand module new
    was_used = game.plays_by("1.1.0") and task.system in ship.second_hand
    ship.design = change.design
    for marks in (ship.out, ship.jury_rigged, ship.second_hand, ship.fired):
        marks[:] = [change.keys.get(k, k) for k in marks if k in change.keys or k in APART]
    if task.slot:
        ship.slots[task.slot] = task.new
        place = place_id(group_of(game, ship).at)
        (used_at if was_used else modules_at)(player, place).add(task.what)
    _rename_tasks(player, ship, change)
    _land_craft(game, player, ship, old_design)
    added = new.part.number // 2 if new.part is not None and new.part.kind == "magazine" else 0
    ship.salvoes = min(ship.design.salvoes, ship.salvoes + added)
    _unload(player, ship, place_id(group_of(game, ship).at))
    ship.endurance = economy_of(context).endurance(ship.design)


def _rename_tasks(player: Player, ship: Ship, change: RefittedDesign) -> None:
    """Update system keys in other tasks on the ship, and in tasks that take its parts."""
    for job in player.jobs:
        for task in job.tasks:
            if job.ship == ship.id:
                task.system = change.keys.get(task.system, task.system)
            if task.source == ship.id:
                task.from_key = change.keys.get(task.from_key, task.from_key)


def _land_craft(game: Campaign, player: Player, ship: Ship, old_design: Design) -> None:
    """Leave fighters and dropships without hangars or bays at the world.

    (C2E-16.5-03)
    """
    ashore = craft_at(player, place_id(group_of(game, ship).at))
    old_counts = dict(enumerate(ship.fighters))
    for kind, number in list(zip(old_design.fighters, ship.fighters, strict=False))[
        len(ship.design.fighters) :
    ]:
        ashore.add(kind, number)
    ship.fighters = [old_counts.get(number, GROUP) for number in range(len(ship.design.fighters))]
    change = ordered_sum(ship.design.dropships) - ordered_sum(old_design.dropships)
    if change >= 0:
        ship.dropships += change
    elif ship.dropships > int_sum(ship.design.dropships):
        ashore.add(DROPSHIPS, ship.dropships - int_sum(ship.design.dropships))
        ship.dropships = int_sum(ship.design.dropships)


def _unload(player: Player, ship: Ship, world: str) -> None:
    """Put ashore what no longer fits into the holds: supply, which is free, then parts."""
    for name in ("fuel", "crew", "weaponry"):
        excess = HUNDRED * (loaded_in(ship) - ship.design.cargo)
        setattr(ship, name, max(0, getattr(ship, name) - max(0, excess)))
    store = player.store(world)
    for aboard, ashore in ((ship.spares, store.spares), (ship.used, store.used)):
        for word in list(aboard):
            while loaded_in(ship) > ship.design.cargo and Shelf("", aboard).take(word):
                Shelf("", ashore).add(word)


def number_refit(game: Campaign, player: Player, ship: Ship) -> None:
    """Number the refit of a ship's design; equal designs get the same number.

    Numbers distinguish the refit states of a player's ships (C2E-11.3.2-01); a ship in its original
    state has none.
    """
    design = ship.design
    designs = [other.design for other in game.ships_of(player.id) if other is not ship]
    original = player.designs.get(design.name) or market_designs(game).get(design.name)
    if original is not None:
        designs.append(original)
    variants = [other for other in designs if other.name == design.name]
    equal = (other for other in variants if evolve(other, refit=design.refit) == design)
    renumbered = evolve(design, refit=1 + max((other.refit for other in variants), default=0))
    ship.design = next(equal, renumbered)


def order_swap(context: TurnContext[Campaign], player: Player, order: Order) -> None:
    """SWAP: exchange one module of a ship within a week (C2E-16.4-02)."""
    game = context.game
    ship = own_ship(context, player, order, "ship")
    group = group_of(game, ship)
    must_be_workable(ship, group)
    must_be_at_base(game, player.id, group.at, ship.name)
    slot = _slot(ship, order["slot"])
    jobs = [job for job in player.jobs if job.ship == ship.id]
    if any(task.slot for job in jobs for task in job.tasks):
        message = f"{ship.name} can take one module a week"
        raise Refused(Refusal("second-swap", message, "order the other one next week", "slot"))
    if any(job.paid and job.refits for job in jobs):
        message = f"{ship.name} is being refitted"
        raise Refused(Refusal("refit-begun", message, "give this order after the refit", "ship"))
    special = parts_for(game, player, ship)
    new = _module(ship, slot, part_words(order["module"]))
    old = ship.slots.get(slot.name, slot.modules[0])
    if new == old:
        raise Refused(Refusal("same-part", f"{old} is already in slot {slot.name}", "", "module"))
    before, after = (RefitItem(word, part=part_named(word, special)) for word in (old, new))
    key = system_of(player, ship, before)
    if key in ship.out:
        message = f"the {old} of {ship.name} is knocked out"
        raise Refused(Refusal("module-out", message, "REPAIR it first", "slot"))
    job = open_job(player, ship)
    must_be_sound(ship, planned_design(ship, job.tasks, special), before, after)
    shelf = modules_at(player, place_id(group.at))
    if not shelf.take(new):
        message = f"there is no module {new} at {place_id(group.at)}"
        raise Refused(
            Refusal("no-module", message, "your report lists the modules at each base", "module")
        )
    job.tasks.append(ShipTask(what=old, system=key, source=shelf.name, new=new, slot=slot.name))
    if job not in player.jobs:
        player.jobs.append(job)


def part_words(words: str) -> str:
    """Normalize the words of a part."""
    return " ".join(words.upper().split())


def _slot(ship: Ship, word: str) -> Slot:
    key = folded(word)
    for slot in ship.design.slots:
        if folded(slot.name) == key:
            return slot
    names = [slot.name for slot in ship.design.slots]
    hint = did_you_mean(word, names) if names else f"{ship.design.name} has no slots for modules"
    raise Refused(Refusal("unknown-slot", f"{ship.name} has no slot {word}", hint, "slot"))


def _module(ship: Ship, slot: Slot, word: str) -> str:
    if word in slot.modules:
        return word
    message = f"{word} does not fit slot {slot.name} of {ship.name}"
    hint = f"modules that fit: {', '.join(slot.modules)}"
    raise Refused(Refusal("unknown-module", message, hint, "module"))


def module_named(player: Player, word: str) -> tuple[Design, ShipPart] | None:
    """Return the design and part of a module named by a player; None if there is none."""
    word_key = part_words(word)
    for design in player.designs.values():
        for slot in design.slots:
            if word_key in slot.modules:
                return design, part_named(word_key, design.special)
    return None
