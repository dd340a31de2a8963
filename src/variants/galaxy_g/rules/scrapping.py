"""X: ships become raw materials."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal
from horizons_core.turn import TurnContext
from variants.galaxy_g.model import Group, Planet, Race
from variants.galaxy_g.rules import cargo, groups, ownership

SCRAPPED = EventKind(
    "group.scrapped",
    "{ships} {type} of group {group} became {materials:.2f} MAT of {planet}.",
    ("GG-ORDX-001",),
)


def scrap(context: TurnContext, race: Race, order: Order) -> None:
    """X group [ships] (GG-ORDX-001)."""
    part = groups.ordered_part(context, race, order, order["group"])
    planet: Planet = context.game.planet(part.at)
    if part.load:
        cargo.unload(context, race, [part], planet)
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


def cargo_can_stay(context: TurnContext, race: Race, order: Order) -> Refusal | None:
    """Refuse to scrap ships with colonists that cannot stay there."""
    group: Group = order["group"]
    planet: Planet = context.game.planet(group.at)
    if not group.load:
        return None
    if group.cargo == "COL" and planet.owner not in {"", race.id}:
        message = f"group {group.number} has colonists aboard over a planet of another race"
        return Refusal("colonists-aboard", message, "unload them first, or elsewhere")
    return cargo.may_unload(group, planet)
