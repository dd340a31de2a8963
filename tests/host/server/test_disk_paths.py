"""No answer of the server reveals paths on its disk, whatever fails."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from horizons_core.errors import HorizonsError
from horizons_host.games.backups import backups
from horizons_host.server.games import joining
from horizons_host.server.jobs import queue, turns
from horizons_host.server.security.responses import without_locations
from horizons_host.store import GameStoreError
from tests.host.server.begun import begin_game
from tests.host.server.browser import Site
from tests.host.server.test_calls import program
from tests.host.server.walks import csrf

NEW = "/games/new/event_horizon"


def test_concurrent_starts_start_a_game_once_and_reveal_no_path(
    any_site: Site,
) -> None:
    cleo = any_site.person("Cleo").open(NEW)
    cleo.send(NEW, title="Mars", players="1", bots="1", bot="random")
    any_site.person("Ada").open("/games/mars").send("/games/mars/join")
    calls = program(cleo, any_site)

    def start(_: int) -> Any:
        return calls.post("/api/v1/games/mars/start", json={})

    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(start, range(6)))
    messages = [answer.json()["message"] for answer in answers if answer.status_code != 204]
    assert len(messages) < 6
    assert set(messages) <= {"'Mars' is starting"}
    assert calls.get("/api/v1/games/mars").json()["state"] == "running"
    with any_site.service.database.game("mars") as store:
        assert len(store.seats()) == 2


@pytest.mark.parametrize("kind", [HorizonsError, GameStoreError])
def test_an_error_that_names_a_path_is_told_without_it_on_pages_and_by_calls(
    site: Site, monkeypatch: pytest.MonkeyPatch, kind: type[HorizonsError]
) -> None:
    begin_game(site)
    folder = site.service.database.folder

    def fails(*_: object, **__: object) -> None:
        raise kind(f"'{folder}/my games/mars' is full", f"see {folder}/server.sqlite and /account")

    monkeypatch.setattr(joining, "leave", fails)
    monkeypatch.setattr(turns, "run_and_store", fails)
    ada = site.browser().open("/sign-in")
    ada.send("/sign-in", who="Ada", password="correct horse battery")
    page = ada.client.post("/games/mars/leave", data={"_csrf_token": csrf(ada), "sure": "yes"})
    call = program(ada, site).post("/api/v1/games/mars/leave")
    turns.request_turn(site.service, "mars", anyway=True)
    site.work()
    (job,) = queue.game_jobs(site.service, "mars", turns.TURN_KIND)
    for text in (page.text, call.text, job.message):
        assert "a place on the server" in text
        assert str(folder) not in text
    assert call.json()["hint"] == "see a place on the server and /account"


def test_a_backup_that_is_not_there_is_named_without_its_folder(site: Site) -> None:
    begin_game(site)
    cleo = site.browser().open("/sign-in")
    cleo.send("/sign-in", who="Cleo", password="correct horse battery")
    calls = program(cleo, site)
    calls.post("/api/v1/games/mars/backups")
    with site.service.database.game("mars") as store:
        (backup,) = backups(store.folder)
        backup.file.unlink()
    for number in (backup.number, 99):
        answer = calls.post("/api/v1/games/mars/restore", json={"number": number})
        assert str(site.service.database.folder) not in answer.text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("'/tmp/a folder/x' is full", "a place on the server is full"),
        ("see /tmp/x/y.toml:3", "see a place on the server:3"),
        ("postgresql+psycopg://me@host/db#mars is away", "a place on the server is away"),
        ("open /account or /games/mars/desk", "open /account or /games/mars/desk"),
        ("write https://example.org/tmp/hook", "write https://example.org/tmp/hook"),
        ("1/2 of A/tmp", "1/2 of A/tmp"),
    ],
)
def test_paths_are_told_from_addresses_of_pages(text: str, expected: str) -> None:
    assert Path("/tmp").is_dir()
    assert without_locations(text) == expected
