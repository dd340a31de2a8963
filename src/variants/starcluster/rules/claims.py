"""CLAIM and UNCLAIM: systems claimed by an empire (SC-RACE-019)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, Starcluster, StarSystem
from variants.starcluster.model.knowledge import DETAILED
from variants.starcluster.rules.charts import shortest_path

CLAIMED = EventKind("system.claimed", "{empire} claims {system}.", ("SC-RACE-019",))
UNCLAIMED = EventKind("system.unclaimed", "{empire} no longer claims {system}.", ("SC-RACE-019",))
LAPSED = EventKind(
    "system.claim_lapsed", "{system} is colonized: your claim has lapsed.", ("SC-RACE-019",)
)

#: Maximum distance of a claimed system from a colony, in transits.
FARTHEST = 2


def claim(context: TurnContext, empire: Empire, order: Order) -> None:
    """CLAIM: a surveyed system near a colony, not known to be colonized by others."""
    game: Starcluster = context.game
    place: StarSystem = order["system"]
    survey = empire.charts.surveys.get(place.id)
    if survey is None or survey.level < DETAILED:
        message = f"you have no detailed survey of {place.id}"
        raise Refused(Refusal("not-surveyed", message, "SURVEY it first", "system"))
    if survey.colony is not None and survey.colony.owner != empire.id:
        message = f"{place.id} is a colony of another empire"
        raise Refused(Refusal("colonized", message, "choose another system", "system"))
    paths = [
        shortest_path(game, empire, colony.id, place.id) for colony in game.colonies(empire.id)
    ]
    if not any(links is not None and len(links) <= FARTHEST for links in paths):
        message = f"{place.id} is more than {FARTHEST} transits from your colonies"
        raise Refused(Refusal("too-far", message, "COLONIZE nearer to it first", "system"))
    if place.id in empire.claims:
        raise Refused(Refusal("claimed", f"you already claim {place.id}", "", "system"))
    empire.claims.append(place.id)
    _announce(context, empire, place)


def unclaim(context: TurnContext, empire: Empire, order: Order) -> None:
    """UNCLAIM: give up a claim."""
    place: StarSystem = order["system"]
    if place.id not in empire.claims:
        claims = ", ".join(empire.claims) or "none"
        message = f"you do not claim {place.id}"
        raise Refused(Refusal("not-claimed", message, f"your claims: {claims}", "system"))
    empire.claims.remove(place.id)
    readers = [*empire.readers, *_contacts(context.game, empire)]
    context.emit(UNCLAIMED, readers, empire=empire.name, system=place.id)


def drop_lapsed_claims(context: TurnContext) -> None:
    """Drop claims on systems that another race has colonized.

    The empire only learns that its claim has lapsed, not the name of the colonist.
    """
    game: Starcluster = context.game
    for empire in game.empires:
        lost = [name for name in empire.claims if _is_colonized(game, empire, name)]
        for name in lost:
            empire.claims.remove(name)
            context.emit(LAPSED, empire.readers, place=name, system=name)


def _is_colonized(game: Starcluster, empire: Empire, name: str) -> bool:
    place = game.system(name)
    return place is None or place.owner not in ("", empire.id)


def _announce(context: TurnContext, empire: Empire, place: StarSystem) -> None:
    """Announce a claim to empires in contact."""
    readers = [*empire.readers, *_contacts(context.game, empire)]
    context.emit(CLAIMED, readers, empire=empire.name, system=place.id)


def _contacts(game: Starcluster, empire: Empire) -> list[str]:
    return [other.id for other in game.empires if other.active and other.id in empire.relations]
