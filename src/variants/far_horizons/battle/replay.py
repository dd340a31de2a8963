"""What the replay page plays of a battle: recorded while it is fought, told to each reader.

`replay_readers.py` says what a reader knows of it, `replay_sums.py` keeps long battles short.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from horizons_core.combat import BattleRecord, Stage
from horizons_core.model import EventKind
from variants.far_horizons.battle import messages
from variants.far_horizons.battle.model import Action, Battle, Fighter, Side, State
from variants.far_horizons.battle.replay_readers import MOST_TAKEN, Part
from variants.far_horizons.battle.replay_sums import bounded
from variants.far_horizons.battle.replay_units import (
    Listed,
    Said,
    Taken,
    called,
    numbers_of,
    stage_name,
)

#: What a replay shows otherwise, or not at all; everything else that is told is a note in it.
_NO_NOTES = {
    messages.PLACE, messages.READY, messages.NOT_READY, messages.ALONE,
    messages.NO_FIGHT, messages.END, messages.UNITS, messages.UNITS_OF_SIDE, messages.ROUND,
    messages.SHOT, messages.CUT_SHORT, messages.DESTROYED, messages.KILLER, messages.DEFENSES_LOST,
}  # fmt: skip
_LOST = (State.DESTROYED, State.HIJACKED)
_LEFT = (State.WITHDREW, State.FORCED)


class Replay:
    """Records one battle while it is fought."""

    def __init__(self, battle: Battle) -> None:
        self._battle = battle
        self._taken: list[Taken | Said | Listed] = []
        self._numbers = {id(one): number for number, one in enumerate(battle.fighters)}
        self._before: dict[int, Mapping[str, int]] = {}
        self._stages: list[Stage] = []
        self._round = self._rounds_before = self._shots = 0
        self._imagined = False
        self._firing: list[Said] | None = None
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
        self._imagined = action.act.imagined
        if not action.act.imagined:
            self._stages.append(Stage(self._round + 1, stage_name(action.act, action.planet)))

    def listed(self, fighters: Iterable[Fighter]) -> None:
        """The log lists these units."""
        ages = tuple((self._number(one), one.age) for one in fighters)
        self._taken.append(Listed(ages, None if self._imagined else len(self._stages) - 1))

    def hear(self, kind: EventKind, facts: Mapping[str, Any]) -> None:
        """All are told something."""
        if kind == messages.ROUND:
            self._round = self._rounds_before + facts["round"]
        elif kind == messages.SHOT:
            self._firing = []
        elif kind not in _NO_NOTES:
            said = Said(
                self._round,
                kind.text.format_map(facts),
                left=self._who(kind, messages.WITHDREW, messages.FORCED),
                revealed=self._who(kind, messages.REVEALED),
                in_vain=kind == messages.FORCED_IN_VAIN,
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
            self._taken.append(Taken(self._round, who, whom, hit, absorbed, damage, end, bared))
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
            if (one.revealed if kind == messages.REVEALED else one.state in _LEFT)
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
        part = Part(self._battle, reader, self._before)
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
            stages=tuple(
                attrs.evolve(stage, units=tuple(sorted(places[one] for one in part.there(number))))
                for number, stage in enumerate(self._stages)
            ),
        )
