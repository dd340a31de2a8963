"""Cargo: loading and unloading by L and U, parts that routes use, and ships scrapped by X.

`Industry.mass` gives the mass of cargo.
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
from variants.galaxy_g.model import Game, Group, Planet, Race
from variants.galaxy_g.references import GROUP
from variants.galaxy_g.rules import diplomacy, groups, ownership, population

UNLOADED = EventKind(
    "cargo.unloaded", "{amount:.2f} {cargo} were unloaded at {planet}.", ("GG-CRG-006",)
)

# L


def load_cargo(context: TurnContext[Game], race: Race, order: Order) -> None:
    """L group cargo [ships|MAX [amount]]: the group stays in its fleet.

    (GG-ORDL-001, GG-FLT-006)
    """
    group = order[GROUP]
    planet = context.game.planet(group.at)
    kind: str = order["cargo"]
    room = industry_of(context).capacity_of(race, group) - group.load
    stock = ownership.stock(planet, kind)
    part, amount = _ordered_cargo(context, race, order, group, room, stock)
    load(context, race, part, planet, kind, amount)


def can_carry(context: TurnContext[Game], race: Race, order: Order) -> Refusal | None:
    """Refuse if the ships have no room for cargo, or another kind aboard (GG-CRG-004)."""
    group, kind = order[GROUP], order["cargo"]
    if not industry_of(context).capacity_of(race, group):
        name = race.types[group.type].name
        return Refusal("no-cargo-room", f"ships of type {name} have no room for cargo")
    if group.load and group.cargo != kind:
        message = f"group {group.number} carries {group.cargo}: it cannot take {kind} besides"
        return Refusal("other-cargo", message, f"unload it first: U {group.number}")
    return None


def cargo_to_load(context: TurnContext[Game], race: Race, order: Order) -> Refusal | None:
    """Refuse if there is no room, or none of the cargo at the planet (GG-CRG-005)."""
    group, kind = order[GROUP], order["cargo"]
    planet = context.game.planet(group.at)
    if industry_of(context).capacity_of(race, group) - group.load <= ROUNDING:
        return Refusal("full", f"group {group.number} is full")
    if not ownership.stock(planet, kind):
        return Refusal("empty-stockpile", f"there is no {kind} at {planet.name}")
    return None


def something_wanted(_context: TurnContext[Game], _race: Race, order: Order) -> Refusal | None:
    """Refuse an amount of 0 (GG-ORDL-002)."""
    if order.get("amount") == 0:
        return Refusal("no-amount", "an amount of 0 moves nothing", "leave it out to move all")
    return None


# U


def unload_cargo(context: TurnContext[Game], race: Race, order: Order) -> None:
    """U group [ships|MAX [amount]] (GG-ORDU-001, GG-ORDL-002)."""
    group = order[GROUP]
    part, amount = _ordered_cargo(context, race, order, group, group.load, math.inf)
    # None unloads all of it, so that rounding leaves nothing aboard.
    per_ship = amount / part.ships
    planet = context.game.planet(group.at)
    unload(context, race, [part], planet, per_ship if per_ship < part.load - ROUNDING else None)


def cargo_to_unload(context: TurnContext[Game], _race: Race, order: Order) -> Refusal | None:
    """Refuse if the group has no cargo that the planet can take (GG-CRG-006)."""
    group = order[GROUP]
    return may_unload(group, context.game.planet(group.at))


def war_not_new(context: TurnContext[Game], race: Race, order: Order) -> Refusal | None:
    """Refuse a landing by order in the turn of the declaration (GG-INV-004)."""
    group = order[GROUP]
    planet = context.game.planet(group.at)
    if group.cargo != "COL" or not diplomacy.at_war_over(race, planet):
        return None
    if not diplomacy.declared_this_turn(context, race, planet):
        return None
    message = (
        f"war came to {planet.name} this turn: the colonists of group {group.number} stay aboard"
    )
    return Refusal("war-just-declared", message, "land them from the next turn on")


# both


def _ordered_cargo(
    context: TurnContext[Game],
    race: Race,
    order: Order,
    group: Group,
    per_ship: float,
    limit: float,
) -> tuple[Group, float]:
    """The ships that the order is for, split off, and the amount that they move (GG-ORDL-002).

    A ship can move `per_ship`, and all together can move `limit`. MAX takes as many ships as the
    cargo needs.
    """
    as_needed = order.get("ships") == "MAX"
    part = group if as_needed else groups.ordered_part(context, race, order, group)
    possible = min(limit, per_ship * part.ships)
    ordered_amount: float = order.get("amount", possible)
    if ordered_amount > possible + ROUNDING:
        message = f"only {possible:.2f} of {ordered_amount:.2f} can be moved"
        context.reject(race.id, order, "less-cargo", message, "", "amount", "warning")
    amount = min(ordered_amount, possible)
    ships = ships_for(amount, per_ship)
    if as_needed and ships < group.ships:
        part = groups.split(race, group, ships)
    return part, amount


def ships_for(amount: float, per_ship: float) -> int:
    """The number of ships that an amount needs: rounded up, at least one."""
    return max(1, math.ceil(amount / per_ship - ROUNDING))


def load(
    context: TurnContext[Game], race: Race, group: Group, planet: Planet, cargo: str, amount: float
) -> None:
    """Load an amount, shared evenly. The planet must have it, and the ships room for it."""
    ownership.add_stock(planet, cargo, -amount)
    group.cargo = cargo
    room = industry_of(context).capacity_of(race, group)
    group.load = min(group.load + amount / group.ships, room)


def may_unload(group: Group, planet: Planet) -> Refusal | None:
    """The reason why the group cannot unload its cargo at the planet, or None (GG-CRG-006)."""
    if not group.load:
        return Refusal("no-cargo", f"group {group.number} carries no cargo")
    if group.cargo == "COL" and not planet.habitable:
        message = f"{planet.name} has size 0: nobody can live there"
        return Refusal("not-habitable", message, "take the colonists to another planet")
    return None


def unload(
    context: TurnContext[Game],
    race: Race,
    unloading: Sequence[Group],
    planet: Planet,
    per_ship: float | None = None,
) -> None:
    """Unload groups with the same cargo: all of it, or `per_ship` of each ship.

    Call `may_unload` first. A race's groups that unload together make one landing (GG-INV-003).
    """
    cargo = unloading[0].cargo
    amount = ordered_sum(_take_cargo(group, per_ship) for group in unloading)
    if cargo == "COL" and planet.owner != race.id:
        population.land(context, race, planet, amount)
        return
    if cargo == "COL":
        population.thaw(industry_of(context), planet, amount)
    else:
        ownership.add_stock(planet, cargo, amount)
    if planet.owner:
        population.settle_down(planet)
    audience = dict.fromkeys([race.id, planet.owner] if planet.owner else [race.id])
    data = {"planet": planet.name, "race": race.name, "cargo": cargo, "amount": amount}
    context.emit(UNLOADED, audience, place=planet.id, data=data)


def _take_cargo(group: Group, per_ship: float | None) -> float:
    part = group.load if per_ship is None else min(per_ship, group.load)
    group.load -= part
    if not group.load:
        group.cargo = ""
    return part * group.ships


SCRAPPED = EventKind(
    "group.scrapped",
    "{ships} {type} of group {group} became {materials:.2f} MAT of {planet}.",
    ("GG-ORDX-001",),
)


def scrap(context: TurnContext[Game], race: Race, order: Order) -> None:
    """X group [ships] (GG-ORDX-001)."""
    part = groups.ordered_part(context, race, order, order[GROUP])
    planet = context.game.planet(part.at)
    if part.load:
        unload(context, race, [part], planet)
    ship_type = race.types[part.type]
    materials = ship_type.design.mass * part.ships
    ownership.add_stock(planet, "MAT", materials)
    groups.remove(race, [part])
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


def cargo_can_stay(context: TurnContext[Game], race: Race, order: Order) -> Refusal | None:
    """Refuse to scrap ships with colonists that cannot stay there."""
    group = order[GROUP]
    planet = context.game.planet(group.at)
    if not group.load:
        return None
    if group.cargo == "COL" and planet.owner not in {"", race.id}:
        message = f"group {group.number} has colonists aboard over a planet of another race"
        return Refusal("colonists-aboard", message, "unload them first, or elsewhere")
    return may_unload(group, planet)
