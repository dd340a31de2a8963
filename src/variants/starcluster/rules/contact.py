"""Contact between empires (SC-VIS-002, SC-DIP-002)."""

from __future__ import annotations

from collections.abc import Iterator

from horizons_core.model import EventKind
from horizons_core.turn import TurnContext
from variants.starcluster.model import Starcluster
from variants.starcluster.rules.stances import bring_into_contact
from variants.starcluster.rules.watches import observers

MET = EventKind("contact.made", "We have met {name} at {place}.", ("SC-VIS-002",))


def establish_contacts(context: TurnContext) -> None:
    """Bring empires into contact if one has seen the other this turn.

    An empire that was seen without seeing does not learn the place.
    """
    game: Starcluster = context.game
    powers = {power.id: power for power in game.powers}
    places = _meetings(context)
    pairs = {(min(pair), max(pair)) for pair in places}
    for first_id, second_id in sorted(pairs):
        first, second = powers.get(first_id), powers.get(second_id)
        if not first or not second or (first.npr and second.npr) or second_id in first.relations:
            continue
        bring_into_contact(context, first, second)
        for watcher, target in ((first, second), (second, first)):
            place = places.get((watcher.id, target.id))
            if place is not None:
                context.emit(MET, watcher.readers, place=place, name=target.name)


def _meetings(context: TurnContext) -> dict[tuple[str, str], str]:
    """The first system by id of each sighting, by observer and observed."""
    meetings: dict[tuple[str, str], str] = {}
    for watcher, target, place in sorted(_sights(context)):
        meetings.setdefault((watcher, target), place)
    return meetings


def _sights(context: TurnContext) -> Iterator[tuple[str, str, str]]:
    """Yield observer, observed and system: of fleets, and of colonies by ships with sensors."""
    game: Starcluster = context.game
    for power in game.powers:
        for sighting in power.sightings:
            yield power.id, sighting.owner, sighting.system
    owners = {system.id: system.owner for system in game.systems if system.owner}
    for place, watchers in observers(context).items():
        for watcher in watchers:
            if owners.get(place, watcher) != watcher:
                yield watcher, owners[place], place
