"""Which planets a race knows the place of.

Distances are worked out in arrays, race by race; numpy rounds each step as Python does, so the
answers are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from variants.galaxy_g.constants import ROUNDING
from variants.galaxy_g.economy import Industry
from variants.galaxy_g.model import Planet, Race

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]


class Sky:
    """Where the planets lie: arrays in the order of their numbers."""

    def __init__(self, planets: Sequence[Planet]) -> None:
        import numpy as np

        self.planets = planets
        self.x = np.array([planet.at[0] for planet in planets], np.float64)
        self.y = np.array([planet.at[1] for planet in planets], np.float64)
        self._index = {planet.id: index for index, planet in enumerate(planets)}

    def within(self, anchors: Iterable[str], radius: float) -> list[Planet]:
        """The planets not farther than this from the nearest of some (ids), by number."""
        index = [self._index[planet] for planet in anchors]
        if not index:
            return []
        box = _spanned(self.x, self.x[index], radius) & _spanned(self.y, self.y[index], radius)
        candidates = box.nonzero()[0]
        near = self.distances(index, candidates) <= radius
        return [self.planets[place] for place in candidates[near].tolist()]

    def nearest(self, anchors: Iterable[str], among: Sequence[Planet]) -> Planet:
        """Of some planets the nearest to any of the anchors, the first of several."""
        candidates = [self._index[planet.id] for planet in among]
        far = self.distances([self._index[planet] for planet in anchors], candidates)
        return among[int(far.argmin())]

    def distances(self, anchors: Sequence[int], candidates: Any) -> Array:
        """How far it is to each candidate from the nearest anchor (indices)."""
        import numpy as np

        x = self.x[anchors, None] - self.x[candidates]
        y = self.y[anchors, None] - self.y[candidates]
        nearest: Array = np.sqrt(x * x + y * y).min(axis=0)
        return nearest


def _spanned(values: Array, anchors: Array, radius: float) -> Array:
    """Which values are not far outside the span of the anchors: all others need no look."""
    spanned: Array = (values >= anchors.min() - radius - 1) & (values <= anchors.max() + radius + 1)
    return spanned


def located(
    industry: Industry, race: Race, sky: Sky, own: Iterable[Planet], visited: Iterable[str]
) -> list[str]:
    """The ids of the planets in view from a race's own planets and its ships at planets.

    (GG-VIS-001)
    """
    homes = [planet.id for planet in own]
    radius = industry.sight(race.techs) + ROUNDING
    view = sky.within(dict.fromkeys([*homes, *visited]), radius)
    return [planet.id for planet in (*view, *_one_more(race, sky, homes, view))]


def _one_more(race: Race, sky: Sky, homes: Sequence[str], view: Sequence[Planet]) -> list[Planet]:
    """The nearest other planet, for whoever has nothing left to do with those in view.

    (GG-VIS-002)
    """
    if not homes or not all(_exhausted(planet, race) for planet in view):
        return []
    seen = {planet.id for planet in view}
    others = [planet for planet in sky.planets if planet.habitable and planet.id not in seen]
    return [sky.nearest(homes, others)] if others else []


def _exhausted(planet: Planet, race: Race) -> bool:
    """True if a race has nothing more to win or build up on a planet (GG-VIS-002)."""
    if not planet.habitable:
        return True
    full = planet.population >= planet.size - ROUNDING
    return planet.owner == race.id and full and planet.industry >= planet.population - ROUNDING
