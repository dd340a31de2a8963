"""What is worked out from documents that never change, kept by the bytes stored of them."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

from attrs import define, field

T = TypeVar("T")


@define
class Kept(Generic[T]):
    """The results that were asked for last; `most` is how many, or how much by `size`."""

    most: int
    size: Callable[[T], int] = lambda _: 1
    _found: OrderedDict[str, T] = field(factory=OrderedDict, init=False)
    _full: int = field(default=0, init=False)
    _lock: threading.Lock = field(factory=threading.Lock, init=False)

    def of(self, stored: bytes, about: str, make: Callable[[], T]) -> T:
        """What was made of these bytes, made now if it is not kept; `about` names what it is."""
        name = f"{about} {hashlib.blake2b(stored).hexdigest()}"
        with self._lock:
            if name in self._found:
                self._found.move_to_end(name)
                return self._found[name]
        made = make()
        with self._lock:
            if name not in self._found:
                self._found[name] = made
                self._full += self.size(made)
            while self._full > self.most and len(self._found) > 1:
                self._full -= self.size(self._found.popitem(last=False)[1])
        return made
