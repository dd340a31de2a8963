"""The place where a condition turns, by halving."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["turning_point"]

#: Halvings of an interval of length 1 until its ends are neighbouring floats, or nearly so.
_HALVINGS = 60


def turning_point(holds: Callable[[float], bool], inside: float, outside: float) -> float:
    """The last number on the way from `inside` to `outside` at which a condition holds.

    It holds at `inside` without being asked, and once it has ceased to hold it never does again.
    `outside` is answered where it holds all the way.
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
