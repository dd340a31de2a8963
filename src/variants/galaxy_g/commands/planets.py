"""P, R and N: what planets produce, where their routes lead, and what they are called."""

from __future__ import annotations

from horizons_core.errors import nearest
from horizons_core.model import EventKind
from horizons_core.orders import Order
from horizons_core.turn import TurnContext
from variants.galaxy_g import names
from variants.galaxy_g.commands.common import name_for, own_planet_of, planet_of
from variants.galaxy_g.constants import PRODUCTS
from variants.galaxy_g.model import Planet, Race

UNFINISHED_LOST = EventKind(
    "ship.unfinished_lost",
    "{planet} gave up an unfinished {type}: {points:.2f} points of work are lost.",
    ("GG-BLD-005",),
)
RENAMED = EventKind("planet.renamed", "{before} is now called {name}.", ("GG-ORDN-001",))


def produce(context: TurnContext, race: Race, order: Order) -> None:
    """P planet product (GG-ORDP-001)."""
    planet = own_planet_of(context, race, order)
    if planet is None:
        return
    product = _product(context, race, order)
    if product is None or product == planet.product:
        return
    _give_up(context, race, planet)
    planet.product = product


def _product(context: TurnContext, race: Race, order: Order) -> str | None:
    words: str = order["product"]
    if words.upper() in PRODUCTS:
        return words.upper()
    ship_type = race.type_named(words)
    if ship_type is not None:
        return ship_type.id
    known = [*PRODUCTS, *(t.name for t in race.types.values())]
    near = nearest(words, known)
    hint = f"did you mean {near}?" if near else f"known: {', '.join(known[:20])}"
    message = f"'{words}' is neither a product nor one of your ship types"
    context.reject(race.id, order, "unknown-product", message, hint, "product")
    return None


def _give_up(context: TurnContext, race: Race, planet: Planet) -> None:
    """Lose the unfinished ship (GG-BLD-005)."""
    before = race.types.get(planet.product)
    if planet.progress and before is not None:
        context.emit(
            UNFINISHED_LOST,
            [race.id],
            place=planet.id,
            planet=planet.name,
            type=before.name,
            points=planet.progress,
        )
    planet.progress = 0.0


def route(context: TurnContext, race: Race, order: Order) -> None:
    """R planet cargo [planet] (GG-ORDR-001)."""
    start = own_planet_of(context, race, order)
    if start is None:
        return
    kind: str = order["cargo"]
    if order.get("destination") is None:
        if start.routes.pop(kind, None) is None:
            message = f"{start.name} had no {kind} route"
            context.reject(race.id, order, "no-route", message, severity="note")
        return
    end = planet_of(context, race, order, "destination")
    if end is start:
        message = f"a route cannot lead from {start.name} to itself"
        hint = "leave the destination out to end the route"
        context.reject(race.id, order, "route-to-itself", message, hint, "destination")
    elif end is not None:
        start.routes[kind] = end.id


def rename(context: TurnContext, race: Race, order: Order) -> None:
    """N planet new-name (GG-ORDN-001)."""
    planet = own_planet_of(context, race, order)
    if planet is None:
        return
    name = name_for(
        context,
        race,
        order,
        "name",
        lambda: names.planet_name(order["name"], race, planet, context.game),
    )
    if name is not None:
        before, planet.name = planet.name, name
        context.emit(RENAMED, [race.id], place=planet.id, before=before, name=name)
