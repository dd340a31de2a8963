"""The shapes of space: where places are, how far apart, and what is within range.

Four geometries share one interface, `Geometry`:

| class | a place | distance |
|---|---|---|
| `Cartesian` | ``(x, y, z)`` in parsecs | Euclidean |
| `Plane` | ``(x, y)`` in light-years | Euclidean, round the edges of a torus where it wraps |
| `HexGrid` | ``(q, r)``, axial coordinates of a hex | least number of moves |
| `StarGraph` | a star's name | shortest way along warp lines |

`HexGrid` and `StarGraph` hold finitely many places and are `FiniteGeometry` too. Every geometry is
a frozen attrs class of plain values. A method that is given a place off the map raises a
ValueError that names the place and what to do about it.
"""

from horizons_core.space.continuous import Cartesian, Plane
from horizons_core.space.geometry import FiniteGeometry, Geometry
from horizons_core.space.hexgrid import DIRECTIONS, HexGrid
from horizons_core.space.stargraph import StarGraph, WarpLine

__all__ = [
    "DIRECTIONS",
    "Cartesian",
    "FiniteGeometry",
    "Geometry",
    "HexGrid",
    "Plane",
    "StarGraph",
    "WarpLine",
]
