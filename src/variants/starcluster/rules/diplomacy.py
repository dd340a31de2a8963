"""WAR, PEACE, ENVOY and AMALGAMATE, intruders, and communications (SC-DIP)."""

from __future__ import annotations

from itertools import combinations

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.starcluster.constants import MC
from variants.starcluster.economy import economy_of
from variants.starcluster.model import Empire, Relation, Starcluster
from variants.starcluster.model.empires import ALLIANCE, HOSTILE, NEUTRAL, TRADE, WAR
from variants.starcluster.model.knowledge import DETAILED
from variants.starcluster.references import EMPIRE
from variants.starcluster.rules.charts import chart_survey, survey_of
from variants.starcluster.rules.fleets import hand_over_system, hand_over_units
from variants.starcluster.rules.relations import (
    at_war,
    begin_war,
    move_stance,
    must_have_waited,
    planets_held,
    set_stance,
)
from variants.starcluster.rules.standings import eliminate
from variants.starcluster.rules.treasury import pay
from variants.starcluster.rules.units import has_armed_units, most_expensive_first, number_of

IMPROVED = EventKind("envoy.heard", "{npr} welcomes your envoy.", ("SC-DIP-003",))
IGNORED = EventKind("envoy.ignored", "{npr} receives your envoy, without result.", ("SC-DIP-003",))
OFFENDED = EventKind("envoy.offended", "Your envoy offends {npr}.", ("SC-DIP-003",))


def send_envoy(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """ENVOY: the price is paid whatever the result."""
    economy = economy_of(context)
    native: Empire = order["npr"]
    relation = empire.relations[native.id]
    must_be_native(native, "send envoys to non-player races")
    _must_listen(relation, native)
    must_have_waited(context, relation.envoy, economy.diplomacy.envoy_pause, "ENVOY", "npr")
    price = economy.diplomacy.envoy_price(empire.el)
    pay(context, empire, price, f"envoy to {native.name}", ("SC-DIP-003",))
    relation.envoy = context.turn
    if not context.forecast:
        _receive_envoy(context, empire, native, relation)


def must_be_native(other: Empire, reason: str) -> None:
    """Raise Refused for a player's empire."""
    if not other.npr:
        message = f"{other.name} is a player's empire"
        raise Refused(Refusal("not-native", message, reason, "npr"))


def _must_listen(relation: Relation, native: Empire) -> None:
    if relation.stance == WAR:
        message = f"you are at war with {native.name}"
        raise Refused(Refusal("at-war", message, f"order PEACE {native.name} first", "npr"))
    if relation.stance == ALLIANCE:
        message = f"{native.name} is your ally"
        raise Refused(Refusal("allied", message, "no better stance is possible", "npr"))
    if not relation.talks:
        message = f"communications with {native.name} are not open"
        raise Refused(Refusal("no-talks", message, "they may open in any turn", "npr"))


def _receive_envoy(
    context: TurnContext[Starcluster], player: Empire, native: Empire, relation: Relation
) -> None:
    economy = economy_of(context)
    game = context.game
    roll = context.stream("envoy", native.id, player.id).die(100)
    home = {system.id for system in game.colonies(native.id)}
    total = economy.diplomacy.envoy_total(
        roll,
        player.race,
        relation.successes,
        gift=_has_given(context, relation),
        armed=has_armed_units(game, player.id, home),
    )
    step = economy.diplomacy.envoy_step(roll, total, native.race)
    relation.successes = relation.successes + 1 if step > 0 else 0
    kind = {1: IMPROVED, 0: IGNORED, -1: OFFENDED}[step]
    context.emit(kind, player.readers, npr=native.name)
    if step < 0 or _may_improve(context, relation):
        move_stance(context, player, native, step)


def _has_given(context: TurnContext[Starcluster], relation: Relation) -> bool:
    """True if enough was given in the last turns (SC-DIP-003)."""
    economy = economy_of(context)
    rule = economy.diplomacy
    total = int_sum(sum_ for turn, sum_ in relation.gifts if context.turn - turn <= rule.gift_turns)
    return total >= MC * rule.gift


def _may_improve(context: TurnContext[Starcluster], relation: Relation) -> bool:
    """True if the stance may rise: TRADE has to last before ALLIANCE (SC-DIP-003)."""
    economy = economy_of(context)
    lasted = context.turn - relation.since
    return relation.stance != TRADE or lasted >= economy.diplomacy.trade_turns


JOINED = EventKind(
    "amalgamation.joined",
    "{npr} joins you with {systems} and {units} units; {disbanded} units disband.",
    ("SC-DIP-006",),
)
REMAINS = EventKind("amalgamation.remains", "{npr} wants to remain independent.", ("SC-DIP-006",))
GONE = EventKind("amalgamation.gone", "{npr} has joined another empire.", ("SC-DIP-006",))

#: Key of a turn's notes: players that each race has agreed to join.
_AGREED = "amalgamations agreed"


def amalgamate(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """AMALGAMATE: the price is paid whatever the race decides."""
    economy = economy_of(context)
    native: Empire = order["npr"]
    relation = empire.relations[native.id]
    _must_be_ready(context, empire, native, relation)
    price = economy.diplomacy.union_price(empire.el)
    pay(context, empire, price, f"amalgamation with {native.name}", ("SC-DIP-006",))
    relation.asked = context.turn
    if context.forecast:
        return
    roll = context.stream("amalgamation", native.id, empire.id).die(100)
    if economy.diplomacy.joins(native.race, roll):
        context.notes.setdefault(_AGREED, {}).setdefault(native.id, []).append(empire.id)
    else:
        context.emit(REMAINS, empire.readers, npr=native.name)


def complete_amalgamations(context: TurnContext[Starcluster]) -> None:
    """Hand races over to the players they agreed to join.

    Dice choose one of several (SC-TURN-001).
    """
    game = context.game
    for name, agreed in context.notes.pop(_AGREED, {}).items():
        native = game.power(name)
        chosen = context.stream("amalgamation", name).choice(agreed)
        if native is not None:
            _join(context, game.empire(chosen), native)


def _must_be_ready(
    context: TurnContext[Starcluster], empire: Empire, native: Empire, relation: Relation
) -> None:
    economy = economy_of(context)
    rule = economy.diplomacy
    lasted = context.turn - relation.since
    if not native.npr or relation.stance != ALLIANCE or lasted < rule.alliance_turns:
        message = f"you have had no alliance with {native.name} for {rule.alliance_turns} turns"
        raise Refused(Refusal("no-alliance", message, "form an alliance with ENVOY first", "npr"))
    must_have_waited(context, relation.asked, rule.union_pause, "AMALGAMATE", "npr")
    game = context.game
    own_pu, native_pu = (
        int_sum(colony.pu for colony in game.colonies(p.id)) for p in (empire, native)
    )
    if native_pu >= own_pu:
        message = f"{native.name} is not smaller than you"
        raise Refused(Refusal("not-smaller", message, "grow first", "npr"))


def _join(context: TurnContext[Starcluster], player: Empire, native: Empire) -> None:
    """Hand a race's system, stations and every second ship to the player; disband the rest."""
    game = context.game
    units = game.units_of(native.id)
    joining = [unit for unit in units if unit.design.hull.type.is_starbase]
    mobile = [unit for unit in units if not unit.design.hull.type.is_starbase]
    joining += most_expensive_first(mobile)[::2]
    hand_over_units(game, joining, player)
    systems = game.colonies(native.id)
    for system in systems:
        hand_over_system(system, player)
        chart_survey(context, player, survey_of(game, system, DETAILED, 0, context.turn))
    eliminate(context, native)
    context.emit(
        JOINED,
        player.readers,
        npr=native.name,
        systems=", ".join(system.id for system in systems),
        units=len(joining),
        disbanded=len(units) - len(joining),
    )
    rivals = [e for e in game.empires if native.id in e.relations and e is not player]
    for other in rivals:
        context.emit(GONE, other.readers, npr=native.name)


OFFERED = EventKind("diplomacy.peace_offered", "{one} offers {other} peace.", ("SC-DIP-001",))
TAKEN_BACK = EventKind(
    "diplomacy.peace_taken_back", "{one} no longer offers {other} peace.", ("SC-DIP-001",)
)
DECLINED = EventKind("diplomacy.peace_declined", "{npr} declines peace.", ("SC-DIP-005",))
TALKS = EventKind(
    "diplomacy.talks", "Communications with {npr} are open: you can send envoys.", ("SC-DIP-002",)
)


def make_war(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """WAR: starts for both sides this turn and withdraws an offer of peace (SC-DIP-001)."""
    other = order[EMPIRE]
    relation = empire.relations[other.id]
    if relation.stance == WAR and not relation.offers_peace:
        message = f"you are at war with {other.name}"
        raise Refused(Refusal("already-at-war", message, "remove this order", "empire"))
    if relation.offers_peace:
        _offer_peace(empire, other, offered=False)
        readers = [*empire.readers, *other.readers]
        context.emit(TAKEN_BACK, readers, one=empire.name, other=other.name)
    begin_war(context, empire, other)


def ask_for_peace(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """PEACE: made between players if both order it; a non-player race decides by its losses.

    (SC-DIP-001, SC-DIP-005)
    """
    other = order[EMPIRE]
    relation = empire.relations[other.id]
    if relation.stance != WAR:
        message = f"you are not at war with {other.name}"
        raise Refused(Refusal("not-at-war", message, "use ENVOY to improve the stance", "empire"))
    if not other.npr:
        _offer_peace(empire, other, offered=True)
        context.emit(OFFERED, [*empire.readers, *other.readers], one=empire.name, other=other.name)
        return
    economy = economy_of(context)
    must_have_waited(context, relation.asked, economy.diplomacy.peace_pause, "PEACE", "empire")
    relation.asked = context.turn
    if not context.forecast:
        _answer(context, empire, other)


def run_diplomacy(context: TurnContext[Starcluster]) -> None:
    """Carry out orders, then react to armed intruders (SC-DIP-004) and open communications."""
    context.carry_out()
    complete_amalgamations(context)
    if context.forecast:
        return
    _make_peace(context)
    for native in context.game.natives:
        for player in _contacts(context.game, native):
            _notice_intruders(context, native, player)
            _may_open_talks(context, native, player)


def _answer(context: TurnContext[Starcluster], player: Empire, native: Empire) -> None:
    economy = economy_of(context)
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


def _make_peace(context: TurnContext[Starcluster]) -> None:
    """Make peace between players who have both offered it (SC-DIP-001)."""
    for first, second in combinations(context.game.empires, 2):
        if at_war(first, second) and _offers(first, second) and _offers(second, first):
            set_stance(context, first, second, NEUTRAL)


def _offer_peace(empire: Empire, other: Empire, *, offered: bool) -> None:
    """Record on both sides whether an offer is open; forecasts have no other side."""
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


def _notice_intruders(context: TurnContext[Starcluster], native: Empire, player: Empire) -> None:
    """Lower the stance each turn for armed units that came uninvited (SC-DIP-004)."""
    relation = player.relations[native.id]
    home = {system.id for system in context.game.colonies(native.id)}
    if not has_armed_units(context.game, player.id, home):
        return
    economy = economy_of(context)
    roll = context.stream("intruders", native.id, player.id).die(100)
    stance = economy.diplomacy.stance_after_intrusion(relation.stance, native.race, roll)
    if stance != relation.stance:
        set_stance(context, player, native, stance)


def _may_open_talks(context: TurnContext[Starcluster], native: Empire, player: Empire) -> None:
    """Roll each turn after the first contact for open communications (SC-DIP-002)."""
    relation = player.relations[native.id]
    if relation.talks:
        return
    economy = economy_of(context)
    roll = context.stream("talks", native.id, player.id).die(100)
    if economy.diplomacy.opens_talks(native.race, roll):
        relation.talks = native.relations[player.id].talks = True
        context.emit(TALKS, player.readers, npr=native.name)
