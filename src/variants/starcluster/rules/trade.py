"""Trade treaties and what they bring (SC-TRD-001)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.starcluster.constants import MC
from variants.starcluster.economy import Imperium
from variants.starcluster.model import Empire, Relation, Starcluster
from variants.starcluster.model.empires import ALLIANCE, TRADE, WAR
from variants.starcluster.rules.hostility import held_against
from variants.starcluster.rules.income import EARNINGS
from variants.starcluster.rules.treasury import credit

OFFERED = EventKind("trade.offered", "{one} {how} to trade with {other}.", ("SC-TRD-001",))
BROKEN = EventKind(
    "trade.interrupted", "No safe way leads to {other}: there is no trade.", ("SC-TRD-001",)
)


def offer(context: TurnContext, empire: Empire, order: Order) -> None:
    """TRADE: what both order for each other is a treaty (SC-TRD-001)."""
    other: Empire = order["empire"]
    relation = empire.relations[other.id]
    if relation.stance == WAR:
        message = f"you are at war with {other.name}"
        raise Refused(Refusal("at-war", message, "make peace first", "empire"))
    offered: bool = order["switch"]
    relation.offers_trade = offered
    if empire.id in other.relations:  # forecasts have no other side
        other.relations[empire.id].offered_trade = offered
    how = "offers" if offered else "no longer offers"
    readers = [*empire.readers, *other.readers]
    context.emit(OFFERED, readers, one=empire.name, how=how, other=other.name)


def run(context: TurnContext) -> None:
    """Step 7: both partners of a treaty get a share of the smaller gross income (SC-TRD-001)."""
    game: Starcluster = context.game
    economy: Imperium = context.variant.economy
    earnings = context.notes[EARNINGS]
    for one, other in treaties(game):
        if not joined(game, one, other):
            for empire, partner in ((one, other), (other, one)):
                context.emit(BROKEN, empire.readers, other=partner.name)
            continue
        smaller = min(earnings[one.id].gross, earnings[other.id].gross)
        brought = _rounded_down(game, smaller * economy.treaty)
        for empire, partner in ((one, other), (other, one)):
            credit(context, empire, brought, f"trade with {partner.name}", ("SC-TRD-001",))


def _rounded_down(game: Starcluster, share: Fraction) -> int:
    """A share in hundredths, rounded down to a whole MC; games of version 1.0.0 keep hundredths."""
    return MC * floor(share / MC) if game.plays_by("1.1.0") else floor(share)


def treaties(game: Starcluster) -> Iterator[tuple[Empire, Empire]]:
    """All pairs of empires that have a treaty, each once."""
    powers = list(game.powers)
    for number, one in enumerate(powers):
        for other in powers[number + 1 :]:
            if _offers(one, other) and _offers(other, one):
                yield one, other


def joined(game: Starcluster, one: Empire, other: Empire) -> bool:
    """Whether warp points known to one of two empires join their colonies safely.

    No system on the way, its ends included, may hold anything armed of an enemy of either.
    """
    known = [empire.charts.points for empire in (one, other)]
    barred = held_against(game, (one, other))
    goals = {system.id for system in game.colonies(other.id)} - barred
    border = [system.id for system in game.colonies(one.id) if system.id not in barred]
    seen = set(border)
    while border:
        if any(here in goals for here in border):
            return True
        reached: list[str] = []
        for here in border:
            for number in sorted({n for points in known for n in points.get(here, ())}):
                there = game.link(number).other(here)
                if there not in seen and there not in barred:
                    seen.add(there)
                    reached.append(there)
        border = reached
    return False


def _offers(empire: Empire, other: Empire) -> bool:
    """Whether an empire trades with another: a non-player race does from TRADE on."""
    relation: Relation | None = empire.relations.get(other.id)
    if empire.npr:
        towards = other.relations.get(empire.id)
        return towards is not None and towards.stance in (TRADE, ALLIANCE)
    return relation is not None and relation.offers_trade and relation.stance != WAR
