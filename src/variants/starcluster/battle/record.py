"""Battle records and statistics from the kernels' rows and totals (SC-CBT-009)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from horizons_core.combat import (
    BattleRecord,
    BattleStatistics,
    Fighter,
    Note,
    Shot,
    record_for_reader,
)
from variants.starcluster.battle.fleets import (
    BANDS,
    BEHIND_LINE,
    COUNTS,
    Combatant,
    StarclusterBattle,
    numbers_of,
    points,
)
from variants.starcluster.battle.kernels import protocol as at
from variants.starcluster.battle.outcome import (
    AWAY,
    DESTROYED,
    GOT_AWAY,
    SILOS,
    TENTHS,
    BattleOutcome,
    RecordedOutcome,
    UnitFate,
)

if TYPE_CHECKING:
    from horizons_core.kernels.battles import Runs

POINTS_LEFT = "points left"
MEASURES = ("units left", "units away", "units lost", POINTS_LEFT)
#: Fractions of a tenth of a point below this are errors of rounding.
_NOTHING = 1e-6


@frozen
class BattleFacts:
    """A fought battle, with the facts for each reader's record.

    Attributes:
        outcome: its outcome.
        strikes: all shots.
        redacted: the shots without details hidden from other empires (SC-VIS-001).
        fighters: its units before and after.
    """

    outcome: BattleOutcome
    strikes: list[Shot] = field(init=False)
    redacted: list[Shot] = field(init=False)
    fighters: list[Fighter] = field(init=False)

    @strikes.default
    def _strikes(self) -> list[Shot]:
        return list(strikes_of(self.outcome))

    @redacted.default
    def _redacted(self) -> list[Shot]:
        return [_without_systems(shot) if shot.lost else shot for shot in self.strikes]

    @fighters.default
    def _fighters(self) -> list[Fighter]:
        battle, fates = self.outcome.battle, self.outcome.fates
        return [
            _fighter(unit.name, side, unit, fate, hidden=False)
            for side, unit, fate in zip(sides_of(battle), battle.units, fates, strict=True)
        ]

    def record(self, reader: str | None = None) -> BattleRecord:
        """The record as an empire may see it, or the complete record without a reader."""
        return _record(self, reader)


@frozen
class RecordedFacts:
    """A battle by a resolver that only records, with each reader's record as `BattleFacts`."""

    outcome: RecordedOutcome

    def record(self, reader: str | None = None) -> BattleRecord:
        """The record as an empire may see it, or the complete record without a reader."""
        battle, complete = self.outcome.battle, self.outcome.record
        if reader is None:
            return complete
        hidden = [battle.sides[side] != reader for side in sides_of(battle)]
        return record_for_reader(complete, names_for(battle, reader), hidden)


def facts_of(outcome: BattleOutcome | RecordedOutcome) -> BattleFacts | RecordedFacts:
    """The facts of a battle for its readers."""
    if isinstance(outcome, RecordedOutcome):
        return RecordedFacts(outcome)
    return BattleFacts(outcome)


def record_of(outcome: BattleOutcome, reader: str | None = None) -> BattleRecord:
    """The record of a battle, strike by strike; for a `reader` as that side may see it.

    Of foreign units a side sees hulls, their actions and hits on them, but not their names, state
    or losses aboard (SC-VIS-001). Fire directed by a center is attributed to the unit that holds
    it, and fire directed by a PDC to the first unit in line.
    """
    return BattleFacts(outcome).record(reader)


def _record(facts: BattleFacts, reader: str | None) -> BattleRecord:
    battle, fought = facts.outcome.battle, facts.outcome.fought
    builder = RecordBuilder(facts, reader)
    for row in fought.record.tolist():
        builder.add_row(*row[:5])
    return BattleRecord(
        sides=battle.sides,
        units=(*map(builder.unit, range(len(battle.units))), *builder.batteries()),
        shots=tuple(builder.shots),
        rounds=int(fought.totals[1]),
        winner=builder.outcome.winner,
        words=int(fought.totals[3]),
        notes=tuple(builder.notes),
    )


def statistics_of(battle: StarclusterBattle, fought: Runs) -> BattleStatistics:
    """Statistics of many runs, whose winner is the side with the only line still standing."""
    measures: dict[str, Any] = {
        name: fought.by_side[:, :, column] for column, name in enumerate(MEASURES)
    }
    measures[POINTS_LEFT] = measures[POINTS_LEFT] / TENTHS
    return BattleStatistics(
        sides=battle.sides,
        winner=fought.totals[:, 0],
        rounds=fought.totals[:, 1],
        shots=fought.totals[:, 2],
        measures=measures,
    )


def strikes_of(outcome: BattleOutcome) -> Iterator[Shot]:
    """Yield the strikes of a battle as shots, with the systems that each destroyed."""
    battle, fought = outcome.battle, outcome.fought
    units = battle.units
    indices = fought.arena.units[:, at.INDEX].tolist()
    hulls: dict[int, SystemStates] = {}
    for round_, event, actor, x, damage, destroyed, at_drives in fought.record.tolist():
        if event not in (at.WAS_HIT, at.SILO_HIT):
            continue
        source, target = int(actor), indices[int(x)]
        hull = hulls.get(target)
        if hull is None:
            hull = hulls[target] = SystemStates(list(units[target].left))
        before = hull.points
        lost = hull.damage(units[target], damage, at_drives=at_drives > 0, ion=battle.ion)
        yield Shot(
            _battery(outcome, source) if event == at.SILO_HIT else indices[source],
            target,
            lost=tuple(lost),
            destroyed=destroyed > 0,
            round=max(1, int(round_)),
            damage=before - hull.points,
            hits=int(damage > 0),
        )


def _battery(outcome: BattleOutcome, side: int) -> int:
    """The index of a side's silos among the units of a record."""
    first = side == 1 and outcome.launched[0] > 0
    return len(outcome.battle.units) + int(first)


@define
class RecordBuilder:
    """Builder of shots and notes from the kernel's rows."""

    facts: BattleFacts
    reader: str | None = None
    shots: list[Shot] = field(factory=list)
    notes: list[Note] = field(factory=list)
    outcome: BattleOutcome = field(init=False)
    battle: StarclusterBattle = field(init=False)
    units: list[Combatant] = field(init=False)
    sides: list[int] = field(init=False)
    indices: list[int] = field(init=False)
    names: list[str] = field(init=False)
    hidden: list[bool] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.outcome = self.facts.outcome
        self.battle = self.outcome.battle
        self.units = self.battle.units
        self.indices = self.outcome.fought.arena.units[:, at.INDEX].tolist()
        self.sides = sides_of(self.battle)
        self.names = names_for(self.battle, self.reader)
        foreign = [self.reader is not None and side != self.reader for side in self.battle.sides]
        self.hidden = [foreign[side] for side in self.sides]

    def add_row(self, round_: float, event: float, actor: float, x: float, y: float) -> None:
        """Process the next row."""
        number, subject = max(1, int(round_)), int(actor)
        if event in (at.WAS_HIT, at.SILO_HIT):
            number = len(self.shots)
            hidden = self.hidden[self.facts.strikes[number].target]
            shots = self.facts.redacted if hidden else self.facts.strikes
            self.shots.append(shots[number])
            return
        if event == at.FIRED and self.reader not in (None, self.battle.sides[subject]):
            return
        removed = (self.indices[subject],) if event in (at.GOT_AWAY, at.CAUGHT) else ()
        if event == at.EMERGED and y > 0:
            removed = (self.indices[subject],)
        words = self.words(int(event), subject, x, y)
        self.notes.append(Note(len(self.shots), number, words, removed))

    def words(self, event: int, subject: int, x: float, y: float) -> str:
        """The note of a row that is not a strike."""
        if event in _SIDE_NOTES:
            side = self.battle.sides[subject]
            hidden = self.reader not in (None, side)
            return _SIDE_NOTES[event][hidden].format(side=side, x=int(x), y=int(y))
        if event == at.BAND_IS:
            return f"Round at {BANDS[subject].capitalize()}, gap {x / 2:g}."
        if event == at.OPENED:
            return "The assault is over."
        index = self.indices[subject]
        name, dice = self.names[index], "" if self.hidden[index] else f" (1d100: {int(x)})"
        if event == at.EMERGED:
            return f"{name} {'emerges inside another ship' if y > 0 else 'emerges'}{dice}."
        if event == at.CAUGHT:
            return f"{name} is caught without its line{dice}."
        return f"{name} gets away."

    def unit(self, index: int) -> Fighter:
        """A unit before and after the battle; without numbers if it is hidden from the reader."""
        if not self.hidden[index]:
            return self.facts.fighters[index]
        unit, fate = self.units[index], self.outcome.fates[index]
        return _fighter(self.names[index], self.sides[index], unit, fate, hidden=True)

    def batteries(self) -> list[Fighter]:
        """The silos of both sides that have fired."""
        fighters = []
        for side, launched in enumerate(self.outcome.launched):
            if launched:
                numbers = {SILOS: launched}
                name = f"Silos of {self.battle.sides[side]}"
                fighters.append(Fighter(name, side, numbers, numbers, destroyed=False, mark="CMS"))
        return fighters


def _fighter(name: str, side: int, unit: Combatant, fate: UnitFate, *, hidden: bool) -> Fighter:
    """A unit before and after the battle, with its numbers unless hidden."""
    return Fighter(
        name=name,
        side=side,
        before={} if hidden else numbers_of(unit.left),
        after={} if hidden else numbers_of(_left(fate)),
        destroyed=fate.status == DESTROYED,
        mark=unit.design.hull.code,
        counts=COUNTS,
        fate=GOT_AWAY if fate.status == AWAY else "",
        about=BEHIND_LINE if unit.rear else "",
    )


def _without_systems(shot: Shot) -> Shot:
    """A shot without the systems that it destroyed aboard."""
    return Shot(
        shot.shooter,
        shot.target,
        destroyed=shot.destroyed,
        round=shot.round,
        damage=shot.damage,
        hits=shot.hits,
    )


@define
class SystemStates:
    """State of a unit's systems while its battle is recorded.

    Attributes:
        left: the tenths of a point that each system has left.
        points: total in whole points.
    """

    left: list[float]
    points: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.points = points(self.left)

    def damage(self, unit: Combatant, damage: float, *, at_drives: bool, ion: bool) -> list[str]:
        """Apply damage as the kernel does; return the codes of the destroyed systems."""
        systems = unit.design.systems
        places: Sequence[int] = range(len(systems))
        if ion:
            places = [n for n in places if systems[n].code != "S"]
        if at_drives:
            shields = [n for n in places if systems[n].code == "S"]
            rooms = [n for n in places if systems[n].drive is not None]
            places = [*shields, *rooms, *places]
        destroyed = []
        for place in places:
            if damage <= 0:
                break
            left = self.left[place]
            if left <= 0:
                continue
            absorbed = min(damage, left)
            damage -= absorbed
            self.left[place] = left - absorbed
            # Less is an error of rounding.
            if self.left[place] < _NOTHING:
                self.left[place] = 0.0
                destroyed.append(systems[place].code)
        self.points = points(self.left)
        return destroyed


#: Notes about sides, which contain dice only for the side itself (SC-VIS-001).
_SIDE_NOTES = {
    at.FIRED: ("{side} rolls {x} for its fire.",) * 2,
    at.TRIED: (
        "{side} tries to break off: {y} on 1d100, at most {x} is needed.",
        "{side} tries to break off.",
    ),
    at.TURNED_BACK: ("{side} sends no further wave.",) * 2,
}


def sides_of(battle: StarclusterBattle) -> list[int]:
    """The index of its side for each unit."""
    return [n for n, side in enumerate(battle.forces) for _ in side.units]


def names_for(battle: StarclusterBattle, reader: str | None) -> list[str]:
    """A reader's names of the units of a battle: foreign units are called by hull and counted."""
    names: list[str] = []
    for side in battle.forces:
        counts: dict[str, int] = {}
        for unit in side.units:
            if reader is None or side.name == reader:
                names.append(unit.name)
                continue
            hull = unit.design.hull.code
            counts[hull] = counts.get(hull, 0) + 1
            names.append(f"{hull} {counts[hull]} of {side.name}")
    return names


def _left(fate: UnitFate) -> Sequence[float]:
    return () if fate.status == DESTROYED else fate.left
