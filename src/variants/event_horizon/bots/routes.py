"""Distances and routes on the map, computed once for each size of map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import cache

from attrs import field, frozen

from horizons_core.space import HexGrid
from variants.event_horizon.model import Place
from variants.event_horizon.orders import DIRECTIONS

#: The direction of a move order, and its change of place.
_Step = tuple[str, Place]


@frozen
class RouteMap:
    """Navigation on the map, in numbers of move orders from place to place.

    `side`: sectors along one side. `hexes`: hexes per order; unless 1, places may be isolated.
    """

    side: int
    hexes: int = 1
    _orders: Mapping[Place, int] = field(init=False, repr=False)
    _courses: Mapping[Place, tuple[_Step, ...]] = field(init=False, repr=False)

    @_orders.default
    def _count_orders(self) -> Mapping[Place, int]:
        return _orders_to(self.side, self.hexes)

    @_courses.default
    def _plot_courses(self) -> Mapping[Place, tuple[_Step, ...]]:
        return _courses_to(self.side, self.hexes)

    def distance(self, start: Place, end: Place) -> int:
        """Return the number of orders between two places; more than any route if out of reach."""
        return self._orders.get(self._offset(start, end), self.side * self.side)

    def steps(self, start: Place, end: Place) -> list[tuple[str, Place]]:
        """Return the directions of all shortest routes, each with the place after the first order.

        Empty if the ship is there already, or cannot get there.
        """
        (q, r), side = start, self.side
        return [
            (name, ((q + east) % side, (r + south) % side))
            for name, (east, south) in self._courses.get(self._offset(start, end), ())
        ]

    def places(self) -> set[Place]:
        """Return all places of the map."""
        return {(q, r) for q in range(self.side) for r in range(self.side)}

    def outward(self, centre: Place) -> Iterator[Place]:
        """Yield all reachable places, nearest first, beginning with the centre itself."""
        (q, r), side = centre, self.side
        return (((q + east) % side, (r + south) % side) for east, south in self._orders)

    def nearest(self, place: Place, among: AbstractSet[Place]) -> Place | None:
        """Return the nearest of these places, possibly this one; None if all are out of reach."""
        return next(filter(among.__contains__, self.outward(place)), None) if among else None

    def _offset(self, start: Place, end: Place) -> Place:
        return (end[0] - start[0]) % self.side, (end[1] - start[1]) % self.side


@cache
def _move_offsets(side: int, hexes: int) -> tuple[_Step, ...]:
    """Return the change of place by a move order, by direction."""
    grid = HexGrid(side, side, wraps=True)
    offsets = []
    for name in DIRECTIONS:
        place = (0, 0)
        for _ in range(hexes):
            place = grid.step(place, name)
        offsets.append((name, place))
    return tuple(offsets)


@cache
def _orders_to(side: int, hexes: int) -> Mapping[Place, int]:
    """Return the number of orders for each change of place, in rising order."""
    orders = {(0, 0): 0}
    front = [(0, 0)]
    while front:
        reached = []
        for place in front:
            for _, (q, r) in _move_offsets(side, hexes):
                after = (place[0] + q) % side, (place[1] + r) % side
                if after not in orders:
                    orders[after] = orders[place] + 1
                    reached.append(after)
        front = reached
    return orders


@cache
def _courses_to(side: int, hexes: int) -> Mapping[Place, tuple[_Step, ...]]:
    """Return the first orders of all shortest routes, for each change of place."""
    orders = _orders_to(side, hexes)
    return {
        (q, r): tuple(
            (name, change)
            for name, change in _move_offsets(side, hexes)
            if orders[(q - change[0]) % side, (r - change[1]) % side] < count
        )
        for (q, r), count in orders.items()
    }
