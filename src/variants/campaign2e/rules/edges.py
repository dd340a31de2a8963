"""Points of entry: by which side of the hex a force comes to the table (C2E-17.8-01)."""

from __future__ import annotations

from variants.campaign2e.model import Place
from variants.campaign2e.model.places import EDGES, axial, neighbours


def sides_crossed(start: Place, end: Place) -> list[str]:
    """The side of a hex that the straight line from another one's centre to its own crosses.

    Two sides where the line passes through a corner.
    """
    (q, r), (from_q, from_r) = axial(end), axial(start)
    towards = (from_q - q, from_r - r)
    steps = [(side_q - q, side_r - r) for side_q, side_r in map(axial, neighbours(end))]
    nearness = [_product(towards, step) for step in steps]
    return [edge for edge, near in zip(EDGES, nearness, strict=True) if near == max(nearness)]


def edge_of_entry(start: Place, end: Place, wanted: str | None = None) -> str:
    """The edge at which a force enters; at a corner its owner chooses, else the first clockwise."""
    crossed = sides_crossed(start, end)
    return wanted if wanted in crossed else crossed[0]


def _product(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Twice the scalar product of two axial steps: those axes stand at 60 degrees."""
    return 2 * (a[0] * b[0] + a[1] * b[1]) + a[0] * b[1] + a[1] * b[0]
