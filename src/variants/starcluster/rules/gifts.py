"""GIVE: money, technologies, data, units and systems to contacts (SC-TRD-002)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from horizons_core.errors import did_you_mean
from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.starcluster.constants import MC
from variants.starcluster.model import Empire, Starcluster, StarSystem, Unit
from variants.starcluster.model.knowledge import DETAILED
from variants.starcluster.model.systems import HOMEWORLD
from variants.starcluster.references import own_system, own_unit, system
from variants.starcluster.rules.development import learn_technology
from variants.starcluster.rules.fleets import disband_empty
from variants.starcluster.rules.handover import hand_over_system, hand_over_units
from variants.starcluster.rules.hostility import armed_enemies
from variants.starcluster.rules.purchases import pay
from variants.starcluster.rules.surveys import chart_survey, survey_of
from variants.starcluster.rules.treasury import credit
from variants.starcluster.technology.technologies import technology

GIVEN = EventKind("gift.given", "{other} gets {what} from you.", ("SC-TRD-002",))
RECEIVED = EventKind("gift.received", "{other} gives you {what}.", ("SC-TRD-002",))

#: Key of a turn's notes: gifts of money as (empire, order), paid in step 7.
_PAYMENTS = "payments"


def give(context: TurnContext, empire: Empire, order: Order) -> None:
    """GIVE: gifts other than money take effect in the diplomacy phase."""
    if "amount" in order.arguments:
        context.notes.setdefault(_PAYMENTS, []).append((empire, order))
        return
    kind = next(name for name in _KINDS if name in order.arguments)
    gift = _KINDS[kind](context, empire, order["empire"], order)
    _report(context, empire, order["empire"], gift)


def pay_gifts(context: TurnContext) -> None:
    """Pay gifts of money in step 7, in the order of the orders."""
    for empire, order in context.notes.get(_PAYMENTS, ()):
        try:
            _pay(context, empire, order)
        except Refused as refused:
            context.refuse(empire.id, order, refused.refusal)


def give_unit(game: Starcluster, unit: Unit, to: Empire) -> None:
    """Give a unit to another empire, where it is."""
    hand_over_units(game, [unit], to)
    disband_empty(game)


def give_system(context: TurnContext, place: StarSystem, to: Empire) -> None:
    """Give a system, and knowledge of it, to another empire."""
    game: Starcluster = context.game
    hand_over_system(place, to)
    place.silos_fire, place.silo_missile = None, ""
    if game.plays_by("1.1.0"):  # planets fallen to the new owner are its own again
        for planet in place.planets:
            if planet.fallen == to.id:
                planet.fallen = ""
    if not to.npr:
        chart_survey(context, to, survey_of(game, place, DETAILED, 0, context.turn))


def _pay(context: TurnContext, empire: Empire, order: Order) -> None:
    other: Empire = order["empire"]
    amount: int = order["amount"]
    if not other.active:
        message = f"{other.name} is no longer in the game"
        raise Refused(Refusal("unknown-empire", message, "remove this order", "empire"))
    pay(context, empire, amount, f"given to {other.name}", ("SC-TRD-002",))
    credit(context, other, amount, f"given by {empire.name}", ("SC-TRD-002",))
    empire.relations[other.id].gifts.append((context.turn, amount))
    _report(context, empire, other, f"{amount / MC:.2f} MC")


def _technology(_context: TurnContext, empire: Empire, other: Empire, order: Order) -> str:
    match = technology(order["technology"])
    if match is None or not empire.has(match.name):
        hint = did_you_mean(order["technology"], empire.developed)
        message = f"you have not developed {order['technology']}"
        raise Refused(Refusal("not-developed", message, hint, "technology"))
    learn_technology(other, match.name)  # the giver does not learn whether it was new
    return match.name


def _data(context: TurnContext, empire: Empire, other: Empire, order: Order) -> str:
    place = system(context, empire, order, "system")
    survey = empire.charts.surveys.get(place.id)
    if survey is None:
        message = f"you have no survey of {place.id}"
        raise Refused(Refusal("not-surveyed", message, "SCAN it first", "system"))
    if not other.npr:
        chart_survey(context, other, survey)
    return f"the survey of {place.id}"


def _unit(context: TurnContext, empire: Empire, other: Empire, order: Order) -> str:
    game: Starcluster = context.game
    unit: Unit = own_unit(context, empire, order, "unit")
    at = game.fleet(unit.fleet).at
    _must_be_free(game, empire, at, "unit")
    name = unit.name
    give_unit(game, unit, other)
    return f"{name} at {at}"


def _system(context: TurnContext, empire: Empire, other: Empire, order: Order) -> str:
    game: Starcluster = context.game
    place = own_system(context, empire, order, "place")
    if place.kind == HOMEWORLD:
        message = f"{place.id} is a homeworld"
        raise Refused(Refusal("homeworld", message, "choose another system", "place"))
    _must_be_free(game, empire, place.id, "place")
    give_system(context, place, other)
    return f"the system {place.id}"


def _must_be_free(game: Starcluster, empire: Empire, at: str, argument: str) -> None:
    landed = [troops for planet in game.place(at).planets for troops in planet.troops]
    foreign = any(troops.owner != empire.id for troops in landed)
    if foreign or armed_enemies(game, empire, at):
        message = f"enemies are at {at}"
        raise Refused(Refusal("enemies-there", message, "drive them off first", argument))


def _report(context: TurnContext, empire: Empire, other: Empire, gift: str) -> None:
    context.emit(GIVEN, empire.readers, other=other.name, what=gift)
    context.emit(RECEIVED, other.readers, other=empire.name, what=gift)


_KINDS: Mapping[str, Callable[[TurnContext, Empire, Empire, Order], str]] = MappingProxyType(
    {"technology": _technology, "system": _data, "unit": _unit, "place": _system}
)
