"""Hexes of an unbounded map (C2E-1.1-01, C2E-1.2-04), and limits of saved values.

A hex is named by its column and row. Hexes are flat-topped. Rows are numbered from the top;
even-numbered columns are half a hex lower than odd ones. Both numbers may be any integers.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Annotated

from horizons_core.model import Between, IdOf, Matching, OneOf

Count = Annotated[int, Between(0, 1_000_000)]
#: In hundredths of a credit or tonne.
Amount = Annotated[int, Between(0)]
Percent = Annotated[int, Between(0, 100)]
#: Hex ids have at most four digits per number.
Coordinate = Annotated[int, Between(-9000, 9000)]
HexId = Annotated[str, Matching("-?[0-9]{1,4},-?[0-9]{1,4}")]
#: An umpire has a seat but no empire.
SenderId = Annotated[str, IdOf(("empires", "seats"))]
PlayerId = Annotated[str, IdOf(("empires",))]
PlayerOrNone = Annotated[str, IdOf(("empires",), none=True)]
WorldId = Annotated[str, IdOf(("worlds",))]
WorldOrNone = Annotated[str, IdOf(("worlds",), none=True)]
GroupId = Annotated[str, IdOf(("groups",))]
ShipId = Annotated[str, IdOf(("ships",))]
DriveState = Annotated[str, OneOf(("ok", "halved", "out", "none"))]


#: A hex: its column x and its row y.
Place = tuple[Coordinate, Coordinate]

#: The sides of a hex, clockwise; N is the top of the map.
EDGES = ("N", "NE", "SE", "S", "SW", "NW")

#: The step across each side, as a change of the axial coordinates (q, r).
_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))

_PLACE = re.compile(r"(-?[0-9]{1,4}) *, *(-?[0-9]{1,4})")


def place_id(at: Place) -> str:
    """Return the id of a hex: its column and row (C2E-1.5-06)."""
    return f"{at[0]},{at[1]}"


@lru_cache(maxsize=1 << 16)
def place_of(words: str) -> Place:
    """Return the hex with an id such as 7,5; raises ValueError for any other text."""
    match = _PLACE.fullmatch(words.strip())
    if match is None:
        raise ValueError(f"'{words}' is not a hex: write column and row, as in 7,5")
    return int(match[1]), int(match[2])


def axial(at: Place) -> tuple[int, int]:
    """Return the axial coordinates q and r of a hex (C2E-1.2-04)."""
    q = at[0] - 1
    return q, at[1] - 1 - (q - q % 2) // 2


def from_axial(q: int, r: int) -> Place:
    """Return the hex at axial coordinates."""
    return q + 1, r + 1 + (q - q % 2) // 2


def distance(a: Place, b: Place) -> int:
    """Return the number of steps between two hexes (C2E-1.2-04)."""
    (aq, ar), (bq, br) = axial(a), axial(b)
    dq, dr = bq - aq, br - ar
    return max(abs(dq), abs(dr), abs(dq + dr))


def neighbours(at: Place) -> list[Place]:
    """Return the six adjacent hexes, clockwise from N (C2E-1.2-04)."""
    q, r = axial(at)
    return [from_axial(q + dq, r + dr) for dq, dr in _STEPS]


@lru_cache(maxsize=1 << 12)
def within(at: Place, radius: int) -> tuple[Place, ...]:
    """Return all hexes within a radius, the centre included, by column and row."""
    q, r = axial(at)
    hexes = [
        from_axial(q + dq, r + dr)
        for dq in range(-radius, radius + 1)
        for dr in range(max(-radius, -dq - radius), min(radius, -dq + radius) + 1)
    ]
    return tuple(sorted(hexes))
