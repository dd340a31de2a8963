"""Sightings of fleets, warp points revealed by transits, and contact.

(SC-EXP-014, SC-SET-007, SC-VIS-002, SC-DIP-002)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve, frozen

from horizons_core.model import EventKind
from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, Sighting, Starcluster
from variants.starcluster.rules.charts import learn_points, learn_transit, point_name
from variants.starcluster.rules.movement import TRANSITS, Transit
from variants.starcluster.rules.relations import bring_into_contact
from variants.starcluster.rules.sensors import hulls_of, observers, sees, stealth_of

POINT_SEEN = EventKind(
    "point.seen", "Foreign ships have used {point}, an unknown warp point.", ("SC-EXP-014",)
)

#: Key of a turn's notes: sightings by observer, and by system and fleet.
_SEEN = "seen"
_SeenFleets = dict[tuple[str, str], Sighting]


@frozen
class _Appearance:
    """A fleet in a system, resting or in passing.

    Attributes:
        fleet, owner: their ids.
        system: the id of the system.
        hulls: number of units by hull code.
        stealth: the generation of Y required to see it.
        came_by, left_by: the numbers of the links through which it came and left; None if unknown.
    """

    fleet: str
    owner: str
    system: str
    hulls: Mapping[str, int]
    stealth: int
    came_by: int | None = None
    left_by: int | None = None


def update_sightings(context: TurnContext[Starcluster]) -> None:
    """Update every empire's sightings, which last for the turn.

    Links that fleets were seen to use become known, closed ones in both directions.
    """
    game = context.game
    watchers = observers(context)
    sightings: dict[str, _SeenFleets] = context.notes.setdefault(_SEEN, {})
    for appearance in _appearances(context, watchers):
        for observer, sensors in watchers[appearance.system].items():
            if observer != appearance.owner and sees(sensors, appearance.stealth):
                _record_sighting(context, sightings.setdefault(observer, {}), appearance)
    for empire in game.powers:
        own_sightings = list(sightings.get(empire.id, {}).values())
        own_sightings.sort(key=_sort_key)
        empire.sightings = own_sightings
        _chart_used_points(context, empire, own_sightings)


def _sort_key(sighting: Sighting) -> tuple[str, str, int, int, list[tuple[str, int]]]:
    """A sort key that contains only facts visible to the observer."""
    came_by = -1 if sighting.came_by is None else sighting.came_by
    left = -1 if sighting.left_by is None else sighting.left_by
    return sighting.system, sighting.owner, came_by, left, list(sighting.hulls.items())


def was_seen(context: TurnContext[Starcluster], observer: str, fleet: str) -> bool:
    """True if an empire has seen a fleet anywhere this turn."""
    sightings: dict[str, _SeenFleets] = context.notes.get(_SEEN, {})
    return any(key[1] == fleet for key in sightings.get(observer, {}))


def _appearances(
    context: TurnContext[Starcluster], watchers: Mapping[str, Mapping[str, int]]
) -> Iterator[_Appearance]:
    """Yield all fleets in watched systems: passing ones, then those at rest."""
    game = context.game
    transits: list[Transit] = context.notes.get(TRANSITS, [])
    for transit in transits:
        identity = (transit.fleet, transit.owner)
        details = (transit.hulls, transit.stealth)
        if _is_watched(watchers, transit.origin, transit.owner):
            yield _Appearance(*identity, transit.origin, *details, left_by=transit.link)
        if _is_watched(watchers, transit.place, transit.owner):
            yield _Appearance(*identity, transit.place, *details, came_by=transit.link)
    watched = [fleet_ for fleet_ in game.fleets if _is_watched(watchers, fleet_.at, fleet_.owner)]
    by_fleet = game.units_by_fleet() if watched else {}
    for fleet in watched:
        units = by_fleet[fleet.id]
        yield _Appearance(fleet.id, fleet.owner, fleet.at, hulls_of(units), stealth_of(units))


def _is_watched(watchers: Mapping[str, Mapping[str, int]], system: str, owner: str) -> bool:
    return any(observer != owner for observer in watchers.get(system, ()))


def _record_sighting(
    context: TurnContext[Starcluster], sightings: _SeenFleets, appearance: _Appearance
) -> None:
    """Record one sighting for a fleet in a system, with the links of arrival and departure."""
    key = (appearance.system, appearance.fleet)
    earlier = sightings.get(key)
    if earlier is None:
        sightings[key] = Sighting(
            turn=context.turn,
            system=appearance.system,
            owner=appearance.owner,
            hulls=dict(appearance.hulls),
            came_by=appearance.came_by,
            left_by=appearance.left_by,
        )
        return
    sightings[key] = evolve(
        earlier,
        came_by=earlier.came_by if appearance.came_by is None else appearance.came_by,
        left_by=earlier.left_by if appearance.left_by is None else appearance.left_by,
    )


def _chart_used_points(
    context: TurnContext[Starcluster], empire: Empire, sightings: list[Sighting]
) -> None:
    """Chart points that others were seen to use, in the order of their links (SC-SET-007)."""
    game = context.game
    used = {
        (sighting.system, number)
        for sighting in sightings
        for number in (sighting.came_by, sighting.left_by)
        if number is not None
    }
    for system, number in sorted(used):
        link = game.link(number)
        new = learn_points(empire, system, [link])
        if link.closed(system):
            learn_transit(empire, link)
        if new:
            point = point_name(empire, system, link)
            context.emit(POINT_SEEN, empire.readers, place=system, point=point)


MET = EventKind("contact.made", "We have met {name} at {place}.", ("SC-VIS-002",))


def establish_contacts(context: TurnContext[Starcluster]) -> None:
    """Bring empires into contact if one has seen the other this turn.

    An empire that was seen but saw nothing itself does not learn the place.
    """
    game = context.game
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


def _meetings(context: TurnContext[Starcluster]) -> dict[tuple[str, str], str]:
    """The first system, by id, where each observer has sighted each other empire."""
    meetings: dict[tuple[str, str], str] = {}
    for watcher, target, place in sorted(_sights(context)):
        meetings.setdefault((watcher, target), place)
    return meetings


def _sights(context: TurnContext[Starcluster]) -> Iterator[tuple[str, str, str]]:
    """Yield observer, observed and system of sightings: of fleets, and by sensors of colonies."""
    game = context.game
    for power in game.powers:
        for sighting in power.sightings:
            yield power.id, sighting.owner, sighting.system
    owners = {system.id: system.owner for system in game.systems if system.owner}
    for place, watchers in observers(context).items():
        for watcher in watchers:
            if owners.get(place, watcher) != watcher:
                yield watcher, owners[place], place
