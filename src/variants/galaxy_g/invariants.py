"""Invariants of a game of Galaxy G, and damage in saved games."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

from horizons_core.model import highest_number
from horizons_core.turn import VariantRules
from variants.galaxy_g.constants import CARGO_KINDS, OPTIONS, PRODUCTS, ROUNDING
from variants.galaxy_g.economy import Industry
from variants.galaxy_g.model import Game, Group, Planet, Race


def damage(game: Game) -> Iterator[str]:
    """Describe inconsistencies of a saved game, in planets' numbers and products and in races."""
    if not all(planet.id.isascii() and planet.id.isdecimal() for planet in game.planets):
        yield "a planet has no number"
    races = {race.id: race for race in game.empires}
    for planet in game.planets:
        if planet.owner and planet.product not in (*PRODUCTS, *races[planet.owner].types):
            yield f"planet {planet.id} makes '{planet.product}', which does not exist"
    for race in game.empires:
        yield from _race_damage(race)


def _race_damage(race: Race) -> Iterator[str]:
    """Describe inconsistencies of a race's options, knowledge, types, fleets and groups."""
    if race.options.keys() != OPTIONS.keys():
        yield f"{race.id} has unknown report options"
    yield from _knowledge_damage(race)
    yield from _id_damage(race)
    designs = [ship_type.design for ship_type in race.types.values()]
    if any(not design.mass > 0 or race.techs.lacks(design) for design in designs):
        yield f"{race.id} has a ship type without mass, or one beyond its technology"
    for group in race.groups:
        if group.type not in race.types or (group.fleet and group.fleet not in race.fleets):
            yield f"group {group.number} of {race.id} has an unknown type or fleet"
        elif group.techs.lacks(race.design_of(group)):
            yield f"group {group.number} of {race.id} lacks the technology of its type"
        elif group.load and not group.techs.cargo:
            yield f"group {group.number} of {race.id} has a load, but no technology to carry it"
        elif not group.to and (group.under_way or group.intercepts):
            yield f"group {group.number} of {race.id} is on its way to an unknown planet"


def _id_damage(race: Race) -> Iterator[str]:
    """Describe wrong ids of types and fleets, and counters that would reuse an id."""
    for by_id in (race.types, race.fleets):
        if any(entry.id != key for key, entry in by_id.items()):
            yield f"{race.id} has two types or fleets with the same id"
    types, fleets = highest_number(race.types, "T"), highest_number(race.fleets, "F")
    if race.next_type <= types or race.next_fleet <= fleets:
        yield f"{race.id} has a type or fleet with a number that is not used yet"


def _knowledge_damage(race: Race) -> Iterator[str]:
    """Describe known ships of an unknown type, and known types of an unknown race."""
    knowledge = race.knowledge
    types = {(known.race, known.name) for known in knowledge.types}
    for ships in knowledge.ships:
        if (ships.race, ships.type) not in types or (ships.load and not ships.cargo_tech):
            yield f"{race.id} sees impossible ships of {ships.race}"
    if not {known.race for known in knowledge.types} <= {*knowledge.races}:
        yield f"{race.id} knows a ship type of a race that it does not know"


def faults(game: Game, variant: VariantRules) -> list[str]:
    """A description of every violated invariant; an empty list for a sound game."""
    industry: Industry = variant.economy
    races = {race.id: race for race in game.empires}
    planets = {planet.id for planet in game.planets}
    violations = [] if len(races) == len(game.empires) else ["two races have one id"]
    if len(planets) < len(game.planets):
        violations.append("two planets have one number")
    for planet in game.planets:
        violations += _planet_faults(planet, races, planets)
    for race in game.empires:
        violations += _race_faults(race, races, planets)
        for group in race.groups:
            violations += _group_faults(race, group, planets, industry)
    return violations


def _planet_faults(planet: Planet, races: dict[str, Race], planets: set[str]) -> Iterator[str]:
    yield from _bad_amounts(planet, f"planet {planet.id}")
    if planet.population > planet.size * (1 + ROUNDING):
        yield f"planet {planet.id} has more population than size"
    if planet.industry > planet.population * (1 + ROUNDING):
        yield f"planet {planet.id} has more industry than population"
    if any(end not in planets or end == planet.id for end in planet.routes.values()):
        yield f"planet {planet.id} has a route to an unknown planet"
    if planet.owner not in races:
        if planet.owner:
            yield f"planet {planet.id} has an owner who is not in the game"
        if planet.population or planet.colonists or planet.product or planet.routes:
            yield f"planet {planet.id} is uninhabited, but has population, production or routes"
        return
    types = races[planet.owner].types
    if planet.product not in PRODUCTS and planet.product not in types:
        yield f"planet {planet.id} makes '{planet.product}', which does not exist"
    if planet.progress and planet.product not in types:
        yield f"planet {planet.id} has an unfinished ship of an unknown type"


def _race_faults(race: Race, races: dict[str, Race], planets: set[str]) -> Iterator[str]:
    numbers = [group.number for group in race.groups]
    if any(lower >= higher for lower, higher in itertools.pairwise(numbers)):
        yield f"{race.id} has groups that are not sorted by number"
    if min(race.techs.levels) < 0 or not math.isfinite(race.techs.sum):
        yield f"{race.id} has a negative technology level"
    if not {*race.war, *race.allies} <= races.keys():
        yield f"{race.id} has a relation with a race that is not in the game"
    if not {*race.guard, *race.attack, *race.allied_planets} <= planets:
        yield f"{race.id} has a relation with an unknown planet"
    for key, ship_type in race.types.items():
        if ship_type.id != key or not ship_type.design.mass > 0:
            yield f"{race.id} has an invalid ship type {key}"
    for fleet in race.fleets:
        places = {(g.at, g.to, g.under_way) for g in race.groups if g.fleet == fleet}
        if len(places) > 1:
            yield f"{race.id} has a fleet {fleet} in several places"


def _group_faults(race: Race, group: Group, planets: set[str], industry: Industry) -> Iterator[str]:
    name = f"group {group.number} of {race.id}"
    if group.type not in race.types:
        yield f"{name} has an unknown type"
        return
    if group.fleet and group.fleet not in race.fleets:
        yield f"{name} is in an unknown fleet"
    if group.number < 1 or group.ships < 1:
        yield f"{name} has {group.ships} ships"
    yield from _cargo_faults(group, industry.capacity_of(race, group), name)
    if group.at not in planets or (group.to and group.to not in planets):
        yield f"{name} is nowhere"
    if (group.under_way or group.intercepts or group.left) and not group.to:
        yield f"{name} is on its way to an unknown planet"
    if not group.left >= 0:
        yield f"{name} has a negative distance left"
    if group.techs.levels != group.techs.fitting(race.design_of(group)).levels:
        yield f"{name} has technology for parts that it does not have"


def _cargo_faults(group: Group, room: float, name: str) -> Iterator[str]:
    if bool(group.cargo) != bool(group.load) or group.cargo not in {"", *CARGO_KINDS}:
        yield f"{name} carries {group.load} {group.cargo or 'of nothing'}"
    if not 0 <= group.load <= room * (1 + ROUNDING):
        yield f"{name} carries {group.load} with room for {room}"


def _bad_amounts(planet: Planet, name: str) -> Iterator[str]:
    for amount in (
        "size", "resources", "population", "industry", "capital", "materials", "colonists",
        "progress", "upgraded",
    ):  # fmt: skip
        value = getattr(planet, amount)
        if not 0 <= value < math.inf:
            yield f"{name} has {value} {amount}"
