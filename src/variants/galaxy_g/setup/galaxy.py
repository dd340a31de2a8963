"""Creation of a game, with a drawn galaxy, its races and their home worlds.

All draws use one stream with + - * / and square roots, with the same results on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from horizons_core.errors import OptionError
from horizons_core.exact import exp2
from horizons_core.plugins import Option
from horizons_core.rng import Stream
from horizons_core.sums import ordered_sum
from horizons_core.turn import VariantRules
from variants.galaxy_g.constants import (
    CLOSER,
    DEVELOPMENT_PLANETS,
    DEVELOPMENT_RADIUS,
    DIAMETER,
    EMPTY_OBJECTS,
    FAILED_DRAWS,
    HOME_RESOURCES,
    HOME_SIZE,
    HOME_SPACING,
    SMALL_PLANETS,
)
from variants.galaxy_g.economy import Industry
from variants.galaxy_g.model import Game, MapArea, Planet, Point, Race, Techs, distance
from variants.galaxy_g.rules import visibility
from variants.galaxy_g.rules.names import BadNameError, race_name
from variants.galaxy_g.setup import fairness

_RIM = 4.0  #: light years at the rim without homes (GG-SET-008)
_SIZES = (80.0, 1000.0)  #: range of drawn sizes of development planets (GG-SET-009)
_NUDGED_SIZES = (20.0, 980.0)
_NUDGES = (7.5, 12.5)
_SIZE_A_PLANET = (600.0, 700.0)  #: range of the average over a home's planets
_POOREST = 0.3
_SMALL_SIZE, _SMALL_RANGE = 2.0, 170.0  #: (GG-SET-010)
#: Number of galaxies drawn to find one that is fair enough.
GALAXIES = 10


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
    min_distance, failed = HOME_SPACING, 0
    homes: list[Point] = []
    centre = (diameter / 2, diameter / 2)
    while len(homes) < count:
        spot = spot_near(centre, stream.random() * (diameter / 2 - _RIM), stream)
        if all(distance(spot, home) >= min_distance for home in homes):
            homes.append(spot)
            continue
        failed += 1
        if failed % FAILED_DRAWS == 0:
            min_distance *= CLOSER
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
    """Draw sizes of a home's planets, adjusted until all are small enough and the sum fits."""
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


OPTIONS = (
    Option(
        "diameter",
        int,
        None,
        "diameter of the galaxy in light years; by default it grows with the number of players",
        minimum=DIAMETER[0],
        maximum=DIAMETER[1],
    ),
    Option(
        "race_names",
        str,
        "numbered",
        (
            "initial names of the races; numbered: Player_1, Player_2 and so on; given: the"
            " players' names"
        ),
        choices=("numbered", "given"),
    ),
    Option(
        "fairness",
        int,
        None,
        (
            "minimum value of the poorest start, in percent of the average; 0 accepts any galaxy."
            f" By default {fairness.DEFAULT_FAIRNESS}, or the fairest of {GALAXIES} galaxies"
        ),
        minimum=0,
        maximum=100,
    ),
)


def diameter_for(players: int) -> int:
    """The diameter in light years: 10 * floor(42 * ceil(sqrt(players)) / 10) (GG-SET-007)."""
    return 10 * (42 * (math.isqrt(players - 1) + 1) // 10)


def create_game(
    players: Sequence[str], options: Mapping[str, Any], stream: Stream, variant: VariantRules
) -> Game:
    """Create a game at turn 0, in a galaxy that is fair enough.

    Raises OptionError for names that are not allowed for races, or if no galaxy is fair enough.
    """
    values = {**options, "diameter": options["diameter"] or diameter_for(len(players))}
    industry: Industry = variant.economy
    game, poorest = _fairest(players, values, stream, industry)
    if values["fairness"] is not None and poorest < values["fairness"]:
        raise OptionError(
            (
                f"none of {GALAXIES} galaxies drawn reaches a fairness of {values['fairness']}: in"
                f" the best one, the poorest start has {int(poorest)}% of the average"
            ),
            f"choose a fairness of {int(poorest)} or less, or another diameter",
        )
    _name_races(game, as_players=values["race_names"] == "given")
    visibility.update_knowledge(industry, game)
    return game


def _name_races(game: Game, *, as_players: bool) -> None:
    """Name races by numbers or by players (GG-SET-012); raises OptionError."""
    for position, race in enumerate(game.empires, start=1):
        race.called = _player_race_name(race, game) if as_players else f"Player_{position}"


def _fairest(
    players: Sequence[str], options: dict[str, Any], stream: Stream, industry: Industry
) -> tuple[Game, float]:
    """The first game that is fair enough, or else the fairest, and its poorest start's share."""
    required = fairness.DEFAULT_FAIRNESS if options["fairness"] is None else options["fairness"]
    candidates: list[tuple[Game, float]] = []
    for attempt in range(GALAXIES):
        game = _draw_game(players, options, stream.fork("galaxy", attempt))
        candidates.append((game, fairness.poorest(fairness.starts(game, industry))))
        if candidates[-1][1] >= required:
            break
    return max(candidates, key=lambda candidate: candidate[1])


def _draw_game(players: Sequence[str], options: dict[str, Any], stream: Stream) -> Game:
    """A game in a drawn galaxy, with every race at home and at peace with all (GG-SET-005)."""
    diameter = float(options["diameter"])
    homes, planets = draw_galaxy(len(players), diameter, stream)
    game = Game(diameter=diameter, planets=planets, options=dict(options))
    for player, home in zip(players, homes, strict=True):
        area = MapArea(size=diameter)
        game.empires.append(Race(id=player, home=home, techs=_first_levels(), area=area))
        _develop_home(game.planet(home), player)
    return game


def _first_levels() -> Techs:
    """All technology is at level 1 (GG-SET-004)."""
    return Techs(drive=1.0, weapons=1.0, shields=1.0, cargo=1.0)


def _develop_home(home: Planet, player: str) -> None:
    """Make a home world fully developed and research its drive (GG-SET-002, GG-SET-006)."""
    home.owner = player
    home.population = home.industry = home.size
    home.product = "DRIVE"


def _player_race_name(race: Race, game: Game) -> str:
    """The player's name, if allowed for a race; raises OptionError."""
    try:
        return race_name(race.id, evolve(race, options={"NAMECASE": False}), game)
    except BadNameError as fault:
        raise OptionError(
            str(fault), "give the player another name, or leave race_names at numbered"
        ) from None
