"""A game from its announcement to a turn, in browsers without scripts."""

from __future__ import annotations

import pytest

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
