"""Cargo on and off ships: L, U, and what they share with routes and scrapping.

What cargo weighs is `Industry.mass`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal
from horizons_core.sums import ordered_sum
from horizons_core.turn import TurnContext
from variants.galaxy_g.constants import ROUNDING
from variants.galaxy_g.economy import industry_of
from variants.galaxy_g.model import Group, Planet, Race
from variants.galaxy_g.rules import diplomacy, groups, landings, ownership, population

UNLOADED = EventKind(
    "cargo.unloaded", "{amount:.2f} {cargo} were unloaded at {planet}.", ("GG-CRG-006",)
)

# L


def load_cargo(context: TurnContext, race: Race, order: Order) -> None:
    """L group cargo [ships|MAX [amount]]: the group stays in its fleet.

    (GG-ORDL-001, GG-FLT-006)
    """
    group: Group = order["group"]
    planet: Planet = context.game.planet(group.at)
    kind: str = order["cargo"]
    room = industry_of(context).capacity_of(race, group) - group.load
    stock = ownership.stock(planet, kind)
    part, amount = _chosen(context, race, order, group, room, stock)
    load(context, race, part, planet, kind, amount)


def can_carry(context: TurnContext, race: Race, order: Order) -> Refusal | None:
    """The ships must have room for cargo, and none of another kind aboard (GG-CRG-004)."""
    group, kind = order["group"], order["cargo"]
    if not industry_of(context).capacity_of(race, group):
        name = race.types[group.type].name
        return Refusal("no-cargo-room", f"ships of type {name} have no room for cargo")
    if group.load and group.cargo != kind:
        message = f"group {group.number} carries {group.cargo}: it cannot take {kind} besides"
        return Refusal("other-cargo", message, f"unload it first: U {group.number}")
    return None


def cargo_to_load(context: TurnContext, race: Race, order: Order) -> Refusal | None:
    """There must be room, and something at the planet, whosever it is (GG-CRG-005)."""
    group, kind = order["group"], order["cargo"]
    planet: Planet = context.game.planet(group.at)
    if industry_of(context).capacity_of(race, group) - group.load <= ROUNDING:
        return Refusal("full", f"group {group.number} is full")
    if not ownership.stock(planet, kind):
        return Refusal("empty-stockpile", f"there is no {kind} at {planet.name}")
    return None


def something_wanted(_context: TurnContext, _race: Race, order: Order) -> Refusal | None:
    """An amount, if it is given, is more than 0 (GG-ORDL-002)."""
    if order.get("amount") == 0:
        return Refusal("no-amount", "an amount of 0 moves nothing", "leave it out to move all")
    return None


# U


def unload_cargo(context: TurnContext, race: Race, order: Order) -> None:
    """U group [ships|MAX [amount]] (GG-ORDU-001, GG-ORDL-002)."""
    group: Group = order["group"]
    part, amount = _chosen(context, race, order, group, group.load, math.inf)
    # All of it is said as None, so that rounding leaves nothing aboard.
    each = amount / part.ships
    planet: Planet = context.game.planet(group.at)
    unload(context, race, [part], planet, each if each < part.load - ROUNDING else None)


def cargo_to_unload(context: TurnContext, _race: Race, order: Order) -> Refusal | None:
    """The group must have cargo that the planet can take (GG-CRG-006)."""
    group: Group = order["group"]
    return may_unload(group, context.game.planet(group.at))


def war_not_new(context: TurnContext, race: Race, order: Order) -> Refusal | None:
    """No landing by order in the turn of the declaration (GG-INV-004)."""
    group: Group = order["group"]
    planet: Planet = context.game.planet(group.at)
    if group.cargo != "COL" or not diplomacy.at_war_over(race, planet):
        return None
    if not diplomacy.declared_now(context, race, planet):
        return None
    message = f"war came to {planet.name} this turn: the colonists of group {group.number} wait"
    return Refusal("war-just-declared", message, "land them from the next turn on")


# both


def _chosen(
    context: TurnContext, race: Race, order: Order, group: Group, each: float, limit: float
) -> tuple[Group, float]:
    """The ships that the order is for, broken off, and how much they move in all (GG-ORDL-002).

    A ship can move `each`, and there is `limit` in all. MAX means as many ships as the cargo needs.
    """
    as_needed = order.get("ships") == "MAX"
    part = group if as_needed else groups.ordered_part(context, race, order, group)
    possible = min(limit, each * part.ships)
    wanted: float = order.get("amount", possible)
    if wanted > possible + ROUNDING:
        message = f"only {possible:.2f} of {wanted:.2f} can be moved: that much is"
        context.reject(race.id, order, "less-cargo", message, "", "amount", "warning")
    amount = min(wanted, possible)
    ships = ships_for(amount, each)
    if as_needed and ships < group.ships:
        part = groups.split(race, group, ships)
    return part, amount


def ships_for(amount: float, per_ship: float) -> int:
    """How many ships an amount needs if each takes so much: rounded up, at least one."""
    return max(1, math.ceil(amount / per_ship - ROUNDING))


def load(
    context: TurnContext, race: Race, group: Group, planet: Planet, cargo: str, amount: float
) -> None:
    """Load so much in all, the same on each ship; the planet must have it, and the ships room."""
    ownership.add_stock(planet, cargo, -amount)
    group.cargo = cargo
    room = industry_of(context).capacity_of(race, group)
    group.load = min(group.load + amount / group.ships, room)


def may_unload(group: Group, planet: Planet) -> Refusal | None:
    """Why the group cannot unload its cargo at the planet, or None if it can (GG-CRG-006)."""
    if not group.load:
        return Refusal("no-cargo", f"group {group.number} carries no cargo")
    if group.cargo == "COL" and not planet.habitable:
        message = f"{planet.name} has size 0: nobody can live there"
        return Refusal("not-habitable", message, "take the colonists to another planet")
    return None


def unload(
    context: TurnContext,
    race: Race,
    those: Sequence[Group],
    planet: Planet,
    per_ship: float | None = None,
) -> None:
    """Unload groups with the same cargo, wholly or so much of each ship.

    Ask `may_unload` first. What a race's groups unload at once is one landing (GG-INV-003).
    """
    cargo = those[0].cargo
    amount = ordered_sum(_taken_off(group, per_ship) for group in those)
    if cargo == "COL" and planet.owner != race.id:
        landings.land(context, race, planet, amount)
        return
    if cargo == "COL":
        population.thaw(industry_of(context), planet, amount)
    else:
        ownership.add_stock(planet, cargo, amount)
    if planet.owner:
        population.settle_down(planet)
    told = dict.fromkeys([race.id, planet.owner] if planet.owner else [race.id])
    data = {"planet": planet.name, "race": race.name, "cargo": cargo, "amount": amount}
    context.emit(UNLOADED, told, place=planet.id, data=data)


def _taken_off(group: Group, per_ship: float | None) -> float:
    part = group.load if per_ship is None else min(per_ship, group.load)
    group.load -= part
    if not group.load:
        group.cargo = ""
    return part * group.ships
