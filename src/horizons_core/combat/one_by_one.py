"""Simulation by recorded battles, for resolvers without a kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from horizons_core.combat.records import BattleRecord
from horizons_core.combat.resolvers import Battle, CombatResolver, Key
from horizons_core.combat.statistics import BattleStatistics


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
