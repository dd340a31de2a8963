"""What is worked out from documents that never change, kept by the bytes stored of them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Generic, TypeVar

from horizons_host.recent import Recent

T = TypeVar("T")


class Kept(Generic[T]):
    """The results that were asked for last; `most` is how many, or how much by `size`."""

    def __init__(self, most: int, size: Callable[[T], int] = lambda _: 1) -> None:
        self._recent: Recent[T] = Recent(most, size)

    def of(self, stored: bytes, about: str, make: Callable[[], T]) -> T:
        """What was made of these bytes, made now if it is not kept; `about` names what it is."""
        return self._recent.of((about, hashlib.blake2b(stored).digest()), make)
