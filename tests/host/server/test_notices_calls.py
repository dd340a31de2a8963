"""Notifications in the API: programs change the same settings as people on pages."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

from tests.host.server.browser import Browser, Site
from tests.host.server.games import running_game
from tests.host.server.test_calls import KEY, program
from tests.host.server.test_notices import DESK, HOOK, OWN, Posts, run_turn
from tests.host.server.test_people import mail_settings

NOTICES = f"/api/v1/games/{KEY}/notifications"
HOOKS = f"/api/v1/games/{KEY}/webhooks"


@pytest.fixture
def posts() -> Posts:
    """The receiver of the server's posts."""
    return Posts()


@pytest.fixture
def posting_site(tmp_path, posts: Posts) -> Site:
    """A server that posts there."""
    return Site(tmp_path / "server", posts=posts)


@pytest.fixture
def people(posting_site: Site) -> dict[str, Browser]:
    """A running game of Ada and Brin."""
    return running_game(posting_site)


@pytest.fixture
def calls(posting_site: Site, people: dict[str, Browser]) -> dict[str, TestClient[Any]]:
    """An API client for each person."""
    return {name: program(browser, posting_site) for name, browser in people.items()}


def test_mails_of_a_game_are_chosen_by_a_program_as_on_the_page(
    posting_site: Site, people: dict[str, Browser], calls: dict[str, TestClient[Any]], tmp_path
) -> None:
    posting_site.change_settings(mail=mail_settings(tmp_path))
    ada = calls["Ada"]
    before = ada.get(NOTICES).json()
    assert (before["seat"], before["webhooks"]) == ("Ada", [])
    assert "message" in before["mails"]
    after = ada.put(NOTICES, json={"mails": ["turn", "joined"]}).json()
    assert after["mails"] == ["turn", "joined"] == ada.get(NOTICES).json()["mails"]
    form = people["Ada"].open(OWN).form(f"{OWN}/kinds")
    assert {name for name, _ in form.form_values()} - {"_csrf_token"} == {
        "mails-turn",
        "mails-joined",
    }
    assert calls["Brin"].get(NOTICES).json()["mails"] == before["mails"]


def test_what_is_not_named_stays_as_it_was(calls: dict[str, TestClient[Any]]) -> None:
    calls["Ada"].put(NOTICES, json={"mails": []})
    assert calls["Ada"].put(NOTICES, json={}).json()["mails"] == []


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"mails": ["seat"], "by_mail": True}, "no confirmed email address"),
        (
            {"mails": ["seat", "nonsense"], "by_mail": False},
            "unknown kind of notification 'nonsense'",
        ),
        ({"mails": ["report"]}, "this notification can't be turned off"),
    ],
)
def test_a_partly_invalid_request_changes_nothing(
    calls: dict[str, TestClient[Any]], changes: dict[str, object], message: str
) -> None:
    before = calls["Ada"].get(NOTICES).json()
    refused = calls["Ada"].put(NOTICES, json=changes)
    assert (refused.status_code, message in refused.text) == (422, True)
    assert calls["Ada"].get(NOTICES).json() == before


def test_mails_of_a_game_go_to_ones_address_or_nowhere(tmp_path) -> None:
    site = Site(tmp_path / "server")
    calls = program(running_game(site)["Ada"], site)
    sends = Site(site.service.database.folder, mail=mail_settings(tmp_path))
    ada = sends.browser().client
    ada.headers["Authorization"] = calls.headers["Authorization"]
    assert ada.put(NOTICES, json={"by_mail": True}).json()["address"] == "ada@example.org"
    assert ada.put(NOTICES, json={"by_mail": False}).json()["address"] == ""


def test_mails_of_all_games_are_chosen_by_a_program(calls: dict[str, TestClient[Any]]) -> None:
    ada = calls["Ada"]
    settings = ada.get("/api/v1/notifications").json()
    assert set(settings["mails"]) < set(settings["choices"])
    assert ada.put("/api/v1/notifications", json={"mails": ["seat", "turn"]}).json()["mails"] == [
        "turn",
        "seat",
    ]
    assert ada.get("/api/v1/notifications").json()["mails"] == ["turn", "seat"]
    assert ada.get(NOTICES).json()["mails"] == ["turn", "seat"]
    assert calls["Brin"].get("/api/v1/notifications").json()["mails"] == settings["mails"]
    assert ada.put("/api/v1/notifications", json={"mails": ["report"]}).status_code == 422


def test_a_seats_webhook_is_added_tested_and_removed_by_its_program(
    posting_site: Site,
    people: dict[str, Browser],
    calls: dict[str, TestClient[Any]],
    posts: Posts,
) -> None:
    ada, brin = calls["Ada"], calls["Brin"]
    hook = ada.post(f"{NOTICES}/webhooks", json={"url": HOOK, "kinds": ["turn"]})
    assert (hook.status_code, len(hook.json()["secret"])) == (201, 64)
    number = hook.json()["number"]
    (line,) = ada.get(NOTICES).json()["webhooks"]
    assert (line["number"], line["host"], line["kinds"]) == (number, "hooks.example.org", ["turn"])
    assert hook.json()["secret"] not in ada.get(NOTICES).text
    assert HOOK not in ada.get(NOTICES).text
    assert ada.post(f"{NOTICES}/webhooks/{number}/test").json() == {"response": "200 OK"}
    run_turn(posting_site, people)
    assert posts.kinds == ["test", "turn"]
    for refused in (
        brin.post(f"{NOTICES}/webhooks/{number}/test"),
        brin.delete(f"{NOTICES}/webhooks/{number}"),
        calls["Cleo"].delete(f"{HOOKS}/{number}"),
    ):
        assert refused.status_code == 422
    assert brin.get(NOTICES).json()["webhooks"] == calls["Cleo"].get(HOOKS).json() == []
    assert ada.delete(f"{NOTICES}/webhooks/{number}").json() == []
    run_turn(posting_site, people)
    assert posts.kinds == ["test", "turn"]


def test_webhooks_of_the_game_are_its_gamemasters(
    people: dict[str, Browser], calls: dict[str, TestClient[Any]], posts: Posts
) -> None:
    cleo = calls["Cleo"]
    number = cleo.post(HOOKS, json={"url": HOOK, "gamemaster": True}).json()["number"]
    (line,) = cleo.get(HOOKS).json()
    assert (line["gamemaster"], line["kinds"]) == (True, [])
    assert "including gamemaster events" in people["Cleo"].open(DESK).words
    assert cleo.post(f"{HOOKS}/{number}/test").json() == {"response": "200 OK"}
    assert calls["Ada"].delete(f"{NOTICES}/webhooks/{number}").status_code == 422
    assert cleo.delete(f"{HOOKS}/{number}").json() == []
    assert cleo.post(HOOKS, json={"url": "ftp://x.example"}).status_code == 422


def test_a_webhook_gets_gamemaster_events_only_on_request(
    people: dict[str, Browser], calls: dict[str, TestClient[Any]], posts: Posts
) -> None:
    assert calls["Cleo"].post(HOOKS, json={"url": HOOK}).status_code == 201
    (line,) = calls["Cleo"].get(HOOKS).json()
    assert line["gamemaster"] is False
    assert "including gamemaster events" not in people["Cleo"].open(DESK).words
