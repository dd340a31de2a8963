"""Loaded games, cached for readers of the same state."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Mapping
from operator import itemgetter
from typing import Any

from attrs import field, frozen

from horizons_core.codec import digest_of
from horizons_core.saves import load
from horizons_host.recent import SizedCache
from horizons_host.store.records import GameEnding, GameInfo, Seat

#: Packed bytes of the states cached per process; unpacked they take some thirty times as much
#: memory.
MOST_BYTES = 2_000_000


@frozen
class Position:
    """A game after its latest turn, with the changes made since.

    `game` is shared and must not be modified. Two positions with the same `name` have equal games.
    """

    info: GameInfo
    seats: tuple[Seat, ...]
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
