"""Damage in saved games."""

from __future__ import annotations

from collections.abc import Iterator

from horizons_core.model import highest_number
from variants.galaxy_g.constants import OPTIONS, PRODUCTS
from variants.galaxy_g.model import Game, Race


def damage(game: Game) -> Iterator[str]:
    """Yield damage to planets' numbers and products, and to each race."""
    if not all(planet.id.isascii() and planet.id.isdecimal() for planet in game.planets):
        yield "a planet has no number"
    races = {race.id: race for race in game.empires}
    for planet in game.planets:
        if planet.owner and planet.product not in (*PRODUCTS, *races[planet.owner].types):
            yield f"planet {planet.id} makes '{planet.product}', which does not exist"
    for race in game.empires:
        yield from _race_damage(race)


def _race_damage(race: Race) -> Iterator[str]:
    """Yield inconsistent groups, types and fleets."""
    if race.options.keys() != OPTIONS.keys():
        yield f"{race.id} has unknown report options"
    yield from _knowledge_damage(race)
    yield from _id_damage(race)
    designs = [ship_type.design for ship_type in race.types.values()]
    if any(not design.mass > 0 or race.techs.lack(design) for design in designs):
        yield f"{race.id} has a ship type without mass, or one beyond its technology"
    for group in race.groups:
        if group.type not in race.types or (group.fleet and group.fleet not in race.fleets):
            yield f"group {group.number} of {race.id} has an unknown type or fleet"
        elif group.techs.lack(race.design_of(group)):
            yield f"group {group.number} of {race.id} lacks the technology of its type"
        elif group.load and not group.techs.cargo:
            yield f"group {group.number} of {race.id} has a load, but no technology to carry it"
        elif not group.to and (group.under_way or group.intercepts):
            yield f"group {group.number} of {race.id} is on its way to an unknown planet"


def _id_damage(race: Race) -> Iterator[str]:
    """Yield types and fleets with a wrong id, and counters that would give an id twice."""
    for by_id in (race.types, race.fleets):
        if any(entry.id != key for key, entry in by_id.items()):
            yield f"{race.id} has two types or fleets with the same id"
    types, fleets = highest_number(race.types, "T"), highest_number(race.fleets, "F")
    if race.next_type <= types or race.next_fleet <= fleets:
        yield f"{race.id} has a type or fleet with a number that is not used yet"


def _knowledge_damage(race: Race) -> Iterator[str]:
    """Yield known ships of an unknown race or type."""
    knowledge = race.knowledge
    types = {(known.race, known.name) for known in knowledge.types}
    for ships in knowledge.ships:
        if (ships.race, ships.type) not in types or (ships.load and not ships.cargo_tech):
            yield f"{race.id} sees impossible ships of {ships.race}"
    if not {known.race for known in knowledge.types} <= {*knowledge.races}:
        yield f"{race.id} knows a ship type of a race that it does not know"
