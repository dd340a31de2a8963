"""Somebody's own games on their first page: what needs them comes first."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest

from horizons_host.server.games import mine
from horizons_host.server.games.directory import ENDED, RUNNING, Listed, Member
from horizons_host.server.games.mine import Standing
from horizons_host.server.games.terms import Terms

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def in_days(days: int, orders: str = "none", **more: Any) -> Standing:
    return Standing(3, orders, NOW + timedelta(days), **more)


def of(key: str, state: str = RUNNING, seat: str = "Ada") -> tuple[Listed, Member]:
    terms = Terms(key, "event_horizon", players=2)
    return Listed(key, terms, state, "", "", ""), Member(1, "Ada", "player", seat, "", None)


def test_what_needs_one_comes_first_by_its_deadline_and_what_is_over_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    standings = {
        "over": None,
        "final": in_days(1, "final"),
        "without a deadline": Standing(3, "none"),
        "in two days": in_days(2),
        "looked on": in_days(1, ""),
        "tomorrow": in_days(1, "draft"),
        "a message": in_days(3, "final", unread=1),
    }
    found = [of(key, ENDED if key == "over" else RUNNING) for key in standings]
    monkeypatch.setattr(mine.directory, "of_account", lambda *_: found)
    monkeypatch.setattr(mine, "_standing", lambda _, game, __: standings[game.key])
    shown = mine.of_account(cast("Any", None), cast("Any", None))
    assert [one.game.key for one in shown] == [
        *("tomorrow", "in two days", "a message", "without a deadline"),
        *("final", "looked on", "over"),
    ]
    assert [one.wants_orders for one in shown] == [True, True, False, True, False, False, False]


def test_of_a_game_that_one_plays_and_has_arranged_the_seat_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for seats in (["", "Ada"], ["Ada", ""]):
        found = [of("mars", seat=seat) for seat in seats]
        monkeypatch.setattr(mine.directory, "of_account", lambda *_, found=found: found)
        monkeypatch.setattr(mine, "_standing", lambda *_: None)
        (shown,) = mine.of_account(cast("Any", None), cast("Any", None))
        assert shown.member.seat == "Ada"
