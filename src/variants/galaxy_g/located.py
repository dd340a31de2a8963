"""Which planets a race knows the place of (GG-VIS-001, GG-VIS-002).

Distances are worked out in arrays, race by race; numpy rounds each step as Python does, so the
answers are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from variants.galaxy_g.constants import LIGHT_YEARS, ROUNDING
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

    def distances(self, anchors: Iterable[str]) -> Array:
        """How far it is to each planet from the nearest of some (ids)."""
        import numpy as np

        index = [self._index[planet] for planet in anchors]
        x, y = self.x[index, None] - self.x, self.y[index, None] - self.y
        nearest: Array = np.sqrt(x * x + y * y).min(axis=0, initial=np.inf)
        return nearest


def located(race: Race, sky: Sky, own: Iterable[Planet], visited: Iterable[str]) -> list[str]:
    """The ids of the planets in view from a race's own planets and its ships at planets."""
    homes = [planet.id for planet in own]
    far = sky.distances(dict.fromkeys([*homes, *visited]))
    radius = LIGHT_YEARS * race.techs.drive
    view = [sky.planets[index] for index in (far <= radius + ROUNDING).nonzero()[0].tolist()]
    if homes and all(_exhausted(planet, race) for planet in view):
        view += _nearest_beyond(sky, homes, view)
    return [planet.id for planet in view]


def _exhausted(planet: Planet, race: Race) -> bool:
    """Whether a race has nothing more to win or build up on a planet."""
    if not planet.habitable:
        return True
    full = planet.population >= planet.size - ROUNDING
    return planet.owner == race.id and full and planet.industry >= planet.population - ROUNDING


def _nearest_beyond(sky: Sky, homes: Iterable[str], view: Iterable[Planet]) -> list[Planet]:
    """The nearest planet out of view that can be settled, if there is one (GG-VIS-002)."""
    seen = {planet.id for planet in view}
    beyond = [
        (float(far), planet.number, planet)
        for far, planet in zip(sky.distances(homes), sky.planets, strict=True)
        if planet.habitable and planet.id not in seen
    ]
    return [min(beyond, key=lambda found: found[:2])[2]] if beyond else []
