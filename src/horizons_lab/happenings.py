"""What happened in a turn or a game, for measures that ask more than the game itself can answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property

import attrs

import horizons_core as hz
from horizons_core.luck import Luck, luck_of, totals

#: How often each battle of a study is fought to find out what was to be expected: fewer times than
#: for a single one, as errors of their means cancel over many battles.
RUNS = 200


@attrs.frozen(slots=False)
class Happened:
    """Events and luck of a turn, or of several together.

    Attributes:
        events: how many there were of each code.
        luck: what the dice of battles did, by measure and empire.
    """

    events: Mapping[str, int] = attrs.field(factory=dict)
    luck: tuple[Luck, ...] = ()

    @classmethod
    def of(cls, turn: hz.Turn, *, events: bool, luck: bool) -> Happened:
        """What of it is asked for in a turn; luck takes time."""
        found: list[Luck] = []
        for battle in turn.battles if luck else ():
            found += luck_of(battle, turn.variant.combat, runs=RUNS)
        codes = Counter(event.code for event in turn.events) if events else {}
        return cls(codes, totals(found))

    def then(self, later: Happened) -> Happened:
        """This, and what happened later."""
        events = Counter(self.events)
        events.update(later.events)
        return Happened(events, totals([*self.luck, *later.luck]))

    def luck_in(self, measure: str, empire: str) -> Luck | None:
        """An empire's luck; None if it fought no battle that has this measure."""
        return self._luck.get((measure, empire))

    @cached_property
    def _luck(self) -> dict[tuple[str, str], Luck]:
        return {(one.measure, one.side): one for one in self.luck}
