"""A game from its announcement to a turn, in browsers without scripts."""

from __future__ import annotations

import re

import pytest

from horizons_host.server.games import directory
from tests.host.server.browser import Site
from tests.host.server.games import running_game
from tests.host.server.test_calls import program

NEW = "/games/new/event_horizon"


@pytest.mark.parametrize(
    "any_site",
    ["PostgreSQL", pytest.param("a folder", marks=pytest.mark.slow)],  # as in all other tests
    indirect=True,
)
def test_people_announce_join_play_and_read_a_game(any_site: Site) -> None:
    site = any_site
    cleo, ada, brin = site.person("Cleo"), site.person("Ada"), site.person("Brin")

    cleo.open(NEW).send(NEW, title="The Mars affair", players="2")
    assert cleo.path == "/games/the-mars-affair"
    for browser in (ada, brin):
        browser.open("/").open("/games/the-mars-affair").send("/games/the-mars-affair/join")
        assert browser.status == 200
    cleo.open("/games/the-mars-affair").send("/games/the-mars-affair/start")
    assert "running" in cleo.words

    ada.open("/games/the-mars-affair/orders")
    ada.send("/games/the-mars-affair/orders", orders="NAME nonsense here", do="send")
    assert "Saved as version 1 for turn 1." in ada.words
    assert "error" in ada.words

    cleo.open("/games/the-mars-affair/desk").send("/games/the-mars-affair/desk/run")
    site.work()
    assert (
        "turn 1 was not run: it waits for orders of Brin"
        in cleo.open("/games/the-mars-affair/desk").words
    )
    cleo.send("/games/the-mars-affair/desk/run", anyway="yes")
    site.work()
    assert "turn 1 was run" in cleo.open("/games/the-mars-affair/desk").words

    report = ada.open("/games/the-mars-affair/turns/1/report.html")
    assert report.status == 200
    assert "Ada" in report.words
    assert "script-src 'sha256-" in report.headers["content-security-policy"]


def test_orders_that_were_written_before_a_turn_was_run_are_not_taken_for_the_next(
    site: Site,
) -> None:
    people = running_game(site)
    game = "/games/the-mars-affair"
    ada = people["Ada"].open(f"{game}/orders")
    people["Cleo"].open(f"{game}/desk").send(f"{game}/desk/run", anyway="yes")
    site.work()

    ada.send(f"{game}/orders", orders="; late", do="send")
    assert ada.status == 422
    assert "for turn 1, but orders are now accepted for turn 2" in ada.words
    assert "; late" in ada.text
    assert "You haven't submitted orders for this turn" in ada.words
    ada.send(f"{game}/orders", orders="; late", do="send")
    assert "Saved as version 1 for turn 2." in ada.words

    calls = program(people["Brin"], site)
    late = calls.post(f"/api/v1{game}/orders", json={"text": "; late", "turn": 1})
    assert (late.status_code, "turn 2" in late.json()["message"]) == (422, True)
    checked = calls.post(f"/api/v1{game}/orders/check", json={"text": "; late", "turn": 1})
    assert checked.status_code == 422
    assert calls.post(f"/api/v1{game}/orders", json={"text": "; in time", "turn": 2}).is_success


def test_a_report_is_compressed_for_clients_that_accept_it(site: Site) -> None:
    ada = running_game(site)["Ada"]
    path = "/games/the-mars-affair/turns/0/report.html"
    packed = ada.client.get(path, headers={"Accept-Encoding": "gzip"})
    plain = ada.client.get(path, headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text
    assert packed.headers["content-security-policy"] == plain.headers["content-security-policy"]


def test_only_new_orders_of_a_pasted_mail_are_stored(site: Site) -> None:
    ada = running_game(site)["Ada"]
    page = "/games/the-mars-affair/orders"
    old = "> #EVENTHORIZON the-mars-affair Ada\n> NAME 1 Old\n> #END"
    new = "#EVENTHORIZON the-mars-affair Ada\nNAME 1 New\n#END"
    ada.open(page).send(page, orders=f"Hello\n\n{new}\n\nOn Friday Ada wrote:\n{old}", do="send")
    assert "Saved as version 1 for turn 1." in ada.words
    assert "NAME 1 New" in ada.text
    assert "Old" not in ada.text


# new games


def test_a_game_with_friends_begins_with_their_link(site: Site) -> None:
    ada = site.person("Ada").open("/games/new/event_horizon")
    ada.send("/games/new/event_horizon", open_to="friends", plays="yes", pace="daily", players="3")
    assert "2 people can join with it" in ada.words
    (link,) = re.findall(r'id="link">http://games\.example\.org([^<]+)<', ada.text)
    page = site.person("Brin").open(link)
    assert "Ada (1 of 3)" in page.words
    assert "Every day at 20:00 UTC." in page.words


def test_a_game_against_bots_starts_at_once(site: Site) -> None:
    ada = site.person("Ada").open("/games/new/event_horizon")
    ada.send("/games/new/event_horizon", open_to="bots", plays="yes", pace="live", players="4")
    assert ada.status == 200
    assert 'id="game"' in ada.text  # the page on which one plays
    terms = directory.find_game(site.service, ada.path.split("/")[2]).terms
    assert (terms.players, terms.bots, terms.listed) == (1, 3, False)
    game = ada.path
    assert "A turn runs as soon as all orders are final." in ada.open(f"{game}/deadlines").words
    site.clock.advance(days=10)
    site.work()
    assert "Orders for turn 1" in ada.open(game).words
    ada.send(f"{game}/orders", do="send")
    site.work()
    assert "Orders for turn 2" in ada.open(game).words


def test_an_unknown_pace_is_refused(site: Site) -> None:
    ada = site.person("Ada").open("/games/new/event_horizon")
    assert ada.send("/games/new/event_horizon", pace="warp").status == 422
    assert "unknown pace 'warp'" in ada.words
