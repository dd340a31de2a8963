"""Stars, scans, wormholes and discoveries in a view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from horizons_core.report import data_of, row_of
from variants.far_horizons.constants import GASES
from variants.far_horizons.economy import Economy
from variants.far_horizons.model import Game, Sector, Species, Star
from variants.far_horizons.model.memory import (
    Knowledge,
    ScannedPlanet,
    StarChart,
    StarMark,
    SystemScan,
)
from variants.far_horizons.view import galaxy_shapes as shapes
from variants.far_horizons.view.placeholders import live_planets

#: Maximum number of stars in a view of a huge galaxy; the printed map shows all.
MAX_STARS = 240


def galaxy(known: Game, me: Species, economy: Economy) -> dict[str, Any]:
    """Return the fields of `ViewShown` about the galaxy."""
    chart, knowledge = known.chart, me.knowledge
    marks, rows = chart.marks, chart.rows
    return {
        "everybody": [species.name for species in known.empires],
        "radius": known.radius,
        "seen_in": knowledge.turn,
        "stars": [rows[at] for at in _stars_shown(chart, me)],
        "visited": [marks[star].sector for star in me.visited if star in marks],
        "scans": list(_scans(known, me, economy)),
        "wormholes": _wormholes(knowledge.wormholes, marks),
        "neighbours": list(_neighbours(knowledge, marks)),
        "detected": [row_of(shapes.DetectedShown, sighting) for sighting in knowledge.detected],
    }


def _stars_shown(chart: StarChart, me: Species) -> list[int]:
    """Return the nearest stars, and all that the species knows better than from the chart."""
    notes = me.knowledge
    more = {*me.visited, *notes.scans, *notes.wormholes, *notes.settled} & chart.numbers.keys()
    return sorted(
        {*chart.nearest(_own_sectors(me), MAX_STARS), *(chart.numbers[star] for star in more)}
    )


def _own_sectors(me: Species) -> list[Sector]:
    """Return the sectors where a species has named planets or ships."""
    colonies = (colony.place.sector for colony in me.living_colonies())
    ships = (ship.place.sector for ship in me.living_ships())
    return list(dict.fromkeys((*colonies, *ships)))


def _scans(known: Game, me: Species, economy: Economy) -> Iterator[dict[str, Any]]:
    """Yield the latest scans, each a `ScanShown`: a star of the chart with more facts."""
    numbers, stars = known.chart.numbers, known.chart.rows
    live_ids = live_planets(me)
    live = {planet.id: planet for star in known.stars for planet in star.planets}
    home = live[str(me.home)]
    now = {id_: live[id_].scanned() for id_ in sorted(live_ids) if id_ in live}
    near = {id_.partition(" #")[0] for id_ in now}
    lsn, air = economy.lsn, me.atmosphere
    for star, scan in me.knowledge.scans.items():
        if star in near:
            planets = (now.get(f"{star} #{n}", old) for n, old in enumerate(scan.planets, 1))
            rows = [_row(planet, n, lsn(planet, home, air)) for n, planet in enumerate(planets, 1)]
        else:
            needs = tuple([lsn(planet, home, air) for planet in scan.planets])
            rows = list(_rows(scan, needs))
        facts = {"turn": scan.turn, "wormhole": scan.wormhole, "planets": rows}
        yield {**stars[numbers[star]], **facts}


@lru_cache(maxsize=16_384)
def _rows(scan: SystemScan, needs: Sequence[int]) -> tuple[dict[str, Any], ...]:
    """Return a scan's planets by what a species needs there; views of many turns share them."""
    planets = zip(scan.planets, needs, strict=True)
    return tuple(_row(planet, orbit, need) for orbit, (planet, need) in enumerate(planets, 1))


def _row(planet: ScannedPlanet, orbit: int, need: int) -> dict[str, Any]:
    return {**_planet_row(planet, orbit), "life_support": need}


@lru_cache(maxsize=16_384)
def _planet_row(planet: ScannedPlanet, orbit: int) -> dict[str, Any]:
    """Return a planet as plain data, shared by all views."""
    gases = [shapes.GasShown(GASES[code], percent) for code, percent in planet.gases]
    return data_of(row_of(shapes.PlanetShown, planet, orbit=orbit, gases=gases))


def _wormholes(
    wormholes: Mapping[str, Sector], marks: Mapping[str, StarMark]
) -> list[shapes.WormholeShown]:
    ends = {(*sorted((marks[star].sector, other)),) for star, other in wormholes.items()}
    return [shapes.WormholeShown(*pair) for pair in sorted(ends)]


def _neighbours(
    knowledge: Knowledge, marks: Mapping[str, StarMark]
) -> Iterator[shapes.NeighboursShown]:
    for star, planets in knowledge.settled.items():
        rows = [row_of(shapes.NeighbourShown, planet) for planet in planets]
        yield shapes.NeighboursShown(marks[star].sector, planets[0].turn, rows)


def whole_galaxy(game: Game) -> dict[str, Any]:
    """Return the fields of `HostViewShown` about the galaxy."""
    return {
        "everybody": [species.name for species in game.empires],
        "radius": game.radius,
        "stars": [_whole_star(star) for star in game.stars],
        "wormholes": _wormholes(
            {star.id: star.wormhole for star in game.stars if star.wormhole},
            {star.id: star.mark for star in game.stars},
        ),
    }


def _whole_star(star: Star) -> shapes.HostStarShown:
    planets = [
        {**_planet_row(planet.scanned(), orbit), "efficiency": planet.efficiency}
        for orbit, planet in enumerate(star.planets, start=1)
    ]
    return shapes.HostStarShown(star.sector, star.mark.type, planets)
