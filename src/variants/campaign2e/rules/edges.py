"""Points of entry: the side of the hex through which a force enters (C2E-17.8-01)."""

from __future__ import annotations

from variants.campaign2e.model import Place
from variants.campaign2e.model.places import EDGES, axial, neighbours


def sides_crossed(start: Place, end: Place) -> list[str]:
    """Return the side of a hex crossed by the straight line from another hex's centre.

    Two sides if the line passes through a corner.
    """
    (q, r), (from_q, from_r) = axial(end), axial(start)
    towards = (from_q - q, from_r - r)
    steps = [(side_q - q, side_r - r) for side_q, side_r in map(axial, neighbours(end))]
    nearness = [_product(towards, step) for step in steps]
    return [edge for edge, near in zip(EDGES, nearness, strict=True) if near == max(nearness)]


def edge_of_entry(start: Place, end: Place, preferred: str | None = None) -> str:
    """Return the entry edge of a force; at a corner the owner's choice, or the first clockwise."""
    crossed = sides_crossed(start, end)
    return preferred if preferred in crossed else crossed[0]


def _product(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Return twice the scalar product of two axial steps, whose axes are at 60 degrees."""
    return 2 * (a[0] * b[0] + a[1] * b[1]) + a[0] * b[1] + a[1] * b[0]
