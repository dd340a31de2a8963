"""The gamemaster's desk in the API: programs can do the same as its pages."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

from horizons_core.turn import check_commitment
from tests.host.server.browser import Browser, Site
from tests.host.server.games import running_game
from tests.host.server.test_calls import program

KEY = "the-mars-affair"
GAME = f"/api/v1/games/{KEY}"
EDIT = "state: {stock: {Ada: {hull: 77}}}"


@pytest.fixture
def people(site: Site) -> dict[str, Browser]:
    """A running game of Ada and Brin."""
    return running_game(site)


@pytest.fixture
def cleo(site: Site, people: dict[str, Browser]) -> TestClient[Any]:
    """The gamemaster's program."""
    return program(people["Cleo"], site)


@pytest.fixture
def ada(site: Site, people: dict[str, Browser]) -> TestClient[Any]:
    """A player's program."""
    return program(people["Ada"], site)


def post_json(client: TestClient[Any], path: str, **data: Any) -> Any:
    """Make a call that must succeed and return its answer."""
    answer = client.post(f"{GAME}/{path}", json=data or None)
    assert answer.status_code in {200, 201, 202, 204}, answer.text
    return answer.json() if answer.content else None


def run(site: Site, cleo: TestClient[Any]) -> None:
    post_json(cleo, "turns", anyway=True)
    site.work()


def test_a_turn_is_tried_out_run_and_taken_back(
    site: Site, cleo: TestClient[Any], ada: TestClient[Any]
) -> None:
    post_json(cleo, "trial-run")
    site.work()
    tried = cleo.get(f"{GAME}/trial-run").json()
    assert (tried["turn"], tried["state"]) == (1, "done")
    assert [effect["empire"] for effect in tried["effects"]] == ["Ada", "Brin"]
    run(site, cleo)
    assert cleo.get(f"{GAME}/full-reports/1").json()["role"] == "gamemaster"
    reopened = post_json(cleo, "undo", reason="once more")
    assert (reopened["turn"], reopened["attempt"]) == (1, 2)
    assert reopened["commitment"] in "".join(ada.get(f"{GAME}/dice").json()["promised"])
    run(site, cleo)
    known = {key["whose"]: key["key"] for key in ada.get(f"{GAME}/dice").json()["keys"]}
    assert check_commitment(known["public"], reopened["commitment"])


def test_orders_and_edits_are_made_for_a_reason_that_all_read(
    cleo: TestClient[Any], ada: TestClient[Any]
) -> None:
    sent = post_json(cleo, "orders/on-behalf", seat="Ada", text="; away", reason="she is away")
    assert sent["version"] == 1
    assert ada.get(f"{GAME}/orders").json()["text"] == "; away"
    tried = post_json(cleo, "edits", edit=EDIT, trial=True)
    assert [view["empire"] for view in tried["seen"] if view["changes"]] == ["Ada"]
    post_json(cleo, "edits", edit=EDIT, reason="a gift")
    words = " ".join(entry["words"] for entry in ada.get(f"{GAME}/audit").json())
    assert "she is away" in words
    assert "a gift" in words
    assert "hull" not in words


def test_seats_are_arranged_and_the_sheet_says_how_they_stand(
    cleo: TestClient[Any], ada: TestClient[Any]
) -> None:
    post_json(cleo, "seats/bot", seat="Brin", bot="greedy")
    post_json(cleo, "seats/address", seat="Ada", address="ada@sea.example")
    seats = {
        s["seat"]: s for s in post_json(cleo, "seats/password", seat="Ada", password="xyz-123")
    }
    assert seats["Brin"]["bot"] == "greedy"
    assert (seats["Ada"]["address"], seats["Ada"]["password"]) == ("ada@sea.example", True)
    sheet = cleo.get(f"{GAME}/seat-status").json()
    assert [seat["seat"] for seat in sheet["seats"]] == ["Ada", "Brin"]
    assert ada.get(f"{GAME}/handover").json()["seat"] == "Ada"
    assert "reason" in cleo.post(f"{GAME}/seats/free", json={"seat": "Ada", "reason": ""}).text


def test_a_seat_that_was_freed_is_taken_by_a_program(site: Site, cleo: TestClient[Any]) -> None:
    post_json(cleo, "seats/free", seat="Ada", reason="asked for it")
    dara = program(site.person("Dara"), site)
    assert post_json(dara, "seats/take", seat="Ada") == {"game": KEY, "seat": "Ada"}
    assert dara.get(f"{GAME}/reports/0").json()["empire"] == "Ada"


def test_a_backup_is_made_and_restored(site: Site, cleo: TestClient[Any]) -> None:
    (backup,) = post_json(cleo, "backups")
    assert (backup["number"], backup["turn"]) == (1, 0)
    run(site, cleo)
    post_json(cleo, "restore", number=1)
    assert cleo.get(GAME).json()["turn"] == 0
    assert cleo.post(f"{GAME}/restore", json={"number": 99}).status_code == 422


def test_a_version_is_checked_and_kept(site: Site, cleo: TestClient[Any]) -> None:
    post_json(cleo, "version", what="check")
    site.work()
    version = cleo.get(f"{GAME}/version").json()
    assert (version["check"], version["found"]["status"]) == ("done", "same")
    assert post_json(cleo, "version", what="pin")["pinned"]
    assert cleo.post(f"{GAME}/version", json={"what": "nonsense"}).status_code == 422


def test_the_archive_opens_after_the_end(
    site: Site, cleo: TestClient[Any], ada: TestClient[Any]
) -> None:
    assert cleo.post(f"{GAME}/archive").status_code == 422
    run(site, cleo)
    post_json(cleo, "end", reason="by agreement", winners=["Ada"])
    assert ada.get(f"{GAME}/archive").status_code == 404
    post_json(cleo, "archive")
    site.work()
    archive = ada.get(f"{GAME}/archive").json()
    assert (archive["turn"], archive["winners"]) == (1, ["Ada"])
    assert ada.get(f"{GAME}/archive.zip").content.startswith(b"PK")


def test_a_player_gets_nothing_of_the_desk(ada: TestClient[Any]) -> None:
    for path in ("seat-status", "trial-run", "seats", "backups", "version", "full-reports/0"):
        assert ada.get(f"{GAME}/{path}").status_code == 404, path
    assert ada.post(f"{GAME}/undo", json={"reason": "a bad turn"}).status_code == 404
