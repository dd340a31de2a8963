"""The record of one battle: who took part, and what was fired, shot by shot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from horizons_core.sums import int_sum

#: What a group of ships counts in `before` and `after`.
SHIPS = "ships"


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
        return int_sum(shot.count for shot in self.shots)

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
