"""Shapes of space, with places, distances and ranges.

The geometries share one interface, `Geometry`:

- `HexGrid`: a place is `(q, r)`, a hex in axial coordinates, and a distance the number of moves;
- `StarGraph`: a place is a star's name, and a distance the shortest way along warp lines;
- `Plane`: a place is `(x, y)`, and a distance the straight line.

The first two have finitely many places and are also a `FiniteGeometry`. Every geometry is a frozen
attrs class of plain values. All methods raise a ValueError, with the remedy, for a place off the
map.
"""

from horizons_core.space.geometry import FiniteGeometry, Geometry
from horizons_core.space.hexgrid import DIRECTIONS, HexGrid
from horizons_core.space.plane import Plane, straight_distance
from horizons_core.space.stargraph import StarGraph, WarpLine

__all__ = [
    "DIRECTIONS",
    "FiniteGeometry",
    "Geometry",
    "HexGrid",
    "Plane",
    "StarGraph",
    "WarpLine",
    "straight_distance",
]
