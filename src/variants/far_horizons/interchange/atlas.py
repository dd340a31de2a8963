"""Objects that the files of an export may refer to: species by number, planets by place."""

from __future__ import annotations

from attrs import frozen

from variants.far_horizons.constants import PLAYERS
from variants.far_horizons.interchange.codecs import BYTE, Codec, integer, listing, record
from variants.far_horizons.interchange.nodes import Node
from variants.far_horizons.model import Place, Sector

COORDINATE = integer(0, BYTE)


def _sector(x: int, y: int, z: int) -> Sector:
    return (x, y, z)


#: A sector as an object of x, y and z.
SECTOR: Codec[Sector] = record(
    {axis: (axis, COORDINATE) for axis in "xyz"},
    _sector,
    lambda sector: dict(zip("xyz", sector, strict=True)),
)
_NUMBERS = listing(integer(*PLAYERS))


@frozen
class ExportReferences:
    """The ids of the species in the order of their numbers, and the planets of each star."""

    ids: tuple[str, ...]
    orbits: dict[Sector, int]

    def species(self) -> Codec[list[str]]:
        """A list of species: numbers in the file, ids in a game; written in ascending order."""

        def read(node: Node) -> list[str]:
            numbers = self.numbers(node)
            for number in numbers:
                if number > len(self.ids):
                    node.fail(
                        f"there is no species {number}",
                        f"the species have numbers from 1 to {len(self.ids)}",
                    )
            return [self.ids[number - 1] for number in numbers]

        return Codec(read, lambda ids: sorted(self.ids.index(id_) + 1 for id_ in ids))

    def numbers(self, node: Node) -> list[int]:
        """Read a list of numbers of species, existing or not."""
        numbers = _NUMBERS.read(node)
        if len(set(numbers)) < len(numbers):
            node.fail("a number appears twice in the list", "remove the second one")
        return sorted(numbers)

    def place(self, least: int = 1) -> Codec[Place]:
        """A place; an orbit of 1 or more must be a planet's."""

        def read(node: Node) -> Place:
            place = _PLACE.read(node)
            if place.orbit < least:
                node.fail(f"{place.orbit} is not an orbit here", f"it must be at least {least}")
            if place.orbit > max(0, self.orbits.get(place.sector, 0)):
                node.fail(f"there is no planet {place}", "systems.json lists the planets")
            return place

        return Codec(read, _PLACE.write)


def _place(x: int, y: int, z: int, orbit: int) -> Place:
    return Place((x, y, z), orbit)


_PLACE: Codec[Place] = record(
    {**{axis: (axis, COORDINATE) for axis in "xyz"}, "orbit": ("orbit", integer(-1, 99))},
    _place,
    lambda place: dict(zip("xyz", place.sector, strict=True)) | {"orbit": place.orbit},
)
