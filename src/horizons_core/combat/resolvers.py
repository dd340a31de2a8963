"""Resolvers of battles, statistics of many runs, and simulation without a kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast, runtime_checkable

from attrs import evolve, field, frozen

from horizons_core.combat.records import BattleRecord, Fighter
from horizons_core.error_places import place_of_function
from horizons_core.errors import PluginError
from horizons_core.rng import Stream, derive_key
from horizons_core.sums import int_array_sum

if TYPE_CHECKING:
    import numpy as np

T = TypeVar("T")

#: Names the dice of a battle: a number of 64 bits, a stream, or parts as for
#: `horizons_core.rng.Stream.from_key`.
Key = int | str | bytes | Stream | tuple[str | int | bytes, ...]


@frozen
class BattleStatistics:
    """Many runs of a battle: arrays with one element (or row) per run.

    Attributes:
        sides: the names of the sides.
        winner: the index of the winning side, -1 if no side won; shape (runs,).
        rounds: the number of rounds; shape (runs,).
        shots: the number of shots; shape (runs,).
        measures: arrays of shape (runs, sides) by name; the name contains the unit.
        units: the names of the units, if they are groups of ships; otherwise empty.
        survivors: the ships left of each unit; shape (runs, units).
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

    @property
    def fighters(self) -> tuple[Fighter, ...]:
        """The units before the battle, in the order of the units of its records.

        Variants override it; it is all that a resolver for any game needs to know.
        """
        return ()


@runtime_checkable
class CombatResolver(Protocol):
    """A variant's battles. `resolve(battle, key, run=i)` is run i of `simulate(battle, n, key)`.

    Games pass `resolve` and `simulate` their own battles, with their units in `Battle.fighters`.
    """

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


def resolve_in_game(
    resolver: CombatResolver, battle: Battle, key: Key, *, batteries: bool = False
) -> BattleRecord:
    """Fight a battle of a game and return its record, which the caller applies to the game.

    The record's units are those of `battle.fighters`, in the same order; with `batteries`, more
    units may follow them. Raises PluginError, with file and line, for a record that does not fit.
    """
    record = resolver.resolve(battle, key)
    fault = _fault_of(record, battle, batteries=batteries)
    if fault:
        raise PluginError(
            f"{place_of_function(resolver.resolve)}: {type(resolver).__name__}.resolve returns"
            f" {fault}",
            "return a BattleRecord with the units of battle.fighters, in their order",
        )
    return record


def _fault_of(record: Any, battle: Battle, *, batteries: bool) -> str:
    """Describe what makes a record unfit for a battle of a game; "" if nothing does."""
    if not isinstance(record, BattleRecord):
        return f"{type(record).__name__} instead of a BattleRecord"
    if record.winner is not None and record.winner not in range(len(battle.sides)):
        return f"the winner {record.winner!r}, who is none of the {len(battle.sides)} sides"
    fighters = battle.fighters
    units = len(record.units)
    if units < len(fighters) or (units > len(fighters) and not batteries):
        return f"a record of {units} units for a battle of {len(fighters)}"
    if any(max(shot.shooter, shot.target) >= units for shot in record.shots):
        return f"a shot by or at a unit that is not among the {units} units"
    faults = map(_fault_of_unit, fighters, record.units)
    return next((fault for fault in faults if fault), "")


def _fault_of_unit(before: Fighter, unit: Fighter) -> str:
    if unit.side != before.side:
        return f"'{unit.name}' on side {unit.side} in the place of '{before.name}'"
    if unit.destroyed:
        return f"'{unit.name}' as destroyed, with {unit.left} ships left" if unit.left else ""
    for name in before.before:
        number = unit.after.get(name)
        if not isinstance(number, int) or number < 0:
            return f"'{unit.name}' with {number} as its '{name}' after the battle"
    return ""


def record_for_reader(
    record: BattleRecord, names: Sequence[str], hidden: Sequence[bool]
) -> BattleRecord:
    """Return the part of a record that a reader may know, for records of any resolver.

    `names` are the reader's names for the first units. For `hidden` units, the numbers and lost
    components are left out. Notes keep only the departures of units.
    """
    is_hidden_unit = dict(enumerate(hidden))
    units = [
        evolve(unit, name=name, before={}, after={}, about="") if is_hidden else unit
        for unit, name, is_hidden in zip(record.units, names, hidden, strict=False)
    ]
    shots = (
        evolve(shot, lost=()) if is_hidden_unit.get(shot.target) else shot for shot in record.shots
    )
    notes = (
        evolve(note, text=f"{' and '.join(names[unit] for unit in note.gone)} leaves the battle.")
        for note in record.notes
        if note.gone and max(note.gone) < len(names)
    )
    return evolve(
        record,
        units=(*units, *record.units[len(units) :]),
        shots=tuple(shots),
        notes=tuple(notes),
    )


def prefers_resolve(resolver: object, method: str) -> bool:
    """Return whether games ask a resolver for `resolve` rather than for a richer method.

    They do if it lacks the method, or if a subclass of the variant's own changes only `resolve`.
    """
    for cls in type(resolver).__mro__:
        if method in vars(cls) or "resolve" in vars(cls):
            return method not in vars(cls)
    return not hasattr(resolver, method)


def richer_methods(protocol: Any) -> dict[str, Any]:
    """Return the methods and properties that a protocol declares, by name."""
    return {
        name: member
        for cls in reversed(protocol.__mro__)
        if getattr(cls, "_is_protocol", False)
        for name, member in vars(cls).items()
        if not name.startswith("_")
    }


def completed(resolver: object, rulebook: T, protocol: Any) -> T:
    """Return an object with a game's richer methods: the resolver's own, or else the rulebook's.

    `protocol` declares them. A resolver that has them all is returned itself.
    """
    names = richer_methods(protocol)
    if all(hasattr(resolver, name) for name in names):
        return cast(T, resolver)
    methods = {
        name: getattr(resolver if hasattr(resolver, name) else rulebook, name) for name in names
    }
    return cast(T, SimpleNamespace(**methods))


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
