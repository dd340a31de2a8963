"""Places: hexes of a map without borders, by column and row (C2E-1.1-01, C2E-1.2-04).

Hexes are flat-topped; rows are counted from the top, and even-numbered columns stand half a hex
lower than odd ones. Both numbers may be any integers.
"""

from __future__ import annotations

import re
from functools import lru_cache

from variants.campaign2e.model.limits import Coordinate

#: A hex: its column x and its row y.
Place = tuple[Coordinate, Coordinate]

#: The sides of a hex in their ring; N is the top of the map.
EDGES = ("N", "NE", "SE", "S", "SW", "NW")

#: The steps across the sides, as changes of the axial coordinates (q, r).
_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))

_PLACE = re.compile(r"(-?[0-9]{1,4}) *, *(-?[0-9]{1,4})")


def place_id(at: Place) -> str:
    """The name that a hex always has: its column and row (C2E-1.5-06)."""
    return f"{at[0]},{at[1]}"


@lru_cache(maxsize=1 << 16)
def place_of(words: str) -> Place:
    """The hex of a name such as 7,5; raises ValueError for a text of another form."""
    match = _PLACE.fullmatch(words.strip())
    if match is None:
        raise ValueError(f"'{words}' is no hex: write column and row, as in 7,5")
    return int(match[1]), int(match[2])


def axial(at: Place) -> tuple[int, int]:
    """The axial coordinates q and r of a hex (C2E-1.2-04)."""
    q = at[0] - 1
    return q, at[1] - 1 - (q - q % 2) // 2


def from_axial(q: int, r: int) -> Place:
    """The hex of axial coordinates."""
    return q + 1, r + 1 + (q - q % 2) // 2


def distance(a: Place, b: Place) -> int:
    """The least number of steps between two hexes (C2E-1.2-04)."""
    (aq, ar), (bq, br) = axial(a), axial(b)
    dq, dr = bq - aq, br - ar
    return max(abs(dq), abs(dr), abs(dq + dr))


def neighbours(at: Place) -> list[Place]:
    """The six hexes around one, from N clockwise (C2E-1.2-04)."""
    q, r = axial(at)
    return [from_axial(q + dq, r + dr) for dq, dr in _STEPS]


@lru_cache(maxsize=1 << 12)
def within(at: Place, radius: int) -> tuple[Place, ...]:
    """All hexes at most so far from one, itself included: columns from the left, each downwards."""
    q, r = axial(at)
    found = [
        from_axial(q + dq, r + dr)
        for dq in range(-radius, radius + 1)
        for dr in range(max(-radius, -dq - radius), min(radius, -dq + radius) + 1)
    ]
    return tuple(sorted(found))
