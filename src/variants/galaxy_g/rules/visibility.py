"""The knowledge of races about each other at the end of a turn, and marks on their maps.

It is computed planet by planet and group by group, so the work grows with the number of sightings,
not with races times objects. Distances are computed in arrays, race by race. numpy rounds each step
as Python does, so the results are the same on every machine.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import define, field, frozen

from variants.galaxy_g.constants import MAP_COLUMNS, MAP_ROWS, ROUNDING
from variants.galaxy_g.economy import Industry
from variants.galaxy_g.model import (
    Game,
    Group,
    Incoming,
    Knowledge,
    MapArea,
    Planet,
    Race,
    SeenShips,
    SeenType,
)

if TYPE_CHECKING:
    import numpy as np


Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"
_CELLS = MAP_COLUMNS * MAP_ROWS
#: Key of a turn's notes: the races and types that each race saw in battles and bombings.
SIGHTINGS = "witnessed"
#: The ids of a ship type's race and of the type.
TypeOf = tuple[str, str]


class PlanetPositions:
    """The places of the planets, as arrays in the order of their numbers."""

    def __init__(self, planets: Sequence[Planet]) -> None:
        import numpy as np

        self.planets = planets
        self.x = np.array([planet.at[0] for planet in planets], np.float64)
        self.y = np.array([planet.at[1] for planet in planets], np.float64)
        self._index = {planet.id: index for index, planet in enumerate(planets)}

    def within(self, anchors: Iterable[str], radius: float) -> list[Planet]:
        """The planets within the radius of the nearest anchor (ids), by number."""
        index = [self._index[planet] for planet in anchors]
        if not index:
            return []
        box = _within_span(self.x, self.x[index], radius) & _within_span(
            self.y, self.y[index], radius
        )
        candidates = box.nonzero()[0]
        near = self.distances(index, candidates) <= radius
        return [self.planets[index] for index in candidates[near].tolist()]

    def nearest(self, anchors: Iterable[str], among: Sequence[Planet]) -> Planet:
        """The candidate nearest to any of the anchors; in a tie, the first."""
        candidates = [self._index[planet.id] for planet in among]
        distances = self.distances([self._index[planet] for planet in anchors], candidates)
        return among[int(distances.argmin())]

    def distances(self, anchors: Sequence[int], candidates: Any) -> Array:
        """The distance of each candidate from its nearest anchor (indices)."""
        import numpy as np

        x = self.x[anchors, None] - self.x[candidates]
        y = self.y[anchors, None] - self.y[candidates]
        nearest: Array = np.sqrt(x * x + y * y).min(axis=0)
        return nearest


def _within_span(values: Array, anchors: Array, radius: float) -> Array:
    """The values near the span of the anchors; all others are certainly too far away."""
    near: Array = (values >= anchors.min() - radius - 1) & (values <= anchors.max() + radius + 1)
    return near


def located_planets(
    industry: Industry,
    race: Race,
    positions: PlanetPositions,
    colonies: Iterable[Planet],
    visited: Iterable[str],
) -> list[str]:
    """The ids of the planets in view from a race's own planets and its ships at planets.

    (GG-VIS-001)
    """
    homes = [planet.id for planet in colonies]
    radius = industry.sight(race.techs) + ROUNDING
    view = positions.within(dict.fromkeys([*homes, *visited]), radius)
    return [planet.id for planet in (*view, *_nearest_other(race, positions, homes, view))]


def _nearest_other(
    race: Race, positions: PlanetPositions, homes: Sequence[str], view: Sequence[Planet]
) -> list[Planet]:
    """The nearest planet out of view, for a race that has finished all planets in view.

    (GG-VIS-002)
    """
    if not homes or not all(_is_finished(planet, race) for planet in view):
        return []
    in_view = {planet.id for planet in view}
    candidates = [
        planet for planet in positions.planets if planet.habitable and planet.id not in in_view
    ]
    return [positions.nearest(homes, candidates)] if candidates else []


def _is_finished(planet: Planet, race: Race) -> bool:
    """True if a race has nothing left to win or develop on a planet (GG-VIS-002)."""
    if not planet.habitable:
        return True
    full = planet.population >= planet.size - ROUNDING
    return planet.owner == race.id and full and planet.industry >= planet.population - ROUNDING


def traces(game: Game) -> dict[str, list[int]]:
    """The cells of each race's map with groups of others in hyperspace, in ascending order.

    They show only that a group is there (GG-VIS-008). A cell's number is row * 80 + column. All
    groups are counted at once, once for each map area in use; then a race's own groups are
    subtracted.
    """
    owners, x, y = _positions(game)
    marks: dict[str, list[int]] = {}
    placed: dict[tuple[float, float, float], tuple[Array, Array]] = {}
    for seat, race in enumerate(game.empires):
        area = (race.area.x, race.area.y, race.area.size)
        if area not in placed:
            cells = _cells(race.area, x, y)
            placed[area] = cells, _counts(cells)
        cells, all_groups = placed[area]
        first, last = owners.searchsorted([seat, seat + 1])
        alien = all_groups - _counts(cells[first:last])
        marks[race.id] = alien.nonzero()[0].tolist()
    return marks


def _positions(game: Game) -> tuple[Array, Array, Array]:
    """Return the race index, x and y of each group in hyperspace."""
    import numpy as np

    at = {planet.id: planet.at for planet in game.planets}
    rows = [
        (seat, *at[group.at], *at[group.to], group.left)
        for seat, race in enumerate(game.empires)
        for group in race.groups
        if group.under_way
    ]
    owners, from_x, from_y, to_x, to_y, left = np.array(rows, np.float64).reshape(-1, 6).T
    dx, dy = from_x - to_x, from_y - to_y
    distance = np.sqrt(dx * dx + dy * dy)
    part = np.divide(left, distance, out=np.zeros_like(left), where=distance > 0)
    return owners, to_x + dx * part, to_y + dy * part


def _cells(area: MapArea, x: Array, y: Array) -> Array:
    """The cell of each place. Places outside the map get a cell after the last one."""
    import numpy as np

    if area.size <= 0:
        return np.full(len(x), _CELLS)
    column = np.floor((x - area.x) / area.size * MAP_COLUMNS).astype(np.int64)
    row = np.floor((y - area.y) / area.size * MAP_ROWS).astype(np.int64)
    is_visible = (column >= 0) & (column < MAP_COLUMNS) & (row >= 0) & (row < MAP_ROWS)
    return np.where(is_visible, row * MAP_COLUMNS + column, _CELLS)


def _counts(cells: Array) -> Array:
    """The number of groups in each cell of the map."""
    import numpy as np

    return np.bincount(cells, minlength=_CELLS + 1)[:_CELLS]


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

    `types` are those of all races as others see them, race by race, by name. `ships` are the groups
    at each planet, and `types_at` the indexes of their types in `types`. `visited` are the planets
    where each race has ships, `owned` its own planets.
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
