"""Distances and courses on the map, counted once for each size of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import cache

from attrs import field, frozen

from horizons_core.space import HexGrid
from variants.event_horizon.model import Place
from variants.event_horizon.orders import DIRECTIONS

#: A step: the direction of an order to move, and how it changes the place.
_Step = tuple[str, Place]


@frozen
class Chart:
    """The map as a navigator sees it: how many orders to move lead from place to place.

    `side`: sectors along one side. `hexes`: how far a ship goes by one order, which may leave
    places that cannot be reached.
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
        """How many orders lead from one place to the other; more than any way has if none do."""
        return self._orders.get(self._offset(start, end), self.side * self.side)

    def steps(self, start: Place, end: Place) -> list[tuple[str, Place]]:
        """The directions of all shortest ways, each with the place to which the first order leads.

        Empty if the ship is there already, or can never be.
        """
        (q, r), side = start, self.side
        return [
            (name, ((q + east) % side, (r + south) % side))
            for name, (east, south) in self._courses.get(self._offset(start, end), ())
        ]

    def places(self) -> set[Place]:
        """All places of the map."""
        return {(q, r) for q in range(self.side) for r in range(self.side)}

    def outward(self, centre: Place) -> Iterator[Place]:
        """All places that can be reached, the nearest first: the centre itself to begin with."""
        (q, r), side = centre, self.side
        return (((q + east) % side, (r + south) % side) for east, south in self._orders)

    def nearest(self, place: Place, among: AbstractSet[Place]) -> Place | None:
        """The nearest of some places, perhaps where the ship is; None if it can reach none."""
        return next(filter(among.__contains__, self.outward(place)), None) if among else None

    def _offset(self, start: Place, end: Place) -> Place:
        return (end[0] - start[0]) % self.side, (end[1] - start[1]) % self.side


@cache
def _landings(side: int, hexes: int) -> tuple[_Step, ...]:
    """How an order to move changes a place, by direction."""
    grid = HexGrid(side, side, wraps=True)
    landings = []
    for name in DIRECTIONS:
        place = (0, 0)
        for _ in range(hexes):
            place = grid.step(place, name)
        landings.append((name, place))
    return tuple(landings)


@cache
def _orders_to(side: int, hexes: int) -> Mapping[Place, int]:
    """How many orders each change of place takes, in the order of their numbers."""
    orders = {(0, 0): 0}
    front = [(0, 0)]
    while front:
        reached = []
        for place in front:
            for _, (q, r) in _landings(side, hexes):
                after = (place[0] + q) % side, (place[1] + r) % side
                if after not in orders:
                    orders[after] = orders[place] + 1
                    reached.append(after)
        front = reached
    return orders


@cache
def _courses_to(side: int, hexes: int) -> Mapping[Place, tuple[_Step, ...]]:
    """The first orders of all shortest ways, for each change of place."""
    orders = _orders_to(side, hexes)
    return {
        (q, r): tuple(
            (name, change)
            for name, change in _landings(side, hexes)
            if orders[(q - change[0]) % side, (r - change[1]) % side] < count
        )
        for (q, r), count in orders.items()
    }
