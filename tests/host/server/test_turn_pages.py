"""A player's turns as pages: important events first, their reasons, and links to the map."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import lxml.html
import pytest

import horizons_core as hz
from tests.host.server.browser import Browser, Site
from tests.host.server.played import WAR_TURNS as TURNS
from tests.host.server.played import begin_war, play_game, sign_in_as

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


def fought(browser: Browser) -> int:
    """Return the first turn with a known battle."""
    turns = (n for n in range(TURNS + 1) if _battles(report(browser, n)))
    return next(turns)


def _battles(document: dict[str, Any]) -> list[int]:
    return [n for n, event in enumerate(document["events"]) if "shots" in event["data"]]


def headings(browser: Browser) -> list[str]:
    page = lxml.html.fromstring(browser.text)
    return [" ".join(heading.text_content().split()) for heading in page.iter("h2")]


def test_losses_and_battles_stand_before_routine(ada: Browser) -> None:
    ada.open(f"{GAME}/turns/{fought(ada)}")
    titles = [t for t in headings(ada) if t.startswith(("Losses", "Battles", "Routine"))]
    assert titles == sorted(titles, key=lambda t: "LBR".index(t[0]))
    assert any(t.startswith("Battles") for t in titles)
    assert titles[-1].startswith("Routine")


def test_every_event_of_the_report_is_on_its_page_and_asks_why(ada: Browser) -> None:
    turn = fought(ada)
    ada.open(f"{GAME}/turns/{turn}")
    numbers = {int(n) for n in re.findall(rf'{GAME}/turns/{turn}/why/(\d+)"', ada.text)}
    assert numbers == set(range(len(report(ada, turn)["events"])))


def test_why_gives_the_clause_that_an_event_follows_from(ada: Browser) -> None:
    turn = fought(ada)
    number = _battles(report(ada, turn))[0]
    event = report(ada, turn)["events"][number]
    ada.open(f"{GAME}/turns/{turn}/why/{number}")
    rules = hz.load_variant("event_horizon").rules
    assert event["text"] in ada.words
    for rule in event["rules"]:
        assert " ".join(rules[rule].rule.split()) in ada.words


def test_there_is_no_why_beyond_the_last_event(ada: Browser) -> None:
    ada.open(f"{GAME}/turns/0/why/9999")
    assert ada.status == 422
    assert "has no event" in ada.words


def test_links_to_places_lead_to_places_of_the_map(ada: Browser) -> None:
    page = lxml.html.fromstring(ada.open(f"{GAME}/turns/{TURNS}").text)
    links = {link.get("href") for link in page.iterfind(".//a[@class='there']")}
    assert links
    places = {f"#{element.get('id')}" for element in page.iter() if element.get("data-place")}
    assert links <= places


def test_turns_lead_to_the_one_before_and_the_one_after(ada: Browser) -> None:
    ada.open(f"{GAME}/turns/3")
    assert f'rel="prev" href="{GAME}/turns/2"' in ada.text
    assert f'rel="next" href="{GAME}/turns/4"' in ada.text
    assert 'rel="prev"' not in ada.open(f"{GAME}/turns/0").text
    assert 'rel="next"' not in ada.open(f"{GAME}/turns/{TURNS}").text


def test_each_list_of_ways_on_a_page_has_a_name_of_its_own(ada: Browser) -> None:
    page = lxml.html.fromstring(ada.open(f"{GAME}/turns/2").text)
    names = page.xpath("//nav/@aria-label")
    assert len(names) > 3
    assert sorted(set(names)) == sorted(names)


def test_a_turn_that_is_still_to_come_is_nowhere(ada: Browser) -> None:
    assert ada.open(f"{GAME}/turns/{TURNS + 1}").status == 404


def test_figures_say_how_much_has_changed_since_the_turn_before(ada: Browser) -> None:
    now, then = (len(report(ada, n)["view"]["ships"]) for n in (TURNS, TURNS - 1))
    assert now > then
    words = ada.open(f"{GAME}/turns/{TURNS}").words
    assert re.search(rf"Ships ?{now} ▲ {now - then}\b", words)


def test_all_turns_are_listed_the_last_first(ada: Browser) -> None:
    ada.open(f"{GAME}/turns")
    listed = re.findall(rf'class="turn" href="{GAME}/turns/(\d+)"', ada.text)
    assert [int(number) for number in listed] == list(range(TURNS, -1, -1))


@pytest.mark.parametrize(
    "variant",
    [
        v if v in {"campaign2e", "far_horizons"} else pytest.param(v, marks=pytest.mark.slow)
        for v in sorted(hz.variants())
    ],
)
def test_the_pages_of_a_turn_are_made_for_every_game(variant: str, tmp_path: Path) -> None:
    site = Site(tmp_path / "server")
    play_game(site, variant, 1)
    ada = sign_in_as(site, "Ada")
    for path in (f"{GAME}/turns", f"{GAME}/turns/0", f"{GAME}/turns/1"):
        assert ada.open(path).status == 200, ada.words
    assert ada.text.count("style=") == 0
    events = report(ada, 1)["events"]
    assert len(set(re.findall(r"/turns/1/why/\d+", ada.text))) == len(events)


@pytest.mark.parametrize("page", ["turns", f"turns/{TURNS}", "replay", "charts", "diary"])
def test_all_that_tells_of_turns_lies_behind_the_reports(ada: Browser, page: str) -> None:
    ada.open(f"{GAME}/{page}")
    ways = lxml.html.fromstring(ada.text).find_class("ways")[0].iter("a")
    assert [link.text_content() for link in ways if link.get("aria-current")] == ["Reports"]
