"""What empires see of others' fleets, and what transits betray (SC-EXP-014, SC-SET-007)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve, frozen

from horizons_core.model import EventKind
from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, Sighting, Starcluster
from variants.starcluster.rules.appearance import hulls_of, stealth_of
from variants.starcluster.rules.charts import learn_points, learn_transit, point_name
from variants.starcluster.rules.movement import TRANSITS, Transit
from variants.starcluster.rules.watches import observers, sees

POINT_SEEN = EventKind(
    "point.seen", "Ships of others have used {point}, which was not known.", ("SC-EXP-014",)
)

#: In a turn's notes: by observer, what was seen, by system and fleet.
_SEEN = "seen"
_Seen = dict[tuple[str, str], Sighting]


@frozen
class _Appearance:
    """A fleet in a system, resting or in passing.

    Attributes:
        fleet, owner: their ids.
        system: where.
        hulls: how many units of each hull.
        stealth: the generation of Y that sees it.
        came_by, left_by: the numbers of links; None.
    """

    fleet: str
    owner: str
    system: str
    hulls: Mapping[str, int]
    stealth: int
    came_by: int | None = None
    left_by: int | None = None


def look(context: TurnContext) -> None:
    """Note for every empire what it sees; what it saw earlier in the turn stays seen.

    The links that fleets were seen to use become known, closed ones in both directions.
    """
    game: Starcluster = context.game
    eyes = observers(context)
    seen: dict[str, _Seen] = context.notes.setdefault(_SEEN, {})
    for shape in _appearances(context, eyes):
        for observer, sensors in eyes[shape.system].items():
            if observer != shape.owner and sees(sensors, shape.stealth):
                _note(context, seen.setdefault(observer, {}), shape)
    for empire in game.powers:
        found = list(seen.get(empire.id, {}).values())
        found.sort(key=_order)
        empire.sightings = found
        _learn(context, empire, found)


def _order(one: Sighting) -> tuple[str, str, int, int, list[tuple[str, int]]]:
    """By nothing but what the observer sees."""
    came = -1 if one.came_by is None else one.came_by
    left = -1 if one.left_by is None else one.left_by
    return one.system, one.owner, came, left, list(one.hulls.items())


def was_seen(context: TurnContext, observer: str, fleet: str) -> bool:
    """Whether an empire has seen a fleet this turn, wherever that was."""
    seen: dict[str, _Seen] = context.notes.get(_SEEN, {})
    return any(where[1] == fleet for where in seen.get(observer, {}))


def _appearances(
    context: TurnContext, eyes: Mapping[str, Mapping[str, int]]
) -> Iterator[_Appearance]:
    """All fleets where somebody else might see them: those that pass, and those that are there."""
    game: Starcluster = context.game
    transits: list[Transit] = context.notes.get(TRANSITS, [])
    for passed in transits:
        about = (passed.fleet, passed.owner)
        look_ = (passed.hulls, passed.stealth)
        if _others(eyes, passed.origin, passed.owner):
            yield _Appearance(*about, passed.origin, *look_, left_by=passed.link)
        if _others(eyes, passed.place, passed.owner):
            yield _Appearance(*about, passed.place, *look_, came_by=passed.link)
    watched = [one for one in game.fleets if _others(eyes, one.at, one.owner)]
    by_fleet = game.units_by_fleet() if watched else {}
    for fleet in watched:
        units = by_fleet[fleet.id]
        yield _Appearance(fleet.id, fleet.owner, fleet.at, hulls_of(units), stealth_of(units))


def _others(eyes: Mapping[str, Mapping[str, int]], system: str, owner: str) -> bool:
    return any(observer != owner for observer in eyes.get(system, ()))


def _note(context: TurnContext, seen: _Seen, shape: _Appearance) -> None:
    """One sighting for a fleet in a system, with the ways by which it came and left."""
    where = (shape.system, shape.fleet)
    known = seen.get(where)
    if known is None:
        seen[where] = Sighting(
            turn=context.turn,
            system=shape.system,
            owner=shape.owner,
            hulls=dict(shape.hulls),
            came_by=shape.came_by,
            left_by=shape.left_by,
        )
        return
    seen[where] = evolve(
        known,
        came_by=known.came_by if shape.came_by is None else shape.came_by,
        left_by=known.left_by if shape.left_by is None else shape.left_by,
    )


def _learn(context: TurnContext, empire: Empire, found: list[Sighting]) -> None:
    """Points that others were seen to use, in the order of their links (SC-SET-007)."""
    game: Starcluster = context.game
    used = {
        (one.system, number)
        for one in found
        for number in (one.came_by, one.left_by)
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
