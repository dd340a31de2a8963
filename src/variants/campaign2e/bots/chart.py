"""Ways on the map of a view: what trades with what, and how groups get somewhere."""

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
    from variants.campaign2e.bots.board import Facts


@define(eq=False)
class Chart:
    """The worlds that are known and the ways between them.

    Attributes:
        places: by world, its hex.
        route: by world on a lane, the number of its route; `open_route` of ways without a block.
    """

    places: Mapping[str, Place]
    route: Mapping[str, int]
    open_route: Mapping[str, int]
    _reached: dict[str, AbstractSet[str]] = field(factory=dict)
    _on_route: dict[int, list[str]] = field(factory=dict)
    _weeks: dict[tuple[str, ...], Mapping[str, int]] = field(factory=dict)

    @classmethod
    def of(cls, view: View) -> Chart:
        """The chart of a view."""
        places = {world["id"]: place_of(world["id"]) for world in view["worlds"]}
        lanes = [(lane["a"], lane["b"]) for lane in view["lanes"]]
        clear = [(lane["a"], lane["b"]) for lane in view["lanes"] if lane["open"]]
        return cls(places, _routes(lanes), _routes(clear))

    def distance(self, a: str, b: str) -> int:
        """Hexes between two hexes, by their names."""
        return _distance(a, b)

    def can_trade(self, a: str, b: str) -> bool:
        """Return whether two worlds are a jump apart or on one route of lanes (C2E-10.1-01)."""
        return b in self.within_reach(a)

    def within_reach(self, name: str) -> AbstractSet[str]:
        """The hexes a jump from a world, and the worlds on its route: what it can trade with."""
        if name not in self._reached:
            number = self.route.get(name)
            routed = {at for at, route in self.route.items() if route == number}
            self._reached[name] = hexes_within(name, JUMP) | routed
        return self._reached[name]

    def on_open_lane(self, a: str, b: str) -> bool:
        """Return whether trade between two worlds goes by a lane now (C2E-2.3-03)."""
        return _same(self.open_route, a, b)

    def _routed(self, name: str) -> list[str]:
        """The worlds on the open route of a world."""
        if not self._on_route:
            for world, number in self.open_route.items():
                self._on_route.setdefault(number, []).append(world)
        return self._on_route.get(self.open_route.get(name, -1), [])

    def weeks_to(self, ends: Iterable[str]) -> Mapping[str, int]:
        """By world, the weeks to the nearest of these worlds."""
        known = tuple(end for end in ends if end in self.places)
        if known not in self._weeks:
            self._weeks[known] = self._weeks_from(known)
        return self._weeks[known]

    def _weeks_from(self, ends: Sequence[str]) -> dict[str, int]:
        """The same; the first of a route that is reached opens all of it."""
        weeks, routes, ended = dict.fromkeys(ends, 0), {-1}, 0
        newest: Sequence[str] = ends
        while newest:
            near: set[str] = set()
            for name in newest:
                near |= hexes_within(name, JUMP)
                number = self.open_route.get(name, -1)
                if number not in routes:
                    routes.add(number)
                    near.update(self._routed(name))
            ended += 1
            newest = sorted((near & self.places.keys()) - weeks.keys())
            weeks |= dict.fromkeys(newest, ended)
        return weeks

    def step(self, group: Facts, weeks: Mapping[str, int]) -> str:
        """The hex to which a group should go to come nearer, by `weeks_to`; "" to stay."""
        ends = [*group["jumps"], *group["lanes"]]
        if group["at"] not in self.places:  # from an empty hex any world will do, or the way to one
            worlds = [at for at in ends if at in weeks]
            return min(worlds or ends, key=lambda at: (weeks.get(at, 0), at), default="")
        here = weeks.get(group["at"])
        if here is None:
            return ""
        better = [at for at in ends if weeks.get(at, here) < here]
        return min(better, key=lambda at: (weeks[at], place_of(at)), default="")


@lru_cache(maxsize=50_000)
def _distance(a: str, b: str) -> int:
    return distance(place_of(a), place_of(b))


@lru_cache(maxsize=5_000)
def hexes_within(name: str, far: int) -> frozenset[str]:
    """The hexes so near to one, and that itself, by their names."""
    return frozenset(place_id(at) for at in within(place_of(name), far))


def _same(routes: Mapping[str, int], a: str, b: str) -> bool:
    return a in routes and routes[a] == routes.get(b)


def _routes(lanes: Iterable[tuple[str, str]]) -> dict[str, int]:
    """By world, the number of the route that its lanes belong to."""
    ends: dict[str, list[str]] = {}
    for a, b in lanes:
        ends.setdefault(a, []).append(b)
        ends.setdefault(b, []).append(a)
    found: dict[str, int] = {}
    for number, start in enumerate(ends):
        queue = [] if start in found else [start]
        for name in queue:
            if name not in found:
                found[name] = number
                queue += ends[name]
    return found
