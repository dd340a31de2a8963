"""Contact: who has met whom (SC-VIS-002, SC-DIP-002)."""

from __future__ import annotations

from collections.abc import Iterator

from horizons_core.model import EventKind
from horizons_core.turn import TurnContext
from variants.starcluster.model import Starcluster
from variants.starcluster.rules.stances import meet
from variants.starcluster.rules.watches import observers

MET = EventKind("contact.made", "We have met {name} at {place}.", ("SC-VIS-002",))


def run(context: TurnContext) -> None:
    """Bring empires into contact of which one has seen the other this turn.

    Who was seen without seeing is told no place.
    """
    game: Starcluster = context.game
    powers = {power.id: power for power in game.powers}
    places = _meetings(context)
    pairs = {(min(pair), max(pair)) for pair in places}
    for one, other in sorted(pairs):
        first, second = powers.get(one), powers.get(other)
        if not first or not second or (first.npr and second.npr) or other in first.relations:
            continue
        meet(context, first, second)
        for seer, seen in ((first, second), (second, first)):
            place = places.get((seer.id, seen.id))
            if place is not None:
                context.emit(MET, seer.readers, place=place, name=seen.name)


def _meetings(context: TurnContext) -> dict[tuple[str, str], str]:
    """By who saw and who was seen: in which system, the first one by its id."""
    found: dict[tuple[str, str], str] = {}
    for seer, seen, place in sorted(_sights(context)):
        found.setdefault((seer, seen), place)
    return found


def _sights(context: TurnContext) -> Iterator[tuple[str, str, str]]:
    """Who saw whom and where: fleets, and colonies by ships with combat sensors."""
    game: Starcluster = context.game
    for power in game.powers:
        for one in power.sightings:
            yield power.id, one.owner, one.system
    owners = {system.id: system.owner for system in game.systems if system.owner}
    for place, seers in observers(context).items():
        for seer in seers:
            if owners.get(place, seer) != seer:
                yield seer, owners[place], place
