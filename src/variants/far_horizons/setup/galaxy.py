"""A galaxy: its size, its stars and its wormholes.

(FH-GALAXY-001, FH-GALAXY-002, FH-STAR-008, FH-WORM-001)
"""

from __future__ import annotations

from attrs import frozen

from horizons_core.errors import OptionError
from horizons_core.sums import int_sum
from variants.far_horizons.constants import MAX_PLANETS, PLAYERS, STAR_COLOURS
from variants.far_horizons.dice import Dice
from variants.far_horizons.formulas import distance_squared
from variants.far_horizons.model import Game, Place, Sector, Star
from variants.far_horizons.setup.planets import draw_planets

STARS = (12, 1000)
RADIUS = (6, 50)
DENSITY = (50, 3200)  #: cubic parsecs per star
SEPARATION = 10  #: parsecs between home systems, unless the gamemaster chooses

_KINDS = {1: "d", 2: "D", 4: "g"}  #: by a ten-sided die; all others are main-sequence stars
_PLANET_DICE = {"d": 1, "D": 2, " ": 2, "g": 3}
_COLOURS = tuple(STAR_COLOURS)
_WORMHOLE_FROM = 92  #: the least result of a hundred-sided die that makes a wormhole
_MIN_WORMHOLE_LENGTH = 20  #: parsecs


@frozen
class Size:
    """The size of a galaxy: the number of species and of stars, and the radius in parsecs."""

    species: int
    stars: int
    radius: int

    @property
    def volume_per_star(self) -> int:
        """Return the cubic parsecs per star, computed as for the limits."""
        return 4 * 314 * self.radius * self.radius * self.radius // 300 // self.stars


def galaxy_size(
    species: int, stars: int | None = None, radius: int | None = None, *, less_crowded: bool = False
) -> Size:
    """Return the size of a galaxy for this number of species (FH-GALAXY-001).

    Stars and radius follow from the species unless they are chosen, with the minimum number of
    stars for one species. Raises OptionError for a number outside its limits or a bad density of
    stars.
    """
    _check_limits("species", species, PLAYERS)
    if stars is None:
        stars = max(STARS[0], stars_for(species, less_crowded=less_crowded))
    _check_limits("stars", stars, STARS)
    if radius is None:
        radius = radius_for(stars)
    _check_limits("parsecs of radius", radius, RADIUS)
    size = Size(species, stars, radius)
    _check_density(size)
    return size


def stars_for(species: int, *, less_crowded: bool = False) -> int:
    """Return the number of stars for this number of species."""
    return 3 * species * 90 // 30 if less_crowded else 90 * species // 15


def radius_for(stars: int) -> int:
    """Return the smallest radius, in parsecs, that has room for this number of stars."""
    radius = RADIUS[0]
    while radius * radius * radius < stars * 8000 // 90:
        radius += 1
    return radius


def check_separation(separation: int, radius: int) -> int:
    """Return the separation of home systems, if a galaxy of this radius allows it.

    Raises OptionError for a separation that is not between 1 and half the radius.
    """
    if not 1 <= separation <= radius // 2:
        raise OptionError(
            f"home systems cannot be kept {separation} parsecs apart in a galaxy of radius"
            f" {radius}",
            f"choose a separation of 1 to {radius // 2}",
        )
    return separation


def _check_limits(quantity: str, number: int, limits: tuple[int, int]) -> None:
    minimum, maximum = limits
    if not minimum <= number <= maximum:
        raise OptionError(
            f"a galaxy has {minimum} to {maximum} {quantity}, not {number}",
            f"choose {quantity} between {minimum} and {maximum}",
        )


def _check_density(size: Size) -> None:
    minimum, maximum = DENSITY
    if size.volume_per_star < minimum:
        raise OptionError(
            f"{size.stars} stars are too close together in a galaxy of radius {size.radius}",
            f"choose fewer stars or a radius of {_radius_with_room(size)} or more",
        )
    if size.volume_per_star > maximum:
        raise OptionError(
            f"{size.stars} stars are too far apart in a galaxy of radius {size.radius}",
            "choose more stars or a smaller radius",
        )


def _radius_with_room(size: Size) -> int:
    sizes = (Size(size.species, size.stars, radius) for radius in range(size.radius, RADIUS[1] + 1))
    return next(size.radius for size in sizes if size.volume_per_star >= DENSITY[0])


def draw_galaxy(size: Size, dice: Dice) -> Game:
    """Draw a galaxy without species: stars with their planets, and wormholes."""
    stars = [draw_star(sector, dice) for sector in sorted(draw_sectors(size, dice))]
    join_by_wormholes(stars, dice)
    return Game(radius=size.radius, planned_species=size.species, stars=stars)


def draw_sectors(size: Size, dice: Dice) -> list[Sector]:
    """Draw the sectors of the stars: in the sphere, no two with the same x and y (FH-GALAXY-002).

    Therefore all stars are single (FH-STAR-001).
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
    """Return whether this sector is inside the sphere of the galaxy (FH-GALAXY-002)."""
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
    while number > MAX_PLANETS:
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
    """Join two stars unless they are too close together; return whether they are joined."""
    if distance_squared(star.sector, partner.sector) < _MIN_WORMHOLE_LENGTH * _MIN_WORMHOLE_LENGTH:
        return False
    star.wormhole, partner.wormhole = partner.sector, star.sector
    return True
