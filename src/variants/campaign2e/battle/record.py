"""The kernels' rows as the record of a battle, and their totals as statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from horizons_core.combat import BattleRecord, BattleStatistics, Fighter, Note, Shot
from variants.campaign2e.battle.fleets import BattleShip, CampaignBattle
from variants.campaign2e.battle.kernels import protocol as at
from variants.campaign2e.battle.kernels.protocol import is_adrift

if TYPE_CHECKING:
    from variants.campaign2e.battle.fights import Fought, Runs

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


def record_of(battle: CampaignBattle, fought: Fought, reader: str | None = None) -> BattleRecord:
    """One battle, attack by attack; for a `reader` as a party may know it (C2E-15.3-02).

    Of others' ships a party sees the designs, what they do, and what hits them: neither their
    names, nor their state, nor what is knocked out and repaired aboard.
    """
    teller = Teller(battle, fought, reader)
    for row in fought.record.tolist():
        teller.take(*row)
    holder = int(fought.arena.table[at.HOLDER])
    return BattleRecord(
        sides=battle.sides,
        units=tuple(teller.unit(index) for index in range(len(battle.ships))),
        shots=tuple(teller.shots),
        rounds=int(fought.arena.table[at.TURN]),
        winner=None if holder < 0 else holder,
        words=int(fought.totals[3]),
        notes=tuple(teller.notes),
    )


@frozen
class History:
    """A battle that the program fought, to be told to whoever may know of it."""

    battle: CampaignBattle
    fought: Fought

    def record(self, reader: str | None = None) -> BattleRecord:
        """The battle as a party may know it; as it was, without a reader."""
        return record_of(self.battle, self.fought, reader)


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

    battle: CampaignBattle
    fought: Fought
    reader: str | None = None
    attacked: int = -1  # the ship whose attack was the row before
    shots: list[Shot] = field(factory=list)
    notes: list[Note] = field(factory=list)
    ships: list[BattleShip] = field(init=False)
    rows: list[list[int]] = field(init=False)
    names: list[str] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.ships = self.battle.ships
        self.rows = self.fought.arena.ships.tolist()
        self.names = names_for(self.ships, self.reader)

    def take(self, turn: int, what: int, actor: int, x: int, y: int, z: int, w: int) -> None:
        """Take the next row."""
        attacked, self.attacked = self.attacked, -1
        if what == at.WAS_ATTACKED:
            self.attack(turn, actor, x, y, z + w)
        elif what == at.WAS_DESTROYED:
            self.destruction(turn, actor, x, by_attack=attacked == actor)
        elif what in _ABOARD and self.is_hidden(self.index(actor)):
            return
        elif what == at.SYSTEM_LOST:
            self.loss(turn, actor, x)
        else:
            self.note(turn, self.words(what, actor, x, y, z, w), self.gone(what, actor))

    def is_hidden(self, index: int) -> bool:
        """Whether the reader knows nothing of what is aboard a ship."""
        return self.reader is not None and self.ships[index].ship.owner != self.reader

    def attack(self, turn: int, by: int, on: int, cause: int, damage: int) -> None:
        """An attack is a shot; missiles and fighters are said to be what they are."""
        shooter = by if by >= 0 else int(self.fought.arena.groups[-1 - by, at.CARRIER])
        if cause in CAUSES:
            words = f"{self.name(on)} is attacked by {CAUSES[cause]} of {self.name(shooter)}."
            self.note(turn, words)
        shot = Shot(
            self.index(shooter), self.index(on), round=max(turn, 1), damage=damage, hits=damage > 0
        )
        self.shots.append(shot)
        self.attacked = on

    def loss(self, turn: int, ship: int, system: int) -> None:
        """A system lost belongs to the attack before it, if that was on this ship."""
        lost = self.system(ship, system)
        last = self.shots[-1] if self.shots else None
        if last is None or last.target != self.index(ship) or self._noted():
            self.note(turn, f"{self.name(ship)} loses its {lost}.")
            return
        self.shots[-1] = _changed(last, lost=(*last.lost, lost))

    def destruction(self, turn: int, ship: int, cause: int, *, by_attack: bool) -> None:
        """A ship destroyed by an attack, or by itself."""
        if by_attack:
            self.shots[-1] = _changed(self.shots[-1], destroyed=True)
        elif cause == at.BY_CORE:
            words = f"The power core of {self.name(ship)} explodes."
            self.note(turn, words, (self.index(ship),))
        else:
            words = f"{self.name(ship)} is torn apart as it jumps."
            self.note(turn, words, (self.index(ship),))

    def words(self, what: int, actor: int, x: int, y: int, z: int, w: int) -> str:
        """What a row that is no attack says."""
        if what in _OF_SIDES:
            sides = {"one": self.battle.sides[actor], "two": self.battle.sides[x]}
            return _OF_SIDES[what].format(**sides, y=y, z=z, w=w)
        if what == at.LAUNCHED:
            return f"{self.name(actor)} launches {y} fighters."
        if what == at.DOGFIGHT:
            carriers = [int(self.fought.arena.groups[group, at.CARRIER]) for group in (actor, x)]
            one, two = (self.name(carrier) for carrier in carriers)
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
        """Whether anything else was noted since the last attack."""
        return bool(self.notes) and self.notes[-1].at == len(self.shots)

    def index(self, row: int) -> int:
        return self.rows[row][at.INDEX]

    def name(self, row: int) -> str:
        return self.names[self.index(row)]

    def system(self, ship: int, row: int) -> str:
        """A system as a player would say it."""
        if row < 0:
            return APART[row]
        place = int(self.fought.arena.systems[row, at.PLACE])
        system = self.ships[self.index(ship)].design.systems[place]
        return "hold" if system.part.kind == "cargo" else system.part.word

    def unit(self, index: int) -> Fighter:
        """A ship before and after."""
        number = next(n for n, row in enumerate(self.rows) if row[at.INDEX] == index)
        row, each = self.rows[number], self.ships[index]
        before, after = {}, {}
        if not self.is_hidden(index):
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
            fate=_fate(row, adrift=is_adrift(self.fought.arena, number)),
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
_OF_SIDES = {
    at.OPENING: "{one} (initiative {z}) and {two} ({w}) meet at {y} mu.",
    at.MOVED: "The distance is {y} mu; {one} makes {z}, {two} {w}.",
    at.SIDE_RUNS: "{one} breaks off.",
}
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


def _changed(shot: Shot, lost: tuple[str, ...] | None = None, *, destroyed: bool = False) -> Shot:
    """The shot with systems lost, or with its target destroyed."""
    return Shot(
        shot.shooter,
        shot.target,
        lost=shot.lost if lost is None else lost,
        destroyed=destroyed or shot.destroyed,
        round=shot.round,
        damage=shot.damage,
        hits=shot.hits,
    )
