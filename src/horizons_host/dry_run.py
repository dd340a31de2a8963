"""Dry run of a turn: its effects on each empire, without storing anything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from horizons_core.model import visible
from horizons_host.differences import ViewDifference, differences
from horizons_host.turns import CompletedTurn


@frozen
class TurnEffect:
    """Effect of a turn on an empire: events by reason code, changes of its view, remarks."""

    empire: str
    events: Mapping[str, int]
    changes: Sequence[ViewDifference]
    diagnostics: Sequence[Mapping[str, Any]]

    def to_dict(self) -> dict[str, Any]:
        """Return the effect as plain data."""
        return {
            "empire": self.empire,
            "events": dict(self.events),
            "changes": [change.to_dict() for change in self.changes],
            "diagnostics": list(self.diagnostics),
        }


def effects(played: CompletedTurn) -> list[TurnEffect]:
    """Return the effect of a turn on each empire, in the game's order."""
    return [_effect(played, empire.id) for empire in played.before.empires]


def _effect(played: CompletedTurn, empire: str) -> TurnEffect:
    turn = played.turn
    counts = Counter(event.code for event in visible(turn.events, empire))
    before = turn.variant.view(played.before, empire).data
    return TurnEffect(
        empire=empire,
        events=dict(sorted(counts.items())),
        changes=differences(before, turn.variant.view(turn.game, empire).data),
        diagnostics=[remark.to_dict() for remark in turn.diagnostics.get(empire, ())],
    )
