"""The part of a battle's replay that a species may see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from attrs import define, field, frozen

from horizons_core import combat
from horizons_core.combat import SHIPS, Note, Shot
from variants.far_horizons.battle.model import (
    MAX_AGE,
    ActionKind,
    BattleFighter,
    FighterKind,
    FighterState,
    SectorBattle,
    Side,
)

#: Units of damage to a ship, and to a colony.
YEAR, DEFENSES = "year", "PD"
CAPTURED = "captured"
FATES = {
    FighterState.WITHDREW: "withdrew",
    FighterState.FORCED: "forced away",
    FighterState.HIJACKED: CAPTURED,
}

#: Beyond this number, shots are left out if the reader knows no effect of them.
MAX_TAKEN = 50_000
#: Maximum number of notes about failed forced jumps.
MAX_IN_VAIN = 300

_LOST = (FighterState.DESTROYED, FighterState.HIJACKED)
#: Identifies a unit in a reader's part: its number, or its side and its name in logs.
Key: TypeAlias = tuple[Any, ...]


@frozen
class ShotEntry:
    """A shot: fighters by their numbers; `end` is the state of a ship that was lost to it."""

    round: int
    shooter: int
    target: int
    hit: bool
    absorbed: int
    damage: int
    end: FighterState | None
    bared: bool


@frozen
class LogEntry:
    """A log entry between shots: its text, ships that left, and disguises that it ended."""

    round: int
    text: str
    left: tuple[int, ...]
    revealed: tuple[int, ...]
    in_vain: bool


@frozen
class UnitList:
    """Fighters in a list of units, with their ages, and the number of its stage.

    Lists of bombardments and the like have no stage.
    """

    ages: tuple[tuple[int, int], ...]
    stage: int | None = None


def side_label(side: Side) -> str:
    """Return the name of a side in logs, without SP."""
    return side.name.removeprefix("SP ")


def stage_name(act: int, planet: int) -> str:
    """Return the title of a stage with rounds."""
    return "Deep space" if act == ActionKind.DEEP_SPACE else f"Planet #{planet}"


def numbers_of(fighter: BattleFighter) -> dict[str, int]:
    """Return the numbers of a fighter: a ship's remaining years and cargo; or defences."""
    if fighter.kind is FighterKind.COLONY:
        return {f"{DEFENSES}s": fighter.defenses}
    cargo = {item: amount for item, amount in fighter.cargo.items() if amount}
    return {f"{YEAR}s": years_left(fighter.age), **cargo}


def fighters_of(
    units: Iterable[BattleFighter], places: Sequence[int]
) -> tuple[combat.Fighter, ...]:
    """Return the units before a battle for its records; `places` has the number of each side."""
    return tuple(
        combat.Fighter(
            name=unit.name,
            side=places[unit.side],
            before=(numbers := numbers_of(unit)),
            after=numbers,
            destroyed=False,
            counts=YEAR if unit.is_ship else DEFENSES,
        )
        for unit in units
    )


def years_left(age: int) -> int:
    """Return how many years a ship of this age can still lose."""
    return max(MAX_AGE + 1 - age, 0)


@define
class _Sighting:
    """A reader's knowledge of a unit, or of other sides' ships that share a name.

    `ships` is their least possible number; `dead` and `left` count the destroyed and departed ones.
    `unit` is the first of them that was seen, and `index` its position in the battle.
    """

    side: int
    unit: BattleFighter
    number: int = 0
    index: int = 0
    ships: int = 1
    dead: int = 0
    left: int = 0
    bare: bool = False
    ages: list[int] = field(factory=list)
    fates: list[str] = field(factory=list)
    true_names: list[str] = field(factory=list)

    def count(self, present: int) -> None:
        """Note that this number of units was present at the same time."""
        self.ships = max(self.ships, present + self.dead + self.left)


class ReaderReplay:
    """A reader's part of a battle. Units of shots and notes are positions in `_seen`."""

    def __init__(
        self, battle: SectorBattle, reader: Side | None, before: Mapping[int, Mapping[str, int]]
    ) -> None:
        self._battle, self._reader, self._before = battle, reader, before
        self._seen: dict[Key, _Sighting] = {}
        self._present: dict[int | None, set[int]] = {}
        self._joint = [
            side.index for side in battle.sides if side.disguised and not self._knows(side.index)
        ]
        self.sides = tuple(map(side_label, battle.sides))
        for number in before:
            if self._knows(battle.fighters[number].side):
                self._find(number)

    def _knows(self, side: int) -> bool:
        return self._reader is None or self._reader.index == side

    def _find(self, number: int) -> _Sighting:
        """Return the sighting of a fighter; create it if the fighter was not seen before."""
        fighter = self._battle.fighters[number]
        key: Key = (fighter.side, fighter.name)
        if self._knows(fighter.side):
            key = (number,)
        elif fighter.disguised and len(self._joint) > 1:
            key = (None, fighter.name)
        if key not in self._seen:
            side = fighter.side if key[0] is not None else self._joint_side()
            self._seen[key] = _Sighting(side, fighter, len(self._seen), number)
        return self._seen[key]

    def _joint_side(self) -> int:
        """Return the side of disguised ships that may belong to several sides."""
        if len(self.sides) == len(self._battle.sides):
            names = (self.sides[index] for index in self._joint)
            self.sides = (*self.sides, " or ".join(names))
        return len(self.sides) - 1

    # events

    def read_entries(
        self, entries: Iterable[ShotEntry | LogEntry | UnitList]
    ) -> Iterator[Shot | Note]:
        """Yield shots and notes in their order."""
        shots = in_vain = 0
        for entry in entries:
            if isinstance(entry, UnitList):
                self._list(entry)
            elif isinstance(entry, LogEntry):
                in_vain += entry.in_vain
                if not entry.in_vain or in_vain <= MAX_IN_VAIN:
                    yield self._note(entry)
            else:
                shots += 1
                shot = self._shot(entry)
                if shots <= MAX_TAKEN or shot.damage or shot.kills:
                    yield shot

    def _list(self, listed: UnitList) -> None:
        counts: dict[int, int] = {}
        for number, age in listed.ages:
            sighting = self._find(number)
            counts[sighting.number] = counts.get(sighting.number, 0) + 1
            self._present.setdefault(listed.stage, set()).add(sighting.number)
            fighter = self._battle.fighters[number]
            if fighter.is_ship and not fighter.disguised and max(age, 0) not in sighting.ages:
                sighting.ages.append(max(age, 0))
        for sighting in self._seen.values():
            sighting.count(counts.get(sighting.number, 0))

    def _note(self, entry: LogEntry) -> Note:
        gone = []
        for number in entry.left:
            sighting = self._find(number)
            sighting.count(1)
            sighting.left += 1
            sighting.fates.append(FATES[self._battle.fighters[number].state])
            gone.append(sighting.number)
        for number in entry.revealed:
            sighting = self._find(number)
            sighting.true_names.append(self._battle.fighters[number].true_name)
        return Note(0, max(entry.round, 1), entry.text, tuple(gone))

    def _shot(self, shot: ShotEntry) -> Shot:
        shooter, target = self._find(shot.shooter), self._find(shot.target)
        target_unit = self._battle.fighters[shot.target]
        known = self._knows(target_unit.side)
        shooter.count(1)
        target.count(1)
        fate = CAPTURED if shot.end is FighterState.HIJACKED else ""
        if shot.end is not None:
            target.dead += 1
            target.fates += [fate] if fate else []
        target.bare = target.bare or shot.bared
        return Shot(
            shooter.number,
            target.number,
            absorbed=shot.absorbed if known else 0,
            destroyed=shot.end is not None,
            round=shot.round,
            damage=shot.damage if known or not target_unit.is_ship else 0,
            hits=int(shot.hit),
            fate=fate,
        )

    # participants

    def listed(self, stage: int) -> set[int]:
        """Return the units listed as present when a stage began, by order of appearance."""
        return self._present.get(stage, set())

    def _in_order(self) -> list[_Sighting]:
        """Return the units side by side, within a side in the order of sightings."""
        return sorted(self._seen.values(), key=lambda sighting: sighting.side)

    def places(self) -> list[int]:
        """Return the position of each unit in the record, by order of appearance."""
        places = [0] * len(self._seen)
        for place, sighting in enumerate(self._in_order()):
            places[sighting.number] = place
        return places

    def units(self) -> Iterator[combat.Fighter]:
        """Yield all units that the reader knows of."""
        for sighting in self._in_order():
            known = self._knows(sighting.unit.side)
            yield self._own_unit(sighting) if known else self._other_unit(sighting)

    def _own_unit(self, sighting: _Sighting) -> combat.Fighter:
        unit = sighting.unit
        before = self._before[sighting.index]
        lost, after = unit.is_ship and unit.state in _LOST, numbers_of(unit)
        if lost:
            after = dict.fromkeys(before, 0)
        fate = FATES.get(unit.state, "")
        if unit.colony is not None and not unit.colony.populated:
            fate = "wiped out"
        return combat.Fighter(
            unit.name if unit.true_name == unit.name else f"{unit.true_name} (as {unit.name})",
            sighting.side,
            before,
            {**dict.fromkeys(before, 0), **after},
            destroyed=lost,
            counts=YEAR if unit.is_ship else DEFENSES,
            fate=fate,
        )

    def _other_unit(self, sighting: _Sighting) -> combat.Fighter:
        group = sighting.ships > 1
        left = sighting.ships - sighting.dead
        name, ages = sighting.unit.name, ", then ".join(map(str, sighting.ages))
        if not group and sighting.true_names:
            name = f"{name} ({sighting.true_names[0]})"
        return combat.Fighter(
            name,
            sighting.side,
            {SHIPS: sighting.ships} if group else {},
            {SHIPS: left} if group else {},
            destroyed=left == 0,
            counts="" if sighting.unit.is_ship else DEFENSES,
            fate=sighting.fates[-1] if sighting.fates and not group else "",
            about="" if group or not ages else f"age {ages}",
        )

    def winner(self) -> int | None:
        """Return the only side that, to the reader's knowledge, has units left."""
        sides = set(range(len(self.sides)))
        if len(sides) > len(self._battle.sides):
            sides -= set(self._joint)
        left = {sighting.side for sighting in self._seen.values() if self._stays(sighting)}
        unseen = sides - {sighting.side for sighting in self._seen.values()}
        holders = left | {side for side in unseen if not self._knows(side)}
        return holders.pop() if len(holders) == 1 else None

    def _stays(self, sighting: _Sighting) -> bool:
        if self._knows(sighting.unit.side):
            unit = sighting.unit
            return not unit.gone and (unit.is_ship or unit.defenses > 0)
        return sighting.ships > sighting.dead + sighting.left and not sighting.bare
