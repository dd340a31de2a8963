"""Distances and routes on the map of a view, for trade and for travel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import define, field

from horizons_core.model import View
from variants.campaign2e.constants import JUMP
from variants.campaign2e.model import Place, place_id, place_of
from variants.campaign2e.model.places import distance, within

if TYPE_CHECKING:
    from variants.campaign2e.view.rows import Row


@define(eq=False)
class RouteMap:
    """The known worlds and the connections between them.

    Attributes:
        places: hex of each world.
        route: route number of each world on a lane; `open_route` is the same without blocked lanes.
    """

    places: Mapping[str, Place]
    route: Mapping[str, int]
    open_route: Mapping[str, int]
    _reached: dict[str, AbstractSet[str]] = field(factory=dict)
    _on_route: dict[int, list[str]] = field(factory=dict)
    _weeks: dict[tuple[str, ...], Mapping[str, int]] = field(factory=dict)

    @classmethod
    def of(cls, view: View) -> RouteMap:
        """Return the routes on the map of a view."""
        places = {world["id"]: place_of(world["id"]) for world in view["worlds"]}
        lanes = [(lane["a"], lane["b"]) for lane in view["lanes"]]
        clear = [(lane["a"], lane["b"]) for lane in view["lanes"] if lane["open"]]
        return cls(places, _routes(lanes), _routes(clear))

    def distance(self, a: str, b: str) -> int:
        """Return the distance between two hexes, by their ids."""
        return _distance(a, b)

    def can_trade(self, a: str, b: str) -> bool:
        """Return whether two worlds are a jump apart or on one route of lanes (C2E-10.1-01)."""
        return b in self.within_reach(a)

    def within_reach(self, name: str) -> AbstractSet[str]:
        """Return possible trade partners: hexes a jump from a world, and worlds on its route."""
        if name not in self._reached:
            number = self.route.get(name)
            routed = {at for at, route in self.route.items() if route == number}
            self._reached[name] = hexes_within(name, JUMP) | routed
        return self._reached[name]

    def on_open_lane(self, a: str, b: str) -> bool:
        """Return whether trade between two worlds uses a lane now (C2E-2.3-03)."""
        return _on_same_route(self.open_route, a, b)

    def _worlds_on_route(self, name: str) -> list[str]:
        """Return the worlds on the open route of a world."""
        if not self._on_route:
            for world, number in self.open_route.items():
                self._on_route.setdefault(number, []).append(world)
        return self._on_route.get(self.open_route.get(name, -1), [])

    def weeks_to(self, ends: Iterable[str]) -> Mapping[str, int]:
        """Return the weeks from each world to the nearest of the worlds `ends`; cached."""
        goals = tuple(end for end in ends if end in self.places)
        if goals not in self._weeks:
            self._weeks[goals] = self._weeks_from(goals)
        return self._weeks[goals]

    def _weeks_from(self, ends: Sequence[str]) -> dict[str, int]:
        """Compute `weeks_to` by breadth-first search; a route's worlds are reached together."""
        weeks, routes, elapsed = dict.fromkeys(ends, 0), {-1}, 0
        newest: Sequence[str] = ends
        while newest:
            reached: set[str] = set()
            for name in newest:
                reached |= hexes_within(name, JUMP)
                number = self.open_route.get(name, -1)
                if number not in routes:
                    routes.add(number)
                    reached.update(self._worlds_on_route(name))
            elapsed += 1
            newest = sorted((reached & self.places.keys()) - weeks.keys())
            weeks |= dict.fromkeys(newest, elapsed)
        return weeks

    def step(self, group: Row, weeks: Mapping[str, int]) -> str:
        """Return the hex that brings a group nearer by `weeks_to`; "" to stay."""
        ends = [*group["jumps"], *group["lanes"]]
        if group["at"] not in self.places:  # from an empty hex any world is fine, or any hex
            worlds = [at for at in ends if at in weeks]
            return min(worlds or ends, key=lambda at: (weeks.get(at, 0), at), default="")
        weeks_left = weeks.get(group["at"])
        if weeks_left is None:
            return ""
        closer = [at for at in ends if weeks.get(at, weeks_left) < weeks_left]
        return min(closer, key=lambda at: (weeks[at], place_of(at)), default="")


@lru_cache(maxsize=50_000)
def _distance(a: str, b: str) -> int:
    return distance(place_of(a), place_of(b))


@lru_cache(maxsize=5_000)
def hexes_within(name: str, radius: int) -> frozenset[str]:
    """Return the ids of the hexes within a distance, including the hex itself."""
    return frozenset(place_id(at) for at in within(place_of(name), radius))


def _on_same_route(routes: Mapping[str, int], a: str, b: str) -> bool:
    return a in routes and routes[a] == routes.get(b)


def _routes(lanes: Iterable[tuple[str, str]]) -> dict[str, int]:
    """Return the route number of each world on a lane."""
    ends: dict[str, list[str]] = {}
    for a, b in lanes:
        ends.setdefault(a, []).append(b)
        ends.setdefault(b, []).append(a)
    routes: dict[str, int] = {}
    for number, start in enumerate(ends):
        queue = [] if start in routes else [start]
        for name in queue:
            if name not in routes:
                routes[name] = number
                queue += ends[name]
    return routes
