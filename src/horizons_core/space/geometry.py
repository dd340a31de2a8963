"""What all geometries can be asked, and the few helpers they share."""

from collections.abc import Callable, Hashable, Iterable
from typing import Protocol, TypeVar

Place = TypeVar("Place", bound=Hashable)


class Geometry(Protocol[Place]):
    """A space in which places have distances.

    `distance` is a metric: 0 from a place to itself and to no other, the same both ways, and never
    longer than by way of a third place.
    """

    def contains(self, place: Place) -> bool:
        """Whether `place` is on the map. On a wrapping map every coordinate is."""
        ...

    def normal(self, place: Place) -> Place:
        """The one way to write `place`: on a wrapping map, its coordinates without whole turns.

        Raises:
            ValueError: the place is off the map.
        """
        ...

    def distance(self, a: Place, b: Place) -> float:
        """How far it is from `a` to `b`, in the units of the map.

        Raises:
            ValueError: one of the two is off the map.
        """
        ...

    def within(
        self, place: Place, reach: float, among: Iterable[Place] | None = None
    ) -> list[Place]:
        """The places no farther than `reach` from `place`, which counts as one of them.

        The nearest come first, and equally near ones in the order of the map, whatever the order
        of `among`; each place is named once, in its normal form. The cost is one distance and a
        share of a sort for each place of `among`.

        Args:
            place: the centre.
            reach: in the units of the map; `math.inf` for all that can be reached at all.
            among: the places to choose from; left out, all places of a finite map.

        Raises:
            ValueError: a place is off the map, or `among` is missing and the map is not finite.
        """
        ...

    def neighbours(self, place: Place, among: Iterable[Place] | None = None) -> list[Place]:
        """The places next to `place`, without itself.

        On hexes those that share an edge, on a graph those at the other end of a line.

        Raises:
            ValueError: as for `within`.
        """
        ...

    def format(self, place: Place) -> str:
        """The place in a player's words, such as ``3,-4`` or ``Barnard's Star``.

        Raises:
            ValueError: the place is off the map.
        """
        ...

    def parse(self, text: str) -> Place:
        """The place that `text` names, in its normal form: `format` read backwards.

        Raises:
            ValueError: the text names no place, or one off the map.
        """
        ...


class FiniteGeometry(Geometry[Place], Protocol[Place]):
    """A geometry whose places can be counted and joined by ways of single steps."""

    def places(self) -> list[Place]:
        """All places in the order of the map."""
        ...

    def path(self, a: Place, b: Place) -> list[Place]:
        """A shortest way with both its ends, always the same one; empty where there is none.

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
    """The candidates within `reach`, each once, by distance and then by rank."""
    measured = ((distance(place), place) for place in dict.fromkeys(candidates))
    near = [(far, rank(place), place) for far, place in measured if far <= reach]
    return [place for _, _, place in sorted(near, key=lambda entry: entry[:2])]
