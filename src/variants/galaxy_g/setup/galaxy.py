"""Drawing of a galaxy: the places, sizes and resources of homes, planets and objects.

All draws use one stream with + - * / and square roots, with the same results on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from attrs import evolve, frozen

from horizons_core.exact import exp2
from horizons_core.rng import Stream
from horizons_core.sums import ordered_sum
from variants.galaxy_g.constants import (
    CLOSER,
    DEVELOPMENT_PLANETS,
    DEVELOPMENT_RADIUS,
    EMPTY_OBJECTS,
    FAILED_DRAWS,
    HOME_RESOURCES,
    HOME_SIZE,
    HOME_SPACING,
    SMALL_PLANETS,
)
from variants.galaxy_g.model import Planet, Point, distance

_RIM = 4.0  #: light years at the rim without homes (GG-SET-008)
_SIZES = (80.0, 1000.0)  #: of development planets, as drawn (GG-SET-009)
_NUDGED_SIZES = (20.0, 980.0)
_NUDGES = (7.5, 12.5)
_SIZE_A_PLANET = (600.0, 700.0)  #: average over a home's planets
_POOREST = 0.3
_SMALL_SIZE, _SMALL_RANGE = 2.0, 170.0  #: (GG-SET-010)


@frozen
class PlanetSite:
    """A planet without a number: its place, size and natural resources."""

    at: Point
    size: float = 0.0
    resources: float = 0.0


def draw_galaxy(players: int, diameter: float, stream: Stream) -> tuple[list[str], list[Planet]]:
    """Draw the numbers of the players' homes, and all planets in the order of their numbers."""
    homes = draw_homes(players, diameter, stream.fork("homes"))
    sites = [PlanetSite(home, HOME_SIZE, HOME_RESOURCES) for home in homes]
    used = set(homes)
    for index, home in enumerate(homes):
        sites += _development(home, diameter, used, stream.fork("development", index))
    sites += _scattered(players, diameter, used, stream.fork("scattered"))
    return _numbered(sites, players, stream.fork("numbers"))


def draw_homes(count: int, diameter: float, stream: Stream) -> list[Point]:
    """Draw home worlds; after every 4000 failed draws they may be closer (GG-SET-008)."""
    apart, failed = HOME_SPACING, 0
    homes: list[Point] = []
    centre = (diameter / 2, diameter / 2)
    while len(homes) < count:
        spot = spot_near(centre, stream.random() * (diameter / 2 - _RIM), stream)
        if all(distance(spot, home) >= apart for home in homes):
            homes.append(spot)
            continue
        failed += 1
        if failed % FAILED_DRAWS == 0:
            apart *= CLOSER
    return homes


def spot_near(centre: Point, radius: float, stream: Stream) -> Point:
    """A spot at a distance from the centre in a uniformly random direction, to 2 decimals."""
    while True:
        x, y = 2 * stream.random() - 1, 2 * stream.random() - 1
        length = math.sqrt(x * x + y * y)
        if 0.001 < length <= 1:
            return truncated(centre[0] + radius * x / length), truncated(
                centre[1] + radius * y / length
            )


def truncated(value: float) -> float:
    """Cut a number to 2 decimals."""
    return int(value * 100) / 100


def inside(spot: Point, diameter: float) -> bool:
    """True if a place lies in the disc (GG-GAL-002)."""
    return distance(spot, (diameter / 2, diameter / 2)) <= diameter / 2


def between(low: float, high: float, stream: Stream) -> float:
    """Draw a number uniformly from a range."""
    return low + (high - low) * stream.random()


def _development(
    home: Point, diameter: float, used: set[Point], stream: Stream
) -> list[PlanetSite]:
    """Draw the planets around a home that are worth settling (GG-SET-009)."""
    near, far = DEVELOPMENT_RADIUS

    def spot() -> Point:
        return spot_near(home, between(near, far, stream), stream)

    def fits(at: Point) -> bool:
        return inside(at, diameter) and near <= distance(at, home) <= far

    return [
        PlanetSite(_free_spot(spot, fits, used), size, truncated(_POOREST + _power_of_8(stream)))
        for size in development_sizes(DEVELOPMENT_PLANETS, stream)
    ]


def development_sizes(count: int, stream: Stream) -> list[float]:
    """Draw sizes of a home's planets, nudged until all are small enough and the sum fits."""
    sizes = [truncated(between(*_SIZES, stream)) for _ in range(count)]
    low, high = (count * size for size in _SIZE_A_PLANET)
    smallest, largest = _NUDGED_SIZES
    while not low <= ordered_sum(sizes) <= high or max(sizes) > largest:
        step = between(*_NUDGES, stream)
        index = stream.below(count)
        if sizes[index] > largest or ordered_sum(sizes) > high:
            step = -step
        elif ordered_sum(sizes) >= low:
            continue
        nudged = truncated(sizes[index] + step)
        if smallest <= nudged and (nudged <= largest or step < 0):
            sizes[index] = nudged
    return sizes


def _scattered(players: int, diameter: float, used: set[Point], stream: Stream) -> list[PlanetSite]:
    """Draw small planets, then objects of size 0, anywhere in the disc (GG-SET-010)."""

    def spot() -> Point:
        return truncated(diameter * stream.random()), truncated(diameter * stream.random())

    def site() -> PlanetSite:
        return PlanetSite(_free_spot(spot, lambda at: inside(at, diameter), used))

    small = [
        evolve(
            site(),
            size=truncated(_SMALL_SIZE + _SMALL_RANGE * stream.random()),
            resources=truncated(exp2(between(-1, 1, stream))),
        )
        for _ in range(SMALL_PLANETS * players)
    ]
    return small + [site() for _ in range(EMPTY_OBJECTS * players)]


def _power_of_8(stream: Stream) -> float:
    return exp2(3 * between(-1, 1, stream))


def _free_spot(draw: Callable[[], Point], fits: Callable[[Point], bool], used: set[Point]) -> Point:
    """Draw until a free spot fits."""
    while True:
        spot = draw()
        if spot not in used and fits(spot):
            used.add(spot)
            return spot


def _numbered(
    sites: list[PlanetSite], players: int, stream: Stream
) -> tuple[list[str], list[Planet]]:
    """Number the planets at random, as ids and names (GG-SET-011); homes are the first sites."""
    numbers = stream.shuffled(range(1, len(sites) + 1))
    planets = [
        Planet(
            id=str(number), name=str(number), at=site.at, size=site.size, resources=site.resources
        )
        for number, site in zip(numbers, sites, strict=True)
    ]
    return [planet.id for planet in planets[:players]], sorted(planets, key=lambda p: p.number)
