"""The shapes of space: where places are, how far apart, and what is within range.

The geometries share one interface, `Geometry`:

- `HexGrid`: a place is `(q, r)`, the axial coordinates of a hex, and a distance the least number of
  moves;
- `StarGraph`: a place is a star's name, and a distance the shortest way along warp lines.

Both hold finitely many places and are `FiniteGeometry` too. Every geometry is a frozen attrs class
of plain values. A method that is given a place off the map raises a ValueError that names the place
and what to do about it.
"""

from horizons_core.space.geometry import FiniteGeometry, Geometry
from horizons_core.space.hexgrid import DIRECTIONS, HexGrid
from horizons_core.space.stargraph import StarGraph, WarpLine

__all__ = [
    "DIRECTIONS",
    "FiniteGeometry",
    "Geometry",
    "HexGrid",
    "StarGraph",
    "WarpLine",
]
