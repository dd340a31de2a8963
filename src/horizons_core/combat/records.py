"""Records of battles, and functions that group their shots into salvos and steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import field, frozen

from horizons_core.sums import int_sum

#: The key for the number of ships of a group in `before` and `after`.
SHIPS = "ships"


@frozen
class Shot:
    """A shot and its effect or, in the record of a large battle, the sum of several shots.

    Attributes:
        shooter: the index of the firing unit in the record's `units`.
        target: the index of the target.
        absorbed: the number of points that shields absorbed.
        lost: the kinds of the destroyed components, in order.
        destroyed: whether the target was destroyed, or a ship of the target if it is a group.
        round: the round, counted from 1; for a sum, the round of its first shot.
        count: the number of shots in the sum.
        kills: the number of ships destroyed.
        damage: the damage, in the unit of the target's strength (`Fighter.counts`).
        hits: the number of hits; None if every shot hits.
        fate: the fate of the target or of one of its ships, such as "captured", if it was not
            destroyed.
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
    def _default_kills(self) -> int:
        return int(self.destroyed)

    @damage.default
    def _default_damage(self) -> int:
        return len(self.lost)


@frozen
class Fighter:
    """A unit in a record, before and after: one ship, or a group of equal ships.

    Attributes:
        name: its name.
        side: the index of its side in the record's `sides`.
        before: its numbers before the battle, by name; for a group, `SHIPS` is one of them.
        after: its numbers after the battle.
        destroyed: whether it is completely destroyed.
        mark: a short symbol, for lists and charts.
        counts: the unit of its strength, as a singular noun: for "year" the number is "years", and
            other numbers are cargo and the like. Empty if all numbers are components.
        fate: its fate if it was not destroyed.
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
        """The number of ships before the battle."""
        return self.before.get(SHIPS, 1)

    @property
    def left(self) -> int:
        """The number of ships left."""
        return self.after.get(SHIPS, int(not self.destroyed))


@frozen
class Note:
    """An event between shots.

    Attributes:
        at: the number of the record's `shots` before it.
        round: the round, counted from 1.
        text: the event, in a sentence.
        gone: the indices of units that left the battle in this event without being destroyed.
    """

    at: int
    round: int
    text: str
    gone: tuple[int, ...] = ()


@frozen
class Stage:
    """A part of a battle with its own rounds.

    Attributes:
        round: its first round.
        name: its name.
        units: the indices of the units present at its beginning; empty if unknown.
    """

    round: int
    name: str
    units: tuple[int, ...] = ()


@frozen
class BattleRecord:
    """A battle, shot by shot; a variant may combine the shots of a large one (see `Shot`).

    Attributes:
        sides: the names of the sides.
        units: all units in it.
        shots: the shots in the order of firing.
        rounds: the number of rounds, which are numbered from 1 through all `stages`.
        winner: the index of the winning side, or None.
        words: the number of 32-bit words drawn from the stream.
        notes: the events between shots, in order.
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
        """The number of shots fired."""
        return int_sum(shot.count for shot in self.shots)

    def to_dict(self, title: str = "Battle", **extra: Any) -> dict[str, Any]:
        """Return the record as plain data, for the replay page (`docs/formats.md`).

        `title` and `extra` are included besides the record's own parts.
        """
        return {
            "title": title,
            **extra,
            "sides": list(self.sides),
            "units": [_unit_to_dict(unit) for unit in self.units],
            "shots": [_shot_to_dict(shot) for shot in self.shots],
            "rounds": self.rounds,
            "winner": self.winner,
            **_without_empty(
                notes=[_note_to_dict(note) for note in self.notes],
                stages=[_stage_to_dict(stage) for stage in self.stages],
            ),
        }


def _unit_to_dict(unit: Fighter) -> dict[str, Any]:
    return {
        "name": unit.name,
        "side": unit.side,
        "mark": unit.mark,
        "before": dict(unit.before),
        "after": dict(unit.after),
        "destroyed": unit.destroyed,
        **_without_empty(counts=unit.counts, fate=unit.fate, about=unit.about),
    }


def _note_to_dict(note: Note) -> dict[str, Any]:
    data: dict[str, Any] = {"at": note.at, "round": note.round, "text": note.text}
    if note.gone:
        data["gone"] = list(note.gone)
    return data


def _stage_to_dict(stage: Stage) -> dict[str, Any]:
    return {"round": stage.round, "name": stage.name, **_without_empty(units=list(stage.units))}


def _without_empty(**parts: Any) -> dict[str, Any]:
    """Return the parts that are not empty."""
    return {name: part for name, part in parts.items() if part}


def _shot_to_dict(shot: Shot) -> dict[str, Any]:
    data = {
        "shooter": shot.shooter,
        "target": shot.target,
        "absorbed": shot.absorbed,
        "damage": shot.damage,
        "lost": list(shot.lost),
        "destroyed": shot.destroyed,
        "round": shot.round,
    }
    if shot.count != 1:
        data |= {"count": shot.count, "kills": shot.kills}
    if shot.hits is not None:
        data["hits"] = shot.hits
    if shot.fate:
        data["fate"] = shot.fate
    return data


def salvos(shots: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Join consecutive shots of one shooter at one target (as plain data) into salvos.

    Each salvo has `shooter`, `target`, `shots` (the number), `absorbed`, `damage`, `lost`,
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
    """Return the number of ships that a shot destroyed; a sum of shots may destroy several."""
    return int(shot.get("kills", shot["destroyed"]))


def steps(record: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the salvos and notes of a record, in chronological order."""
    shots, first = record["shots"], 0
    for note in record.get("notes", ()):
        yield from salvos(shots[first : note["at"]])
        yield dict(note)
        first = note["at"]
    yield from salvos(shots[first:])
