"""WAR and PEACE, intruders, and communications: the diplomacy of a turn (SC-DIP)."""

from __future__ import annotations

from itertools import combinations

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Empire, Relation, Starcluster
from variants.starcluster.model.empires import HOSTILE, NEUTRAL, WAR
from variants.starcluster.rules import amalgamation
from variants.starcluster.rules.presence import has_armed_units, number_of
from variants.starcluster.rules.stances import (
    at_war,
    begin_war,
    must_have_waited,
    planets_held,
    set_stance,
)

OFFERED = EventKind("diplomacy.peace_offered", "{one} offers {other} peace.", ("SC-DIP-001",))
TAKEN_BACK = EventKind(
    "diplomacy.peace_taken_back", "{one} no longer offers {other} peace.", ("SC-DIP-001",)
)
DECLINED = EventKind("diplomacy.peace_declined", "{npr} declines peace.", ("SC-DIP-005",))
TALKS = EventKind(
    "diplomacy.talks", "Communications with {npr} are open: you can send envoys.", ("SC-DIP-002",)
)


def make_war(context: TurnContext, empire: Empire, order: Order) -> None:
    """WAR: starts for both sides this turn and withdraws an offer of peace (SC-DIP-001)."""
    other: Empire = order["empire"]
    relation = empire.relations[other.id]
    if relation.stance == WAR and not relation.offers_peace:
        message = f"you are at war with {other.name}"
        raise Refused(Refusal("at-war-already", message, "remove this order", "empire"))
    if relation.offers_peace:
        _offer_peace(empire, other, offered=False)
        readers = [*empire.readers, *other.readers]
        context.emit(TAKEN_BACK, readers, one=empire.name, other=other.name)
    begin_war(context, empire, other)


def ask_for_peace(context: TurnContext, empire: Empire, order: Order) -> None:
    """PEACE: made between players if both order it; a non-player race decides by its losses.

    (SC-DIP-001, SC-DIP-005)
    """
    other: Empire = order["empire"]
    relation = empire.relations[other.id]
    if relation.stance != WAR:
        message = f"you are not at war with {other.name}"
        raise Refused(Refusal("not-at-war", message, "use ENVOY to improve the stance", "empire"))
    if not other.npr:
        _offer_peace(empire, other, offered=True)
        context.emit(OFFERED, [*empire.readers, *other.readers], one=empire.name, other=other.name)
        return
    economy: StarclusterEconomy = context.variant.economy
    must_have_waited(context, relation.asked, economy.diplomacy.peace_pause, "PEACE", "empire")
    relation.asked = context.turn
    if not context.forecast:
        _answer(context, empire, other)


def run_diplomacy(context: TurnContext) -> None:
    """Carry out orders, then react to armed intruders (SC-DIP-004) and open communications."""
    context.carry_out()
    amalgamation.complete_amalgamations(context)
    if context.forecast:
        return
    _make_peace(context)
    for native in context.game.natives:
        for player in _contacts(context.game, native):
            _notice_intruders(context, native, player)
            _may_open_talks(context, native, player)


def _answer(context: TurnContext, player: Empire, native: Empire) -> None:
    economy: StarclusterEconomy = context.variant.economy
    roll = context.stream("peace", native.id, player.id).die(100)
    hurt = is_hurt(context.game, native, native.relations[player.id])
    if hurt and economy.diplomacy.makes_peace(native.race, roll):
        set_stance(context, player, native, HOSTILE)
    else:
        context.emit(DECLINED, player.readers, npr=native.name)


def is_hurt(game: Starcluster, native: Empire, relation: Relation) -> bool:
    """True if a race has lost half of its units' value or a planet in a war (SC-DIP-005).

    Units built since the war began do not count.
    """
    left = int_sum(
        unit.list_price for unit in game.units_of(native.id) if number_of(unit) < relation.first_new
    )
    return 2 * left <= relation.worth or planets_held(game, native) < relation.planets


def _make_peace(context: TurnContext) -> None:
    """Make peace between players who have both offered it (SC-DIP-001)."""
    for first, second in combinations(context.game.empires, 2):
        if at_war(first, second) and _offers(first, second) and _offers(second, first):
            set_stance(context, first, second, NEUTRAL)


def _offer_peace(empire: Empire, other: Empire, *, offered: bool) -> None:
    """Record on both sides whether an offer stands; forecasts have no other side."""
    empire.relations[other.id].offers_peace = offered
    if empire.id in other.relations:
        other.relations[empire.id].offered_peace = offered


def _offers(empire: Empire, other: Empire) -> bool:
    return empire.relations[other.id].offers_peace


def _contacts(game: Starcluster, native: Empire) -> list[Empire]:
    """The players in contact with an active race."""
    if not native.active:
        return []
    return [player for player in game.empires if player.active and player.id in native.relations]


def _notice_intruders(context: TurnContext, native: Empire, player: Empire) -> None:
    """Lower the stance each turn for armed units that came uninvited (SC-DIP-004)."""
    relation = player.relations[native.id]
    home = {system.id for system in context.game.colonies(native.id)}
    if not has_armed_units(context.game, player.id, home):
        return
    economy: StarclusterEconomy = context.variant.economy
    roll = context.stream("intruders", native.id, player.id).die(100)
    stance = economy.diplomacy.stance_of_intruded(relation.stance, native.race, roll)
    if stance != relation.stance:
        set_stance(context, player, native, stance)


def _may_open_talks(context: TurnContext, native: Empire, player: Empire) -> None:
    """Roll each turn after the first contact for open communications (SC-DIP-002)."""
    relation = player.relations[native.id]
    if relation.talks:
        return
    economy: StarclusterEconomy = context.variant.economy
    roll = context.stream("talks", native.id, player.id).die(100)
    if economy.diplomacy.opens_talks(native.race, roll):
        relation.talks = native.relations[player.id].talks = True
        context.emit(TALKS, player.readers, npr=native.name)
