"""Games as they stand, to be looked at: loaded once for many who look at the same state."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Mapping
from operator import itemgetter
from typing import Any

from attrs import field, frozen

from horizons_core.codec import digest_of
from horizons_core.saves import load
from horizons_host.recent import Recent
from horizons_host.store.records import Ending, Plate, Seat

#: So many bytes of packed states are kept loaded in each process: in memory they take some thirty
#: times as much.
MOST_BYTES = 2_000_000


@frozen
class Position:
    """A game after its latest turn, with what was done to it since.

    Nobody may change `game`: others look at it, too. Two positions with the same `name` are alike
    in it.
    """

    plate: Plate
    seats: tuple[Seat, ...]
    turn: int
    game: Any
    name: Hashable = field(eq=False, default=None)


#: The games that were loaded last, each with the bytes of its packed state.
_loaded: Recent[tuple[Any, int]] = Recent(MOST_BYTES, size=itemgetter(1))


def loaded(name: Hashable, size: int, state: Callable[[], Mapping[str, Any]]) -> Any:
    """The game of this name, whose packed state has so many bytes; raises SaveError."""
    return _loaded.of(name, lambda: (load(dict(state())), size))[0]


def name_of(
    packed: bytes, digest: str, plates: Mapping[str, str], ending: Ending | None
) -> Hashable:
    """What names the game that comes of a packed state, of the rules it goes on by, and of its end.

    By the bytes themselves and the digest that they should have: a state that was damaged is
    another one, and is looked at, also where it is that of another turn.
    """
    return (
        hashlib.blake2b(packed, digest_size=32).digest(),
        digest,
        tuple(sorted(plates.items())),
        ending and digest_of([ending.turn, ending.reason, list(ending.winners)]),
    )
