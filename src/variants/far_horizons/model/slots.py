"""Lists with stable places: what is deleted leaves its slot empty, which a later thing takes.

Which slot a thing takes is the 1999 engine's way, so that orders of lists agree.
"""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def put_last(slots: list[T | None], thing: T) -> None:
    """Put a thing into the last empty slot, or behind all others."""
    for slot in range(len(slots) - 1, -1, -1):
        if slots[slot] is None:
            slots[slot] = thing
            return
    slots.append(thing)


def put_first(slots: list[T | None], thing: T) -> None:
    """Put a thing into the first empty slot, or behind all others."""
    for slot, known in enumerate(slots):
        if known is None:
            slots[slot] = thing
            return
    slots.append(thing)
