"""The gamemaster's report of a stored turn: complete information, and every player's report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import horizons_core as hz
from horizons_core.model import GAMEMASTER, audience_prefix
from horizons_core.report import report_data
from horizons_host.charts import chart
from horizons_host.store import GameStore

#: The recipient in the report's header.
NAME = "Gamemaster"

Document = Mapping[str, Any]


def gamemaster_report(store: GameStore, turn: int) -> dict[str, Any]:
    """Build a report document with complete information, in the form of players' reports.

    It has the orders, remarks and ledger lines of all reports of the turn, each prefixed with the
    player's name, and every event, prefixed with the names of its recipients.
    Raises GameStoreError for a turn that was not run.
    """
    stored = store.stored(turn)
    game = hz.load(dict(stored.current_state))
    variant = hz.variant_of(game)
    view = variant.view(game, None)
    reports = {name: store.report(turn, name) for name in store.reported(turn)}
    bare = report_data(view, game, variant.title, (), (), (), (), chart(store, None, turn))
    return {
        **bare,
        "empire": NAME,
        "role": GAMEMASTER,
        "orders": _of_all(reports, "orders", "text"),
        "diagnostics": _of_all(reports, "diagnostics", "message"),
        "ledger": _of_all(reports, "ledger", "reason"),
        "events": list(_events(stored.events, set(reports))),
    }


def _of_all(reports: Mapping[str, Document], part: str, words: str) -> list[dict[str, Any]]:
    """Merge a part of all reports, prefixing each text with the player's name."""
    return [
        {**line, words: f"{name}: {line[words]}"}
        for name, report in reports.items()
        for line in report[part]
    ]


def _events(events: Iterable[Document], players: set[str]) -> Iterator[dict[str, Any]]:
    for event in events:
        fields = {name: value for name, value in event.items() if name not in ("audience", "turn")}
        yield {**fields, "text": f"{audience_prefix(event['audience'], players)}{event['text']}"}
