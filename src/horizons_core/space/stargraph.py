"""Stars joined by warp lines."""

import difflib
import heapq
import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property

from attrs import field, frozen

from horizons_core.space.geometry import nearest_first


@frozen
class WarpLine:
    """A line between two stars, the same in both directions.

    Attributes:
        a: the star at one end.
        b: the star at the other end.
        length: its contribution to distances; 1 if lines have no length.

    Raises:
        ValueError: a length that is not finite and above 0.
    """

    a: str
    b: str
    length: float = 1

    def __attrs_post_init__(self) -> None:
        if not 0 < self.length < math.inf:
            message = f"the line {self.a}-{self.b} has length {self.length}: give one above 0"
            raise ValueError(message)


def _stars(stars: Iterable[str]) -> tuple[str, ...]:
    return tuple(stars)


def _lines(
    lines: Iterable[WarpLine | tuple[str, str] | tuple[str, str, float]],
) -> tuple[WarpLine, ...]:
    return tuple(line if isinstance(line, WarpLine) else WarpLine(*line) for line in lines)


@frozen
class StarGraph:
    """Stars joined by warp lines, along which ships travel.

    The map's order is the order of `stars`.

    Attributes:
        stars: the names of all stars, each once.
        lines: the lines between them, as `WarpLine` or as ``(star, star)`` or ``(star, star,
            length)``.

    Raises:
        ValueError: a duplicate or blank name, or a line that does not join two stars of the map.
    """

    stars: tuple[str, ...] = field(converter=_stars)
    lines: tuple[WarpLine, ...] = field(default=(), converter=_lines)

    def __attrs_post_init__(self) -> None:
        for star in self.stars:
            if star != star.strip() or not star:
                message = f"a star cannot be called {star!r}: names are not blank at either end"
                raise ValueError(message)
        if len(set(self.stars)) != len(self.stars):
            duplicate = next(star for star in self.stars if self.stars.count(star) > 1)
            message = f"two stars are called {duplicate!r}: give each a different name"
            raise ValueError(message)
        for line in self.lines:
            if line.a == line.b:
                message = f"a line from {line.a!r} to itself leads nowhere: leave it out"
                raise ValueError(message)
            self.normal(line.a)
            self.normal(line.b)

    @cached_property
    def _order(self) -> Mapping[str, int]:
        return {star: index for index, star in enumerate(self.stars)}

    @cached_property
    def _joined(self) -> Mapping[str, Mapping[str, float]]:
        """The neighbours of each star, in the map's order, with the shortest line to each."""
        joined: dict[str, dict[str, float]] = {star: {} for star in self.stars}
        for line in self.lines:
            for star, other in ((line.a, line.b), (line.b, line.a)):
                joined[star][other] = min(line.length, joined[star].get(other, math.inf))
        return {
            star: dict(sorted(lengths.items(), key=lambda entry: self._order[entry[0]]))
            for star, lengths in joined.items()
        }

    def places(self) -> list[str]:
        """Return all stars in their given order."""
        return list(self.stars)

    def contains(self, place: str) -> bool:
        """Return whether a star of exactly this name is on the map."""
        return place in self._order

    def normal(self, place: str) -> str:
        """Return the star's name itself.

        Raises:
            ValueError: no such star.
        """
        if not self.contains(place):
            raise ValueError(self._unknown(place))
        return place

    def distance(self, a: str, b: str) -> float:
        """Return the length of the shortest path along lines; `math.inf` if there is no path.

        If all lines have length 1, that is the least number of lines.

        Raises:
            ValueError: one of the two is not on the map.
        """
        start, goal = self.normal(a), self.normal(b)
        return self._reached(start, goal)[0].get(goal, math.inf)

    def neighbours(self, place: str, among: Iterable[str] | None = None) -> list[str]:
        """Return the stars at the other ends of `place`'s lines, in the map's order.

        Raises:
            ValueError: a star is not on the map.
        """
        joined = self._joined[self.normal(place)]
        chosen = joined.keys() if among is None else set(map(self.normal, among))
        return [star for star in joined if star in chosen]

    def within(self, place: str, reach: float, among: Iterable[str] | None = None) -> list[str]:
        """Return the stars no farther than `reach` along lines, nearest first, then map order.

        A reach of `math.inf` gives all reachable stars. The cost is one search of the graph.

        Raises:
            ValueError: a star is not on the map.
        """
        reached, _ = self._reached(self.normal(place), None)
        candidates = self.places() if among is None else map(self.normal, among)
        return nearest_first(
            (star for star in candidates if star in reached),
            reach,
            reached.__getitem__,
            lambda star: (self._order[star],),
        )

    def path(self, a: str, b: str) -> list[str]:
        """Return a shortest path including both ends, always the same; empty if there is no path.

        Raises:
            ValueError: one of the two is not on the map.
        """
        _, before = self._reached(self.normal(a), self.normal(b))
        if b not in before:
            return []
        path = [b]
        while path[-1] != a:
            path.append(before[path[-1]])
        return path[::-1]

    def format(self, place: str) -> str:
        """Return the star's name.

        Raises:
            ValueError: no such star.
        """
        return self.normal(place)

    def parse(self, text: str) -> str:
        """Return the star of this name; case is ignored unless it distinguishes two stars.

        Raises:
            ValueError: no star has this name, or more than one.
        """
        name = text.strip()
        if self.contains(name):
            return name
        matches = [star for star in self.stars if star.casefold() == name.casefold()]
        if len(matches) > 1:
            message = f"{name!r} may be any of {', '.join(matches)}: write the capitals as there"
            raise ValueError(message)
        return self.normal(matches[0] if matches else name)

    def _unknown(self, name: str) -> str:
        close = difflib.get_close_matches(name, self.stars, n=1)
        hint = f"did you mean {close[0]!r}?" if close else "name one of the map's stars"
        return f"no star {name!r} on this map: {hint}"

    def _reached(self, start: str, goal: str | None) -> tuple[dict[str, float], dict[str, str]]:
        """Return the distance of each star from `start`, and the star before it on the path.

        Dijkstra's algorithm, which stops early at `goal`. Lengths are added as fractions, so that
        rounding cannot make a path longer in one direction than in the other.
        """
        reached: dict[str, float] = {}
        before: dict[str, str] = {}
        queue = [(Fraction(0), self._order[start], self._order[start])]
        while queue and goal not in reached:
            length_so_far, index, previous = heapq.heappop(queue)
            star = self.stars[index]
            if star in reached:
                continue
            reached[star], before[star] = float(length_so_far), self.stars[previous]
            for other, length in self._joined[star].items():
                heapq.heappush(queue, (length_so_far + Fraction(length), self._order[other], index))
        return reached, before
