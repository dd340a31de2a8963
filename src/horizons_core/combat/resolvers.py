"""Resolvers of battles, statistics of many runs, and simulation without a kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from attrs import field, frozen

from horizons_core.combat.records import BattleRecord
from horizons_core.rng import Stream, derive_key
from horizons_core.sums import int_array_sum

if TYPE_CHECKING:
    import numpy as np

#: Names the dice of a battle: a number of 64 bits, a stream, or parts as for
#: `horizons_core.rng.Stream.from_key`.
Key = int | str | bytes | Stream | tuple[str | int | bytes, ...]


@frozen
class BattleStatistics:
    """Many runs of a battle: arrays with one element (or row) per run.

    Attributes:
        sides: the names of the sides.
        winner: shape (runs,): the index of the winning side, -1 if no side won.
        rounds: shape (runs,): the number of rounds.
        shots: shape (runs,): the number of shots.
        measures: by name, arrays of shape (runs, sides), in the unit that the name says.
        units: the names of the units, if they are groups of ships; otherwise empty.
        survivors: shape (runs, units): the ships left of each.
    """

    sides: tuple[str, ...]
    winner: np.ndarray[Any, Any]
    rounds: np.ndarray[Any, Any]
    shots: np.ndarray[Any, Any]
    measures: Mapping[str, np.ndarray[Any, Any]] = field(factory=dict)
    units: tuple[str, ...] = ()
    survivors: np.ndarray[Any, Any] = field()

    @survivors.default
    def _no_units(self) -> np.ndarray[Any, Any]:
        import numpy as np

        return np.zeros((len(self.winner), len(self.units)), np.int64)

    @property
    def runs(self) -> int:
        """The number of runs."""
        return len(self.winner)

    def wins(self, side: int | str) -> int:
        """Return the number of runs won by a side; raises ValueError for an unknown name."""
        index = self.sides.index(side) if isinstance(side, str) else side
        return int(int_array_sum(self.winner == index))


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


def units_left_and_lost(record: BattleRecord) -> dict[str, list[int]]:
    """Return each side's numbers of surviving and destroyed units: measures for any battle.

    A group of ships counts as that many units.
    """
    left, lost = [0] * len(record.sides), [0] * len(record.sides)
    for unit in record.units:
        left[unit.side] += unit.left
        lost[unit.side] += unit.ships - unit.left
    return {"units left": left, "units lost": lost}


def _no_callback() -> None:
    """Do nothing after each battle."""


_after_each: ContextVar[Callable[[], None]] = ContextVar("after_each", default=_no_callback)


@contextmanager
def after_each_battle(callback: Callable[[], None]) -> Iterator[None]:
    """Call `callback` after each battle that `simulate_by_resolving` fights in the block."""
    token = _after_each.set(callback)
    try:
        yield
    finally:
        _after_each.reset(token)


def simulate_by_resolving(
    resolver: CombatResolver,
    battle: Battle,
    runs: int,
    key: Key,
    measures: Callable[[BattleRecord], Mapping[str, Sequence[int]]] = units_left_and_lost,
) -> BattleStatistics:
    """Fight recorded battles in sequence: `simulate` for a resolver without a kernel.

    `measures` returns numbers of a record, by name, one for each side. A callback set by
    `after_each_battle` is called after each battle. Raises what `resolve` raises.
    """
    import numpy as np

    records = []
    for run in range(runs):
        records.append(resolver.resolve(battle, key, run=run))
        _after_each.get()()
    measured = [measures(record) for record in records]
    return BattleStatistics(
        sides=battle.sides,
        winner=np.array([-1 if r.winner is None else r.winner for r in records], np.int64),
        rounds=np.array([record.rounds for record in records], np.int64),
        shots=np.array([record.fired for record in records], np.int64),
        measures={
            name: np.array([values[name] for values in measured], np.int64)
            for name in (measured[0] if measured else ())
        },
    )
