"""Placeholders for unknown objects in checks and forecasts.

Stars come from the chart, planets from scans. Unknown objects never prevent an order: a system that
was never scanned has all the planets that are possible, each as good as home, and an unexplored
wormhole leads back to its start.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from variants.far_horizons.constants import CLASS_OF, MAX_PLANETS, TRANSPORT
from variants.far_horizons.economy import Economy
from variants.far_horizons.model import (
    Colony,
    Game,
    Gas,
    Place,
    Planet,
    Propulsion,
    Sector,
    Ship,
    ShipLocation,
    Species,
    Star,
    Status,
)
from variants.far_horizons.model.memory import ScannedPlanet, Settled, StarMark
from variants.far_horizons.view.aliens import watched_sectors
from variants.far_horizons.view.shapes import WHERE

#: Assumed cargo of other species' ships, which is enough for any order.
_PLENTY = 999
_WHERE_OF = {word: location for location, word in WHERE.items()}
_STATUS_OF = {
    "home": Status.HOME,
    "mining": Status.COLONY | Status.MINING,
    "resort": Status.COLONY | Status.RESORT,
}


def add_placeholders(known: Game, empire: str, economy: Economy) -> None:
    """Add placeholders for unknown and merely sighted objects to a species' part of a game."""
    me = known.empire(empire)
    live = {star.id: star for star in known.stars}
    home = live[str(Place(me.home.sector))].planets[me.home.orbit - 1]
    known.stars = [_star(me, mark, live.get(mark.id), home) for mark in known.chart.stars]
    known.imagined = [mark.id for mark in known.chart.stars if mark.id not in me.knowledge.scans]
    watched = set(watched_sectors(me))
    known.unwatched = [mark.id for mark in known.chart.stars if mark.sector not in watched]
    strangers = {species.name: species for species in known.empires if species is not me}
    for other in strangers.values():
        _prepare_alien(other, me)
    for sector in me.knowledge.aliens:
        _place_aliens(sector, strangers, economy)
    for mark in known.chart.stars:
        if mark.sector not in watched:
            _place_remembered(me.knowledge.settled.get(mark.id, ()), mark, strangers)


# stars


def live_planets(species: Species) -> set[str]:
    """Return the ids of planets whose present state is known, by people or bases there.

    An engine's file may hold bases below zero, and so bases without people.
    """
    places = {
        colony.place
        for colony in species.living_colonies()
        if colony.populated or colony.mining_base or colony.manufacturing_base
    }
    return {str(place) for place in (species.home, *places)}


def planet_of(scanned: ScannedPlanet, place: Place) -> Planet:
    """Return a planet as it was scanned."""
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
    places = [Place(mark.sector, orbit) for orbit in range(1, MAX_PLANETS + 1)]
    if scan:
        planets = [planet_of(p, place) for p, place in zip(scan.planets, places, strict=False)]
    else:
        planets = [_unknown_planet(home, place) for place in places]
    if live is not None:
        live_ids = live_planets(me)
        pairs = zip(live.planets, planets, strict=False)
        planets = [now if now.id in live_ids else old for now, old in pairs]
        planets += [_unknown_planet(home, place) for place in places[len(planets) :] if not scan]
    return Star(
        id=mark.id,
        sector=mark.sector,
        kind=mark.kind,
        colour=mark.colour,
        size=mark.size,
        planets=planets,
        wormhole=_wormhole(me, mark),
    )


def _unknown_planet(home: Planet, place: Place) -> Planet:
    """Return an unknown planet, which is assumed to be ideal for settlers."""
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
    """Return the known other end; or the star itself, if it has or may have a wormhole."""
    scan = me.knowledge.scans.get(mark.id)
    if mark.id in me.knowledge.wormholes:
        return me.knowledge.wormholes[mark.id]
    return mark.sector if scan is None or scan.wormhole else None


# other species


def _prepare_alien(other: Species, me: Species) -> None:
    """Give another species a home somewhere, and an alliance with the reader."""
    other.home, other.allies = me.home, [me.id]
    other.colonies.append(None)


def _place_aliens(
    sector: Mapping[str, Any], aliens: Mapping[str, Species], economy: Economy
) -> None:
    x, y, z = sector["sector"]
    for planet in sector["planets"]:
        colony = _colony(planet["name"], planet["kind"], Place((x, y, z), planet["orbit"]),
                         planet["approximate_base"] or 0)  # fmt: skip
        colony.shipyards, colony.hidden = planet["shipyards"], int(planet["hidden"])
        colony.items = {"PD": planet["defenses"]} if planet["defenses"] else {}
        _add_colony(aliens[planet["species"]], colony)
    for ship in sector["ships"]:
        if ship["age"] is not None:  # a disguised ship has no known owner
            _add_ship(aliens[ship["species"]], ship, Place((x, y, z), ship["orbit"]), economy)


def _place_remembered(
    settled: Iterable[Settled], mark: StarMark, aliens: Mapping[str, Species]
) -> None:
    """Place inhabitants of the last visit where they were seen; their bases are unknown."""
    for planet in settled:
        place = Place(mark.sector, planet.orbit)
        _add_colony(aliens[planet.species], _colony(planet.name, planet.kind, place))


def _colony(name: str, kind: str, place: Place, base: int = 0) -> Colony:
    """Create a populated planet; its economic base is in whole units."""
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


def _add_ship(owner: Species, sighting: Mapping[str, Any], place: Place, economy: Economy) -> None:
    kind: str = sighting["class"]
    if sighting["transport"]:
        kind = kind.removesuffix(str(sighting["tonnage"]))
    ship = Ship(
        name=sighting["name"],
        class_=kind if kind in CLASS_OF else TRANSPORT,
        place=place,
        where=_WHERE_OF[sighting["where"]],
        drive=_drive(sighting),
        tonnage=sighting["tonnage"],
        age=sighting["age"],
        cargo={"JP": _PLENTY} if sighting["starbase"] else {},
    )
    ship.unpaid = economy.original_cost(ship) if ship.where == ShipLocation.BUILDING else 0
    owner.ships.append(ship)


def _drive(sighting: Mapping[str, Any]) -> Propulsion:
    if sighting["starbase"]:
        return Propulsion.STARBASE
    return Propulsion.SUB_LIGHT if sighting["sub_light"] else Propulsion.FTL
