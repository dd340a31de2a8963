"""The gamemaster's report of a stored turn: the whole game, and what everybody ordered and got."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import horizons_core as hz
from horizons_core.model import GAMEMASTER, listeners
from horizons_core.report import report_data
from horizons_host.charts import chart
from horizons_host.store import GameStore

#: Whose report it is, in its head.
NAME = "Gamemaster"

Document = Mapping[str, Any]


def gamemaster_report(store: GameStore, turn: int) -> dict[str, Any]:
    """A document of the form of players' reports, which tells of the whole game.

    Orders, remarks and lines of the ledger are those of all reports of the turn, each with its
    player's name in front; so is every event, with the names of all who were told of it.
    Raises GameStoreError for a turn that was not run.
    """
    stored = store.stored(turn)
    game = hz.load(dict(stored.standing))
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
    """A part of all reports, with the name of each one's player before the words."""
    return [
        {**line, words: f"{name}: {line[words]}"}
        for name, report in reports.items()
        for line in report[part]
    ]


def _events(events: Iterable[Document], everybody: set[str]) -> Iterator[dict[str, Any]]:
    for event in events:
        told = {name: value for name, value in event.items() if name not in ("audience", "turn")}
        yield {**told, "text": f"{listeners(event['audience'], everybody)}{event['text']}"}
