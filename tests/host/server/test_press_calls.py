"""Messages and seats in the API: a program plays as people do on pages."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

from tests.host.server.browser import Browser, Site
from tests.host.server.games import invite, running_game
from tests.host.server.test_calls import KEY, program

MESSAGES = f"/api/v1/games/{KEY}/messages"


@pytest.fixture
def people(site: Site) -> dict[str, Browser]:
    """A running game of Ada and Brin."""
    return running_game(site)


@pytest.fixture
def calls(site: Site, people: dict[str, Browser]) -> dict[str, TestClient[Any]]:
    """An API client for each person."""
    return {name: program(browser, site) for name, browser in people.items()}


def test_programs_write_and_answer(calls: dict[str, TestClient[Any]]) -> None:
    sent = calls["Ada"].post(MESSAGES, json={"text": "Peace?", "to": ["Brin"]})
    assert (sent.status_code, sent.json()["to"], sent.json()["mine"]) == (201, ["Brin"], True)
    (got,) = calls["Brin"].get(MESSAGES).json()
    assert (got["text"], got["sender"], got["read"]) == ("Peace?", "Ada", False)
    assert calls["Brin"].post(f"{MESSAGES}/read", json={"numbers": [1]}).status_code == 204
    assert calls["Brin"].get(MESSAGES).json()[0]["read"]
    calls["Brin"].post(MESSAGES, json={"text": "Yes.", "answers": got["number"]})
    assert [message["text"] for message in calls["Ada"].get(MESSAGES).json()] == ["Peace?", "Yes."]
    assert calls["Cleo"].get(MESSAGES).json() == []


def test_a_call_and_a_page_show_the_same_messages(
    people: dict[str, Browser], calls: dict[str, TestClient[Any]]
) -> None:
    calls["Ada"].post(MESSAGES, json={"text": "By a program", "to_all": True})
    assert "By a program" in people["Brin"].open(f"/games/{KEY}/messages/1").words
    refused = calls["Ada"].post(MESSAGES, json={"text": "To nobody"})
    assert (refused.status_code, refused.json()["message"]) == (422, "the message has no recipient")


def test_the_gamemasters_program_announces_and_sets_the_rule(
    calls: dict[str, TestClient[Any]],
) -> None:
    calls["Cleo"].post(MESSAGES, json={"text": "Friday", "to_all": True})
    rule = f"/api/v1/games/{KEY}/message-rule"
    assert calls["Cleo"].post(rule, json={"who": "public"}).json()["who"] == "public"
    assert calls["Ada"].get(rule).json()["who"] == "public"
    assert calls["Ada"].post(rule, json={"who": "all"}).status_code == 404
    assert calls["Ada"].post(MESSAGES, json={"text": "x", "to": ["Brin"]}).status_code == 422
    assert len(calls["Ada"].get(MESSAGES).json()) == 2


def test_programs_block_and_report(calls: dict[str, TestClient[Any]]) -> None:
    for text in ("First", "Second"):
        calls["Ada"].post(MESSAGES, json={"text": text, "to": ["Brin"]})
        calls["Brin"].post(f"{MESSAGES}/blocks", json={"sender": "Ada"})
    assert [message["text"] for message in calls["Brin"].get(MESSAGES).json()] == ["First"]
    assert calls["Brin"].post(f"{MESSAGES}/1/report", json={"reason": "spam"}).status_code == 204
    (entry,) = calls["Cleo"].get(f"{MESSAGES}/reports").json()
    assert (entry["seat"], entry["reason"], entry["message"]["text"]) == ("Brin", "spam", "First")
    assert calls["Ada"].get(f"{MESSAGES}/reports").status_code == 404
    left = calls["Brin"].delete(f"{MESSAGES}/blocks", params={"sender": "Ada"})
    assert left.json() == []


def test_messages_open_by_a_call_after_the_end(
    people: dict[str, Browser], calls: dict[str, TestClient[Any]]
) -> None:
    calls["Ada"].post(MESSAGES, json={"text": "To all", "to_all": True})
    assert calls["Brin"].get(f"{MESSAGES}/opened").status_code == 422
    desk = f"/games/{KEY}/desk"
    people["Cleo"].open(desk).send(f"{desk}/end", reason="by agreement", name="The Mars affair")
    assert [m["text"] for m in calls["Brin"].get(f"{MESSAGES}/opened").json()] == ["To all"]


def test_a_program_finds_joins_and_leaves_an_open_game(site: Site) -> None:
    cleo, ada = site.person("Cleo"), site.person("Ada")
    new = "/games/new/event_horizon"
    cleo.open(new).send(new, title="The Mars affair", players="2")
    bot, other = program(ada, site), program(site.person("Brin"), site)
    (game,) = bot.get("/api/v1/open-games").json()
    assert (game["key"], game["players"], game["present"]) == (KEY, 2, [])
    assert game["press"]["who"] == "all"
    joined = bot.post(f"/api/v1/games/{KEY}/join", json={"seat": "Deep Thought"})
    assert joined.json() == {"game": KEY, "seat": "Deep Thought"}
    answer = other.post(f"/api/v1/games/{KEY}/join", json={"seat": "deep thought"})
    assert (answer.status_code, answer.json()["hint"]) == (422, "choose another name")
    assert bot.post(f"/api/v1/games/{KEY}/leave").status_code == 204
    assert other.post(f"/api/v1/games/{KEY}/join", json={"seat": "deep thought"}).status_code == 200
    assert bot.post(f"/api/v1/games/{KEY}/join", json={}).json()["seat"] == "Ada"
    assert bot.post(f"/api/v1/games/{KEY}/start").status_code == 404
    assert program(cleo, site).post(f"/api/v1/games/{KEY}/start").status_code == 204
    assert bot.get(f"/api/v1/games/{KEY}").json()["turn"] == 0
    assert bot.post(f"/api/v1/games/{KEY}/orders", json={"text": "; none"}).json()["version"] == 1


def test_a_program_accepts_an_invitation(site: Site, people: dict[str, Browser]) -> None:
    path = invite(people["Cleo"], f"/games/{KEY}", role="player", seat="Brin")
    bot = program(site.person("Dara"), site)
    key = path.rpartition("/")[2]
    assert bot.post(f"/api/v1/invitations/{key}", json={}).json() == {"game": KEY, "seat": "Brin"}
    assert bot.get(f"/api/v1/games/{KEY}/orders").status_code == 200
    assert bot.post(f"/api/v1/invitations/{key}", json={}).status_code == 422


def test_a_game_that_is_not_listed_is_hidden_from_programs_too(site: Site) -> None:
    running_game(site, title="Secret game", open_to="friends")
    eve = program(site.person("Eve"), site)
    assert eve.get("/api/v1/open-games").json() == []
    assert eve.post("/api/v1/games/secret-game/join", json={}).status_code == 404
