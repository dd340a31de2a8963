"""The interface of a variant's resolver, and the dice of a battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from attrs import frozen

from horizons_core.combat.records import BattleRecord
from horizons_core.combat.statistics import BattleStatistics
from horizons_core.rng import Stream, derive_key

#: Names the dice of a battle: a number of 64 bits, a stream, or parts as for
#: `horizons_core.rng.Stream.from_key`.
Key = int | str | bytes | Stream | tuple[str | int | bytes, ...]


def battle_key(key: Key) -> int:
    """Return the 64-bit key for kernels; raises ValueError for a number outside 0..2**64-1."""
    if isinstance(key, Stream):
        return key.key
    if isinstance(key, tuple):
        return derive_key(*key)
    if isinstance(key, int):
        if not 0 <= key < 2**64:
            raise ValueError(f"a battle's key is a number from 0 to 2**64 - 1, not {key}")
        return key
    return derive_key(key)


@frozen
class Battle:
    """The sides of a battle. Variants subclass it with the input of their resolver.

    Attributes:
        sides: the names of the sides.
    """

    sides: tuple[str, ...]


@runtime_checkable
class CombatResolver(Protocol):
    """A variant's battles. `resolve(battle, key, run=i)` is run i of `simulate(battle, n, key)`."""

    def battle(self, spec: Mapping[str, Any]) -> Battle:
        """Make a battle from plain data; raises BattleError naming the place in `spec`."""

    def resolve(self, battle: Any, key: Key, run: int = 0) -> BattleRecord:
        """Fight one battle, shot by shot, with the dice of `key` and `run` (from 0).

        Raises ValueError for an invalid key (see `battle_key`).
        """

    def simulate(self, battle: Any, runs: int, key: Key, threads: int = 1) -> BattleStatistics:
        """Fight it `runs` times; the result does not depend on `threads`.

        Raises ValueError for an invalid key (see `battle_key`).
        """
