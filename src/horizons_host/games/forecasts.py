"""Forecasts and trial runs, which show how orders or a whole turn would change each view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_core.model import visible
from horizons_host.games.order_texts import OrderText
from horizons_host.games.turns import CompletedTurn
from horizons_host.reports.comparisons import turn_sentences
from horizons_host.seats.seats import seat_of
from horizons_host.store import GameStore


@frozen
class ViewDifference:
    """Numbers of added, removed and changed entries in a part of a view."""

    part: str
    added: int = 0
    removed: int = 0
    changed: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the difference as plain data."""
        return {
            "part": self.part,
            "added": self.added,
            "removed": self.removed,
            "changed": self.changed,
        }


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[ViewDifference]:
    """Return the differing parts of two views, in the order of `after`."""
    parts = [*after, *(part for part in before if part not in after)]
    return [
        _difference(part, before.get(part), after.get(part))
        for part in parts
        if before.get(part) != after.get(part)
    ]


def _difference(part: str, before: Any, after: Any) -> ViewDifference:
    old, new = _entries(before), _entries(after)
    return ViewDifference(
        part,
        added=sum(key not in old for key in new),
        removed=sum(key not in new for key in old),
        changed=sum(key in old and old[key] != entry for key, entry in new.items()),
    )


def _entries(value: Any) -> dict[Any, Any]:
    """Return the entries of a part by name: of a mapping, of a list, or the value itself."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, list):
        return {_name(entry, index): entry for index, entry in enumerate(value)}
    return {} if value is None else {"": value}


def _name(entry: Any, index: int) -> Any:
    if isinstance(entry, Mapping):
        for key in ("id", "number", "sector", "name"):
            if isinstance(entry.get(key), str | int):
                return entry.get("owner"), entry[key]
    return entry if isinstance(entry, str) else index


@frozen
class TurnEffect:
    """Effect of a turn on an empire.

    Attributes:
        empire: its id.
        events: the number of events that it sees, by reason code.
        changes: the differing parts of its view.
        diagnostics: the remarks on its orders.
        sentences: what changes, and what happens, in sentences.
    """

    empire: str
    events: Mapping[str, int]
    changes: Sequence[ViewDifference]
    diagnostics: Sequence[Mapping[str, Any]]
    sentences: Sequence[LocalizedText] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the effect as plain data."""
        return {
            "empire": self.empire,
            "events": dict(self.events),
            "changes": [change.to_dict() for change in self.changes],
            "diagnostics": list(self.diagnostics),
            "sentences": [str(sentence) for sentence in self.sentences],
        }


def effects(played: CompletedTurn) -> list[TurnEffect]:
    """Return the effect of a turn on each empire, in the game's order."""
    return [_effect(played, empire.id) for empire in played.before.empires]


def _effect(played: CompletedTurn, empire: str) -> TurnEffect:
    turn, variant = played.turn, hz.variant_of(played.before)
    counts = Counter(event.code for event in visible(turn.events, empire))
    before, after = (variant.view(game, empire) for game in (played.before, turn.game))
    return TurnEffect(
        empire=empire,
        events=dict(sorted(counts.items())),
        changes=differences(before.data, after.data),
        diagnostics=[remark.to_dict() for remark in turn.diagnostics.get(empire, ())],
        sentences=turn_sentences(before, after, played.reports[empire], variant),
    )


@frozen
class Forecast:
    """A forecast view and the source of its orders."""

    view: hz.View
    source: str


def forecast_of(store: GameStore, player: str, text: OrderText | None = None) -> Forecast:
    """Forecast the next turn with this order text, or with the orders the player submitted.

    Raises HorizonsError if there are neither, SeatError for an unknown player.
    """
    snapshot = store.snapshot()
    seat = seat_of(snapshot.seats, player)
    submitted = snapshot.orders.get(seat.name)
    if text is None and submitted is None:
        raise HorizonsError(
            f"{seat.name} has not submitted orders for turn {snapshot.turn + 1}",
            "use a file with orders",
        )
    game = hz.load(snapshot.state)
    words, source = (text.text, text.source) if text else (submitted.text, "the submitted orders")  # type: ignore[union-attr]
    return Forecast(hz.variant_of(game).forecast(game, seat.name, words), source)
