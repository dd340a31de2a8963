"""ENVOY: winning over a non-player race step by step (SC-DIP-003)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.starcluster.constants import MC
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Empire, Relation, Starcluster
from variants.starcluster.model.empires import ALLIANCE, TRADE, WAR
from variants.starcluster.rules.presence import has_armed_units
from variants.starcluster.rules.purchases import pay
from variants.starcluster.rules.stances import move_stance, must_have_waited

IMPROVED = EventKind("envoy.heard", "{npr} welcomes your envoy.", ("SC-DIP-003",))
IGNORED = EventKind("envoy.ignored", "{npr} receives your envoy, without result.", ("SC-DIP-003",))
OFFENDED = EventKind("envoy.offended", "Your envoy offends {npr}.", ("SC-DIP-003",))


def send_envoy(context: TurnContext, empire: Empire, order: Order) -> None:
    """ENVOY: the price is paid whatever the result."""
    economy: StarclusterEconomy = context.variant.economy
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
        raise Refused(Refusal("no-native", message, reason, "npr"))


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
    context: TurnContext, player: Empire, native: Empire, relation: Relation
) -> None:
    economy: StarclusterEconomy = context.variant.economy
    game: Starcluster = context.game
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


def _has_given(context: TurnContext, relation: Relation) -> bool:
    """True if enough was given in the last turns (SC-DIP-003)."""
    economy: StarclusterEconomy = context.variant.economy
    rule = economy.diplomacy
    total = int_sum(sum_ for turn, sum_ in relation.gifts if context.turn - turn <= rule.gift_turns)
    return total >= MC * rule.gift


def _may_improve(context: TurnContext, relation: Relation) -> bool:
    """True if the stance may rise: TRADE has to last before ALLIANCE (SC-DIP-003)."""
    economy: StarclusterEconomy = context.variant.economy
    lasted = context.turn - relation.since
    return relation.stance != TRADE or lasted >= economy.diplomacy.trade_turns
