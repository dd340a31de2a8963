"""The home page lists a person's games: those that need them come first."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest

from horizons_host.server.games import players
from horizons_host.server.games.directory import ENDED, RUNNING, ListedGame, Membership
from horizons_host.server.games.players import AccountGameStatus
from horizons_host.server.games.terms import Terms

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def in_days(days: int, orders: str = "none", **more: Any) -> AccountGameStatus:
    return AccountGameStatus(3, orders, NOW + timedelta(days), **more)


def of(key: str, state: str = RUNNING, seat: str = "Ada") -> tuple[ListedGame, Membership]:
    terms = Terms(key, "event_horizon", players=2)
    return ListedGame(key, terms, state, "", "", ""), Membership(1, "Ada", "player", seat, "", None)


def test_games_that_need_orders_come_first_and_finished_ones_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    standings = {
        "over": None,
        "final": in_days(1, "final"),
        "without a deadline": AccountGameStatus(3, "none"),
        "in two days": in_days(2),
        "looked on": in_days(1, ""),
        "tomorrow": in_days(1, "draft"),
        "a message": in_days(3, "final", unread=1),
    }
    games = [of(key, ENDED if key == "over" else RUNNING) for key in standings]
    monkeypatch.setattr(players.directory, "games_of", lambda *_: games)
    monkeypatch.setattr(players, "_status", lambda _, game, __: standings[game.key])
    monkeypatch.setattr(players, "read_turns", lambda *_: dict.fromkeys(standings, 3))
    entries = players.account_games(cast("Any", None), cast("Any", None))
    assert [e.game.key for e in entries] == [
        *("tomorrow", "in two days", "a message", "without a deadline"),
        *("final", "looked on", "over"),
    ]
    assert [e.wants_orders for e in entries] == [True, True, False, True, False, False, False]


def test_an_organizer_who_plays_is_listed_as_a_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for seats in (["", "Ada"], ["Ada", ""]):
        games = [of("mars", seat=seat) for seat in seats]
        monkeypatch.setattr(players.directory, "games_of", lambda *_, games=games: games)
        monkeypatch.setattr(players, "_status", lambda *_: None)
        monkeypatch.setattr(players, "read_turns", lambda *_: {})
        (entry,) = players.account_games(cast("Any", None), cast("Any", None))
        assert entry.member.seat == "Ada"
