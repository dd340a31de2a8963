"""AMALGAMATE: a non-player race joins an empire (SC-DIP-006)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Empire, Relation, Starcluster
from variants.starcluster.model.empires import ALLIANCE
from variants.starcluster.model.knowledge import DETAILED
from variants.starcluster.rules.elimination import eliminate
from variants.starcluster.rules.handover import hand_over_system, hand_over_units
from variants.starcluster.rules.presence import dearest_first
from variants.starcluster.rules.purchases import pay
from variants.starcluster.rules.stances import must_have_waited
from variants.starcluster.rules.surveys import chart_survey, survey_of

JOINED = EventKind(
    "amalgamation.joined",
    "{npr} joins you with {systems} and {units} units; {disbanded} units disband.",
    ("SC-DIP-006",),
)
REMAINS = EventKind("amalgamation.remains", "{npr} wants to remain independent.", ("SC-DIP-006",))
GONE = EventKind("amalgamation.gone", "{npr} has joined another empire.", ("SC-DIP-006",))

#: Key of a turn's notes: players that each race has agreed to join.
_AGREED = "amalgamations agreed"


def amalgamate(context: TurnContext, empire: Empire, order: Order) -> None:
    """AMALGAMATE: the price is paid whatever the race decides."""
    economy: StarclusterEconomy = context.variant.economy
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


def complete_amalgamations(context: TurnContext) -> None:
    """Let races join the players they agreed to; of several, one by dice (SC-TURN-001)."""
    game: Starcluster = context.game
    for name, agreed in context.notes.pop(_AGREED, {}).items():
        native = game.power(name)
        chosen = context.stream("amalgamation", name).choice(agreed)
        if native is not None:
            _join(context, game.empire(chosen), native)


def _must_be_ready(
    context: TurnContext, empire: Empire, native: Empire, relation: Relation
) -> None:
    economy: StarclusterEconomy = context.variant.economy
    rule = economy.diplomacy
    lasted = context.turn - relation.since
    if not native.npr or relation.stance != ALLIANCE or lasted < rule.alliance_turns:
        message = f"you have had no alliance with {native.name} for {rule.alliance_turns} turns"
        raise Refused(Refusal("no-alliance", message, "form an alliance with ENVOY first", "npr"))
    must_have_waited(context, relation.asked, rule.union_pause, "AMALGAMATE", "npr")
    game: Starcluster = context.game
    own_pu, native_pu = (
        int_sum(colony.pu for colony in game.colonies(p.id)) for p in (empire, native)
    )
    if native_pu >= own_pu:
        message = f"{native.name} is not smaller than you"
        raise Refused(Refusal("not-smaller", message, "grow first", "npr"))


def _join(context: TurnContext, player: Empire, native: Empire) -> None:
    """Hand its system, stations and every second ship to the player; the rest disbands."""
    game: Starcluster = context.game
    units = game.units_of(native.id)
    joining = [unit for unit in units if unit.design.hull.type.is_starbase]
    mobile = [unit for unit in units if not unit.design.hull.type.is_starbase]
    joining += dearest_first(mobile)[::2]
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
