"""The size of a galaxy, and which sizes are refused (FH-GALAXY-001)."""

from __future__ import annotations

from attrs import frozen

from horizons_core.errors import OptionError
from variants.far_horizons.constants import PLAYERS

STARS = (12, 1000)
RADIUS = (6, 50)
DENSITY = (50, 3200)  #: cubic parsecs per star
SEPARATION = 10  #: parsecs between home systems, unless the gamemaster chooses


@frozen
class Size:
    """The size of a galaxy: the number of species and of stars, and the radius in parsecs."""

    species: int
    stars: int
    radius: int

    @property
    def volume_per_star(self) -> int:
        """Return the cubic parsecs per star, as the limits count them."""
        return 4 * 314 * self.radius * self.radius * self.radius // 300 // self.stars


def galaxy_size(
    species: int, stars: int | None = None, radius: int | None = None, *, less_crowded: bool = False
) -> Size:
    """Return the size of a galaxy for this number of species (FH-GALAXY-001).

    Stars and radius follow from the species unless they are chosen, with the fewest stars that a
    galaxy may have for one species. Raises OptionError for a number out of its limits or a bad
    density of stars.
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

    Raises OptionError for one that is not between 1 and half the radius.
    """
    if not 1 <= separation <= radius // 2:
        raise OptionError(
            f"home systems cannot be kept {separation} parsecs apart in a galaxy of radius"
            f" {radius}",
            f"choose a separation of 1 to {radius // 2}",
        )
    return separation


def _check_limits(quantity: str, number: int, limits: tuple[int, int]) -> None:
    least, most = limits
    if not least <= number <= most:
        raise OptionError(
            f"a galaxy has {least} to {most} {quantity}, not {number}",
            f"choose {quantity} between {least} and {most}",
        )


def _check_density(size: Size) -> None:
    least, most = DENSITY
    if size.volume_per_star < least:
        raise OptionError(
            f"{size.stars} stars are too close together in a galaxy of radius {size.radius}",
            f"choose fewer stars or a radius of {_radius_with_room(size)} or more",
        )
    if size.volume_per_star > most:
        raise OptionError(
            f"{size.stars} stars are too far apart in a galaxy of radius {size.radius}",
            "choose more stars or a smaller radius",
        )


def _radius_with_room(size: Size) -> int:
    sizes = (Size(size.species, size.stars, radius) for radius in range(size.radius, RADIUS[1] + 1))
    return next(size.radius for size in sizes if size.volume_per_star >= DENSITY[0])
