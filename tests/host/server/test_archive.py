"""Archive of a game on the server: closed before the end, then open and verifiable for all."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from horizons_host.server.games import archiving
from tests.host.helpers import fine
from tests.host.server.browser import Browser, Site
from tests.host.server.games import copied_people, running_game

GAME = "/games/the-mars-affair"
DESK = f"{GAME}/desk"


def run(site: Site, people: dict[str, Browser]) -> None:
    people["Cleo"].open(DESK).send(f"{DESK}/run", anyway="yes")
    site.work()


@pytest.fixture
def people(site: Site) -> dict[str, Browser]:
    """A game of Ada and Brin that ended after turn 2, which was run twice."""
    return copied_people(site, lambda: ended(site), "an ended game")


def ended(site: Site) -> dict[str, Browser]:
    people = running_game(site)
    ada = people["Ada"].open(f"{GAME}/orders")
    ada.send(f"{GAME}/orders", orders="; a secret plan", do="send")
    run(site, people)
    run(site, people)
    people["Cleo"].open(DESK).send(f"{DESK}/undo", reason="once more")
    run(site, people)
    people["Cleo"].open(DESK).send(
        f"{DESK}/end", reason="by agreement", winners="Ada", name="The Mars affair"
    )
    return people


def opened(site: Site, people: dict[str, Browser]) -> None:
    people["Cleo"].open(DESK).send(f"{DESK}/archive")
    site.work()


def test_nothing_opens_before_the_end(site: Site) -> None:
    people = running_game(site)
    for path in ("archive", "archive.zip", "archive/index.html", "archive/stored-game.json"):
        for name in ("Ada", "Cleo"):
            assert people[name].open(f"{GAME}/{path}").status == 404


def test_it_opens_by_the_gamemasters_word(site: Site, people: dict[str, Browser]) -> None:
    assert "opens at" in people["Ada"].open(f"{GAME}/archive").words
    assert people["Ada"].open(f"{GAME}/archive/stored-game.json").status == 404
    opened(site, people)
    brin = people["Brin"].open(f"{GAME}/archive")
    assert "won by Ada" in brin.words
    assert "; a secret plan" in brin.open(f"{GAME}/archive/orders/turn-001/Ada.txt").text
    assert brin.open(f"{GAME}/archive/reports/turn-002/Ada.html").status == 200
    assert brin.open(f"{GAME}/archive/reports/turn-002-taken-back-1/Ada.html").status == 200
    assert "style-src" in brin.open(f"{GAME}/archive/index.html").headers["content-security-policy"]


def test_it_opens_by_itself_after_three_days_and_no_turn_is_taken_back_then(
    site: Site, people: dict[str, Browser]
) -> None:
    site.clock.advance(days=2, hours=23)
    site.work()
    assert "opens at" in people["Ada"].open(f"{GAME}/archive").words
    site.clock.advance(hours=2)
    site.work()
    assert "Browse all reports" in people["Ada"].open(f"{GAME}/archive").words
    assert f"{DESK}/undo" not in people["Cleo"].open(DESK).text
    assert "The archive was opened" in people["Ada"].open(f"{GAME}/audit").words


def test_a_game_whose_last_turn_is_taken_back_stays_closed(site: Site) -> None:
    people = running_game(site, **{"option-turn_limit": "1"})
    run(site, people)
    cleo = people["Cleo"].open(DESK).send(f"{DESK}/archive")
    cleo.open(DESK).send(f"{DESK}/undo", reason="it was not the end")
    site.work()
    assert "running" in people["Ada"].open(f"{GAME}/overview").words
    assert people["Ada"].open(f"{GAME}/archive").status == 404
    run(site, people)
    site.clock.advance(days=4)
    site.work()
    assert people["Ada"].open(f"{GAME}/archive/index.html").status == 200


def test_players_alone_check_the_whole_game(
    site: Site, people: dict[str, Browser], tmp_path: Path
) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    for turn in (0, 1, 2):
        report = people["Ada"].client.get(f"{GAME}/turns/{turn}/report.json")
        (folder / f"{turn}.json").write_bytes(report.content)
    opened(site, people)
    file = tmp_path / "archive.zip"
    file.write_bytes(people["Brin"].client.get(f"{GAME}/archive.zip").content)
    result = fine("verify", "--archive", file, "--player-reports", folder, "--json")
    verdict = json.loads(result.stdout)
    assert (verdict["sound"], verdict["turns"], verdict["own_reports"]) == (True, 2, 3)
    assert verdict["differences"] == []


def test_strangers_read_archives_of_listed_games_only(
    site: Site, people: dict[str, Browser]
) -> None:
    opened(site, people)
    assert site.browser().open(f"{GAME}/archive/index.html").status == 200


def test_a_path_out_of_the_archive_leads_nowhere(site: Site, people: dict[str, Browser]) -> None:
    opened(site, people)
    for name in (
        "../game.sqlite",
        "%2e%2e/game.sqlite",
        "..%2fgame.sqlite",
        "/etc/passwd",
        "reports",
    ):
        assert people["Ada"].client.get(f"{GAME}/archive/{name}").status_code == 404, name


def test_no_address_of_a_person_is_in_it(site: Site, people: dict[str, Browser]) -> None:
    opened(site, people)
    for name in ("archive.json", "stored-game.json", "index.html"):
        assert "@example.org" not in people["Ada"].open(f"{GAME}/archive/{name}").text


def test_no_file_of_an_archive_is_read_beyond_its_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "archive.zip"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("zeros.txt", b"0" * 1001)
    monkeypatch.setattr(archiving, "_MAX_BYTES", 1001)
    assert len(archiving.archived_file(file, "zeros.txt")) == 1001
    monkeypatch.setattr(archiving, "_MAX_BYTES", 1000)
    with pytest.raises(archiving.NoArchiveError, match="too large"):
        archiving.archived_file(file, "zeros.txt")
