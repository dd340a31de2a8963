"""Index of a game by sectors, and the appearance of ships to others, with field distortion.

Clauses: FH-FD-003.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import define, field, frozen

from variants.far_horizons.economy import Economy
from variants.far_horizons.model import (
    Colony,
    Game,
    Place,
    Planet,
    Sector,
    Ship,
    ShipLocation,
    Species,
    Star,
)
from variants.far_horizons.view.shapes import WHERE

#: What each species sees of others, by its id (`view.aliens.aliens`).
Sightings = Mapping[str, Sequence[Mapping[str, Any]]]
#: Ships that left a battle are in no sector until they arrive.
IN_TRANSIT = (ShipLocation.WITHDREW, ShipLocation.FORCED)


@frozen(kw_only=True)
class Disguise:
    """Rules for showing ships under field distortion; the economy supplies the numbers.

    Attributes:
        by_species: whether such ships are listed with the others of their species, which hints at
            their owner. Otherwise they come after all other ships, in an order that reveals
            nothing.
        own: a function called at the end of a turn. It returns the species whose reports list their
            own distorted ships in disguise, by id, with the number used. Other owners see their
            ships without disguise (FH-FD-004).
    """

    by_species: bool = False
    own: Callable[[Game, Sightings, Economy], Mapping[str, int]] = lambda *_: {}


DISGUISE = Disguise()


def hull(ship: Ship) -> dict[str, Any]:
    """Return the fields of `HullShown` that are not attributes of a ship."""
    return {
        "class_": f"{ship.class_}{ship.tonnage}" if ship.transport else ship.class_,
        "where": WHERE[ship.where],
        "orbit": ship.place.orbit,
    }


@define
class Presence:
    """The named planets and ships of a species in a sector, in the order of its lists."""

    colonies: list[Colony] = field(factory=list)
    ships: list[Ship] = field(factory=list)


class SectorIndex:
    """A game by sectors. The game must not change while the index is in use.

    Everything is computed on demand.
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def stars(self) -> Mapping[Sector, Star]:
        """The stars by their sectors."""
        return {star.sector: star for star in self.game.stars}

    @cached_property
    def species(self) -> Mapping[str, Species]:
        """The species by id."""
        return {species.id: species for species in self.game.empires}

    @cached_property
    def _present(self) -> Mapping[Sector, dict[int, Presence]]:
        present: dict[Sector, dict[int, Presence]] = {}
        for species in self.game.empires:
            if not species.colonies and not species.ships:
                continue
            for colony in species.living_colonies():
                _at(present, colony.place.sector, species).colonies.append(colony)
            for ship in species.living_ships():
                if ship.where not in IN_TRANSIT:
                    _at(present, ship.place.sector, species).ships.append(ship)
        return present

    def planet(self, place: Place) -> Planet:
        """Return the planet at a place; raises LookupError if there is none."""
        return self.stars[place.sector].planets[place.orbit - 1]

    def presence(self, sector: Sector, species: Species) -> Presence | None:
        """Return the presence of a species in a sector, or None."""
        return self._present.get(sector, {}).get(species.number)

    def other_species(self, sector: Sector, species: Species) -> Iterator[tuple[Species, Presence]]:
        """Yield the other species in a sector, by number, with their presence."""
        for number, presence in self._present.get(sector, {}).items():
            if number != species.number:
                yield self.game.species(number), presence

    def nearest_stars(self, species: Species, sectors: list[Sector]) -> list[list[Sector]]:
        """Return for each sector the nearest unvisited stars, as many as there are sectors.

        The nearest come first; ties are ordered by x, then y (FH-AUTO-003).
        """
        if not sectors:
            return []
        chart = self.game.public_chart
        visited = [chart.numbers[star] for star in species.visited if star in chart.numbers]
        nearest = chart.distances.nearest_but(visited, sectors, len(sectors))
        return [[chart.stars[number].sector for number in numbers] for numbers in nearest]


def _at(present: dict[Sector, dict[int, Presence]], sector: Sector, species: Species) -> Presence:
    return present.setdefault(sector, {}).setdefault(species.number, Presence())
