"""Records and statistics of battles, from the results of the kernels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from horizons_core.combat import (
    BattleRecord,
    BattleStatistics,
    Fighter,
    Note,
    Shot,
    record_for_reader,
)
from variants.campaign2e.battle.fleets import RECORD_COUNTS, BattleShip, CampaignBattle, boxes
from variants.campaign2e.battle.kernels import protocol as at
from variants.campaign2e.battle.kernels.protocol import is_adrift

if TYPE_CHECKING:
    from horizons_core.kernels.battles import ArenaResult, Runs
    from variants.campaign2e.battle.kernels.protocol import Arena
    from variants.campaign2e.designs.design import ShipSystem


Row = list[int]

_SIDE_EVENTS = {
    at.OPENING: "{one} (initiative {z}) and {two} ({w}) meet at {y} mu.",
    at.MOVED: "The distance is {y} mu; {one} makes {z}, {two} {w}.",
    at.SIDE_RUNS: "{one} breaks off.",
}
#: Fates of ships in records.
JUMPED, GOT_AWAY, HULK, ADRIFT = "jumped", "got away", "a hulk", "adrift"
CAUSES = {
    at.BY_MISSILES: "salvo missiles",
    at.BY_FIGHTERS: "fighters",
    at.BY_JUMP: "a failed jump",
}

#: Events aboard a ship that only its owner learns.
_ABOARD = frozenset({at.SYSTEM_LOST, at.REPAIRED, at.ABANDONED})
_EVENT_WORDS = {
    at.WARMED: "warms up its FTL drive.",
    at.LEFT_BY_FTL: "jumps.",
    at.GOT_AWAY: "gets away.",
    at.ABANDONED: "is abandoned: its life support has failed.",
}


@frozen(slots=False)
class BattleLog:
    """The rows of one battle."""

    battle: CampaignBattle
    fought: ArenaResult[Arena]

    @cached_property
    def ships(self) -> list[BattleShip]:
        """The ships by their index."""
        return self.battle.ships

    @cached_property
    def rows(self) -> list[Row]:
        """Rows of ships after the battle."""
        rows: list[Row] = self.fought.arena.ships.tolist()
        return rows

    @cached_property
    def row_of(self) -> dict[int, int]:
        """Number of a ship's row, by its index."""
        return {row[at.INDEX]: number for number, row in enumerate(self.rows)}

    @cached_property
    def adrift(self) -> list[bool]:
        """Flags by row: whether the ship is adrift."""
        arena = self.fought.arena
        return [bool(is_adrift(arena, number)) for number in range(len(self.rows))]

    @cached_property
    def carriers(self) -> list[int]:
        """Row of the carrier of each group of fighters."""
        carriers: list[int] = self.fought.arena.groups[:, at.CARRIER].tolist()
        return carriers

    @cached_property
    def places(self) -> list[int]:
        """Index of each system in its ship's design."""
        places: list[int] = self.fought.arena.systems[:, at.PLACE].tolist()
        return places

    @cached_property
    def steps(self) -> list[Row]:
        """Events, row by row."""
        steps: list[Row] = self.fought.record.tolist()
        return steps

    @cached_property
    def common_entries(self) -> list[Shot | Note | None]:
        """Entries that are the same for all readers, by row; None for rows that differ.

        These are attacks, without their effects, and actions of sides.
        """
        entries: list[Shot | Note | None] = []
        names, shots = self.battle.sides, 0
        for row in self.steps:
            turn, event, x1, x2, y, z, w = row
            if event == at.WAS_ATTACKED:
                entries.append(self._shot(row))
                shots += 1
            elif event in _SIDE_EVENTS:
                sides = {"one": names[x1], "two": names[x2]}
                words = _SIDE_EVENTS[event].format(**sides, y=y, z=z, w=w)
                entries.append(Note(shots, max(turn, 1), words))
            else:
                entries.append(None)
        return entries

    def _shot(self, row: Sequence[int]) -> Shot:
        turn, _, source, target, _, hull, armour = row
        damage = hull + armour
        return Shot(
            self.rows[self.attacker(source)][at.INDEX],
            self.rows[target][at.INDEX],
            round=max(turn, 1),
            kills=0,
            damage=damage,
            hits=damage > 0,
        )

    def attacker(self, source: int) -> int:
        """Return the row of the attacking ship; negative numbers stand for fighter groups."""
        return source if source >= 0 else self.carriers[-1 - source]


SEPARATE_EVENTS = {
    at.THE_DRIVE: "main drive",
    at.THE_FTL: "FTL drive",
    at.THE_BRIDGE: "bridge",
    at.THE_LIFE: "life support",
    at.THE_POWER: "power core",
}


def record_of(log: BattleLog, reader: str | None = None) -> BattleRecord:
    """Return the detailed record of a battle; for a `reader`, only the visible part (C2E-15.3-02).

    Of others' ships a reader sees the designs, actions and hits taken, but not their names, their
    state, or systems knocked out and repaired.
    """
    builder = RecordBuilder(log, reader)
    for row, entry in zip(log.steps, log.common_entries, strict=True):
        if entry is None:
            builder.take(*row)
        elif isinstance(entry, Shot):
            builder.attack(entry, row)
        else:
            builder.notes.append(entry)
            builder.attacked = -1
    table = log.fought.arena.table
    holder = int(table[at.HOLDER])
    return BattleRecord(
        sides=log.battle.sides,
        units=tuple(builder.unit(index) for index in range(len(log.ships))),
        shots=tuple(builder.all_shots()),
        rounds=int(table[at.TURN]),
        winner=None if holder < 0 else holder,
        words=int(log.fought.totals[3]),
        notes=tuple(builder.notes),
    )


@frozen(slots=False)
class BattleHistory:
    """History of an automatic battle, for readers with different knowledge."""

    battle: CampaignBattle
    fought: ArenaResult[Arena]

    @cached_property
    def log(self) -> BattleLog:
        """Kernel results, read once for all readers."""
        return BattleLog(self.battle, self.fought)

    def record(self, reader: str | None = None) -> BattleRecord:
        """Return the record for a reader; the complete record for None."""
        return record_of(self.log, reader)


@frozen
class RecordedHistory:
    """History of a battle by a resolver that only records, for readers as `BattleHistory`."""

    battle: CampaignBattle
    complete: BattleRecord

    def record(self, reader: str | None = None) -> BattleRecord:
        """Return the record for a reader; the complete record for None."""
        if reader is None:
            return self.complete
        ships = self.battle.ships
        hidden = [unit.ship.owner != reader for unit in ships]
        return record_for_reader(self.complete, names_for(ships, reader), hidden)


def statistics_of(battle: CampaignBattle, fought: Runs) -> BattleStatistics:
    """Return statistics of many runs; the winner is the side that holds the field."""
    names = ("ships left", "ships lost", "ships captured", "points left", "boxes lost")
    return BattleStatistics(
        sides=battle.sides,
        winner=fought.totals[:, 0],
        rounds=fought.totals[:, 1],
        shots=fought.totals[:, 2],
        measures={name: fought.by_side[:, :, place] for place, name in enumerate(names)},
    )


@define
class RecordBuilder:
    """Converts rows into shots and notes, one after the other."""

    log: BattleLog
    reader: str | None
    attacked: int = -1  # the ship attacked in the previous row
    shots: list[Shot] = field(factory=list)
    lost: dict[int, list[str]] = field(factory=dict)  # systems, by the index of the shot
    destroyed: set[int] = field(factory=set)  # indices of shots that destroyed their targets
    notes: list[Note] = field(factory=list)
    names: list[str] = field(init=False)
    hidden: list[bool] = field(init=False)  # by index: whether its state is hidden

    def __attrs_post_init__(self) -> None:
        ships, reader = self.log.ships, self.reader
        self.names = names_for(ships, reader)
        self.hidden = [reader is not None and unit.ship.owner != reader for unit in ships]

    def take(self, turn: int, event: int, actor: int, x: int, y: int, z: int, _: int) -> None:
        """Convert the next row, whose text differs between readers."""
        attacked, self.attacked = self.attacked, -1
        if event == at.WAS_DESTROYED:
            self.destruction(turn, actor, x, by_attack=attacked == actor)
        elif event in _ABOARD and self.hidden[self.index(actor)]:
            return
        elif event == at.SYSTEM_LOST:
            self.loss(turn, actor, x)
        else:
            self.note(turn, self.words(event, actor, x, y, z), self.gone(event, actor))

    def attack(self, shot: Shot, row: Sequence[int]) -> None:
        """Add a shot; a note names missiles and fighters as the cause."""
        turn, _, source, target, cause, *_ = row
        if cause in CAUSES:
            attacker = self.name(self.log.attacker(source))
            self.note(turn, f"{self.name(target)} is attacked by {CAUSES[cause]} of {attacker}.")
        self.shots.append(shot)
        self.attacked = target

    def loss(self, turn: int, ship: int, system: int) -> None:
        """Add a lost system to the preceding attack, if that hit this ship."""
        lost, last = self.system(ship, system), len(self.shots) - 1
        if last < 0 or self.shots[last].target != self.index(ship) or self._noted():
            self.note(turn, f"{self.name(ship)} loses its {lost}.")
        else:
            self.lost.setdefault(last, []).append(lost)

    def destruction(self, turn: int, ship: int, cause: int, *, by_attack: bool) -> None:
        """Record a ship destroyed by an attack, or by itself."""
        if by_attack:
            self.destroyed.add(len(self.shots) - 1)
        elif cause == at.BY_CORE:
            words = f"The power core of {self.name(ship)} explodes."
            self.note(turn, words, (self.index(ship),))
        else:
            words = f"{self.name(ship)} is torn apart as it jumps."
            self.note(turn, words, (self.index(ship),))

    def words(self, event: int, actor: int, x: int, y: int, z: int) -> str:
        """Return the text for an action of a ship."""
        if event == at.LAUNCHED:
            return f"{self.name(actor)} launches {y} fighters."
        if event == at.DOGFIGHT:
            winner, loser = (self.name(self.log.carriers[group]) for group in (actor, x))
            return f"Fighters of {winner} shoot down {y} of {loser}, and lose {z}."
        if event == at.REPAIRED:
            return f"{self.name(actor)} repairs its {self.system(actor, x)}."
        return f"{self.name(actor)} {_EVENT_WORDS[event]}"

    def gone(self, event: int, actor: int) -> tuple[int, ...]:
        """Return the units that leave in a row."""
        return (self.index(actor),) if event in (at.LEFT_BY_FTL, at.GOT_AWAY) else ()

    def note(self, turn: int, text: str, gone: tuple[int, ...] = ()) -> None:
        self.notes.append(Note(len(self.shots), max(turn, 1), text, gone))

    def _noted(self) -> bool:
        """Return whether anything was noted since the last attack."""
        return bool(self.notes) and self.notes[-1].at == len(self.shots)

    def all_shots(self) -> list[Shot]:
        """Return the attacks, with systems lost and ships destroyed."""
        for number in sorted({*self.lost, *self.destroyed}):
            lost, destroyed = self.lost.get(number, ()), number in self.destroyed
            self.shots[number] = _changed(self.shots[number], lost, destroyed=destroyed)
        return self.shots

    def index(self, row: int) -> int:
        return self.log.rows[row][at.INDEX]

    def name(self, row: int) -> str:
        return self.names[self.index(row)]

    def system(self, ship: int, row: int) -> str:
        """Return a system's name for players."""
        if row < 0:
            return SEPARATE_EVENTS[row]
        design = self.log.ships[self.index(ship)].design
        return system_word(design.systems[self.log.places[row]])

    def unit(self, index: int) -> Fighter:
        """Return a ship before and after the battle."""
        number = self.log.row_of[index]
        row, unit = self.log.rows[number], self.log.ships[index]
        before, after = {}, {}
        if not self.hidden[index]:
            before = boxes(unit.ship.armour_left, unit.ship.hull_left)
            after = boxes(row[at.ARMOUR], row[at.HULL])
        return Fighter(
            name=self.names[index],
            side=row[at.SIDE],
            before=before,
            after=after,
            destroyed=row[at.STATUS] == at.DESTROYED,
            mark=unit.design.type,
            counts=RECORD_COUNTS,
            fate=_fate(row, adrift=self.log.adrift[number]),
        )


def system_word(system: ShipSystem) -> str:
    """Return a system's name for players."""
    return "hold" if system.part.kind == "cargo" else system.part.word


def names_for(ships: Sequence[BattleShip], reader: str | None) -> list[str]:
    """Return the ships' names for a reader: others' ships have a design and a number."""
    counts: Counter[tuple[str, str]] = Counter()
    names = []
    for unit in ships:
        owner, design = unit.ship.owner, unit.design.name
        if reader is None or owner == reader:
            names.append(unit.name)
            continue
        counts[owner, design] += 1
        suffix = f" of {owner}" if owner else ""
        names.append(f"{design} {counts[owner, design]}{suffix}")
    return names


def _fate(row: Sequence[int], *, adrift: bool) -> str:
    words = {at.JUMPED: JUMPED, at.DISENGAGED: GOT_AWAY, at.HULK: HULK}
    return words.get(row[at.STATUS], ADRIFT if adrift and row[at.STATUS] == at.IN_PLACE else "")


def _changed(shot: Shot, lost: Sequence[str], *, destroyed: bool) -> Shot:
    """Return the shot with systems lost, or with its target destroyed."""
    return Shot(
        shot.shooter,
        shot.target,
        lost=tuple(lost),
        destroyed=destroyed,
        round=shot.round,
        damage=shot.damage,
        hits=shot.hits,
    )
