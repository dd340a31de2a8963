"""The planets whose place a race knows.

Distances are computed in arrays, race by race. numpy rounds each step as Python does, so the
results are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from variants.galaxy_g.constants import ROUNDING
from variants.galaxy_g.economy import Industry
from variants.galaxy_g.model import Planet, Race

if TYPE_CHECKING:
    import numpy as np

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"


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
        """The candidate nearest to any of the anchors; the first of several."""
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
    """The values near the span of the anchors. All others are too far away anyway."""
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
