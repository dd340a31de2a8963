"""The turning point of a condition, by bisection."""

from __future__ import annotations

from collections.abc import Callable

#: Halvings of an interval of length 1 until its ends are neighbouring floats, or nearly so.
_HALVINGS = 60


def turning_point(holds: Callable[[float], bool], inside: float, outside: float) -> float:
    """Return the last number on the way from `inside` to `outside` at which a condition holds.

    The condition is assumed to hold at `inside`, and to stay false once it is false. The result is
    `outside` if it holds all the way.
    """
    if holds(outside):
        return outside
    for _ in range(_HALVINGS):
        middle = (inside + outside) / 2
        if holds(middle):
            inside = middle
        else:
            outside = middle
    return inside
