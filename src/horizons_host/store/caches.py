"""Caches of loaded games, of values from stored documents, and of verified states."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from operator import itemgetter
from typing import Any, Generic, TypeVar

from attrs import define, field, frozen

from horizons_core.codec import digest_of
from horizons_core.saves import load
from horizons_host.store.records import GameEnding, GameInfo, SeatRecord

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


T = TypeVar("T")


class DocumentCache(Generic[T]):
    """Cache of recent results; `most` limits their number, or the sum of their sizes."""

    def __init__(self, most: int, size: Callable[[T], int] = lambda _: 1) -> None:
        self._recent: SizedCache[T] = SizedCache(most, size)

    def of(self, stored: bytes, about: str, make: Callable[[], T]) -> T:
        """Return the value made of these bytes, cached if possible; `about` names its kind."""
        return self._recent.of((about, hashlib.blake2b(stored).digest()), make)


#: Packed bytes of the states cached per process; unpacked they take some thirty times as much
#: memory.
MOST_BYTES = 2_000_000


@frozen
class Position:
    """A game after its latest turn, with the changes made since.

    `game` is shared and must not be modified. Two positions with the same `name` have equal games.
    """

    info: GameInfo
    seats: tuple[SeatRecord, ...]
    turn: int
    game: Any
    name: Hashable = field(eq=False, default=None)


#: The recently loaded games, each with the size of its packed state.
_loaded: SizedCache[tuple[Any, int]] = SizedCache(MOST_BYTES, size=itemgetter(1))


def loaded(name: Hashable, size: int, state: Callable[[], Mapping[str, Any]]) -> Any:
    """Load the game of this name, or return it from the cache; raises SaveError."""
    return _loaded.of(name, lambda: (load(dict(state())), size))[0]


def name_of(
    packed: bytes, digest: str, rules_names: Mapping[str, str], ending: GameEnding | None
) -> Hashable:
    """Return a key for the game in a packed state, with its rules and its end.

    It covers the bytes themselves and their expected digest: a damaged state has another key, even
    if it equals the state of another turn, so that the damage is found.
    """
    return (
        hashlib.blake2b(packed, digest_size=32).digest(),
        digest,
        tuple(sorted(rules_names.items())),
        ending and digest_of([ending.turn, ending.reason, list(ending.winners)]),
    )


#: Number of cached results per process, as two digests each.
MOST = 4096
_compared: SizedCache[bool] = SizedCache(MOST)


def matches_digest(packed: bytes, state: Any, digest: str) -> bool:
    """Return whether a state, which was unpacked from these bytes, has this digest.

    The same bytes are compared only once.
    """
    pair = hashlib.blake2b(packed, digest_size=32).digest(), digest
    return _compared.of(pair, lambda: digest_of(state) == digest)
