"""The replay of a game as far as the player knows it: one page per turn, with marks."""

from __future__ import annotations

import json
import re
from typing import Any

import lxml.html
import pytest

from tests.host.server.browser import Browser, Site
from tests.host.server.games import running_game
from tests.host.server.played import WAR_TURNS as TURNS
from tests.host.server.played import begin_war, sign_in_as

GAME = "/games/mars"


@pytest.fixture(scope="module")
def war(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A game of Event Horizon with battles."""
    site = Site(tmp_path_factory.mktemp("war") / "server")
    begin_war(site)
    return site


@pytest.fixture
def ada(war: Site) -> Browser:
    """Ada, a player."""
    return sign_in_as(war, "Ada")


def report(browser: Browser, turn: int) -> dict[str, Any]:
    return dict(json.loads(browser.client.get(f"{GAME}/turns/{turn}/report.json").text))


def ticks(browser: Browser) -> dict[int, Any]:
    page = lxml.html.fromstring(browser.text)
    return {int(tick.get("data-frame")): tick for tick in page.iterfind(".//li[@data-frame]")}


def test_the_replay_opens_at_the_last_turn_and_leads_back_without_scripts(ada: Browser) -> None:
    ada.open(f"{GAME}/replay")
    assert f'rel="prev" href="{GAME}/replay/{TURNS - 1}"' in ada.text
    assert f'rel="next" href="{GAME}/replay/1"' in ada.open(f"{GAME}/replay/0").text
    assert list(ticks(ada)) == list(range(TURNS + 1))


def test_turns_with_battles_are_marked(ada: Browser) -> None:
    by_turn = ticks(ada.open(f"{GAME}/replay"))
    fought = {
        turn
        for turn in range(TURNS + 1)
        if any("shots" in event["data"] for event in report(ada, turn)["events"])
    }
    assert fought
    marked = {turn for turn, tick in by_turn.items() if tick.xpath(".//*[@class='sign battles']")}
    assert marked == fought


def test_somebody_is_met_once(ada: Browser) -> None:
    ada.open(f"{GAME}/replay")
    met = re.findall(r'title="First contact: ([^"]*)"', ada.text)
    names = [name for text in met for name in text.split(", ")]
    assert names
    assert len(names) == len(set(names))
    assert set(names) <= {"Brin", "Cato"}


def test_the_map_of_a_turn_is_the_one_on_its_page(ada: Browser) -> None:
    alone, _, _ = ada.client.get(f"{GAME}/turns/4/map").text.partition("<template")
    assert alone.startswith('<div class="hz-figure">')
    assert alone in ada.open(f"{GAME}/replay/4").text
    assert alone in ada.open(f"{GAME}/turns/4").text
    assert ada.client.get(f"{GAME}/turns/{TURNS + 1}/map").status_code == 404


def test_the_map_of_a_turn_comes_with_the_moves_of_own_ships(ada: Browser) -> None:
    moved = 0
    for turn in range(1, TURNS + 1):
        before, after = (
            {ship["number"]: ship["sector"] for ship in report(ada, n)["view"]["ships"]}
            for n in (turn - 1, turn)
        )
        text = ada.client.get(f"{GAME}/turns/{turn}/map").text
        template = lxml.html.fromstring(text).xpath("//template")[0]
        moves = {(move["from"], move["to"]) for move in json.loads(template.get("data-moves"))}
        assert moves == {
            (before[n], after[n]) for n in before if n in after and before[n] != after[n]
        }
        moved += len(moves)
    assert moved


def test_a_replay_contains_only_the_players_own_reports(war: Site, ada: Browser) -> None:
    brin = sign_in_as(war, "Brin")
    assert ada.open(f"{GAME}/replay/{TURNS}").text != brin.open(f"{GAME}/replay/{TURNS}").text
    assert war.person("Eve").open(f"{GAME}/replay/{TURNS}").status == 404


def test_perspectives_of_others_open_to_players_with_the_archive_and_not_before(site: Site) -> None:
    game = "/games/the-mars-affair"
    people = running_game(site)
    ada, cleo = people["Ada"], people["Cleo"]
    paths = [
        f"{game}/perspectives",
        f"{game}/perspectives/Brin/replay",
        f"{game}/perspectives/Brin/turns/0/map",
    ]
    for path in paths:
        assert ada.open(path).status == 404
    words = {"reason": "by agreement", "name": "The Mars affair"}
    cleo.open(f"{game}/desk").send(f"{game}/desk/end", **words)
    assert ada.open(paths[1]).status == 404
    cleo.open(f"{game}/desk").send(f"{game}/desk/archive")
    site.work()
    assert ada.open(f"{game}/perspectives").path == f"{game}/perspectives/Ada/replay"
    drawing = ada.open(paths[2]).text.partition("<template")[0]
    assert drawing in people["Brin"].open(f"{game}/turns/0").text
    report = re.search(rf'href="({game}/archive/reports/[^"]*)"', ada.open(paths[1]).text)
    assert report
    assert "Brin" in ada.open(report[1]).words
    assert ada.open(f"{game}/perspectives/Nobody/replay").status == 404
