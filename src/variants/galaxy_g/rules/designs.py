"""Ship types: D designs them, E erases and T renames them. E and T also take fleets."""

from __future__ import annotations

from horizons_core.orders import Order, Refusal, number
from horizons_core.turn import TurnContext
from variants.galaxy_g.constants import MAX_NUMBER
from variants.galaxy_g.model import Design, Fleet, Game, Race, ShipType, design_fault
from variants.galaxy_g.rules import groups, names

#: One number of a design.
_COMPONENT = number(0, MAX_NUMBER)


# D


def design(_context: TurnContext[Game], race: Race, order: Order) -> None:
    """D type drive attacks weapons shields cargo, D FLEET fleet (GG-ORDD-001, GG-FLO-002)."""
    if _is_fleet(order):
        race.new_fleet(names.fleet_name(order["drive"], race))
    else:
        race.new_type(names.type_name(order["name"], race), _numbers(order))


def complete(_context: TurnContext[Game], _race: Race, order: Order) -> Refusal | None:
    """Refuse a fleet with more than a name, or a type without five numbers."""
    return _fleet_refusal(order) if _is_fleet(order) else _design_refusal(order)


def _fleet_refusal(order: Order) -> Refusal | None:
    """The refusal of an order for a fleet with more words than its name (GG-FLO-002)."""
    if order.get("cargo") is None:
        return None
    message = "a fleet needs a name, and nothing else"
    hint = 'put a name with spaces in double quotes, as in D FLEET "Home Fleet"'
    return Refusal("too-many-words", message, hint, "attacks")


def _design_refusal(order: Order) -> Refusal | None:
    """The refusal of an order for a type without five numbers (GG-DSN-001)."""
    hint = "write D type drive attacks weapons shields cargo"
    if order.get("cargo") is None:
        return Refusal("too-few-words", "a design needs five numbers", hint, "drive")
    try:
        _COMPONENT(order["drive"])
    except ValueError as problem:
        return Refusal("bad-argument", f"drive: {problem}", hint, "drive")
    return None


def can_be_built(_context: TurnContext[Game], _race: Race, order: Order) -> Refusal | None:
    """Refuse numbers that don't make a valid ship (GG-DSN-003, GG-DSN-004, GG-DSN-005)."""
    if _is_fleet(order):
        return None
    fault = design_fault(_numbers(order))
    if fault is None:
        return None
    argument, message, hint = fault
    return Refusal("bad-design", message, hint, argument)


def check_new_name(_context: TurnContext[Game], race: Race, order: Order) -> Refusal | None:
    """Refuse a name of the new type or fleet that is not allowed or not free."""
    if _is_fleet(order):
        return names.name_refusal(lambda: names.fleet_name(order["drive"], race), "drive")
    return names.name_refusal(lambda: names.type_name(order["name"], race), "name")


def _is_fleet(order: Order) -> bool:
    name: str = order["name"]
    return name.upper() == "FLEET"


def _numbers(order: Order) -> Design:
    """The ordered design, with 0 for -0."""
    drive = _COMPONENT(order["drive"])
    weapons, shields, cargo = (order[part] + 0.0 for part in ("weapons", "shields", "cargo"))
    return Design(drive + 0.0, order["attacks"], weapons, shields, cargo)


# E


def erase(_context: TurnContext[Game], race: Race, order: Order) -> None:
    """E type, E fleet (GG-ORDE-001, GG-FLO-003)."""
    named: ShipType | Fleet = order["name"]
    if isinstance(named, Fleet):
        groups.disband(race, named)
    else:
        del race.types[named.id]


def not_in_use(context: TurnContext[Game], race: Race, order: Order) -> Refusal | None:
    """Refuse a type with ships or in production, and a fleet in hyperspace (GG-ORDE-001)."""
    named: ShipType | Fleet = order["name"]
    if isinstance(named, Fleet):
        return groups.refuse_in_hyperspace(race, named)
    if any(group.type == named.id for group in race.groups):
        message = f"there are ships of type '{named.name}'"
        return Refusal("in-use", message, "scrap or give them first", "name")
    makers = [p for p in context.game.planets_of(race.id) if p.product == named.id]
    if makers:
        message = f"planet '{makers[0].name}' is producing '{named.name}'"
        return Refusal("in-production", message, "choose another product first", "name")
    return None


# T


def rename(_context: TurnContext[Game], race: Race, order: Order) -> None:
    """T type new-name, T fleet new-name (GG-ORDT-001, GG-FLO-009)."""
    named: ShipType | Fleet = order["name"]
    named.name = _new_name(race, order)


def check_changed_name(_context: TurnContext[Game], race: Race, order: Order) -> Refusal | None:
    """Refuse a new name that is not allowed or not free."""
    return names.name_refusal(lambda: _new_name(race, order), "new_name")


def _new_name(race: Race, order: Order) -> str:
    named: ShipType | Fleet = order["name"]
    make = names.fleet_name if isinstance(named, Fleet) else names.type_name
    return make(order["new_name"], race, named.id)
