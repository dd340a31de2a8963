"""The kernels' rows as the record of a battle, and their totals as statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from horizons_core.combat import BattleRecord, BattleStatistics, Fighter, Note, Shot
from variants.campaign2e.battle.fleets import BattleShip, CampaignBattle
from variants.campaign2e.battle.kernels import protocol as at
from variants.campaign2e.battle.log import Log

if TYPE_CHECKING:
    from horizons_core.kernels.battles import Fought, Runs
    from variants.campaign2e.battle.kernels.protocol import Arena

#: What damage takes from a ship: boxes of armour and hull.
COUNTS = "damage point"
APART = {
    at.THE_DRIVE: "main drive",
    at.THE_FTL: "FTL drive",
    at.THE_BRIDGE: "bridge",
    at.THE_LIFE: "life support",
    at.THE_POWER: "power core",
}
CAUSES = {
    at.BY_MISSILES: "salvo missiles",
    at.BY_FIGHTERS: "fighters",
    at.BY_JUMP: "a jump gone wrong",
}


def record_of(log: Log, reader: str | None = None) -> BattleRecord:
    """One battle, attack by attack; for a `reader` as a party may know it (C2E-15.3-02).

    Of others' ships a party sees the designs, what they do, and what hits them: neither their
    names, nor their state, nor what is knocked out and repaired aboard.
    """
    teller = Teller(log, reader)
    for row, told in zip(log.steps, log.told, strict=True):
        if told is None:
            teller.take(*row)
        elif isinstance(told, Shot):
            teller.attack(told, row)
        else:
            teller.notes.append(told)
            teller.attacked = -1
    table = log.fought.arena.table
    holder = int(table[at.HOLDER])
    return BattleRecord(
        sides=log.battle.sides,
        units=tuple(teller.unit(index) for index in range(len(log.ships))),
        shots=tuple(teller.all_shots()),
        rounds=int(table[at.TURN]),
        winner=None if holder < 0 else holder,
        words=int(log.fought.totals[3]),
        notes=tuple(teller.notes),
    )


@frozen(slots=False)
class History:
    """A battle that the program fought, to be told to whoever may know of it."""

    battle: CampaignBattle
    fought: Fought[Arena]

    @cached_property
    def log(self) -> Log:
        """What all readers are told alike, made once."""
        return Log(self.battle, self.fought)

    def record(self, reader: str | None = None) -> BattleRecord:
        """The battle as a party may know it; as it was, without a reader."""
        return record_of(self.log, reader)


def statistics_of(battle: CampaignBattle, fought: Runs) -> BattleStatistics:
    """Many runs of one battle; the winner is the side that holds the field."""
    names = ("ships left", "ships lost", "ships captured", "points left", "boxes lost")
    return BattleStatistics(
        sides=battle.sides,
        winner=fought.totals[:, 0],
        rounds=fought.totals[:, 1],
        shots=fought.totals[:, 2],
        measures={name: fought.by_side[:, :, place] for place, name in enumerate(names)},
    )


@define
class Teller:
    """Makes shots and notes of rows, one after the other."""

    log: Log
    reader: str | None
    attacked: int = -1  # the ship whose attack was the row before
    shots: list[Shot] = field(factory=list)
    lost: dict[int, list[str]] = field(factory=dict)  # systems, by the number of the shot
    destroyed: set[int] = field(factory=set)  # the numbers of shots that destroyed their targets
    notes: list[Note] = field(factory=list)
    names: list[str] = field(init=False)
    hidden: list[bool] = field(init=False)  # by index: whether nothing aboard is known

    def __attrs_post_init__(self) -> None:
        ships, reader = self.log.ships, self.reader
        self.names = names_for(ships, reader)
        self.hidden = [reader is not None and each.ship.owner != reader for each in ships]

    def take(self, turn: int, what: int, actor: int, x: int, y: int, z: int, _: int) -> None:
        """Take the next row, of which not everybody is told the same."""
        attacked, self.attacked = self.attacked, -1
        if what == at.WAS_DESTROYED:
            self.destruction(turn, actor, x, by_attack=attacked == actor)
        elif what in _ABOARD and self.hidden[self.index(actor)]:
            return
        elif what == at.SYSTEM_LOST:
            self.loss(turn, actor, x)
        else:
            self.note(turn, self.words(what, actor, x, y, z), self.gone(what, actor))

    def attack(self, shot: Shot, row: Sequence[int]) -> None:
        """An attack is a shot; missiles and fighters are said to be what they are."""
        turn, _, by, on, cause, *_ = row
        if cause in CAUSES:
            attacker = self.name(self.log.attacker(by))
            self.note(turn, f"{self.name(on)} is attacked by {CAUSES[cause]} of {attacker}.")
        self.shots.append(shot)
        self.attacked = on

    def loss(self, turn: int, ship: int, system: int) -> None:
        """A system lost belongs to the attack before it, if that was on this ship."""
        lost, last = self.system(ship, system), len(self.shots) - 1
        if last < 0 or self.shots[last].target != self.index(ship) or self._noted():
            self.note(turn, f"{self.name(ship)} loses its {lost}.")
        else:
            self.lost.setdefault(last, []).append(lost)

    def destruction(self, turn: int, ship: int, cause: int, *, by_attack: bool) -> None:
        """A ship destroyed by an attack, or by itself."""
        if by_attack:
            self.destroyed.add(len(self.shots) - 1)
        elif cause == at.BY_CORE:
            words = f"The power core of {self.name(ship)} explodes."
            self.note(turn, words, (self.index(ship),))
        else:
            words = f"{self.name(ship)} is torn apart as it jumps."
            self.note(turn, words, (self.index(ship),))

    def words(self, what: int, actor: int, x: int, y: int, z: int) -> str:
        """What a row says of what a ship does."""
        if what == at.LAUNCHED:
            return f"{self.name(actor)} launches {y} fighters."
        if what == at.DOGFIGHT:
            one, two = (self.name(self.log.carriers[group]) for group in (actor, x))
            return f"Fighters of {one} shoot down {y} of {two}, and lose {z}."
        if what == at.REPAIRED:
            return f"{self.name(actor)} repairs its {self.system(actor, x)}."
        return f"{self.name(actor)} {_DEEDS[what]}"

    def gone(self, what: int, actor: int) -> tuple[int, ...]:
        """The units that leave with a row."""
        return (self.index(actor),) if what in (at.LEFT_BY_FTL, at.GOT_AWAY) else ()

    def note(self, turn: int, text: str, gone: tuple[int, ...] = ()) -> None:
        self.notes.append(Note(len(self.shots), max(turn, 1), text, gone))

    def _noted(self) -> bool:
        """Return whether anything else was noted since the last attack."""
        return bool(self.notes) and self.notes[-1].at == len(self.shots)

    def all_shots(self) -> list[Shot]:
        """The attacks with what they have destroyed."""
        for number in sorted({*self.lost, *self.destroyed}):
            lost, destroyed = self.lost.get(number, ()), number in self.destroyed
            self.shots[number] = _changed(self.shots[number], lost, destroyed=destroyed)
        return self.shots

    def index(self, row: int) -> int:
        return self.log.rows[row][at.INDEX]

    def name(self, row: int) -> str:
        return self.names[self.index(row)]

    def system(self, ship: int, row: int) -> str:
        """A system as a player would say it."""
        if row < 0:
            return APART[row]
        design = self.log.ships[self.index(ship)].design
        system = design.systems[self.log.places[row]]
        return "hold" if system.part.kind == "cargo" else system.part.word

    def unit(self, index: int) -> Fighter:
        """A ship before and after."""
        number = self.log.row_of[index]
        row, each = self.log.rows[number], self.log.ships[index]
        before, after = {}, {}
        if not self.hidden[index]:
            before = _numbers(each.ship.armour_left, each.ship.hull_left)
            after = _numbers(row[at.ARMOUR], row[at.HULL])
        return Fighter(
            name=self.names[index],
            side=row[at.SIDE],
            before=before,
            after=after,
            destroyed=row[at.STATUS] == at.DESTROYED,
            mark=each.design.type,
            counts=COUNTS,
            fate=_fate(row, adrift=self.log.adrift[number]),
        )


def names_for(ships: Sequence[BattleShip], reader: str | None) -> list[str]:
    """What a reader calls the ships of a battle: others' by their designs, and counted."""
    counts: Counter[tuple[str, str]] = Counter()
    names = []
    for each in ships:
        owner, design = each.ship.owner, each.design.name
        if reader is None or owner == reader:
            names.append(each.name)
            continue
        counts[owner, design] += 1
        whose = f" of {owner}" if owner else ""
        names.append(f"{design} {counts[owner, design]}{whose}")
    return names


#: What only its owner learns of what happens to a ship.
_ABOARD = frozenset({at.SYSTEM_LOST, at.REPAIRED, at.ABANDONED})
_DEEDS = {
    at.WARMED: "warms up its FTL drive.",
    at.LEFT_BY_FTL: "jumps.",
    at.GOT_AWAY: "gets away.",
    at.ABANDONED: "is abandoned: its life support has failed.",
}


def _numbers(armour: int, hull: int) -> dict[str, int]:
    return {f"{COUNTS}s": armour + hull, "armour": armour, "hull": hull}


def _fate(row: Sequence[int], *, adrift: bool) -> str:
    words = {at.JUMPED: "jumped", at.DISENGAGED: "got away", at.HULK: "a hulk"}
    return words.get(row[at.STATUS], "adrift" if adrift and row[at.STATUS] == at.IN_PLACE else "")


def _changed(shot: Shot, lost: Sequence[str], *, destroyed: bool) -> Shot:
    """The shot with systems lost, or with its target destroyed."""
    return Shot(
        shot.shooter,
        shot.target,
        lost=tuple(lost),
        destroyed=destroyed,
        round=shot.round,
        damage=shot.damage,
        hits=shot.hits,
    )
