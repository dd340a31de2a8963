"""Other empires as known to an empire: relations, and their fleets in sight."""

from __future__ import annotations

from typing import Any

from horizons_core.amounts import in_units
from horizons_core.sums import int_sum
from variants.starcluster.model import Empire, Relation, Sighting, Starcluster
from variants.starcluster.rules.charts import point_name
from variants.starcluster.view.shapes import HeldPlanet, SeenFleet, SeenPower


def names_of(known: Starcluster) -> dict[str, str]:
    """Names of empires and races, by id."""
    return {power.id: power.name for power in (*known.empires, *known.natives)}


def contacts_of(known: Starcluster, empire: Empire) -> list[SeenPower]:
    """The contacts of an empire, in the order of first contact (SC-VIS-002)."""
    met = ((known.power(other), relation) for other, relation in empire.relations.items())
    return [_power(other, relation) for other, relation in met if other is not None]


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
    """Assets of fallen empires that are open for the reader's bids (SC-BRK-008)."""
    names = names_of(known)
    return [
        {
            "empire": names.get(estate.owner, estate.owner),
            "turn": estate.turn,
            "systems": list(estate.systems),
            "units": list(estate.units),
            "technologies": list(estate.technologies),
        }
        for estate in known.estates
    ]


def sightings_of(known: Starcluster, empire: Empire) -> list[SeenFleet]:
    """Fleets of others sighted in the latest turn (SC-EXP-014)."""
    names = names_of(known)
    return [_sighting(known, empire, s, names.get(s.owner, s.owner)) for s in empire.sightings]


def footholds_of(empire: Empire) -> list[HeldPlanet]:
    """Foreign planets that the reader has taken or where it has troops (SC-GND-003)."""
    return [
        HeldPlanet(system=f.system, planet=f.planet, points=f.points, fallen=f.fallen)
        for f in empire.footholds
    ]


def _sighting(known: Starcluster, empire: Empire, sighting: Sighting, owner: str) -> SeenFleet:
    return SeenFleet(
        turn=sighting.turn,
        system=sighting.system,
        owner=owner,
        units=int_sum(sighting.hulls.values()),
        hulls=dict(sighting.hulls),
        came_by=_point(known, empire, sighting.system, sighting.came_by),
        left_by=_point(known, empire, sighting.system, sighting.left_by),
    )


def _point(known: Starcluster, empire: Empire, system: str, number: int | None) -> str:
    """A point as numbered by the empire; "" for None, or for a deleted link."""
    if number is None or number >= len(known.links):
        return ""
    link = known.links[number]
    return point_name(empire, system, link) if link is not None else ""
