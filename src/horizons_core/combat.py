"""Battles without a game around them: what a variant's resolver takes and gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from attrs import field, frozen

from horizons_core.rng import Stream, derive_key

if TYPE_CHECKING:
    import numpy as np

#: What names the dice of a battle: a number of 64 bits, a stream, or parts (`Stream.from_key`).
Key = int | str | bytes | Stream | tuple[str | int | bytes, ...]


def battle_key(key: Key) -> int:
    """The 64-bit key that the kernels use; raises ValueError for a number outside 0..2**64-1."""
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
    """Sides that meet. Variants subclass it with what their resolver needs."""

    sides: tuple[str, ...]


@frozen
class Shot:
    """One shot: who fired at whom (indices into the record's units) and what it did.

    `absorbed` counts points taken by shields, `lost` what was destroyed, by kind, in order;
    `destroyed` says that the target was lost with it.
    """

    shooter: int
    target: int
    absorbed: int = 0
    lost: tuple[str, ...] = ()
    destroyed: bool = False
    round: int = 1


@frozen
class Fighter:
    """A unit in a record, before and after. `before` and `after` are plain numbers by name."""

    name: str
    side: int
    before: Mapping[str, int]
    after: Mapping[str, int]
    destroyed: bool
    mark: str = ""


@frozen
class BattleRecord:
    """One battle, shot by shot. `winner` is an index into `sides`, or None."""

    sides: tuple[str, ...]
    units: tuple[Fighter, ...]
    shots: tuple[Shot, ...]
    rounds: int
    winner: int | None
    words: int = 0

    def told(self, title: str = "Battle", **more: Any) -> dict[str, Any]:
        """The record as plain data: what the replay page plays (`docs/formats.md`)."""
        return {
            "title": title,
            **more,
            "sides": list(self.sides),
            "units": [
                {
                    "name": unit.name,
                    "side": unit.side,
                    "mark": unit.mark,
                    "before": dict(unit.before),
                    "after": dict(unit.after),
                    "destroyed": unit.destroyed,
                }
                for unit in self.units
            ],
            "shots": [
                {
                    "shooter": shot.shooter,
                    "target": shot.target,
                    "absorbed": shot.absorbed,
                    "damage": len(shot.lost),
                    "lost": list(shot.lost),
                    "destroyed": shot.destroyed,
                    "round": shot.round,
                }
                for shot in self.shots
            ],
            "rounds": self.rounds,
            "winner": self.winner,
        }


@frozen
class BattleStatistics:
    """Many runs of one battle: arrays with one element (or row) a run.

    `winner` holds indices into `sides`, -1 where nobody won. Each of `measures` is an array of
    shape (runs, sides), in the unit its name says.
    """

    sides: tuple[str, ...]
    winner: np.ndarray[Any, Any]
    rounds: np.ndarray[Any, Any]
    shots: np.ndarray[Any, Any]
    measures: Mapping[str, np.ndarray[Any, Any]] = field(factory=dict)

    @property
    def runs(self) -> int:
        return len(self.winner)

    def wins(self, side: int | str) -> int:
        """How many runs this side won."""
        index = self.sides.index(side) if isinstance(side, str) else side
        return int((self.winner == index).sum())


@runtime_checkable
class CombatResolver(Protocol):
    """A variant's battles. `resolve(battle, key, run=i)` is run i of `simulate(battle, n, key)`."""

    def battle(self, spec: Mapping[str, Any]) -> Battle:
        """Make a battle from plain data; raises BattleError naming the place in `spec`."""

    def resolve(self, battle: Any, key: Key, run: int = 0) -> BattleRecord:
        """Fight one battle, shot by shot."""

    def simulate(self, battle: Any, runs: int, key: Key, threads: int = 1) -> BattleStatistics:
        """Fight it many times; the result does not depend on `threads`."""


def units_left_and_lost(record: BattleRecord) -> dict[str, list[int]]:
    """Units of each side that were left and that were destroyed: the measures of any battle."""
    left, lost = [0] * len(record.sides), [0] * len(record.sides)
    for unit in record.units:
        (lost if unit.destroyed else left)[unit.side] += 1
    return {"units left": left, "units lost": lost}


def simulate_by_resolving(
    resolver: CombatResolver,
    battle: Battle,
    runs: int,
    key: Key,
    measures: Callable[[BattleRecord], Mapping[str, Sequence[int]]] = units_left_and_lost,
) -> BattleStatistics:
    """Fight one recorded battle after another: `simulate` for a resolver without a kernel.

    `measures` makes numbers of a record, by name, one for each side.
    """
    import numpy as np

    records = [resolver.resolve(battle, key, run=run) for run in range(runs)]
    measured = [measures(record) for record in records]
    return BattleStatistics(
        sides=battle.sides,
        winner=np.array([-1 if r.winner is None else r.winner for r in records], np.int64),
        rounds=np.array([record.rounds for record in records], np.int64),
        shots=np.array([len(record.shots) for record in records], np.int64),
        measures={
            name: np.array([one[name] for one in measured], np.int64)
            for name in (measured[0] if measured else ())
        },
    )


def salvos(shots: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Join consecutive shots of one shooter at one target (told shots) into salvos.

    Each salvo has `shooter`, `target`, `shots` (how many), `absorbed`, `damage`, `lost`,
    `destroyed` and `round`.
    """
    current: dict[str, Any] | None = None
    for shot in shots:
        same = current is not None and all(
            current[part] == shot[part] for part in ("shooter", "target", "round")
        )
        if current is None or not same:
            if current is not None:
                yield current
            current = {**shot, "shots": 1, "lost": list(shot.get("lost") or ())}
        else:
            current["shots"] += 1
            current["absorbed"] += shot["absorbed"]
            current["damage"] += shot["damage"]
            current["lost"] += shot.get("lost") or ()
            current["destroyed"] |= shot["destroyed"]
    if current is not None:
        yield current
