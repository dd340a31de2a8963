"""Stances between empires, and enemies in a system (SC-DIP-001, SC-DIP-004).

A stance is the same on both sides. All rules that let one empire attack another use these
functions.
"""

from __future__ import annotations

from collections.abc import Collection

from horizons_core.model import EventKind
from horizons_core.orders import Refusal, Refused
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.starcluster.economy import economy_of
from variants.starcluster.model import Empire, Relation, Starcluster, Unit
from variants.starcluster.model.empires import HOSTILE, NEUTRAL, STANCE_LADDER, WAR
from variants.starcluster.rules.units import is_armed

#: Stances of enemies.
ENMITY = (WAR, HOSTILE)


def are_enemies(game: Starcluster, first: str, second: str) -> bool:
    """True if two empires, by their ids, are at war or one is hostile to the other."""
    for empire, towards in ((game.power(first), second), (game.power(second), first)):
        relation = empire.relations.get(towards) if empire else None
        if relation is not None and relation.stance in ENMITY:
            return True
    return False


def armed_enemies(game: Starcluster, empire: Empire, system: str) -> list[Unit]:
    """The armed units of an empire's enemies in a system."""
    return [unit for unit in enemy_units(game, empire, system) if is_armed(unit)]


def enemy_units(game: Starcluster, empire: Empire, system: str) -> list[Unit]:
    """The units of an empire's enemies in a system."""
    owners = {fleet.id: fleet.owner for fleet in game.fleets if fleet.at == system}
    enemies = {owner for owner in owners.values() if are_enemies(game, empire.id, owner)}
    return [unit for unit in game.units if unit.fleet in owners and unit.owner in enemies]


def enemy_held_systems(game: Starcluster, empires: Collection[Empire]) -> set[str]:
    """The ids of the systems with armed units of an enemy of one of these empires."""
    owners = dict.fromkeys(fleet.owner for fleet in game.fleets)
    enemies = {
        owner for owner in owners if any(are_enemies(game, empire.id, owner) for empire in empires)
    }
    places = {fleet.id: fleet.at for fleet in game.fleets if fleet.owner in enemies}
    return {places[unit.fleet] for unit in game.units if unit.fleet in places and is_armed(unit)}


MET = EventKind("diplomacy.met", "You are now in contact with {other}: {stance}.", ("SC-VIS-002",))
WAR_BEGUN = EventKind(
    "diplomacy.war", "{one} and {other} are at war.", ("SC-DIP-001", "SC-DIP-004")
)
PEACE_MADE = EventKind("diplomacy.peace", "{one} and {other} are at peace.", ("SC-DIP-001",))
STANCE = EventKind(
    "diplomacy.stance", "The stance of {npr} towards you is now {stance}.", ("SC-DIP-001",)
)


def at_war(empire: Empire, other: Empire) -> bool:
    """True if two empires are at war."""
    relation = empire.relations.get(other.id)
    return relation is not None and relation.stance == WAR


def bring_into_contact(context: TurnContext[Starcluster], empire: Empire, other: Empire) -> None:
    """Bring two empires into permanent contact (SC-VIS-002).

    A non-player race is HOSTILE or NEUTRAL by its militancy (SC-DIP-002); players are at peace.
    """
    if other.id in empire.relations:
        return
    native = next((party for party in (empire, other) if party.npr), None)
    stance = _first_stance(context, empire, other, native) if native else NEUTRAL
    for party, partner in ((empire, other), (other, empire)):
        party.relations[partner.id] = Relation(stance=stance, since=context.turn)
        reported = stance if native else "peace"
        context.emit(MET, party.readers, other=partner.name, stance=reported)


def _first_stance(
    context: TurnContext[Starcluster], empire: Empire, other: Empire, native: Empire
) -> str:
    economy = economy_of(context)
    player = other if empire is native else empire
    roll = context.stream("first stance", native.id, player.id).die(100)
    return economy.diplomacy.first_stance(native.race, roll)


def begin_war(context: TurnContext[Starcluster], empire: Empire, other: Empire) -> None:
    """Begin a war for both sides at once, by an attack on a non-player race or a WAR order.

    (SC-DIP-001, SC-DIP-004)
    """
    if not at_war(empire, other):
        set_stance(context, empire, other, WAR)


def move_stance(
    context: TurnContext[Starcluster], player: Empire, native: Empire, steps: int
) -> None:
    """Move the stance of a non-player race some steps up or down the ladder (SC-DIP-001)."""
    place = STANCE_LADDER.index(player.relations[native.id].stance) + steps
    stance = STANCE_LADDER[min(len(STANCE_LADDER) - 1, max(0, place))]
    if stance != player.relations[native.id].stance:
        set_stance(context, player, native, stance)


def set_stance(
    context: TurnContext[Starcluster], empire: Empire, other: Empire, stance: str
) -> None:
    """Set the stance between two empires and notify them."""
    for party, partner in ((empire, other), (other, empire)):
        relation = party.relations.get(partner.id)
        if relation is None:
            continue  # forecasts do not know the other side's relation
        relation.stance, relation.since = stance, context.turn
        relation.offers_peace = relation.offered_peace = False
        if stance == WAR:
            relation.offers_trade = relation.offered_trade = False
            relation.successes = 0
            _count_forces(context.game, party, relation)
    _notify(context, empire, other, stance)


def _count_forces(game: Starcluster, empire: Empire, relation: Relation) -> None:
    """Record an empire's forces at the start of a war, as the base of its losses (SC-DIP-005)."""
    relation.worth = int_sum(unit.list_price for unit in game.units_of(empire.id))
    relation.first_new = empire.next_unit
    relation.planets = planets_held(game, empire)


def planets_held(game: Starcluster, empire: Empire) -> int:
    """The number of an empire's planets that have not fallen."""
    systems = game.colonies(empire.id)
    return int_sum(not planet.fallen for system in systems for planet in system.planets)


def must_have_waited(
    context: TurnContext[Starcluster], last: int, pause: int, keyword: str, argument: str
) -> None:
    """Raise Refused if the pause since an order in turn `last` is not over; 0 means never."""
    if last and context.turn - last < pause:
        message = f"your last {keyword} was in turn {last}"
        remedy = f"give this order again in turn {last + pause}"
        raise Refused(Refusal("too-early", message, remedy, argument))


def _notify(context: TurnContext[Starcluster], empire: Empire, other: Empire, stance: str) -> None:
    native = next((party for party in (empire, other) if party.npr), None)
    if stance == WAR or native is None:
        kind = WAR_BEGUN if stance == WAR else PEACE_MADE
        readers = [*empire.readers, *other.readers]
        context.emit(kind, readers, one=empire.name, other=other.name)
        return
    player = other if empire is native else empire
    context.emit(STANCE, player.readers, npr=native.name, stance=stance)
