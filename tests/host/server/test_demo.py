"""The demonstration server with its games."""

from __future__ import annotations

import pytest

from horizons_host.server import demo
from horizons_host.server.accounts import accounts
from horizons_host.server.games import directory
from horizons_host.server.jobs import demonstration, worker
from tests.host.server.begun import latest_turn, submit
from tests.host.server.browser import Site


def _games(site: Site) -> dict[str, str]:
    """Return the demonstration account's games: titles and keys."""
    account = accounts.by_name(site.service, demo.VISITOR)
    assert account is not None
    return {game.terms.title: game.key for game, _ in directory.games_of(site.service, account)}


def prepared(site: Site) -> demo.Demonstration:
    return site.copied(lambda: demo.prepare_demo(site.service), "the demonstration")


def test_there_are_two_games_of_bots_and_one_that_waits(site: Site) -> None:
    demo_site = prepared(site)
    games = _games(site)
    assert sorted(latest_turn(site, key) for key in games.values()) == [0, 6, 6]
    link = demo_site.link.removeprefix("http://games.example.org")
    browser = site.browser().open(link).send(link)
    for title in games:
        assert title in browser.open("/").words


def test_the_turn_is_run_when_the_orders_are_final(site: Site) -> None:
    prepared(site)
    (mine,) = (key for key in _games(site).values() if latest_turn(site, key) == 0)
    submit(site, demo.VISITOR, key=mine)
    site.clock.advance(seconds=1)
    worker.run_housekeeping(site.service)
    site.work()
    assert latest_turn(site, mine) == 1


def test_existing_games_are_not_created_again(site: Site) -> None:
    prepared(site)
    before = _games(site)
    second = demo.prepare_demo(site.service)
    assert _games(site) == before
    assert len(before) == 3
    assert (second.name, second.password) == (demo.VISITOR, demo.PASSWORD)


def test_bots_play_on_until_they_have_played_long_enough(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demonstration, "LAST_TURN", 8)
    prepared(site)
    games = [key for key in _games(site).values() if latest_turn(site, key) == 6]
    for turn in (7, 8, 8):
        site.clock.advance(seconds=demonstration.INTERVAL.total_seconds())
        site.work()
        assert [latest_turn(site, key) for key in games] == [turn, turn]


def test_everyone_watches_the_games_of_bots_on_the_first_page(site: Site) -> None:
    prepared(site)
    stranger = site.browser().open("/")
    for key in _games(site).values():
        is_shown = f'data-follow="{key}"' in stranger.text
        assert is_shown == (latest_turn(site, key) == 6)
