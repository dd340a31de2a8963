"""Battles of the player's own reports as pages, and their odds after the game."""

from __future__ import annotations

import json
import re
import shutil
from typing import Any

import lxml.html
import pytest

from horizons_core.report import counted, step_texts
from horizons_host.games.endings import end_game
from horizons_host.reports.battles import battle_in_report, odds_of_battle
from horizons_host.reports.odds_picture import battle_odds, odds_picture
from tests.host.server.browser import Browser, Site
from tests.host.server.played import WAR_TURNS as TURNS
from tests.host.server.played import begin_war, sign_in_as

GAME = "/games/mars"
WORDS = {
    "title": "Odds",
    "undecided": "undecided",
    "usual": "{middle}, {low} to {high}",
    "actual": "it was {actual}",
}


@pytest.fixture(scope="module")
def war(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A game of Event Horizon with battles."""
    site = Site(tmp_path_factory.mktemp("war") / "server")
    begin_war(site)
    return site


@pytest.fixture(scope="module")
def over(war: Site, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The same game after its end."""
    folder = tmp_path_factory.mktemp("over") / "server"
    shutil.copytree(war.service.database.folder, folder)
    site = Site(folder)
    with site.service.database.game("mars") as store:
        end_game(store, "everybody is content", clock=site.clock)
    return site


@pytest.fixture
def ada(war: Site) -> Browser:
    """Ada, a player."""
    return sign_in_as(war, "Ada")


def report(browser: Browser, turn: int) -> dict[str, Any]:
    return dict(json.loads(browser.client.get(f"{GAME}/turns/{turn}/report.json").text))


@pytest.fixture
def fought(ada: Browser) -> tuple[int, int, dict[str, Any]]:
    """Return a battle of Ada's: its turn, its event, and her knowledge of it."""
    for turn in range(TURNS, 0, -1):
        document = report(ada, turn)
        for number, event in enumerate(document["events"]):
            if "shots" in event["data"] and "Ada" in event["data"]["sides"]:
                return turn, number, dict(battle_in_report(document, number))
    raise AssertionError("nobody fought")


def test_a_battle_is_told_step_by_step_without_scripts(
    ada: Browser, fought: tuple[int, int, dict[str, Any]]
) -> None:
    turn, number, record = fought
    page = lxml.html.fromstring(ada.open(f"{GAME}/turns/{turn}/battles/{number}").text)
    steps = [step.text_content() for step in page.iterfind(".//span[@class='said']")]
    assert steps == step_texts(record)
    assert len(page.findall(".//div[@class='name']")) == len(record["units"])
    assert not page.xpath("//*[@style]")
    assert not [s for s in page.iter("script") if s.text and s.get("type") is None]


def test_only_battles_can_be_watched(ada: Browser) -> None:
    events = report(ada, TURNS)["events"]
    peaceful = next(n for n, event in enumerate(events) if "shots" not in event["data"])
    for number in (peaceful, len(events), 10**6):
        assert ada.open(f"{GAME}/turns/{TURNS}/battles/{number}").status == 422
        assert ada.open(f"{GAME}/turns/{TURNS}/battles/{number}/odds").status == 422


def test_odds_are_told_when_the_game_is_over_beside_what_came_of_it(
    over: Site, fought: tuple[int, int, dict[str, Any]]
) -> None:
    turn, number, record = fought
    ada = sign_in_as(over, "Ada").open(f"{GAME}/turns/{turn}/battles/{number}/odds")
    assert "Results of 2,000 battles" in ada.words
    for side, name in enumerate(record["sides"]):
        lost = sum(u["destroyed"] for u in record["units"] if u["side"] == side)
        assert re.search(rf"{name} ships lost.*actual: {lost}", ada.words), counted(lost, "ship")


def test_odds_are_not_told_while_the_game_goes_on(
    ada: Browser, fought: tuple[int, int, dict[str, Any]]
) -> None:
    turn, number, _ = fought
    ada.open(f"{GAME}/turns/{turn}/battles/{number}/odds")
    assert "only when the game is over" in ada.words
    assert "<figure" not in ada.text


def test_the_picture_shows_every_run_once(
    over: Site, fought: tuple[int, int, dict[str, Any]]
) -> None:
    _, _, record = fought
    with over.service.database.game("mars") as store:
        battle = odds_of_battle(store, "Ada", record, runs=200)
    odds = battle_odds(battle.many, battle.once, record["empires"])
    assert odds.runs == 200
    assert sum(side.won for side in odds.sides) + odds.undecided == pytest.approx(1)
    for side in odds.sides:
        assert sum(side.columns) == pytest.approx(1)
        assert side.low <= side.middle <= side.high
    picture = odds_picture(odds, WORDS)
    assert picture == odds_picture(odds, WORDS)
    drawn = sum(bool(share) for side in odds.sides for share in side.columns)
    assert picture.count('class="column"') == drawn
