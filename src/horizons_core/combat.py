"""Battles without a game around them: what a variant's resolver takes and gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from attrs import field, frozen

from horizons_core.rng import Stream, derive_key

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "SHIPS", "Battle", "BattleRecord", "BattleStatistics", "CombatResolver", "Fighter", "Key",
    "Note", "Shot", "Stage", "battle_key", "kills", "salvos", "simulate_by_resolving", "steps",
    "units_left_and_lost", "watched",
]  # fmt: skip

#: What a group of ships counts in `before` and `after`.
SHIPS = "ships"

#: What names the dice of a battle: a number of 64 bits, a stream, or parts as of
#: `horizons_core.rng.Stream.from_key`.
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
    """Sides that meet. Variants subclass it with what their resolver needs.

    Attributes:
        sides: the names of the sides.
    """

    sides: tuple[str, ...]


@frozen
class Shot:
    """One shot, or in the record of a large battle the sum of several: who fired, and its effect.

    Attributes:
        shooter: the index of the unit that fired in the record's `units`.
        target: the index of the unit fired at.
        absorbed: how many points shields took.
        lost: what was destroyed, by kind, in order.
        destroyed: whether the target was lost, or a ship of the target that is a group.
        round: the round, from 1 on; of a sum the first.
        count: how many shots it stands for.
        kills: how many ships they destroyed.
        damage: how much of what the target counts (`Fighter.counts`) was lost.
        hits: the shots that hit; None where every shot does.
        fate: what became of the target, or of a ship of it, if "destroyed" is not the word:
            "captured".
    """

    shooter: int
    target: int
    absorbed: int = 0
    lost: tuple[str, ...] = ()
    destroyed: bool = False
    round: int = 1
    count: int = 1
    kills: int = field()
    damage: int = field()
    hits: int | None = None
    fate: str = ""

    @kills.default
    def _one_at_most(self) -> int:
        return int(self.destroyed)

    @damage.default
    def _all_that_was_lost(self) -> int:
        return len(self.lost)


@frozen
class Fighter:
    """A unit in a record, before and after: one ship, or a group of ships alike.

    Attributes:
        name: what it is called.
        side: the index of its side in the record's `sides`.
        before: its numbers before the battle, by name; a group has `SHIPS` among them.
        after: the same after the battle.
        destroyed: whether nothing is left of it.
        mark: a short sign for it, for lists and charts.
        counts: what damage takes from it, as a noun for one: of "year" the number "years" counts,
            and others are cargo and the like. Empty where all numbers count components.
        fate: what became of it if it was not destroyed.
        about: a remark for the reader.
    """

    name: str
    side: int
    before: Mapping[str, int]
    after: Mapping[str, int]
    destroyed: bool
    mark: str = ""
    counts: str = ""
    fate: str = ""
    about: str = ""

    @property
    def ships(self) -> int:
        """How many ships it was before."""
        return self.before.get(SHIPS, 1)

    @property
    def left(self) -> int:
        """How many ships of it are left."""
        return self.after.get(SHIPS, int(not self.destroyed))


@frozen
class Note:
    """Something that happened between shots.

    Attributes:
        at: how many of the record's `shots` come before it.
        round: the round, from 1 on.
        text: what happened, in a sentence.
        gone: the indices of units that left the battle with it, without being destroyed.
    """

    at: int
    round: int
    text: str
    gone: tuple[int, ...] = ()


@frozen
class Stage:
    """A part of a battle with rounds of its own.

    Attributes:
        round: its first round.
        name: what it is called.
        units: the indices of the units that are there when it begins; empty where nobody says.
    """

    round: int
    name: str
    units: tuple[int, ...] = ()


@frozen
class BattleRecord:
    """One battle, shot by shot. Of one with many shots a variant may keep sums (see `Shot`).

    Attributes:
        sides: the names of the sides.
        units: all that took part.
        shots: in the order in which they were fired.
        rounds: how many rounds there were; they are numbered from 1 on through all `stages`.
        winner: the index of the side that won, or None.
        words: how many 32-bit words of the stream the battle drew.
        notes: what happened between shots, in order.
        stages: the parts of the battle, if it has several.
    """

    sides: tuple[str, ...]
    units: tuple[Fighter, ...]
    shots: tuple[Shot, ...]
    rounds: int
    winner: int | None
    words: int = 0
    notes: tuple[Note, ...] = ()
    stages: tuple[Stage, ...] = ()

    @property
    def fired(self) -> int:
        """How many shots were fired."""
        return sum(shot.count for shot in self.shots)

    def told(self, title: str = "Battle", **more: Any) -> dict[str, Any]:
        """The record as plain data: what the replay page plays (`docs/formats.md`).

        `title` and `more` stand in it beside the record's own parts.
        """
        return {
            "title": title,
            **more,
            "sides": list(self.sides),
            "units": [_told_unit(unit) for unit in self.units],
            "shots": [_told_shot(shot) for shot in self.shots],
            "rounds": self.rounds,
            "winner": self.winner,
            **_if_any(
                notes=[_told_note(note) for note in self.notes],
                stages=[_told_stage(stage) for stage in self.stages],
            ),
        }


def _told_unit(unit: Fighter) -> dict[str, Any]:
    return {
        "name": unit.name,
        "side": unit.side,
        "mark": unit.mark,
        "before": dict(unit.before),
        "after": dict(unit.after),
        "destroyed": unit.destroyed,
        **_if_any(counts=unit.counts, fate=unit.fate, about=unit.about),
    }


def _told_note(note: Note) -> dict[str, Any]:
    told: dict[str, Any] = {"at": note.at, "round": note.round, "text": note.text}
    if note.gone:
        told["gone"] = list(note.gone)
    return told


def _told_stage(stage: Stage) -> dict[str, Any]:
    return {"round": stage.round, "name": stage.name, **_if_any(units=list(stage.units))}


def _if_any(**parts: Any) -> dict[str, Any]:
    """Those of the parts that are not empty."""
    return {name: part for name, part in parts.items() if part}


def _told_shot(shot: Shot) -> dict[str, Any]:
    told = {
        "shooter": shot.shooter,
        "target": shot.target,
        "absorbed": shot.absorbed,
        "damage": shot.damage,
        "lost": list(shot.lost),
        "destroyed": shot.destroyed,
        "round": shot.round,
    }
    if shot.count != 1:
        told |= {"count": shot.count, "kills": shot.kills}
    if shot.hits is not None:
        told["hits"] = shot.hits
    if shot.fate:
        told["fate"] = shot.fate
    return told


@frozen
class BattleStatistics:
    """Many runs of one battle: arrays with one element (or row) a run.

    Attributes:
        sides: the names of the sides.
        winner: shape (runs,): the index of the side that won, -1 where nobody did.
        rounds: shape (runs,): how many rounds were fought.
        shots: shape (runs,): how many shots were fired.
        measures: by name, arrays of shape (runs, sides), in the unit that the name says.
        units: the names of the units, where they are groups of ships; elsewhere empty.
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
        """How many runs there were."""
        return len(self.winner)

    def wins(self, side: int | str) -> int:
        """How many runs this side, by name or index, won; raises ValueError for an unknown name."""
        index = self.sides.index(side) if isinstance(side, str) else side
        return int((self.winner == index).sum())


@runtime_checkable
class CombatResolver(Protocol):
    """A variant's battles. `resolve(battle, key, run=i)` is run i of `simulate(battle, n, key)`."""

    def battle(self, spec: Mapping[str, Any]) -> Battle:
        """Make a battle from plain data; raises BattleError naming the place in `spec`."""

    def resolve(self, battle: Any, key: Key, run: int = 0) -> BattleRecord:
        """Fight one battle, shot by shot, with the dice that `key` and `run` (from 0 on) name.

        Raises ValueError for a key that is no key (see `battle_key`).
        """

    def simulate(self, battle: Any, runs: int, key: Key, threads: int = 1) -> BattleStatistics:
        """Fight it `runs` times; the result does not depend on `threads`.

        Raises ValueError for a key that is no key (see `battle_key`).
        """


def units_left_and_lost(record: BattleRecord) -> dict[str, list[int]]:
    """Units of each side that were left and that were destroyed: the measures of any battle.

    A group of ships counts as so many units.
    """
    left, lost = [0] * len(record.sides), [0] * len(record.sides)
    for unit in record.units:
        left[unit.side] += unit.left
        lost[unit.side] += unit.ships - unit.left
    return {"units left": left, "units lost": lost}


def _nobody_watches() -> None:
    """Stand in for the call after each battle."""


_after_each: ContextVar[Callable[[], None]] = ContextVar("after_each", default=_nobody_watches)


@contextmanager
def watched(after_each: Callable[[], None]) -> Iterator[None]:
    """Call `after_each` after each battle that `simulate_by_resolving` fights in the block."""
    token = _after_each.set(after_each)
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
    """Fight one recorded battle after another: `simulate` for a resolver without a kernel.

    `measures` makes numbers of a record, by name, one for each side. Whoever watches (`watched`) is
    told of each battle. Raises what `resolve` raises.
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
            name: np.array([one[name] for one in measured], np.int64)
            for name in (measured[0] if measured else ())
        },
    )


def salvos(shots: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Join consecutive shots of one shooter at one target (told shots) into salvos.

    Each salvo has `shooter`, `target`, `shots` (how many), `absorbed`, `damage`, `lost`,
    `destroyed`, `kills` (ships destroyed) and `round`; `hits` if known, `fates` if there are any.
    """
    current: dict[str, Any] | None = None
    for shot in shots:
        same = current is not None and all(
            current[part] == shot[part] for part in ("shooter", "target", "round")
        )
        if current is None or not same:
            if current is not None:
                yield current
            lost = list(shot.get("lost") or ())
            current = {**shot, "shots": shot.get("count", 1), "kills": kills(shot), "lost": lost}
            if "fate" in shot:
                current["fates"] = [shot["fate"]]
        else:
            current["shots"] += shot.get("count", 1)
            current["kills"] += kills(shot)
            current["absorbed"] += shot["absorbed"]
            current["damage"] += shot["damage"]
            current["lost"] += shot.get("lost") or ()
            current["destroyed"] |= shot["destroyed"]
            if "hits" in shot:
                current["hits"] = current.get("hits", 0) + shot["hits"]
            if "fate" in shot:
                current["fates"] = [*current.get("fates", ()), shot["fate"]]
    if current is not None:
        yield current


def kills(shot: Mapping[str, Any]) -> int:
    """How many ships a told shot destroyed; more than one where it stands for several shots."""
    return int(shot.get("kills", shot["destroyed"]))


def steps(record: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The salvos of a told record and its notes, in the order in which they happened."""
    shots, first = record["shots"], 0
    for note in record.get("notes", ()):
        yield from salvos(shots[first : note["at"]])
        yield dict(note)
        first = note["at"]
    yield from salvos(shots[first:])
