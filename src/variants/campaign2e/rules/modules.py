"""SWAP: exchange of modules in the slots of a design (C2E-16.4).

A module is a part. It is paid for like a ship, stored at the world named in the purchase, and free
of maintenance until installed.
"""

from __future__ import annotations

from horizons_core.errors import did_you_mean
from horizons_core.model import folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e.designs.design import Design, Slot
from variants.campaign2e.designs.parts import ShipPart, part_named
from variants.campaign2e.designs.refits import RefitItem
from variants.campaign2e.model import Campaign, Player, Ship, ShipTask, place_id
from variants.campaign2e.references import own_ship
from variants.campaign2e.rules.bases import must_be_at_base
from variants.campaign2e.rules.groups import group_of
from variants.campaign2e.rules.jobs import open_job
from variants.campaign2e.rules.part_stores import modules_at
from variants.campaign2e.rules.refits import must_be_sound, must_be_workable, planned, system_of
from variants.campaign2e.rules.standards import parts_for


def swap(context: TurnContext, player: Player, order: Order) -> None:
    """SWAP: exchange one module of a ship within a week (C2E-16.4-02)."""
    game: Campaign = context.game
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
    must_be_sound(ship, planned(ship, job.tasks, special), before, after)
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
