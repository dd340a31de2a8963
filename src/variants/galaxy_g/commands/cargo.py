"""L, U and X: loading and unloading ships, and scrapping them (GG-ORDL, GG-ORDU, GG-ORDX)."""

from __future__ import annotations

import math

from horizons_core.model import EventKind
from horizons_core.orders import Order
from horizons_core.turn import TurnContext
from variants.galaxy_g import cargo, grouping, ownership
from variants.galaxy_g.cargo import Refusal
from variants.galaxy_g.commands.common import at_rest, group_of, part_of
from variants.galaxy_g.commands.diplomacy import declared_now
from variants.galaxy_g.constants import ROUNDING
from variants.galaxy_g.model import Group, Planet, Race

SCRAPPED = EventKind(
    "group.scrapped",
    "{ships} {type} of group {group} became {materials:.2f} MAT of {planet}.",
    ("GG-ORDX-001",),
)


def load_cargo(context: TurnContext, race: Race, order: Order) -> None:
    """L group cargo [ships|MAX [amount]] (GG-ORDL-001, GG-ORDL-002)."""
    group = group_of(context, race, order)
    if group is None or not at_rest(context, race, order, group):
        return
    planet: Planet = context.game.planet(group.at)
    kind: str = order["cargo"]
    room = race.capacity_of(group) - group.load
    stock = ownership.stock(planet, kind)
    refusal = (
        _unloadable(race, group, kind)
        or _nothing_to_load(group, room, planet, kind)
        or _nothing_wanted(order)
    )
    if refusal:
        context.reject(race.id, order, refusal.code, refusal.message, refusal.hint)
        return
    part, amount = _chosen(context, race, order, group, room, stock)
    cargo.load(race, part, planet, kind, amount)


def _unloadable(race: Race, group: Group, kind: str) -> Refusal | None:
    """Why such ships cannot take this cargo (GG-CRG-004)."""
    if not race.capacity_of(group):
        name = race.types[group.type].name
        return Refusal("no-cargo-room", f"ships of type {name} have no room for cargo")
    if group.load and group.cargo != kind:
        message = f"group {group.number} carries {group.cargo}: it cannot take {kind} besides"
        return Refusal("other-cargo", message, f"unload it first: U {group.number}")
    return None


def _nothing_to_load(group: Group, room: float, planet: Planet, kind: str) -> Refusal | None:
    if room <= ROUNDING:
        return Refusal("full", f"group {group.number} is full")
    if not ownership.stock(planet, kind):
        return Refusal("empty-stockpile", f"there is no {kind} at {planet.name}")
    return None


def unload_cargo(context: TurnContext, race: Race, order: Order) -> None:
    """U group [ships|MAX [amount]] (GG-ORDU-001, GG-ORDL-002)."""
    group = group_of(context, race, order)
    if group is None or not at_rest(context, race, order, group):
        return
    planet: Planet = context.game.planet(group.at)
    refusal = (
        cargo.may_unload(group, planet)
        or _too_soon(context, race, group, planet)
        or _nothing_wanted(order)
    )
    if refusal:
        context.reject(race.id, order, refusal.code, refusal.message, refusal.hint)
        return
    part, amount = _chosen(context, race, order, group, group.load, math.inf)
    # All of it is said as None, so that rounding leaves nothing aboard.
    each = amount / part.ships
    cargo.unload(context, race, [part], planet, each if each < part.load - ROUNDING else None)


def _too_soon(context: TurnContext, race: Race, group: Group, planet: Planet) -> Refusal | None:
    """No landing by order in the turn of the declaration (GG-INV-004)."""
    if group.cargo != "COL" or not cargo.hostile(race, planet):
        return None
    if not declared_now(context, race, planet):
        return None
    message = f"war came to {planet.name} this turn: the colonists of group {group.number} wait"
    return Refusal("war-just-declared", message, "land them from the next turn on")


def _nothing_wanted(order: Order) -> Refusal | None:
    if order.get("amount") == 0:
        return Refusal("no-amount", "an amount of 0 moves nothing", "leave it out to move all")
    return None


def _chosen(
    context: TurnContext, race: Race, order: Order, group: Group, each: float, limit: float
) -> tuple[Group, float]:
    """The ships that the order is for, broken off, and how much they move in all (GG-ORDL-002).

    A ship can move `each`, and there is `limit` in all. MAX means as many ships as the cargo needs.
    """
    as_needed = order.get("ships") == "MAX"
    part = group if as_needed else part_of(context, race, order, group)
    possible = min(limit, each * part.ships)
    wanted: float = order.get("amount", possible)
    if wanted > possible + ROUNDING:
        message = f"only {possible:.2f} of {wanted:.2f} can be moved: that much is"
        context.reject(race.id, order, "less-cargo", message, "", "amount", "warning")
    amount = min(wanted, possible)
    ships = cargo.ships_for(amount, each)
    if as_needed and ships < group.ships:
        part = grouping.split(race, group, ships)
    return part, amount


def scrap(context: TurnContext, race: Race, order: Order) -> None:
    """X group [ships] (GG-ORDX-001)."""
    group = group_of(context, race, order)
    if group is None or not at_rest(context, race, order, group):
        return
    planet: Planet = context.game.planet(group.at)
    refusal = _unscrappable(race, group, planet)
    if refusal:
        context.reject(race.id, order, refusal.code, refusal.message, refusal.hint)
        return
    part = part_of(context, race, order, group)
    if part.load:
        cargo.unload(context, race, [part], planet)
    ship_type = race.types[part.type]
    materials = ship_type.design.mass * part.ships
    ownership.add_stock(planet, "MAT", materials)
    grouping.remove(race, [part])
    context.emit(
        SCRAPPED,
        [race.id],
        place=planet.id,
        group=part.number,
        ships=part.ships,
        type=ship_type.name,
        materials=materials,
        planet=planet.name,
    )


def _unscrappable(race: Race, group: Group, planet: Planet) -> Refusal | None:
    """Ships with colonists are scrapped only where these can stay."""
    if not group.load:
        return None
    if group.cargo == "COL" and planet.owner not in {"", race.id}:
        message = f"group {group.number} has colonists aboard over a planet of another race"
        return Refusal("colonists-aboard", message, "unload them first, or elsewhere")
    return cargo.may_unload(group, planet)
