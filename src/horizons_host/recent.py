"""What was made last is kept for who asks for it again: threads of a process share it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

from attrs import define, field

V = TypeVar("V")


def _one(_: Any) -> int:
    return 1


@define
class Recent(Generic[V]):
    """Values by name, until there are too many; who was not asked for longest is given up first.

    Attributes:
        most: the sum of sizes that is kept. A single value that is larger is kept alone.
        size: of a value; 1 of each unless told otherwise.
    """

    most: int
    size: Callable[[V], int] = _one
    _known: OrderedDict[Hashable, V] = field(factory=OrderedDict, init=False)
    _total: int = field(default=0, init=False)
    _lock: threading.Lock = field(factory=threading.Lock, init=False)

    def of(self, name: Hashable, make: Callable[[], V]) -> V:
        """The value of this name, which is made if it is not kept: by several at once, if need be.

        Whatever `make` raises goes on, and nothing is kept.
        """
        with self._lock:
            if name in self._known:
                self._known.move_to_end(name)
                return self._known[name]
        made = make()
        with self._lock:
            if name not in self._known:
                self._known[name] = made
                self._total += self.size(made)
            while self._total > self.most and len(self._known) > 1:
                self._total -= self.size(self._known.popitem(last=False)[1])
        return made

    @property
    def total(self) -> int:
        """The sum of the sizes of all that is kept."""
        return self._total
