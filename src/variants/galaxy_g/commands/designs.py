"""D, E and T: designing, erasing and renaming ship types, and fleets likewise."""

from __future__ import annotations

from collections.abc import Callable

from horizons_core.orders import Order, number
from horizons_core.phases import TurnContext
from variants.galaxy_g import names
from variants.galaxy_g.commands.common import name_for
from variants.galaxy_g.constants import LARGEST_NUMBER
from variants.galaxy_g.model import Fleet, Race, ShipType
from variants.galaxy_g.ships import Design, design_fault


def design(context: TurnContext, race: Race, order: Order) -> None:
    """D type drive attacks weapons shields cargo, D FLEET fleet (GG-ORDD-001, GG-FLO-002)."""
    if order["name"].upper() == "FLEET":
        _new_fleet(context, race, order)
        return
    numbers = _numbers(context, race, order)
    if numbers is None:
        return
    fault = design_fault(numbers)
    if fault is not None:
        argument, message, hint = fault
        context.reject(race.id, order, "bad-design", message, hint, argument)
        return
    name = name_for(context, race, order, "name", lambda: names.type_name(order["name"], race))
    if name is not None:
        race.new_type(name, numbers)


def _new_fleet(context: TurnContext, race: Race, order: Order) -> None:
    if order.get("cargo") is not None:
        message = "a fleet needs a name, and nothing else"
        hint = 'put a name with blanks into double quotes, as in D FLEET "Home Fleet"'
        context.reject(race.id, order, "too-many-words", message, hint, "attacks")
        return
    name = name_for(context, race, order, "drive", lambda: names.fleet_name(order["drive"], race))
    if name is not None:
        race.new_fleet(name)


def _numbers(context: TurnContext, race: Race, order: Order) -> Design | None:
    if order.get("cargo") is None:
        message = "a design needs five numbers: drive attacks weapons shields cargo"
        context.reject(race.id, order, "too-few-words", message, argument="drive")
        return None
    try:
        drive = number(0, LARGEST_NUMBER)(order["drive"])
    except ValueError as problem:
        context.reject(race.id, order, "bad-argument", f"drive: {problem}", argument="drive")
        return None
    return Design(drive, order["attacks"], order["weapons"], order["shields"], order["cargo"])


def erase(context: TurnContext, race: Race, order: Order) -> None:
    """E type, E fleet (GG-ORDE-001, GG-FLO-003)."""
    ship_type, fleet = _type_or_fleet(context, race, order)
    if fleet is not None:
        _disband(context, race, order, fleet)
    elif ship_type is not None:
        _erase_type(context, race, order, ship_type)


def _erase_type(context: TurnContext, race: Race, order: Order, ship_type: ShipType) -> None:
    if any(group.type == ship_type.id for group in race.groups):
        message = f"there are ships of type '{ship_type.name}'"
        context.reject(race.id, order, "in-use", message, "scrap or give them first", "name")
        return
    makers = [p for p in context.game.planets_of(race.id) if p.product == ship_type.id]
    if makers:
        message = f"planet '{makers[0].name}' is producing '{ship_type.name}'"
        hint = "give it another product first"
        context.reject(race.id, order, "in-production", message, hint, "name")
        return
    del race.types[ship_type.id]


def _disband(context: TurnContext, race: Race, order: Order, fleet: Fleet) -> None:
    groups = race.in_fleet(fleet.id)
    if any(group.under_way for group in groups):
        message = f"fleet '{fleet.name}' is in hyperspace"
        context.reject(race.id, order, "under-way", message, argument="name")
        return
    for group in groups:
        group.fleet = ""
    del race.fleets[fleet.id]


def rename(context: TurnContext, race: Race, order: Order) -> None:
    """T type new-name, T fleet new-name (GG-ORDT-001, GG-FLO-009)."""
    ship_type, fleet = _type_or_fleet(context, race, order)
    words: str = order["new_name"]
    if fleet is not None:
        _rename(context, race, order, fleet, lambda: names.fleet_name(words, race, fleet.id))
    elif ship_type is not None:
        _rename(context, race, order, ship_type, lambda: names.type_name(words, race, ship_type.id))


def _rename(
    context: TurnContext,
    race: Race,
    order: Order,
    thing: ShipType | Fleet,
    make: Callable[[], str],
) -> None:
    name = name_for(context, race, order, "new_name", make)
    if name is not None:
        thing.name = name


def _type_or_fleet(
    context: TurnContext, race: Race, order: Order
) -> tuple[ShipType | None, Fleet | None]:
    """The type or the fleet of this name; they have names of their own together (GG-NAM-003)."""
    words: str = order["name"]
    ship_type, fleet = race.type_named(words), race.fleet_named(words)
    if ship_type is None and fleet is None:
        message = f"you have no ship type or fleet '{words}'"
        known = [t.name for t in race.types.values()] + [f.name for f in race.fleets.values()]
        hint = f"you have {', '.join(known[:12])}" if known else "D designs one"
        context.reject(race.id, order, "unknown-type", message, hint, "name")
    return ship_type, fleet
