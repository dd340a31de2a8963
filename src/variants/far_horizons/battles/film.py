"""What the replay page plays of a battle: every shot, told to each reader as far as it knows.

A species knows of its own units everything, of others what the full log says: their names there,
ages in the lists of units, hits, ends, planetary defences destroyed. So it gets nothing else: no
unit that the log never names, no age or shields of others, and ships in disguise that share a name
are one group, as nobody can tell which of them was hit. All that follows from a reader's own part
(its numbers, its order, what is summed up) is worked out from that part alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import attrs
from attrs import define, field, frozen

from horizons_core.combat import SHIPS, BattleRecord, Note, Shot, Stage
from horizons_core.combat import Fighter as Unit
from horizons_core.events import EventKind
from variants.far_horizons.battles import wording
from variants.far_horizons.battles.model import (
    LARGEST_AGE,
    Act,
    Action,
    Battle,
    Fighter,
    Kind,
    Side,
    State,
)

#: What damage takes from a ship, and from a colony.
YEAR, DEFENSES = "year", "PD"
CAPTURED = "captured"
FATES = {
    State.WITHDREW: "withdrew",
    State.FORCED: "forced away",
    State.HIJACKED: CAPTURED,
}
#: A battle of more shots is told in sums, by round or by several rounds.
MOST_SHOTS = 3_000
#: From then on shots are left out that, as far as a reader knows, did nothing.
MOST_TAKEN = 50_000
#: So many notes may tell of forced jumps that failed.
MOST_IN_VAIN = 300

#: What a film shows otherwise, or not at all; everything else that is told is a note in it.
_NO_NOTES = {
    wording.GAP, wording.PLACE, wording.READY, wording.NOT_READY, wording.ALONE, wording.NO_FIGHT,
    wording.END, wording.UNITS, wording.UNITS_OF_SIDE, wording.ROUND, wording.SHOT,
    wording.CUT_SHORT, wording.DESTROYED, wording.KILLER, wording.DEFENSES_LOST,
}  # fmt: skip
_LOST = (State.DESTROYED, State.HIJACKED)
_LEFT = (State.WITHDREW, State.FORCED)

#: What stands for a unit in a reader's part: itself, or its side and the name that logs show.
Key: TypeAlias = tuple[Any, ...]


@frozen
class _Taken:
    """A shot: fighters by their numbers; `end` is the state of a ship that was lost with it."""

    round: int
    shooter: int
    target: int
    hit: bool
    absorbed: int
    damage: int
    end: State | None
    bared: bool


@frozen
class _Said:
    """What the log said between shots: who left with it, and whose disguise it ended."""

    round: int
    text: str
    left: tuple[int, ...]
    revealed: tuple[int, ...]
    in_vain: bool


@frozen
class _Listed:
    """Fighters in a list of units, with their ages."""

    ages: tuple[tuple[int, int], ...]


class Film:
    """Takes down one battle while it is fought."""

    def __init__(self, battle: Battle) -> None:
        self._battle = battle
        self._taken: list[_Taken | _Said | _Listed] = []
        self._numbers = {id(one): number for number, one in enumerate(battle.fighters)}
        self._before: dict[int, Mapping[str, int]] = {}
        self._stages: list[Stage] = []
        self._round = self._rounds_before = self._shots = 0
        self._firing: list[_Said] | None = None
        self._told_of: set[tuple[str, int]] = set()

    @property
    def begun(self) -> bool:
        """Whether there is anything to show."""
        return bool(self._before)

    # what is shown to it

    def stage(self, action: Action) -> None:
        """An action begins; before the first one all stand as they did before the battle."""
        if not self._before:
            self._before = {
                number: numbers_of(one)
                for number, one in enumerate(self._battle.fighters)
                if not one.gone
            }
        self._rounds_before = self._round
        if not action.act.imagined:
            self._stages.append(Stage(self._round + 1, stage_name(action.act, action.planet)))

    def listed(self, fighters: Iterable[Fighter]) -> None:
        """The log lists these units."""
        self._taken.append(_Listed(tuple((self._number(one), one.age) for one in fighters)))

    def hear(self, kind: EventKind, facts: Mapping[str, Any]) -> None:
        """All are told something."""
        if kind == wording.ROUND:
            self._round = self._rounds_before + facts["round"]
        elif kind == wording.SHOT:
            self._firing = []
        elif kind not in _NO_NOTES:
            said = _Said(
                self._round,
                kind.text.format_map(facts).strip(),
                left=self._who(kind, wording.WITHDREW, wording.FORCED),
                revealed=self._who(kind, wording.REVEALED),
                in_vain=kind == wording.FORCED_IN_VAIN,
            )
            (self._taken if self._firing is None else self._firing).append(said)

    def shot(
        self, shooter: Fighter, target: Fighter, *, hit: bool, absorbed: int = 0, damage: int = 0
    ) -> None:
        """A shot has done what it did; what was told because of it stands behind it."""
        self._shots += 1
        end = target.state if target.a_ship and target.state in _LOST else None
        if self._shots <= MOST_TAKEN or damage or end is not None:
            who, whom = self._number(shooter), self._number(target)
            bared = not target.a_ship and damage > 0 and target.defenses == 0
            self._taken.append(_Taken(self._round, who, whom, hit, absorbed, damage, end, bared))
        self._taken += self._firing or ()
        self._firing = None

    def _number(self, fighter: Fighter) -> int:
        return self._numbers[id(fighter)]

    def _who(self, kind: EventKind, *kinds: EventKind) -> tuple[int, ...]:
        """Whom this tells of, if it is of one of these kinds: who is new among such."""
        if kind not in kinds or not self.begun:
            return ()
        code = kinds[0].code
        found = tuple(
            number
            for number, one in enumerate(self._battle.fighters)
            if (one.revealed if kind == wording.REVEALED else one.state in _LEFT)
            and (code, number) not in self._told_of
        )
        self._told_of.update((code, number) for number in found)
        return found

    # what it shows

    def told(self, reader: Side | None) -> dict[str, Any]:
        """The record as this side knows it; all of it for None, the gamemaster."""
        x, y, z = self._battle.sector
        title = f"Battle in sector {x} {y} {z}"
        return self.record(reader).told(title, you=called(reader) if reader else None)

    def record(self, reader: Side | None) -> BattleRecord:
        """The same before it is plain data."""
        part = _Part(self._battle, reader, self._before)
        shown = list(part.shown(self._taken))
        shots, notes = bounded(shown)
        places = part.places()
        return BattleRecord(
            sides=part.sides,
            units=tuple(part.units()),
            shots=tuple(
                attrs.evolve(one, shooter=places[one.shooter], target=places[one.target])
                for one in shots
            ),
            rounds=self._round,
            winner=part.winner(),
            notes=tuple(
                attrs.evolve(one, gone=tuple(places[number] for number in one.gone))
                for one in notes
            ),
            stages=tuple(self._stages),
        )


def called(side: Side) -> str:
    """The name of a side as logs show it, without SP."""
    return side.name.removeprefix("SP ")


def stage_name(act: int, planet: int) -> str:
    """What a stage with rounds is called."""
    return "Deep space" if act == Act.DEEP_SPACE else f"Planet #{planet}"


def numbers_of(one: Fighter) -> dict[str, int]:
    """What there is of a fighter: years that a ship has left, with its cargo; defences."""
    if one.kind is Kind.COLONY:
        return {f"{DEFENSES}s": one.defenses}
    return {f"{YEAR}s": years_left(one.age), **{item: n for item, n in one.cargo.items() if n}}


def years_left(age: int) -> int:
    """How many years a ship of this age may still lose."""
    return max(LARGEST_AGE + 1 - age, 0)


@define
class _Seen:
    """What a reader has come to know of a unit, or of ships of others that share a name.

    `ships` is how many there were at least; `dead` and `left` are those of them that are no more
    there.
    """

    side: int
    one: Fighter
    number: int = 0
    fighter: int = 0
    ships: int = 1
    dead: int = 0
    left: int = 0
    bare: bool = False
    ages: list[int] = field(factory=list)
    fates: list[str] = field(factory=list)
    true_names: list[str] = field(factory=list)

    def count(self, present: int) -> None:
        """So many of them are there at the same time."""
        self.ships = max(self.ships, present + self.dead + self.left)


class _Part:
    """A reader's part of a battle. Shots and notes have the places of `_seen` as their units."""

    def __init__(
        self, battle: Battle, reader: Side | None, before: Mapping[int, Mapping[str, int]]
    ) -> None:
        self._battle, self._reader, self._before = battle, reader, before
        self._seen: dict[Key, _Seen] = {}
        self._joint = [
            side.index for side in battle.sides if side.disguised and not self._knows(side.index)
        ]
        self.sides = tuple(map(called, battle.sides))
        for number in before:
            if self._knows(battle.fighters[number].side):
                self._find(number)

    def _knows(self, side: int) -> bool:
        return self._reader is None or self._reader.index == side

    def _find(self, number: int) -> _Seen:
        """What stands for a fighter, from now on if it was not seen before."""
        one = self._battle.fighters[number]
        key: Key = (one.side, one.name)
        if self._knows(one.side):
            key = (number,)
        elif one.disguised and len(self._joint) > 1:
            key = (None, one.name)
        if key not in self._seen:
            side = one.side if key[0] is not None else self._joint_side()
            self._seen[key] = _Seen(side, one, len(self._seen), number)
        return self._seen[key]

    def _joint_side(self) -> int:
        """The side of those in disguise, where nobody can tell which of several they are of."""
        if len(self.sides) == len(self._battle.sides):
            names = (self.sides[index] for index in self._joint)
            self.sides = (*self.sides, " or ".join(names))
        return len(self.sides) - 1

    # what happened

    def shown(self, taken: Iterable[_Taken | _Said | _Listed]) -> Iterator[Shot | Note]:
        """Shots and notes in their order."""
        shots = in_vain = 0
        for each in taken:
            if isinstance(each, _Listed):
                self._list(each)
            elif isinstance(each, _Said):
                in_vain += each.in_vain
                if not each.in_vain or in_vain <= MOST_IN_VAIN:
                    yield self._note(each)
            else:
                shots += 1
                shot = self._shot(each)
                if shots <= MOST_TAKEN or shot.damage or shot.kills:
                    yield shot

    def _list(self, listed: _Listed) -> None:
        counts: dict[int, int] = {}
        for number, age in listed.ages:
            seen = self._find(number)
            counts[seen.number] = counts.get(seen.number, 0) + 1
            one = self._battle.fighters[number]
            if one.a_ship and not one.disguised and max(age, 0) not in seen.ages:
                seen.ages.append(max(age, 0))
        for seen in self._seen.values():
            seen.count(counts.get(seen.number, 0))

    def _note(self, said: _Said) -> Note:
        gone = []
        for number in said.left:
            seen = self._find(number)
            seen.count(1)
            seen.left += 1
            seen.fates.append(FATES[self._battle.fighters[number].state])
            gone.append(seen.number)
        for number in said.revealed:
            seen = self._find(number)
            seen.true_names.append(self._battle.fighters[number].true_name)
        return Note(0, max(said.round, 1), said.text, tuple(gone))

    def _shot(self, taken: _Taken) -> Shot:
        shooter, target = self._find(taken.shooter), self._find(taken.target)
        one = self._battle.fighters[taken.target]
        own = self._knows(one.side)
        shooter.count(1)
        target.count(1)
        fate = CAPTURED if taken.end is State.HIJACKED else ""
        if taken.end is not None:
            target.dead += 1
            target.fates += [fate] if fate else []
        target.bare = target.bare or taken.bared
        return Shot(
            shooter.number,
            target.number,
            absorbed=taken.absorbed if own else 0,
            destroyed=taken.end is not None,
            round=taken.round,
            damage=taken.damage if own or not one.a_ship else 0,
            hits=int(taken.hit),
            fate=fate,
        )

    # who was there

    def _in_order(self) -> list[_Seen]:
        """Side by side; those of a side in the order in which they were seen."""
        return sorted(self._seen.values(), key=lambda seen: seen.side)

    def places(self) -> list[int]:
        """The place of each unit in the record, by its number in the order of appearance."""
        places = [0] * len(self._seen)
        for place, seen in enumerate(self._in_order()):
            places[seen.number] = place
        return places

    def units(self) -> Iterator[Unit]:
        """All units that the reader knows of."""
        for seen in self._in_order():
            yield self._own(seen) if self._knows(seen.one.side) else self._other(seen)

    def _own(self, seen: _Seen) -> Unit:
        one = seen.one
        before = self._before[seen.fighter]
        lost, after = one.a_ship and one.state in _LOST, numbers_of(one)
        if lost:
            after = dict.fromkeys(before, 0)
        fate = FATES.get(one.state, "")
        if one.colony is not None and not one.colony.populated:
            fate = "wiped out"
        return Unit(
            one.name if one.true_name == one.name else f"{one.true_name} (as {one.name})",
            seen.side,
            before,
            {**dict.fromkeys(before, 0), **after},
            destroyed=lost,
            counts=YEAR if one.a_ship else DEFENSES,
            fate=fate,
        )

    def _other(self, seen: _Seen) -> Unit:
        group = seen.ships > 1
        left = seen.ships - seen.dead
        name = seen.one.name
        if not group and seen.true_names:
            name = f"{name} ({seen.true_names[0]})"
        return Unit(
            name,
            seen.side,
            {SHIPS: seen.ships} if group else {},
            {SHIPS: left} if group else {},
            destroyed=left == 0,
            counts="" if seen.one.a_ship else DEFENSES,
            fate=seen.fates[-1] if seen.fates and not group else "",
            about="" if group or not seen.ages else f"age {', then '.join(map(str, seen.ages))}",
        )

    def winner(self) -> int | None:
        """The only side that, for all the reader knows, has something left there."""
        sides = set(range(len(self.sides)))
        if len(sides) > len(self._battle.sides):
            sides -= set(self._joint)
        left = {seen.side for seen in self._seen.values() if self._stays(seen)}
        unseen = sides - {seen.side for seen in self._seen.values()}
        held = left | {side for side in unseen if not self._knows(side)}
        return held.pop() if len(held) == 1 else None

    def _stays(self, seen: _Seen) -> bool:
        if self._knows(seen.one.side):
            return not seen.one.gone and (seen.one.a_ship or seen.one.defenses > 0)
        return seen.ships > seen.dead + seen.left and not seen.bare


def bounded(shown: Sequence[Shot | Note]) -> tuple[list[Shot], list[Note]]:
    """Shots and notes, with the places of the notes; in sums if there are too many shots."""
    stretch, rounds = 1, max((one.round for one in shown), default=0)
    count = sum(isinstance(one, Shot) for one in shown)
    while count > MOST_SHOTS:
        shown = list(_summed(shown, stretch))
        count = sum(isinstance(one, Shot) for one in shown)
        if stretch >= rounds:
            break
        stretch *= 2
    shots: list[Shot] = []
    notes: list[Note] = []
    for one in shown:
        if isinstance(one, Shot):
            shots.append(one)
        else:
            notes.append(attrs.evolve(one, at=len(shots)))
    return shots, notes


def _summed(shown: Iterable[Shot | Note], stretch: int) -> Iterator[Shot | Note]:
    """Sums of the shots of so many rounds; then what was noted in them."""
    sums: dict[tuple[int, int, str], Shot] = {}
    notes: list[Note] = []
    current = 0
    for one in shown:
        if (one.round - 1) // stretch != current:
            yield from sums.values()
            yield from notes
            sums, notes, current = {}, [], (one.round - 1) // stretch
        if isinstance(one, Note):
            notes.append(one)
            continue
        key = (one.shooter, one.target, one.fate)
        sums[key] = _sum(sums[key], one) if key in sums else one
    yield from sums.values()
    yield from notes


def _sum(one: Shot, other: Shot) -> Shot:
    return attrs.evolve(
        one,
        absorbed=one.absorbed + other.absorbed,
        damage=one.damage + other.damage,
        destroyed=one.destroyed or other.destroyed,
        count=one.count + other.count,
        kills=one.kills + other.kills,
        hits=(one.hits or 0) + (other.hits or 0),
    )
