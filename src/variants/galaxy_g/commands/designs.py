"""D, E and T: designing, erasing and renaming ship types, and fleets likewise."""

from __future__ import annotations

from horizons_core.model import folded
from horizons_core.orders import Order, number
from horizons_core.turn import TurnContext
from variants.galaxy_g import names
from variants.galaxy_g.commands.common import name_for
from variants.galaxy_g.constants import LARGEST_NUMBER
from variants.galaxy_g.model import Fleet, Race, ShipType
from variants.galaxy_g.ships import Design, design_fault

#: Ship types and fleets by their folded names.
_ByName = dict[str, ShipType | Fleet]
#: In a turn's notes: by race, what its types and fleets were called before the renames.
_NAMES = "names of types and fleets"


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
    hint = "write D type drive attacks weapons shields cargo"
    if order.get("cargo") is None:
        message = "a design needs five numbers"
        context.reject(race.id, order, "too-few-words", message, hint, "drive")
        return None
    try:
        drive = number(0, LARGEST_NUMBER)(order["drive"])
    except ValueError as problem:
        context.reject(race.id, order, "bad-argument", f"drive: {problem}", hint, "drive")
        return None
    weapons, shields, cargo = (order[part] + 0.0 for part in ("weapons", "shields", "cargo"))
    return Design(drive + 0.0, order["attacks"], weapons, shields, cargo)  # -0 is 0


def erase(context: TurnContext, race: Race, order: Order) -> None:
    """E type, E fleet (GG-ORDE-001, GG-FLO-003)."""
    thing = _named(context, race, order, _types_and_fleets(race))
    if isinstance(thing, Fleet):
        _disband(context, race, order, thing)
    elif thing is not None:
        _erase_type(context, race, order, thing)


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
        message, hint = f"fleet '{fleet.name}' is in hyperspace", "wait until it has arrived"
        context.reject(race.id, order, "under-way", message, hint, "name")
        return
    for group in groups:
        group.fleet = ""
    del race.fleets[fleet.id]


def rename(context: TurnContext, race: Race, order: Order) -> None:
    """T type new-name, T fleet new-name, by the names of step 1 (GG-ORDT-001, GG-FLO-009)."""
    before: _ByName = context.notes.setdefault(_NAMES, {}).setdefault(
        race.id, _types_and_fleets(race)
    )
    thing = _named(context, race, order, before)
    if thing is None:
        return
    words: str = order["new_name"]
    make = names.fleet_name if isinstance(thing, Fleet) else names.type_name
    name = name_for(context, race, order, "new_name", lambda: make(words, race, thing.id))
    if name is not None:
        thing.name = name


def _types_and_fleets(race: Race) -> _ByName:
    """A race's types and fleets by folded names, which are all different (GG-NAM-003)."""
    things: list[ShipType | Fleet] = [*race.types.values(), *race.fleets.values()]
    return {folded(thing.name): thing for thing in things}


def _named(
    context: TurnContext, race: Race, order: Order, things: _ByName
) -> ShipType | Fleet | None:
    """The type or fleet that an order names."""
    thing = things.get(folded(order["name"]))
    if thing is None:
        message = f"you have no ship type or fleet '{order['name']}'"
        known = [one.name for one in things.values()]
        hint = f"you have {', '.join(known[:12])}" if known else "D designs one"
        context.reject(race.id, order, "unknown-type", message, hint, "name")
    return thing
