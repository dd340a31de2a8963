"""Sorts the games of a study, which end in any order, up to the stopping point."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from horizons_lab.plan import StudyPlan
from horizons_lab.records import GameRecord

if TYPE_CHECKING:
    from horizons_lab.statistics import StoppingRule


@attrs.define
class CellRule:
    """The stopping rule of one cell, which looks at whole rounds of rotating seats.

    Attributes:
        player: the player whose wins it counts.
        round: number of games of a round.
        rule: the rule for the sample.
    """

    player: str
    round: int
    rule: StoppingRule
    _waiting: list[bool] = attrs.field(factory=list, init=False)

    def add(self, record: GameRecord) -> None:
        """Add the next game of the cell."""
        if self.rule.is_finished:
            return
        self._waiting.append(any(s.won for s in record.seats if s.player == self.player))
        if len(self._waiting) == self.round:
            self.rule.add(self._waiting)
            self._waiting = []


@attrs.define
class GameSequence:
    """Collects games as they end, and orders them up to the last one that counts.

    Attributes:
        keys: the keys of the cells and the numbers of all games of the study, in order.
        rules: the stopping rules by the key of the cell; empty if the study does not end early.
    """

    keys: Sequence[tuple[str, int]]
    rules: Mapping[str, CellRule]
    _finished: dict[tuple[str, int], GameRecord] = attrs.field(factory=dict, init=False)
    _counted: int = attrs.field(default=0, init=False)
    _is_decided: bool = attrs.field(default=False, init=False)

    def add(self, records: Iterable[GameRecord]) -> bool:
        """Add games in any order; return whether no more are needed."""
        self._finished |= {(r.cell, r.game): r for r in records}
        while not self.is_complete and (record := self._finished.get(self.keys[self._counted])):
            self._counted += 1
            if self.rules:
                self.rules[record.cell].add(record)
                self._is_decided = all(rule.rule.is_finished for rule in self.rules.values())
        return self.is_complete

    @property
    def is_complete(self) -> bool:
        """True if no more games are needed."""
        return self._is_decided or self._counted == len(self.keys)

    @property
    def records(self) -> list[GameRecord]:
        """The games that count, in order."""
        return [self._finished[key] for key in self.keys[: self._counted]]


def sequence_of(plan: StudyPlan) -> GameSequence:
    """Return the sequence of a study without games."""
    keys = [(cell.key, game) for game in range(plan.games) for cell in plan.cells]
    rules = {}
    if plan.stop_rule is not None:
        for cell in plan.cells:
            count = plan.seat_count(cell) if plan.rotate else 1
            rules[cell.key] = CellRule(plan.stop_rule.player, count, plan.stop_rule.rule())
    return GameSequence(keys, rules)
