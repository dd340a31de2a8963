"""The knowledge of races about each other at the end of a turn.

It is computed planet by planet and group by group, so the work grows with the number of
sightings, not with races times objects.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import define, field, frozen

from variants.galaxy_g.economy import Industry
from variants.galaxy_g.model import (
    Game,
    Group,
    Incoming,
    Knowledge,
    Planet,
    Race,
    SeenShips,
    SeenType,
)
from variants.galaxy_g.rules.located import PlanetPositions, located_planets
from variants.galaxy_g.rules.traces import traces

#: Key of a turn's notes: the races and types that each race saw in battles and bombings.
SIGHTINGS = "witnessed"

#: The ids of a ship type's race and of the type.
TypeOf = tuple[str, str]


@define
class Sightings:
    """The races and the ship types that a race saw in battles and bombings."""

    races: set[str] = field(factory=set)
    types: set[TypeOf] = field(factory=set)


def record_sightings(
    notes: dict[str, Any],
    observers: Iterable[str],
    races: Iterable[str],
    types: Iterable[TypeOf] = (),
) -> None:
    """Note that observers saw these races and types in a battle or a bombing."""
    sightings: dict[str, Sightings] = notes.setdefault(SIGHTINGS, {})
    races, types = list(races), list(types)
    for observer in observers:
        known = sightings.setdefault(observer, Sightings())
        known.races.update(races)
        known.types.update(types)


def update_knowledge(
    industry: Industry, game: Game, sightings: Mapping[str, Sightings] | None = None
) -> None:
    """Update every race's knowledge of others. `sightings` are those of this turn's battles."""
    index = _index_game(industry, game)
    marks = traces(game)
    for race in game.empires:
        race.knowledge = index.knowledge_of(race, (sightings or {}).get(race.id, Sightings()))
        race.knowledge.traces = marks[race.id]


@frozen
class GameIndex:
    """Index of a game, to compute the knowledge of each race.

    `types` are those of all races as others see them, race by race, by name. By planet, `ships` are
    the groups there, and `types_at` the indexes of their types in `types`. `visited` are the
    planets where each race has ships, `owned` its own planets.
    """

    industry: Industry
    races: Mapping[str, Race]
    planets: Mapping[str, Planet]
    positions: PlanetPositions
    types: Sequence[SeenType]
    place_of_type: Mapping[TypeOf, int]
    ships: Mapping[str, list[SeenShips]]
    types_at: Mapping[str, set[int]]
    visited: Mapping[str, list[str]]
    owned: Mapping[str, list[Planet]]
    incoming: Mapping[str, list[Incoming]]

    def knowledge_of(self, race: Race, sightings: Sightings) -> Knowledge:
        """All that a race sees, except the marks on its map (GG-VIS-005)."""
        colonies, scanned = self.owned.get(race.id, []), self.visited[race.id]
        present = sorted({*scanned, *(planet.id for planet in colonies)}, key=int)
        meeting_places = [planet for planet in present if planet in self.ships]
        settled = [planet for planet in map(self.planets.__getitem__, scanned) if planet.owner]
        making = {planet.id: planet for planet in settled if planet.owner != race.id}
        built = [(p.owner, p.product) for p in making.values() if self._makes_ships(p)]
        types = self._types([*sightings.types, *built], meeting_places)
        races = {
            *sightings.races,
            *(kind.race for kind in types),
            *(p.owner for p in making.values()),
        }
        return Knowledge(
            located=self._located(race, colonies, scanned),
            scanned=scanned,
            products={number: self._product(planet) for number, planet in making.items()},
            races=[other for other in self.races if other in races and other != race.id],
            ships=[s for planet in meeting_places for s in self.ships[planet] if s.race != race.id],
            types=[kind for kind in types if kind.race != race.id],
            incoming=self.incoming.get(race.id, []),
        )

    def _located(self, race: Race, colonies: list[Planet], visited: list[str]) -> list[str]:
        """The planets in view, and those where the race's own ships and routes lead."""
        view = set(located_planets(self.industry, race, self.positions, colonies, visited))
        view.update([group.at for group in race.groups])
        view.update([group.to for group in race.groups if group.to])
        for planet in colonies:
            view.update(planet.routes.values())
        return sorted(view, key=int)

    def _types(self, type_ids: Iterable[TypeOf], planets: Iterable[str]) -> list[SeenType]:
        """These types and those of the ships at planets, race by race, by name (GG-VIS-012)."""
        indexes = {self.place_of_type[type_of] for type_of in type_ids}
        indexes.update(*(self.types_at[planet] for planet in planets))
        return [self.types[index] for index in sorted(indexes)]

    def _makes_ships(self, planet: Planet) -> bool:
        return planet.product in self.races[planet.owner].types

    def _product(self, planet: Planet) -> str:
        """The name of a planet's product."""
        if self._makes_ships(planet):
            return self.races[planet.owner].types[planet.product].name
        return planet.product


def _index_game(industry: Industry, game: Game) -> GameIndex:
    types = {
        (race.id, kind.id): SeenType(race=race.id, name=kind.name, design=kind.design)
        for race in game.empires
        for kind in sorted(race.types.values(), key=lambda kind: kind.name)
    }
    place_of_type = {type_of: index for index, type_of in enumerate(types)}
    ships: dict[str, list[SeenShips]] = defaultdict(list)
    types_at: dict[str, set[int]] = defaultdict(set)
    for race, group in game.groups():
        if not group.under_way:
            ships[group.at].append(_seen_ships(race, group))
            types_at[group.at].add(place_of_type[race.id, group.type])
    owned: dict[str, list[Planet]] = {}
    for place in game.planets:
        owned.setdefault(place.owner, []).append(place)
    return GameIndex(
        industry=industry,
        races={race.id: race for race in game.empires},
        planets={planet.id: planet for planet in game.planets},
        positions=PlanetPositions(game.planets),
        types=list(types.values()),
        place_of_type=place_of_type,
        ships=ships,
        types_at=types_at,
        visited={
            r.id: sorted({g.at for g in r.groups if not g.under_way}, key=int) for r in game.empires
        },
        owned=owned,
        incoming=_incoming(industry, game),
    )


def _seen_ships(race: Race, group: Group) -> SeenShips:
    """A group as others see it: of its techs only that of cargo (GG-VIS-009)."""
    return SeenShips(
        race=race.id,
        planet=group.at,
        type=race.types[group.type].name,
        ships=group.ships,
        cargo_tech=group.techs.cargo,
        cargo=group.cargo,
        load=group.load,
    )


def _incoming(industry: Industry, game: Game) -> dict[str, list[Incoming]]:
    """The groups of others in flight, by the owner of the planet where they go.

    Their origin is known (GG-VIS-003, GG-VIS-007).
    """
    planets = {planet.id: planet for planet in game.planets}
    incoming: dict[str, list[Incoming]] = {}
    for race in game.empires:
        fleets = industry.fleet_speeds(race)
        for group in race.groups:
            target = planets[group.to].owner if group.under_way else ""
            if target and target != race.id:
                speed = fleets[group.fleet] if group.fleet else industry.speed_of(race, group)
                mass = industry.mass_of(race, group) * group.ships
                contact = _contact(group, speed, mass, planets[group.at])
                incoming.setdefault(target, []).append(contact)
    return {owner: _in_order(contacts) for owner, contacts in incoming.items()}


def _in_order(contacts: list[Incoming]) -> list[Incoming]:
    """Sort by values that do not show their owners (GG-VIS-007)."""
    return sorted(contacts, key=lambda c: (int(c.to), c.left, int(c.origin), c.speed, c.mass))


def _contact(group: Group, speed: float, mass: float, origin: Planet) -> Incoming:
    return Incoming(
        origin=origin.id,
        origin_name=origin.name,
        origin_at=origin.at,
        to=group.to,
        left=group.left,
        speed=speed,
        mass=mass,
    )
