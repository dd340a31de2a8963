"""Others, as an empire knows them: how they stand to it, and their fleets in sight."""

from __future__ import annotations

from typing import Any

from horizons_core.amounts import in_units
from horizons_core.sums import int_sum
from variants.starcluster.model import Empire, Relation, Sighting, Starcluster
from variants.starcluster.rules.charts import point_name
from variants.starcluster.view.shapes import HeldPlanet, SeenFleet, SeenPower


def names_of(known: Starcluster) -> dict[str, str]:
    """What empires and races are called, by id."""
    return {one.id: one.name for one in (*known.empires, *known.natives)}


def contacts_of(known: Starcluster, empire: Empire) -> list[SeenPower]:
    """Those in contact, in the order in which they were met (SC-VIS-002)."""
    met = ((known.power(other), relation) for other, relation in empire.relations.items())
    return [_power(one, relation) for one, relation in met if one is not None]


def _power(other: Empire, relation: Relation) -> SeenPower:
    return SeenPower(
        id=other.id,
        name=other.name,
        npr=other.npr,
        active=other.active,
        stance=relation.stance,
        since=relation.since,
        talks=relation.talks,
        envoy=relation.envoy,
        successes=relation.successes,
        gifts=[{"turn": turn, "MC": in_units(amount)} for turn, amount in relation.gifts],
        asked=relation.asked,
        offers_peace=relation.offers_peace,
        offers_trade=relation.offers_trade,
        offered_peace=relation.offered_peace,
        offered_trade=relation.offered_trade,
    )


def estates_of(known: Starcluster) -> list[dict[str, Any]]:
    """What fallen empires have left for which the reader may bid (SC-BRK-008)."""
    names = names_of(known)
    return [
        {
            "empire": names.get(one.owner, one.owner),
            "turn": one.turn,
            "systems": list(one.systems),
            "units": list(one.units),
            "technologies": list(one.technologies),
        }
        for one in known.estates
    ]


def sightings_of(known: Starcluster, empire: Empire) -> list[SeenFleet]:
    """Fleets of others that were seen in the turn just run (SC-EXP-014)."""
    names = names_of(known)
    return [
        _sighting(known, empire, one, names.get(one.owner, one.owner)) for one in empire.sightings
    ]


def footholds_of(empire: Empire) -> list[HeldPlanet]:
    """Planets of others that the reader has taken, or where its troops stand (SC-GND-003)."""
    return [
        HeldPlanet(system=one.system, planet=one.planet, points=one.points, fallen=one.fallen)
        for one in empire.footholds
    ]


def _sighting(known: Starcluster, empire: Empire, seen: Sighting, owner: str) -> SeenFleet:
    return SeenFleet(
        turn=seen.turn,
        system=seen.system,
        owner=owner,
        units=int_sum(seen.hulls.values()),
        hulls=dict(seen.hulls),
        came_by=_point(known, empire, seen.system, seen.came_by),
        left_by=_point(known, empire, seen.system, seen.left_by),
    )


def _point(known: Starcluster, empire: Empire, system: str, number: int | None) -> str:
    """A point as the empire numbers it; empty for none, or one of a link that is gone."""
    if number is None or number >= len(known.links):
        return ""
    link = known.links[number]
    return point_name(empire, system, link) if link is not None else ""
