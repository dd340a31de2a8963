"""A reader's part of a battle's replay: what a species comes to know of units, shots and ends.

A species knows of its own units everything, of others what the full log says: their names there,
ages in the lists of units, hits, ends, planetary defences destroyed. So it gets nothing else: no
unit that the log never names, no age or shields of others, and ships in disguise that share a name
are one group, as nobody can tell which of them was hit. All that follows from a reader's own part
(its numbers, its order, what is summed up) is worked out from that part alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from attrs import define, field

from horizons_core import combat
from horizons_core.combat import SHIPS, Note, Shot
from variants.far_horizons.battle.model import Battle, Fighter, Side, State
from variants.far_horizons.battle.replay_units import (
    CAPTURED,
    DEFENSES,
    FATES,
    YEAR,
    Listed,
    Said,
    Taken,
    called,
    numbers_of,
)

#: From then on shots are left out that, as far as a reader knows, did nothing.
MOST_TAKEN = 50_000
#: So many notes may tell of forced jumps that failed.
MOST_IN_VAIN = 300


_LOST = (State.DESTROYED, State.HIJACKED)

#: What stands for a unit in a reader's part: itself, or its side and the name that logs show.
Key: TypeAlias = tuple[Any, ...]


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


class Part:
    """A reader's part of a battle. Shots and notes have the places of `_seen` as their units."""

    def __init__(
        self, battle: Battle, reader: Side | None, before: Mapping[int, Mapping[str, int]]
    ) -> None:
        self._battle, self._reader, self._before = battle, reader, before
        self._seen: dict[Key, _Seen] = {}
        self._there: dict[int | None, set[int]] = {}
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

    def shown(self, taken: Iterable[Taken | Said | Listed]) -> Iterator[Shot | Note]:
        """Shots and notes in their order."""
        shots = in_vain = 0
        for each in taken:
            if isinstance(each, Listed):
                self._list(each)
            elif isinstance(each, Said):
                in_vain += each.in_vain
                if not each.in_vain or in_vain <= MOST_IN_VAIN:
                    yield self._note(each)
            else:
                shots += 1
                shot = self._shot(each)
                if shots <= MOST_TAKEN or shot.damage or shot.kills:
                    yield shot

    def _list(self, listed: Listed) -> None:
        counts: dict[int, int] = {}
        for number, age in listed.ages:
            seen = self._find(number)
            counts[seen.number] = counts.get(seen.number, 0) + 1
            self._there.setdefault(listed.stage, set()).add(seen.number)
            one = self._battle.fighters[number]
            if one.a_ship and not one.disguised and max(age, 0) not in seen.ages:
                seen.ages.append(max(age, 0))
        for seen in self._seen.values():
            seen.count(counts.get(seen.number, 0))

    def _note(self, said: Said) -> Note:
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

    def _shot(self, taken: Taken) -> Shot:
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

    def there(self, stage: int) -> set[int]:
        """Who was listed as present when a stage began, by the order of appearance."""
        return self._there.get(stage, set())

    def _in_order(self) -> list[_Seen]:
        """Side by side; those of a side in the order in which they were seen."""
        return sorted(self._seen.values(), key=lambda seen: seen.side)

    def places(self) -> list[int]:
        """The place of each unit in the record, by its number in the order of appearance."""
        places = [0] * len(self._seen)
        for place, seen in enumerate(self._in_order()):
            places[seen.number] = place
        return places

    def units(self) -> Iterator[combat.Fighter]:
        """All units that the reader knows of."""
        for seen in self._in_order():
            yield self._own(seen) if self._knows(seen.one.side) else self._other(seen)

    def _own(self, seen: _Seen) -> combat.Fighter:
        one = seen.one
        before = self._before[seen.fighter]
        lost, after = one.a_ship and one.state in _LOST, numbers_of(one)
        if lost:
            after = dict.fromkeys(before, 0)
        fate = FATES.get(one.state, "")
        if one.colony is not None and not one.colony.populated:
            fate = "wiped out"
        return combat.Fighter(
            one.name if one.true_name == one.name else f"{one.true_name} (as {one.name})",
            seen.side,
            before,
            {**dict.fromkeys(before, 0), **after},
            destroyed=lost,
            counts=YEAR if one.a_ship else DEFENSES,
            fate=fate,
        )

    def _other(self, seen: _Seen) -> combat.Fighter:
        group = seen.ships > 1
        left = seen.ships - seen.dead
        name = seen.one.name
        if not group and seen.true_names:
            name = f"{name} ({seen.true_names[0]})"
        return combat.Fighter(
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
