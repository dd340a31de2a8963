"""The interface of all geometries, and helpers that they share."""

from collections.abc import Callable, Hashable, Iterable
from typing import Protocol, TypeVar

Place = TypeVar("Place", bound=Hashable)


class Geometry(Protocol[Place]):
    """A space with distances between places.

    `distance` is a metric: 0 only from a place to itself, symmetric, and never longer than the way
    through a third place.
    """

    def contains(self, place: Place) -> bool:
        """Return whether `place` is on the map; a wrapping map contains all coordinates."""
        ...

    def normal(self, place: Place) -> Place:
        """Return the normal form of `place`: on a wrapping map, reduced to one period.

        Raises:
            ValueError: the place is off the map.
        """
        ...

    def distance(self, a: Place, b: Place) -> float:
        """Return the distance from `a` to `b`, in the units of the map.

        Raises:
            ValueError: one of the two is off the map.
        """
        ...

    def within(
        self, place: Place, reach: float, among: Iterable[Place] | None = None
    ) -> list[Place]:
        """Return the places no farther than `reach` from `place`, including `place` itself.

        They are sorted by distance and then by the order of the map, not by the order of `among`;
        each appears once, in its normal form. The cost is a distance for each place, and a sort.

        Args:
            place: the centre.
            reach: the maximum distance in the units of the map; `math.inf` for all reachable
                places.
            among: the places to choose from; by default, all places of a finite map.

        Raises:
            ValueError: a place is off the map, or `among` is missing and the map is not finite.
        """
        ...

    def neighbours(self, place: Place, among: Iterable[Place] | None = None) -> list[Place]:
        """Return the places next to `place`, without `place` itself.

        On hexes they share an edge, on a graph they are at the other end of a line, and on a plane
        they are the nearest of `among`.

        Raises:
            ValueError: as for `within`.
        """
        ...

    def format(self, place: Place) -> str:
        """Format the place as players write it, such as ``3,-4`` or ``Barnard's Star``.

        Raises:
            ValueError: the place is off the map.
        """
        ...

    def parse(self, text: str) -> Place:
        """Parse the name of a place into its normal form: the inverse of `format`.

        Raises:
            ValueError: the text names no place, or one off the map.
        """
        ...


class FiniteGeometry(Geometry[Place], Protocol[Place]):
    """A geometry with a finite number of places and with paths of single steps."""

    def places(self) -> list[Place]:
        """Return all places in the order of the map."""
        ...

    def path(self, a: Place, b: Place) -> list[Place]:
        """Return a shortest path including both ends, always the same; empty if there is no path.

        Raises:
            ValueError: one of the two is off the map.
        """
        ...


def nearest_first(
    candidates: Iterable[Place],
    reach: float,
    distance: Callable[[Place], float],
    rank: Callable[[Place], tuple[float, ...]],
) -> list[Place]:
    """Return the candidates within `reach`, without duplicates, by distance and then by rank."""
    measured = ((distance(place), place) for place in dict.fromkeys(candidates))
    near = [(length, rank(place), place) for length, place in measured if length <= reach]
    return [place for _, _, place in sorted(near, key=lambda entry: entry[:2])]
