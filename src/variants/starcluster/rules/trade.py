"""Trade treaties and their income (SC-TRD-001)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.starcluster.constants import MC
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Empire, Relation, Starcluster
from variants.starcluster.model.empires import ALLIANCE, TRADE, WAR
from variants.starcluster.rules.hostility import enemy_held_systems
from variants.starcluster.rules.income import EARNINGS
from variants.starcluster.rules.treasury import credit

OFFERED = EventKind("trade.offered", "{one} {how} to trade with {other}.", ("SC-TRD-001",))
BROKEN = EventKind(
    "trade.interrupted", "There is no trade with {other}: no safe way leads there.", ("SC-TRD-001",)
)


def offer_treaty(context: TurnContext, empire: Empire, order: Order) -> None:
    """TRADE: mutual offers make a treaty (SC-TRD-001)."""
    other: Empire = order["empire"]
    relation = empire.relations[other.id]
    if relation.stance == WAR:
        message = f"you are at war with {other.name}"
        raise Refused(Refusal("at-war", message, "make peace first", "empire"))
    offered: bool = order["switch"]
    relation.offers_trade = offered
    if empire.id in other.relations:  # forecasts have no other side
        other.relations[empire.id].offered_trade = offered
    state = "offers" if offered else "no longer offers"
    readers = [*empire.readers, *other.readers]
    context.emit(OFFERED, readers, one=empire.name, how=state, other=other.name)


def pay_treaties(context: TurnContext) -> None:
    """Step 7: pay both partners of a treaty a share of the smaller gross income (SC-TRD-001)."""
    game: Starcluster = context.game
    economy: StarclusterEconomy = context.variant.economy
    earnings = context.notes[EARNINGS]
    for first, second in treaties(game):
        if not are_connected(game, first, second):
            for empire, partner in ((first, second), (second, first)):
                context.emit(BROKEN, empire.readers, other=partner.name)
            continue
        smaller = min(earnings[first.id].gross, earnings[second.id].gross)
        income = _rounded_down(game, smaller * economy.treaty)
        for empire, partner in ((first, second), (second, first)):
            credit(context, empire, income, f"trade with {partner.name}", ("SC-TRD-001",))


def _rounded_down(game: Starcluster, share: Fraction) -> int:
    """A share in hundredths, rounded down to whole MC; games of version 1.0.0 keep hundredths."""
    return MC * floor(share / MC) if game.plays_by("1.1.0") else floor(share)


def treaties(game: Starcluster) -> Iterator[tuple[Empire, Empire]]:
    """Yield all pairs of empires with a treaty, each once."""
    powers = list(game.powers)
    for number, first in enumerate(powers):
        for other in powers[number + 1 :]:
            if _offers(first, other) and _offers(other, first):
                yield first, other


def are_connected(game: Starcluster, first: Empire, second: Empire) -> bool:
    """True if warp points known to one of two empires connect their colonies safely.

    No system on the way, including its ends, may hold armed units of an enemy of either.
    """
    charted = [empire.charts.points for empire in (first, second)]
    barred = enemy_held_systems(game, (first, second))
    goals = {system.id for system in game.colonies(second.id)} - barred
    border = [system.id for system in game.colonies(first.id) if system.id not in barred]
    visited = set(border)
    while border:
        if any(system in goals for system in border):
            return True
        reached: list[str] = []
        for near in border:
            for number in sorted({n for points in charted for n in points.get(near, ())}):
                far = game.link(number).other(near)
                if far not in visited and far not in barred:
                    visited.add(far)
                    reached.append(far)
        border = reached
    return False


def _offers(empire: Empire, other: Empire) -> bool:
    """True if an empire trades with another: a non-player race does from TRADE on."""
    relation: Relation | None = empire.relations.get(other.id)
    if empire.npr:
        towards = other.relations.get(empire.id)
        return towards is not None and towards.stance in (TRADE, ALLIANCE)
    return relation is not None and relation.offers_trade and relation.stance != WAR
