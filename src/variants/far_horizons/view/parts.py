"""The galaxy in a view: stars, scans, ways and neighbours as plain data.

These parts are added to the position of a species (`position`).

everybody     the names of all species, by number
radius        half the width of the cube that holds the galaxy
seen_in       the turn at whose end `aliens` were seen
stars         [{sector, type}]: the public chart; of a huge one the part that matters most
visited       sectors of star systems
scans         [{sector, type, turn, wormhole, planets: [{orbit, diameter, gravity, temperature,
              pressure, mining_difficulty, life_support, gases: [{gas, percent}]}]}]; turn is
              that of the scan, planets where one's people live are shown as they are now
wormholes     [{from, to}]: sectors; each way is listed once
neighbours    [{sector, turn, planets: [{species, name, orbit, kind}]}]: planets of others when
              one last was in their system
detected      [{sector, orbit, turn, species, name, base: or null}]: what telescopes showed; of
              ships, whose base is null, in the last turn only
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from variants.far_horizons.constants import GASES
from variants.far_horizons.model import Game, Place, Planet, Sector, Species, Star
from variants.far_horizons.model.memory import Chart, Scan, StarMark
from variants.far_horizons.rules import life_support
from variants.far_horizons.view.placeholders import live_planets, planet_of

#: A view shows so many stars of a huge galaxy; the printed map shows all.
MOST_STARS = 240


def galaxy(known: Game, me: Species) -> dict[str, Any]:
    """What a species knows of the galaxy, beside its own things and those of others in sight."""
    chart, knowledge = known.chart, me.knowledge
    marks = chart.marks
    return {
        "everybody": [species.name for species in known.empires],
        "radius": known.radius,
        "seen_in": knowledge.turn,
        "stars": [chart.rows[at] for at in _stars_shown(chart, me)],
        "visited": [list(marks[star].sector) for star in me.visited if star in marks],
        "scans": list(_scans(known, me, marks)),
        "wormholes": _wormholes(knowledge.wormholes, marks),
        "neighbours": [
            {
                "sector": list(marks[star].sector),
                "turn": planets[0].turn,
                "planets": [
                    {"species": p.species, "name": p.name, "orbit": p.orbit, "kind": p.kind}
                    for p in planets
                ],
            }
            for star, planets in knowledge.settled.items()
        ],
        "detected": [
            {
                "sector": list(seen.sector),
                "orbit": seen.orbit,
                "turn": seen.turn,
                "species": seen.species,
                "name": seen.name,
                "base": seen.base,
            }
            for seen in knowledge.detected
        ],
    }


def _stars_shown(chart: Chart, me: Species) -> list[int]:
    """The nearest stars, and all of which the species knows more than the chart says."""
    notes = me.knowledge
    more = {*me.visited, *notes.scans, *notes.wormholes, *notes.settled} & chart.numbers.keys()
    return sorted(
        {*chart.nearest(own_sectors(me), MOST_STARS), *(chart.numbers[star] for star in more)}
    )


def own_sectors(me: Species) -> list[Sector]:
    """Where a species has named planets or ships."""
    colonies = (colony.place.sector for colony in me.living_colonies())
    ships = (ship.place.sector for ship in me.living_ships())
    return list(dict.fromkeys((*colonies, *ships)))


def _scans(known: Game, me: Species, marks: Mapping[str, StarMark]) -> Iterator[dict[str, Any]]:
    here = live_planets(me)
    live = {p.id: p for star in known.stars for p in star.planets if p.id in here}
    home = live[str(me.home)]
    for id_, scan in me.knowledge.scans.items():
        mark = marks[id_]
        planets = [_as_known(mark, scan, orbit, live) for orbit in range(1, len(scan.planets) + 1)]
        yield {
            "sector": list(mark.sector),
            "type": mark.type,
            "turn": scan.turn,
            "wormhole": scan.wormhole,
            "planets": [
                {**_planet(planet, orbit), "life_support": _needed(planet, home, me)}
                for orbit, planet in enumerate(planets, start=1)
            ],
        }


def _as_known(mark: StarMark, scan: Scan, orbit: int, live: Mapping[str, Planet]) -> Planet:
    place = Place(mark.sector, orbit)
    return live.get(str(place)) or planet_of(scan.planets[orbit - 1], place)


def _needed(planet: Planet, home: Planet, me: Species) -> int:
    return life_support.needed(planet, home, me.atmosphere)


def _planet(planet: Planet, orbit: int) -> dict[str, Any]:
    return {
        "orbit": orbit,
        "diameter": planet.diameter,
        "gravity": planet.gravity,
        "temperature": planet.temperature,
        "pressure": planet.pressure,
        "mining_difficulty": planet.mining_difficulty,
        "gases": [
            {"gas": GASES[gas.code], "percent": gas.percent}
            for gas in planet.gases
            if gas.percent > 0
        ],
    }


def _wormholes(
    ways: Mapping[str, Sector], marks: Mapping[str, StarMark]
) -> list[dict[str, list[int]]]:
    ends = {(*sorted((marks[star].sector, other)),) for star, other in ways.items()}
    return [{"from": list(one), "to": list(other)} for one, other in sorted(ends)]


# the gamemaster's view


def everything(game: Game, by_species: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    """The whole galaxy with all its planets, and the position of every species."""
    return {
        "species": None,
        "everybody": [species.name for species in game.empires],
        "radius": game.radius,
        "stars": [_whole_star(star) for star in game.stars],
        "wormholes": _wormholes(
            {star.id: star.wormhole for star in game.stars if star.wormhole},
            {star.id: star.mark for star in game.stars},
        ),
        "positions": list(by_species.values()),
    }


def _whole_star(star: Star) -> dict[str, Any]:
    planets = enumerate(star.planets, start=1)
    return {
        "sector": list(star.sector),
        "type": star.mark.type,
        "planets": [
            {**_planet(planet, orbit), "efficiency": planet.efficiency} for orbit, planet in planets
        ],
    }
