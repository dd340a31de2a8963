"""A thread-safe cache of recently used values, limited by their total size."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

from attrs import define, field

V = TypeVar("V")


def _unit_size(_: Any) -> int:
    return 1


@define
class SizedCache(Generic[V]):
    """Cache of values by name; drops the least recently used ones if it becomes too large.

    Attributes:
        most: limit of the sum of sizes. A single larger value is kept alone.
        size: returns the size of a value; 1 by default.
    """

    most: int
    size: Callable[[V], int] = _unit_size
    _known: OrderedDict[Hashable, V] = field(factory=OrderedDict, init=False)
    _total: int = field(default=0, init=False)
    _lock: threading.Lock = field(factory=threading.Lock, init=False)

    def of(self, name: Hashable, make: Callable[[], V]) -> V:
        """Return the value of this name, made by `make` if it is not cached.

        Several threads may make it at the same time. Errors of `make` are passed on, and nothing
        is cached then.
        """
        with self._lock:
            if name in self._known:
                self._known.move_to_end(name)
                return self._known[name]
        value = make()
        with self._lock:
            if name not in self._known:
                self._known[name] = value
                self._total += self.size(value)
            while self._total > self.most and len(self._known) > 1:
                self._total -= self.size(self._known.popitem(last=False)[1])
        return value

    @property
    def total(self) -> int:
        """The sum of the sizes of all cached values."""
        return self._total
