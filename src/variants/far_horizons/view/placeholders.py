"""What checks and forecasts put in the place of things that a species does not know.

Stars come from the chart, planets from scans. Where nothing is known, nothing stands in the way of
an order: a system that was never scanned has all the planets that there can be, each as good as
home, and a way that nobody has gone leads back to where it begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from variants.far_horizons.constants import CLASS_OF, MOST_PLANETS, TRANSPORT
from variants.far_horizons.economy import Economy
from variants.far_horizons.model import (
    Colony,
    Drive,
    Game,
    Gas,
    Place,
    Planet,
    Sector,
    Ship,
    Species,
    Star,
    Status,
    Where,
)
from variants.far_horizons.model.memory import ScannedPlanet, Settled, StarMark
from variants.far_horizons.view.aliens import watched_sectors
from variants.far_horizons.view.shapes import WHERE

#: Units of an item that a ship of others may hold: as many as an order may need.
_PLENTY = 999
_WHERE_OF = {word: where for where, word in WHERE.items()}
_STATUS_OF = {
    "home": Status.HOME,
    "mining": Status.COLONY | Status.MINING,
    "resort": Status.COLONY | Status.RESORT,
}


def add_placeholders(known: Game, empire: str, economy: Economy) -> None:
    """Put placeholders for what is not known, or was only seen, into a species' part of a game."""
    me: Species = known.empire(empire)
    live = {star.id: star for star in known.stars}
    home = live[str(Place(me.home.sector))].planets[me.home.orbit - 1]
    known.stars = [_star(me, mark, live.get(mark.id), home) for mark in known.chart.stars]
    known.imagined = [mark.id for mark in known.chart.stars if mark.id not in me.knowledge.scans]
    here = set(watched_sectors(me))
    known.unwatched = [mark.id for mark in known.chart.stars if mark.sector not in here]
    others = {species.name: species for species in known.empires if species is not me}
    for other in others.values():
        _settle_in(other, me)
    for sector in me.knowledge.aliens:
        _place_aliens(sector, others, economy)
    for mark in known.chart.stars:
        if mark.sector not in here:
            _place_remembered(me.knowledge.settled.get(mark.id, ()), mark, others)


# stars


def live_planets(species: Species) -> set[str]:
    """The ids of the planets that a species knows as they are now: where its people or bases are.

    An engine's file may hold bases below zero, and so bases where nobody lives.
    """
    places = {
        colony.place
        for colony in species.living_colonies()
        if colony.populated or colony.mining_base or colony.manufacturing_base
    }
    return {str(place) for place in (species.home, *places)}


def planet_of(scanned: ScannedPlanet, place: Place) -> Planet:
    """A planet as it was scanned."""
    return Planet(
        id=str(place),
        temperature=scanned.temperature,
        pressure=scanned.pressure,
        diameter=scanned.diameter,
        gravity=scanned.gravity,
        mining_difficulty=scanned.mining_difficulty,
        gases=[Gas(*gas) for gas in scanned.gases],
        efficiency=100,
    )


def _star(me: Species, mark: StarMark, live: Star | None, home: Planet) -> Star:
    scan = me.knowledge.scans.get(mark.id)
    places = [Place(mark.sector, orbit) for orbit in range(1, MOST_PLANETS + 1)]
    if scan:
        planets = [planet_of(p, place) for p, place in zip(scan.planets, places, strict=False)]
    else:
        planets = [_like(home, place) for place in places]
    if live is not None:
        here = live_planets(me)
        seen = zip(live.planets, planets, strict=False)
        planets = [now if now.id in here else then for now, then in seen]
        planets += [_like(home, place) for place in places[len(planets) :] if not scan]
    return Star(
        id=mark.id,
        sector=mark.sector,
        kind=mark.kind,
        colour=mark.colour,
        size=mark.size,
        planets=planets,
        wormhole=_wormhole(me, mark),
    )


def _like(home: Planet, place: Place) -> Planet:
    """A planet of which nothing is known; settlers find all that they need."""
    return Planet(
        id=str(place),
        temperature=home.temperature,
        pressure=home.pressure,
        diameter=home.diameter,
        gravity=home.gravity,
        mining_difficulty=home.mining_difficulty,
        gases=list(home.gases),
        efficiency=100,
    )


def _wormhole(me: Species, mark: StarMark) -> Sector | None:
    """The other end, if it is known; the star itself where there is or may be a wormhole."""
    scan = me.knowledge.scans.get(mark.id)
    if mark.id in me.knowledge.wormholes:
        return me.knowledge.wormholes[mark.id]
    return mark.sector if scan is None or scan.wormhole else None


# others


def _settle_in(other: Species, me: Species) -> None:
    """Give another species what every species has: a home somewhere, and no grudge."""
    other.home, other.allies = me.home, [me.id]
    other.colonies.append(None)


def _place_aliens(
    sector: Mapping[str, Any], others: Mapping[str, Species], economy: Economy
) -> None:
    x, y, z = sector["sector"]
    for seen in sector["planets"]:
        colony = _colony(seen["name"], seen["kind"], Place((x, y, z), seen["orbit"]),
                         seen["approximate_base"] or 0)  # fmt: skip
        colony.shipyards, colony.hidden = seen["shipyards"], int(seen["hidden"])
        colony.items = {"PD": seen["defenses"]} if seen["defenses"] else {}
        _add_colony(others[seen["species"]], colony)
    for ship in sector["ships"]:
        if ship["age"] is not None:  # a ship in disguise is nobody's
            _add_ship(others[ship["species"]], ship, Place((x, y, z), ship["orbit"]), economy)


def _place_remembered(
    settled: Iterable[Settled], mark: StarMark, others: Mapping[str, Species]
) -> None:
    """Who lived in a system when one last was there lives there still; how well is not known."""
    for planet in settled:
        place = Place(mark.sector, planet.orbit)
        _add_colony(others[planet.species], _colony(planet.name, planet.kind, place))


def _colony(name: str, kind: str, place: Place, base: int = 0) -> Colony:
    """A populated planet; its economic base is in whole units."""
    status = _STATUS_OF.get(kind, Status.COLONY) | Status.POPULATED
    mining = 5 * base
    if Status.MINING in status:
        mining = 10 * base
    elif Status.RESORT in status:
        mining = 0
    manufacturing = 10 * base - mining
    return Colony(
        name=name, place=place, status=status, mining_base=mining, manufacturing_base=manufacturing
    )


def _add_colony(owner: Species, colony: Colony) -> None:
    if colony.home:
        owner.colonies[0] = colony
    else:
        owner.colonies.append(colony)


def _add_ship(owner: Species, seen: Mapping[str, Any], place: Place, economy: Economy) -> None:
    kind = seen["class"].removesuffix(str(seen["tonnage"])) if seen["transport"] else seen["class"]
    ship = Ship(
        name=seen["name"],
        class_=kind if kind in CLASS_OF else TRANSPORT,
        place=place,
        where=_WHERE_OF[seen["where"]],
        drive=_drive(seen),
        tonnage=seen["tonnage"],
        age=seen["age"],
        cargo={"JP": _PLENTY} if seen["starbase"] else {},
    )
    ship.unpaid = economy.original_cost(ship) if ship.where == Where.BUILDING else 0
    owner.ships.append(ship)


def _drive(seen: Mapping[str, Any]) -> Drive:
    if seen["starbase"]:
        return Drive.STARBASE
    return Drive.SUB_LIGHT if seen["sub_light"] else Drive.FTL
