"""Where an order points to: coordinates, or an own planet's name (section 9)."""

from __future__ import annotations

from attrs import frozen

from variants.far_horizons.model import Colony, Game, Place, Species
from variants.far_horizons.orders.names import Found, find_planet
from variants.far_horizons.orders.words import Words


@frozen
class Location:
    """A place as written; `found` is the own planet that was named instead of coordinates."""

    place: Place
    found: Found[Colony] | None = None


def find_location(game: Game, species: Species, words: Words) -> Location | None:
    """A place: `x y z`, `x y z p` where such a planet must exist, or an own planet's name.

    Coordinates without a planet's number are not held against the map. Nothing is read if it is no
    place.
    """
    start = words.skip()
    numbers = numbers_of(words, 4)
    if not numbers:
        found = find_planet(species, words)
        return Location(found.thing.place, found) if found else None
    if len(numbers) >= 3:
        x, y, z, *orbit = numbers
        place = Place((x, y, z), *orbit)
        if not orbit or game.planet_at(place) is not None:
            return Location(place)
    words.put_back(start)
    return None


def numbers_of(words: Words, most: int) -> list[int]:
    """The numbers that come next, so many at most."""
    numbers: list[int] = []
    while len(numbers) < most and (number := words.number()) is not None:
        numbers.append(number)
    return numbers
