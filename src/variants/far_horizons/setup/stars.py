"""The stars of a galaxy and its wormholes (FH-GALAXY-002, FH-STAR-008, FH-WORM-001)."""

from __future__ import annotations

from horizons_core.sums import int_sum
from variants.far_horizons.constants import MOST_PLANETS, STAR_COLOURS
from variants.far_horizons.dice import Dice
from variants.far_horizons.formulas import distance_squared
from variants.far_horizons.model import Game, Place, Sector, Star
from variants.far_horizons.setup.planets import draw_planets
from variants.far_horizons.setup.size import Size

_KINDS = {1: "d", 2: "D", 4: "g"}  #: by a ten-sided die; all others are main-sequence stars
_PLANET_DICE = {"d": 1, "D": 2, " ": 2, "g": 3}
_COLOURS = tuple(STAR_COLOURS)
_WORMHOLE_FROM = 92  #: the least result of a hundred-sided die that makes a wormhole
_SHORTEST_WORMHOLE = 20  #: parsecs


def draw_galaxy(size: Size, dice: Dice) -> Game:
    """Draw a galaxy without species: stars with their planets, and wormholes."""
    stars = [draw_star(sector, dice) for sector in sorted(draw_sectors(size, dice))]
    join_by_wormholes(stars, dice)
    return Game(radius=size.radius, planned_species=size.species, stars=stars)


def draw_sectors(size: Size, dice: Dice) -> list[Sector]:
    """Draw the sectors of the stars: in the sphere, no two with the same x and y (FH-GALAXY-002).

    So there are single stars only (FH-STAR-001).
    """
    width = 2 * size.radius
    columns: set[tuple[int, int]] = set()
    sectors: list[Sector] = []
    while len(sectors) < size.stars:
        sector = (dice(width) - 1, dice(width) - 1, dice(width) - 1)
        if in_galaxy(sector, size.radius) and sector[:2] not in columns:
            columns.add(sector[:2])
            sectors.append(sector)
    return sectors


def in_galaxy(sector: Sector, radius: int) -> bool:
    """Tell whether this sector is inside the sphere of the galaxy (FH-GALAXY-002)."""
    return distance_squared(sector, (radius, radius, radius)) < radius * radius


def draw_star(sector: Sector, dice: Dice) -> Star:
    """Draw a star's colour, type, size digit and planets."""
    kind = _KINDS.get(dice(10), " ")  # FH-STAR-005
    colour = dice(7)
    letter = _COLOURS[colour - 1]  # FH-STAR-004
    size = dice(10) - 1  # FH-STAR-006
    star = Star(id=str(Place(sector)), sector=sector, kind=kind, colour=letter, size=size)
    star.planets = draw_planets(_draw_number_of_planets(kind, colour, dice), dice)
    number_planets(star)
    return star


def _draw_number_of_planets(kind: str, colour: int, dice: Dice) -> int:
    """Draw a number from one to nine; bluer and larger stars have more planets (FH-STAR-008)."""
    number = int_sum(dice(9 - colour) for _ in range(_PLANET_DICE[kind])) - 2
    while number > MOST_PLANETS:
        number -= dice(3)
    return max(number, 1)


def number_planets(star: Star) -> None:
    """Set each planet's id to its place (FH-PLANET-003)."""
    for orbit, planet in enumerate(star.planets, start=1):
        planet.id = str(Place(star.sector, orbit))


def join_by_wormholes(stars: list[Star], dice: Dice) -> None:
    """Join some pairs of distant stars by natural wormholes (FH-WORM-001)."""
    free = len(stars)
    for star in stars:
        may_join = dice(100) >= _WORMHOLE_FROM and star.wormhole is None
        if may_join and free > 1 and _join(star, _draw_partner(star, stars, dice)):
            free -= 2


def _draw_partner(star: Star, stars: list[Star], dice: Dice) -> Star:
    """Draw another star without a wormhole; there must be one."""
    while True:
        partner = stars[dice(len(stars)) - 1]
        if partner is not star and partner.wormhole is None:
            return partner


def _join(star: Star, partner: Star) -> bool:
    """Join two stars unless they are too close together; tell whether they are joined."""
    if distance_squared(star.sector, partner.sector) < _SHORTEST_WORMHOLE * _SHORTEST_WORMHOLE:
        return False
    star.wormhole, partner.wormhole = partner.sector, star.sector
    return True
