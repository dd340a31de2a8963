"""Cache of values computed from immutable stored documents."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Generic, TypeVar

from horizons_host.recent import SizedCache

T = TypeVar("T")


class DocumentCache(Generic[T]):
    """Cache of recent results; `most` limits their number, or the sum of their sizes."""

    def __init__(self, most: int, size: Callable[[T], int] = lambda _: 1) -> None:
        self._recent: SizedCache[T] = SizedCache(most, size)

    def of(self, stored: bytes, about: str, make: Callable[[], T]) -> T:
        """Return the value made of these bytes, cached if possible; `about` names its kind."""
        return self._recent.of((about, hashlib.blake2b(stored).digest()), make)
