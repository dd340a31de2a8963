"""CLAIM and UNCLAIM: systems that an empire says are its own (SC-RACE-019)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, Starcluster, System
from variants.starcluster.model.knowledge import DETAILED
from variants.starcluster.rules.charts import way

CLAIMED = EventKind("system.claimed", "{empire} claims {system}.", ("SC-RACE-019",))
UNCLAIMED = EventKind("system.unclaimed", "{empire} claims {system} no more.", ("SC-RACE-019",))
LAPSED = EventKind(
    "system.claim_lapsed", "{system} is colonized: your claim has lapsed.", ("SC-RACE-019",)
)

#: How many transits from a colony a claimed system may lie.
FARTHEST = 2


def claim(context: TurnContext, empire: Empire, order: Order) -> None:
    """CLAIM: a surveyed system near a colony that nobody else is known to have colonized."""
    game: Starcluster = context.game
    place: System = order["system"]
    survey = empire.charts.surveys.get(place.id)
    if survey is None or survey.level < DETAILED:
        message = f"you have no detailed survey of {place.id}"
        raise Refused(Refusal("not-surveyed", message, "SURVEY it first", "system"))
    if survey.colony is not None and survey.colony.owner != empire.id:
        message = f"{place.id} is colonized by others"
        raise Refused(Refusal("colonized", message, "choose another system", "system"))
    ways = [way(game, empire, colony.id, place.id) for colony in game.colonies(empire.id)]
    if not any(links is not None and len(links) <= FARTHEST for links in ways):
        message = f"{place.id} is more than {FARTHEST} transits from your colonies"
        raise Refused(Refusal("too-far", message, "COLONIZE nearer to it first", "system"))
    if place.id in empire.claims:
        raise Refused(Refusal("claimed", f"{place.id} is claimed by you", "", "system"))
    empire.claims.append(place.id)
    _tell(context, empire, place)


def unclaim(context: TurnContext, empire: Empire, order: Order) -> None:
    """UNCLAIM: the claim is given up."""
    place: System = order["system"]
    if place.id not in empire.claims:
        claims = ", ".join(empire.claims) or "none"
        message = f"you do not claim {place.id}"
        raise Refused(Refusal("not-claimed", message, f"your claims: {claims}", "system"))
    empire.claims.remove(place.id)
    readers = [*empire.readers, *_others(context.game, empire)]
    context.emit(UNCLAIMED, readers, empire=empire.name, system=place.id)


def lapse(context: TurnContext) -> None:
    """Claims lapse when another race has colonized the system.

    A claim says nothing of who has done so: the empire hears only that it has lapsed.
    """
    game: Starcluster = context.game
    for empire in game.empires:
        lost = [one for one in empire.claims if _is_taken(game, empire, one)]
        for name in lost:
            empire.claims.remove(name)
            context.emit(LAPSED, empire.readers, place=name, system=name)


def _is_taken(game: Starcluster, empire: Empire, name: str) -> bool:
    place = game.system(name)
    return place is None or place.owner not in ("", empire.id)


def _tell(context: TurnContext, empire: Empire, place: System) -> None:
    """Empires in contact hear of a claim."""
    readers = [*empire.readers, *_others(context.game, empire)]
    context.emit(CLAIMED, readers, empire=empire.name, system=place.id)


def _others(game: Starcluster, empire: Empire) -> list[str]:
    return [one.id for one in game.empires if one.active and one.id in empire.relations]
