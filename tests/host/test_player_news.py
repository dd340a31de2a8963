"""Players are told what was decided about a turn, and what they have missed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from horizons_host.deadlines.changes import extend
from horizons_host.games.edits import edit_game
from horizons_host.games.player_news import PlayerNews, latest_news, news_of_turn
from horizons_host.games.turns import run_and_store
from horizons_host.games.undo import undo_turn
from horizons_host.seats.changes import hand_over, set_policy
from horizons_host.store import GameStore
from tests.host.server.begun import begin_game, game, submit
from tests.host.server.browser import Site
from tests.host.server.conftest import site

__all__ = ["site"]
EDIT = "state:\n  stock: {Brin: {hull: 40}}\n"


@pytest.fixture
def store(site: Site) -> GameStore:
    begin_game(site, rule="Thu 20:00 Europe/Berlin")
    return game(site)


def words(news: Sequence[PlayerNews]) -> list[str]:
    return [str(item.words) for item in news]


def test_what_concerns_all_is_told_to_each(store: GameStore, site: Site) -> None:
    extend(store, hours=24, reason="a holiday", clock=site.clock)
    edit_game(store, EDIT, "a mistake", clock=site.clock)
    for seat in ("Ada", "Brin"):
        edited, extended = words(latest_news(store, seat))
        assert "a mistake" in edited
        assert "a holiday" in extended


def test_what_concerns_a_seat_is_told_to_its_player(store: GameStore, site: Site) -> None:
    set_policy(store, "Brin", "bot", bot="greedy", turns=1, clock=site.clock)
    assert words(latest_news(store, "Ada")) == []
    assert words(latest_news(store, "Brin")) == [
        "If orders of Brin are missing: bot greedy up to turn 1."
    ]


@pytest.mark.parametrize(
    ("kind", "told"),
    [("nothing", "It was run without them."), ("bot", "A bot played in your place.")],
)
def test_a_missed_turn_is_told_on_its_page_and_until_the_next(
    store: GameStore, site: Site, kind: str, told: str
) -> None:
    submit(site, "Ada")
    set_policy(store, "Brin", kind, bot="greedy", clock=site.clock)
    run_and_store(store, clock=site.clock)
    missed = f"You submitted no orders for turn 1. {told}"
    assert missed in words(latest_news(store, "Brin"))
    assert missed in words(news_of_turn(store, "Brin", 1))
    assert words(latest_news(store, "Ada")) == []
    submit(site, "Ada", "Brin")
    run_and_store(store, clock=site.clock)
    assert words(latest_news(store, "Brin")) == []


def test_a_new_player_is_not_told_what_another_missed(store: GameStore, site: Site) -> None:
    run_and_store(store, clock=site.clock)
    hand_over(store, "Brin", "Eve", None, None, site.clock)
    assert words(latest_news(store, "Brin")) == ["Brin has a new player."]


def test_an_undone_turn_takes_the_decisions_after_it_along(store: GameStore, site: Site) -> None:
    run_and_store(store, clock=site.clock)
    edit_game(store, EDIT, "a mistake", clock=site.clock)
    undo_turn(store, "too early", site.clock)
    assert words(latest_news(store, "Ada")) == ["Turn 1 was undone (too early)."]
    run_and_store(store, clock=site.clock)
    assert "Turn 1 was undone (too early)." in words(news_of_turn(store, "Ada", 1))
