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
    """A line between two stars, the same both ways.

    Attributes:
        a: the star at one end.
        b: the star at the other end.
        length: what going along it adds to a distance; 1 where lines have no length.

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


def _stars(given: Iterable[str]) -> tuple[str, ...]:
    return tuple(given)


def _lines(
    given: Iterable[WarpLine | tuple[str, str] | tuple[str, str, float]],
) -> tuple[WarpLine, ...]:
    return tuple(line if isinstance(line, WarpLine) else WarpLine(*line) for line in given)


@frozen
class StarGraph:
    """Stars that ships reach along warp lines only.

    The map's order is the order of `stars`.

    Attributes:
        stars: the names of all stars, each once.
        lines: the lines between them, as `WarpLine` or as ``(star, star)`` or ``(star, star,
            length)``.

    Raises:
        ValueError: a name twice or blank, or a line that does not join two stars of the map.
    """

    stars: tuple[str, ...] = field(converter=_stars)
    lines: tuple[WarpLine, ...] = field(default=(), converter=_lines)

    def __attrs_post_init__(self) -> None:
        for star in self.stars:
            if star != star.strip() or not star:
                message = f"a star cannot be called {star!r}: names are not blank at either end"
                raise ValueError(message)
        if len(set(self.stars)) != len(self.stars):
            twice = next(star for star in self.stars if self.stars.count(star) > 1)
            message = f"two stars are called {twice!r}: give each a name of its own"
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
        """For each star the stars next to it, in the map's order, and the shortest line there."""
        joined: dict[str, dict[str, float]] = {star: {} for star in self.stars}
        for line in self.lines:
            for here, there in ((line.a, line.b), (line.b, line.a)):
                joined[here][there] = min(line.length, joined[here].get(there, math.inf))
        return {
            star: dict(sorted(lengths.items(), key=lambda entry: self._order[entry[0]]))
            for star, lengths in joined.items()
        }

    def places(self) -> list[str]:
        """All stars in the order they were given."""
        return list(self.stars)

    def contains(self, place: str) -> bool:
        """Whether a star of just this name is on the map."""
        return place in self._order

    def normal(self, place: str) -> str:
        """The star's name itself.

        Raises:
            ValueError: no such star.
        """
        if not self.contains(place):
            raise ValueError(self._unknown(place))
        return place

    def distance(self, a: str, b: str) -> float:
        """The length of the shortest way along lines; `math.inf` where there is none.

        Where all lines have length 1 that is the fewest lines.

        Raises:
            ValueError: one of the two is not on the map.
        """
        start, goal = self.normal(a), self.normal(b)
        return self._reached(start, goal)[0].get(goal, math.inf)

    def neighbours(self, place: str, among: Iterable[str] | None = None) -> list[str]:
        """The stars at the other ends of `place`'s lines, in the map's order.

        Raises:
            ValueError: a star is not on the map.
        """
        joined = self._joined[self.normal(place)]
        chosen = joined.keys() if among is None else set(map(self.normal, among))
        return [star for star in joined if star in chosen]

    def within(self, place: str, reach: float, among: Iterable[str] | None = None) -> list[str]:
        """The stars no farther than `reach` along lines, the nearest first, then in map order.

        A reach of `math.inf` gives all stars that can be reached and no others. The cost is one
        search of the graph.

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
        """A shortest way with both its ends, always the same one; empty where there is none.

        Raises:
            ValueError: one of the two is not on the map.
        """
        _, before = self._reached(self.normal(a), self.normal(b))
        if b not in before:
            return []
        way = [b]
        while way[-1] != a:
            way.append(before[way[-1]])
        return way[::-1]

    def format(self, place: str) -> str:
        """The star's name.

        Raises:
            ValueError: no such star.
        """
        return self.normal(place)

    def parse(self, text: str) -> str:
        """The star of this name; capitals matter only where two stars differ by them.

        Raises:
            ValueError: no star, or more than one, answers to the text.
        """
        words = text.strip()
        if self.contains(words):
            return words
        alike = [star for star in self.stars if star.casefold() == words.casefold()]
        if len(alike) > 1:
            message = f"{words!r} may be any of {', '.join(alike)}: write the capitals as there"
            raise ValueError(message)
        return self.normal(alike[0] if alike else words)

    def _unknown(self, name: str) -> str:
        close = difflib.get_close_matches(name, self.stars, n=1)
        hint = f"did you mean {close[0]!r}?" if close else "name one of the map's stars"
        return f"no star {name!r} on this map: {hint}"

    def _reached(self, start: str, goal: str | None) -> tuple[dict[str, float], dict[str, str]]:
        """How far each star is from `start`, and the star before it on the way there.

        Dijkstra's search, which ends early at `goal`. Lengths are added as fractions, so that a way
        is as long there as back whatever the rounding of floats.
        """
        reached: dict[str, float] = {}
        before: dict[str, str] = {}
        ahead = [(Fraction(0), self._order[start], self._order[start])]
        while ahead and goal not in reached:
            far, index, previous = heapq.heappop(ahead)
            star = self.stars[index]
            if star in reached:
                continue
            reached[star], before[star] = float(far), self.stars[previous]
            for other, length in self._joined[star].items():
                heapq.heappush(ahead, (far + Fraction(length), self._order[other], index))
        return reached, before
