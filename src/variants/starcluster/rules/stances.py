"""How empires stand to each other, and what changes it at once (SC-DIP-001, SC-DIP-004).

A stance is the same on both sides. Whatever rule lets one empire attack another asks these
functions.
"""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Refusal, Refused
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.starcluster.economy import Imperium
from variants.starcluster.model import Empire, Relation, Starcluster
from variants.starcluster.model.empires import LADDER, NEUTRAL, WAR

MET = EventKind("diplomacy.met", "You are in contact with {other} now: {stance}.", ("SC-VIS-002",))
WAR_BEGUN = EventKind(
    "diplomacy.war", "{one} and {other} are at war.", ("SC-DIP-001", "SC-DIP-004")
)
PEACE_MADE = EventKind("diplomacy.peace", "{one} and {other} are at peace.", ("SC-DIP-001",))
STANCE = EventKind(
    "diplomacy.stance", "The stance of {npr} towards you is {stance} now.", ("SC-DIP-001",)
)


def at_war(one: Empire, other: Empire) -> bool:
    """Whether two empires are at war."""
    relation = one.relations.get(other.id)
    return relation is not None and relation.stance == WAR


def meet(context: TurnContext, one: Empire, other: Empire) -> None:
    """Bring two empires into contact, for ever (SC-VIS-002).

    A non-player race is HOSTILE or NEUTRAL by its militancy (SC-DIP-002); players are at peace.
    """
    if other.id in one.relations:
        return
    native = next((each for each in (one, other) if each.npr), None)
    stance = _first_stance(context, one, other, native) if native else NEUTRAL
    for each, partner in ((one, other), (other, one)):
        each.relations[partner.id] = Relation(stance=stance, since=context.turn)
        told = stance if native else "peace"
        context.emit(MET, each.readers, other=partner.name, stance=told)


def _first_stance(context: TurnContext, one: Empire, other: Empire, native: Empire) -> str:
    economy: Imperium = context.variant.economy
    player = other if one is native else one
    roll = context.stream("first stance", native.id, player.id).die(100)
    return economy.diplomacy.first_stance(native.race, roll)


def begin_war(context: TurnContext, one: Empire, other: Empire) -> None:
    """Any attack on a non-player race, and a WAR order, begins a war at once for both.

    (SC-DIP-001, SC-DIP-004)
    """
    if not at_war(one, other):
        change(context, one, other, WAR)


def change_by(context: TurnContext, player: Empire, native: Empire, steps: int) -> None:
    """Move the stance of a non-player race some steps up or down the ladder (SC-DIP-001)."""
    place = LADDER.index(player.relations[native.id].stance) + steps
    stance = LADDER[min(len(LADDER) - 1, max(0, place))]
    if stance != player.relations[native.id].stance:
        change(context, player, native, stance)


def change(context: TurnContext, one: Empire, other: Empire, stance: str) -> None:
    """Make the stance between two empires this one, and tell them."""
    for each, partner in ((one, other), (other, one)):
        relation = each.relations.get(partner.id)
        if relation is None:
            continue  # in a forecast the other side's is not known
        relation.stance, relation.since = stance, context.turn
        relation.offers_peace = relation.offered_peace = False
        if stance == WAR:
            relation.offers_trade = relation.offered_trade = False
            relation.successes = 0
            _count_forces(context.game, each, relation)
    _tell(context, one, other, stance)


def _count_forces(game: Starcluster, empire: Empire, relation: Relation) -> None:
    """Note what an empire has when a war begins, to measure its losses by (SC-DIP-005)."""
    relation.worth = int_sum(unit.list_price for unit in game.units_of(empire.id))
    relation.first_new = empire.next_unit
    relation.planets = planets_held(game, empire)


def planets_held(game: Starcluster, empire: Empire) -> int:
    """How many planets of an empire have not fallen."""
    systems = game.colonies(empire.id)
    return int_sum(not planet.fallen for system in systems for planet in system.planets)


def must_have_waited(
    context: TurnContext, last: int, pause: int, keyword: str, argument: str
) -> None:
    """Raise Refused if an order came less than so many turns ago; `last` is 0 for never."""
    if last and context.turn - last < pause:
        message = f"the last {keyword} was in turn {last}"
        remedy = f"order it again in turn {last + pause}"
        raise Refused(Refusal("too-early", message, remedy, argument))


def _tell(context: TurnContext, one: Empire, other: Empire, stance: str) -> None:
    native = next((each for each in (one, other) if each.npr), None)
    if stance == WAR or native is None:
        kind = WAR_BEGUN if stance == WAR else PEACE_MADE
        readers = [*one.readers, *other.readers]
        context.emit(kind, readers, one=one.name, other=other.name)
        return
    player = other if one is native else one
    context.emit(STANCE, player.readers, npr=native.name, stance=stance)
