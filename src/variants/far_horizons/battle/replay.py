"""The replay of a battle, with the part that each reader may see, summed up if it is long."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from horizons_core.combat import BattleRecord, Note, Shot, Stage
from horizons_core.model import EventKind
from horizons_core.sums import int_sum
from variants.far_horizons.battle import messages
from variants.far_horizons.battle.model import (
    Action,
    BattleFighter,
    FighterState,
    SectorBattle,
    Side,
)
from variants.far_horizons.battle.replay_readers import (
    MAX_TAKEN,
    LogEntry,
    ReaderReplay,
    ShotEntry,
    UnitList,
    numbers_of,
    side_label,
    stage_name,
)

#: A battle with more shots is shown in sums, by round or by several rounds.
MAX_SHOTS = 3_000

#: Events that a replay shows in another way, or not at all; all others become notes.
_NO_NOTES = {
    messages.PLACE, messages.READY, messages.NOT_READY, messages.ALONE,
    messages.NO_FIGHT, messages.END, messages.UNITS, messages.UNITS_OF_SIDE, messages.ROUND,
    messages.SHOT, messages.CUT_SHORT, messages.DESTROYED, messages.KILLER, messages.DEFENSES_LOST,
}  # fmt: skip
_LOST = (FighterState.DESTROYED, FighterState.HIJACKED)
_LEFT = (FighterState.WITHDREW, FighterState.FORCED)


def limit_size(entries: Sequence[Shot | Note]) -> tuple[list[Shot], list[Note]]:
    """Return shots and notes, with the positions of the notes; summed if there are too many."""
    stretch, rounds = 1, max((entry.round for entry in entries), default=0)
    count = int_sum(isinstance(entry, Shot) for entry in entries)
    while count > MAX_SHOTS:
        entries = list(_sum_shots(entries, stretch))
        count = int_sum(isinstance(entry, Shot) for entry in entries)
        if stretch >= rounds:
            break
        stretch *= 2
    shots: list[Shot] = []
    notes: list[Note] = []
    for entry in entries:
        if isinstance(entry, Shot):
            shots.append(entry)
        else:
            notes.append(attrs.evolve(entry, at=len(shots)))
    return shots, notes


def _sum_shots(entries: Iterable[Shot | Note], stretch: int) -> Iterator[Shot | Note]:
    """Sum the shots of each stretch of rounds; the notes of a stretch follow."""
    sums: dict[tuple[int, int, str], Shot] = {}
    notes: list[Note] = []
    current = 0
    for entry in entries:
        if (entry.round - 1) // stretch != current:
            yield from sums.values()
            yield from notes
            sums, notes, current = {}, [], (entry.round - 1) // stretch
        if isinstance(entry, Note):
            notes.append(entry)
            continue
        key = (entry.shooter, entry.target, entry.fate)
        sums[key] = _sum(sums[key], entry) if key in sums else entry
    yield from sums.values()
    yield from notes


def _sum(shot: Shot, other: Shot) -> Shot:
    return attrs.evolve(
        shot,
        absorbed=shot.absorbed + other.absorbed,
        damage=shot.damage + other.damage,
        destroyed=shot.destroyed or other.destroyed,
        count=shot.count + other.count,
        kills=shot.kills + other.kills,
        hits=(shot.hits or 0) + (other.hits or 0),
    )


class Replay:
    """Records a battle while it is fought."""

    def __init__(self, battle: SectorBattle) -> None:
        self._battle = battle
        self._entries: list[ShotEntry | LogEntry | UnitList] = []
        self._numbers = {id(fighter): number for number, fighter in enumerate(battle.fighters)}
        self._before: dict[int, Mapping[str, int]] = {}
        self._stages: list[Stage] = []
        self._round = self._rounds_before = self._shots = 0
        self._imagined = False
        self._firing: list[LogEntry] | None = None
        self._announced: set[tuple[str, int]] = set()

    @property
    def begun(self) -> bool:
        """Return whether there is anything to show."""
        return bool(self._before)

    # recording

    def stage(self, action: Action) -> None:
        """Begin an action; the first one saves the state of all fighters before the battle."""
        if not self._before:
            self._before = {
                number: numbers_of(fighter)
                for number, fighter in enumerate(self._battle.fighters)
                if not fighter.gone
            }
        self._rounds_before = self._round
        self._imagined = action.act.imagined
        if not action.act.imagined:
            self._stages.append(Stage(self._round + 1, stage_name(action.act, action.planet)))

    def listed(self, fighters: Iterable[BattleFighter]) -> None:
        """List units that are present."""
        ages = tuple((self._number(fighter), fighter.age) for fighter in fighters)
        self._entries.append(UnitList(ages, None if self._imagined else len(self._stages) - 1))

    def add_message(self, kind: EventKind, facts: Mapping[str, Any]) -> None:
        """Add an event that all sides learn of."""
        if kind == messages.ROUND:
            self._round = self._rounds_before + facts["round"]
        elif kind == messages.SHOT:
            self._firing = []
        elif kind not in _NO_NOTES:
            entry = LogEntry(
                self._round,
                kind.text.format_map(facts),
                left=self._affected(kind, messages.WITHDREW, messages.FORCED),
                revealed=self._affected(kind, messages.REVEALED),
                in_vain=kind == messages.FORCED_IN_VAIN,
            )
            (self._entries if self._firing is None else self._firing).append(entry)

    def shot(
        self,
        shooter: BattleFighter,
        target: BattleFighter,
        *,
        hit: bool,
        absorbed: int = 0,
        damage: int = 0,
    ) -> None:
        """Add a shot with its effects; events caused by it follow."""
        self._shots += 1
        end = target.state if target.is_ship and target.state in _LOST else None
        if self._shots <= MAX_TAKEN or damage or end is not None:
            numbers = self._number(shooter), self._number(target)
            bared = not target.is_ship and damage > 0 and target.defenses == 0
            entry = ShotEntry(self._round, *numbers, hit, absorbed, damage, end, bared)
            self._entries.append(entry)
        self._entries += self._firing or ()
        self._firing = None

    def _number(self, fighter: BattleFighter) -> int:
        return self._numbers[id(fighter)]

    def _affected(self, kind: EventKind, *kinds: EventKind) -> tuple[int, ...]:
        """Return the fighters that an event of these kinds newly applies to."""
        if kind not in kinds or not self.begun:
            return ()
        code = kinds[0].code
        numbers = tuple(
            number
            for number, fighter in enumerate(self._battle.fighters)
            if (fighter.revealed if kind == messages.REVEALED else fighter.state in _LEFT)
            and (code, number) not in self._announced
        )
        self._announced.update((code, number) for number in numbers)
        return numbers

    # output

    def data_for(self, reader: Side | None) -> dict[str, Any]:
        """Return the record as plain data, as a side knows it; None means the gamemaster."""
        x, y, z = self._battle.sector
        title = f"Battle in sector {x} {y} {z}"
        return self.record(reader).to_dict(title, you=side_label(reader) if reader else None)

    def record(self, reader: Side | None) -> BattleRecord:
        """Return the record as an object, as a side knows it; None means the gamemaster."""
        part = ReaderReplay(self._battle, reader, self._before)
        entries = list(part.read_entries(self._entries))
        shots, notes = limit_size(entries)
        places = part.places()
        return BattleRecord(
            sides=part.sides,
            units=tuple(part.units()),
            shots=tuple(
                attrs.evolve(shot, shooter=places[shot.shooter], target=places[shot.target])
                for shot in shots
            ),
            rounds=self._round,
            winner=part.winner(),
            notes=tuple(
                attrs.evolve(note, gone=tuple(places[number] for number in note.gone))
                for note in notes
            ),
            stages=tuple(
                attrs.evolve(stage, units=tuple(sorted(places[i] for i in part.listed(number))))
                for number, stage in enumerate(self._stages)
            ),
        )
