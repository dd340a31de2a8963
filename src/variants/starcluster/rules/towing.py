"""TOW: fleets with tractors carry units that cannot move (SC-MOV-004, SC-DES-003)."""

from __future__ import annotations

from collections.abc import Iterable

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.starcluster.designs.ratings import tactical_speed
from variants.starcluster.designs.tables import factor_tenths
from variants.starcluster.model import Empire, Fleet, Starcluster, Unit
from variants.starcluster.references import own_unit
from variants.starcluster.rules import regrouping
from variants.starcluster.rules.damage import working_rooms, working_systems
from variants.starcluster.rules.fleets import disband_empty
from variants.starcluster.setup.empires import new_fleet

TOWS = EventKind("fleet.tows", "{fleet} takes {unit} in tow at {place}.", ("SC-MOV-004",))
LEFT = EventKind("fleet.left", "{fleet} leaves {units} at {place}, as {other}.", ("SC-MOV-004",))

#: Hull spaces towed by a tractor beam of generation 1.
SPACES = 20
#: Word in place of the unit that ends towing.
OFF = "OFF"


def tow(context: TurnContext, empire: Empire, order: Order) -> None:
    """TOW: takes a unit of speed 0 into the fleet, or leaves all towed units behind."""
    game: Starcluster = context.game
    fleet: Fleet = order["fleet"]
    if order["towed"].upper() == OFF:
        _leave_behind(context, empire, fleet)
        return
    unit = own_unit(context, empire, order, "towed")
    _must_be_towable(game, fleet, unit)
    if unit.fleet != fleet.id:
        regrouping.prepare_joining(context, fleet, [unit])
    unit.fleet = unit.towed_by = fleet.id
    disband_empty(game)
    context.emit(TOWS, empire.readers, place=fleet.at, fleet=fleet.name, unit=unit.name)


def is_overloaded(units: Iterable[Unit]) -> bool:
    """True if the towed units are too many for the tractors of the others."""
    fleet = list(units)
    weight = int_sum(unit.design.spaces for unit in fleet if unit.towed_by)
    return weight > int_sum(towing_capacity(unit) for unit in fleet if not unit.towed_by)


def towing_capacity(unit: Unit) -> int:
    """Hull spaces that a unit's working tractors can tow, each rounded down (SC-DES-003)."""
    return int_sum(
        SPACES * factor_tenths(part.generation) // 10
        for part in working_systems(unit)
        if part.code == "T"
    )


def _leave_behind(context: TurnContext, empire: Empire, fleet: Fleet) -> None:
    """Leave towed units behind as a separate fleet, so that the others can move."""
    game: Starcluster = context.game
    towed = [unit for unit in game.units_in(fleet) if unit.towed_by]
    if not towed:
        message = f"{fleet.name} tows nothing"
        raise Refused(Refusal("tows-nothing", message, "name a unit to tow", "towed"))
    other = new_fleet(game, empire, fleet.at)
    regrouping.prepare_leaving(context, towed, other)
    for unit in towed:
        unit.fleet, unit.towed_by = other.id, ""
    names = ", ".join(unit.name for unit in towed)
    context.emit(
        LEFT, empire.readers, place=fleet.at, fleet=fleet.name, units=names, other=other.name
    )


def _must_be_towable(game: Starcluster, fleet: Fleet, unit: Unit) -> None:
    at = game.fleet(unit.fleet).at
    if at != fleet.at:
        message = f"{unit.name} is at {at}, but {fleet.name} at {fleet.at}"
        raise Refused(Refusal("apart", message, "bring them together first", "towed"))
    if tactical_speed(unit.design, working_rooms(unit)):
        message = f"{unit.name} has its own drives"
        raise Refused(Refusal("has-drives", message, f"JOIN it to {fleet.name}", "towed"))
    members = [member for member in game.units_in(fleet) if member is not unit]
    weight = unit.design.spaces + int_sum(m.design.spaces for m in members if m.towed_by)
    strength = int_sum(towing_capacity(member) for member in members if not member.towed_by)
    if weight > strength:
        message = f"the tractors of {fleet.name} can tow {strength} HS, not {weight}"
        remedy = "use ships with more T"
        raise Refused(Refusal("too-heavy", message, remedy, "towed"))
