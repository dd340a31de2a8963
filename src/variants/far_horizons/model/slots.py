"""Lists with stable positions: a deletion leaves an empty slot for a later item.

Slots are filled as the 1999 engine fills them, so that orders of lists agree.
"""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def put_last(slots: list[T | None], item: T) -> None:
    """Put an item into the last empty slot, or at the end."""
    for slot in range(len(slots) - 1, -1, -1):
        if slots[slot] is None:
            slots[slot] = item
            return
    slots.append(item)


def put_first(slots: list[T | None], item: T) -> None:
    """Put an item into the first empty slot, or at the end."""
    for slot, occupant in enumerate(slots):
        if occupant is None:
            slots[slot] = item
            return
    slots.append(item)
