"""Events and luck of turns and games, for measures that need more than the game's state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property

import attrs

import horizons_core as hz
from horizons_core.luck import Luck, luck_of, totals

#: Number of simulations of each battle that estimate its expected result: fewer than for a single
#: battle, because errors of their means cancel over many battles.
RUNS = 200


@attrs.frozen(slots=False)
class EventTotals:
    """Events and luck of a turn, or of several together.

    Attributes:
        events: number of events by code.
        luck: the luck of battles, by measure and empire.
    """

    events: Mapping[str, int] = attrs.field(factory=dict)
    luck: tuple[Luck, ...] = ()

    @classmethod
    def of(cls, turn: hz.Turn, *, events: bool, luck: bool) -> EventTotals:
        """Return the requested parts of a turn; luck takes time."""
        lucks: list[Luck] = []
        for battle in turn.battles if luck else ():
            lucks += luck_of(battle, turn.variant.combat, runs=RUNS)
        codes = Counter(event.code for event in turn.events) if events else {}
        return cls(codes, totals(lucks))

    def plus(self, later: EventTotals) -> EventTotals:
        """Return this and the later events together."""
        events = Counter(self.events)
        events.update(later.events)
        return EventTotals(events, totals([*self.luck, *later.luck]))

    def luck_in(self, measure: str, empire: str) -> Luck | None:
        """Return an empire's luck; None if it fought no battle with this measure."""
        return self._luck.get((measure, empire))

    @cached_property
    def _luck(self) -> dict[tuple[str, str], Luck]:
        return {(luck.measure, luck.side): luck for luck in self.luck}
