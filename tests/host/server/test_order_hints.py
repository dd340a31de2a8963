"""Suggested orders: they come from a bot, fit the player's orders, and are added by one click."""

from __future__ import annotations

import json
from typing import Any

import lxml.html
import pytest

from horizons_core.plugins.guides import guide_of
from horizons_host import processes
from horizons_host.processes import TooLongError
from horizons_host.server.games import lessons
from horizons_host.server.pages import order_hints
from tests.effort import first
from tests.host.server.browser import Browser, Site
from tests.host.server.games import running_game
from tests.host.server.played import play_game, sign_in_as
from tests.host.server.walks import csrf

GAME = "/games/the-mars-affair"
VARIANTS = ("event_horizon", "galaxy_g", "far_horizons", "campaign2e", "starcluster")
CASES = [f"{variant} {turns}" for turns in (1, 0) for variant in VARIANTS]


def section(browser: Browser, game: str = GAME, orders: str = "") -> Any:
    """Return the list of suggestions for a text."""
    form = {"_csrf_token": csrf(browser), "orders": orders}
    answer = browser.client.post(f"{game}/orders/hints", data=form)
    return lxml.html.fromstring(answer.text).get_element_by_id("hints")


def suggested(part: Any) -> list[list[str]]:
    """Return the lines of each suggestion."""
    return [json.loads(lines) for lines in part.xpath(".//input[@name='suggested']/@value")]


def checked(browser: Browser, game: str, orders: str) -> Any:
    form = {"_csrf_token": csrf(browser), "orders": orders}
    return browser.client.post(f"{game}/orders/check", data=form).json()


def add(browser: Browser, game: str, orders: str, lines: list[str]) -> Any:
    """Return the answer to the button of a suggestion."""
    form = {"_csrf_token": csrf(browser), "orders": orders, "suggested": json.dumps(lines)}
    return browser.client.post(f"{game}/orders/line", data=form).json()


@pytest.fixture
def ada(site: Site) -> Browser:
    """Ada, who plays Event Horizon against Brin."""
    return running_game(site)["Ada"].open(GAME)


@pytest.mark.parametrize("case", first(CASES, 5))
def test_each_game_suggests_orders_with_reasons_that_can_be_added_one_after_the_other(
    site: Site, case: str
) -> None:
    variant, turns = case.split()
    hints = guide_of(variant).hints
    assert hints
    game = f"/games/{play_game(site, variant, int(turns), bot=hints.bots[0])}"
    ada = sign_in_as(site, "Ada").open(game)
    part = section(ada, game)
    all_lines = suggested(part)
    assert 1 <= len(all_lines) <= order_hints.MAX_HINTS
    assert all_lines == suggested(section(ada, game)), "no dice"
    for row in part.xpath(".//li"):
        assert row.xpath("string(.//strong)")
        assert row.xpath("string(.//span)") in hints.reasons.values()
    text = ""
    for lines in all_lines:
        text = add(ada, game, text, lines)["text"]
    answer = checked(ada, game, text)
    assert [line for line in answer["lines"] if line["diagnostics"]] == []
    left = suggested(section(ada, game, text))
    assert [lines for lines in all_lines if lines in left] == []


def test_orders_of_the_text_are_kept_and_none_of_their_units_gets_another(site: Site) -> None:
    game = f"/games/{play_game(site, 'event_horizon', 1, bot='greedy')}"
    ada = sign_in_as(site, "Ada").open(game)
    moves = [lines[0] for lines in suggested(section(ada, game)) if lines[0].startswith("MOVE")]
    _, ship, way = moves[0].split()
    other = f"MOVE {ship} {'W' if way != 'W' else 'E'}"
    again = [lines[0] for lines in suggested(section(ada, game, other))]
    assert not [line for line in again if line.startswith(f"MOVE {ship} ")]
    assert add(ada, game, other, [moves[1]])["text"] == f"{other}\n{moves[1]}\n"


def test_an_order_comes_with_those_that_make_what_it_names(site: Site) -> None:
    game = f"/games/{play_game(site, 'galaxy_g', 1, bot='settler')}"
    ada = sign_in_as(site, "Ada").open(game)
    lines = suggested(section(ada, game))[0]
    assert [line.split()[0] for line in lines] == ["B", "S"], "the group to send is broken off"


def test_what_many_orders_need_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    monkeypatch.setattr(order_hints, "_unknown_names", lambda *_: calls.append(1) or ["a", "b"])
    orders: Any = range(100)
    monkeypatch.setattr(order_hints, "_mentions", lambda number, name: len(calls) > 1_000)
    board: Any = None
    assert order_hints._with_needed(board, orders, 99) == set(range(100))
    assert len(calls) == 100


def test_without_scripts_a_suggestion_is_added_to_the_text_on_the_page(ada: Browser) -> None:
    (lines, *_) = suggested(section(ada))
    form = {"_csrf_token": csrf(ada), "orders": "NAME 1 Rose", "do": "add", "page": "game"}
    answer = ada.client.post(f"{GAME}/orders", data={**form, "suggested": json.dumps(lines)})
    text = lxml.html.fromstring(answer.text).get_element_by_id("orders").text
    assert text.split("\n")[1:3] == ["NAME 1 Rose", *lines]


@pytest.mark.parametrize("lines", ["", "[", "{}", "[]", "[1]", '[" "]', json.dumps(["x"] * 30)])
def test_what_is_no_suggestion_is_not_added(ada: Browser, lines: str) -> None:
    form = {"_csrf_token": csrf(ada), "orders": "", "suggested": lines}
    assert ada.client.post(f"{GAME}/orders/line", data=form).status_code == 422


@pytest.mark.parametrize("is_forbidden", [True, False])
def test_a_game_may_forbid_suggestions(site: Site, is_forbidden: bool) -> None:
    fields = {"no_hints": "yes"} if is_forbidden else {}
    ada = running_game(site, **fields)["Ada"].open(GAME)
    form = {"_csrf_token": csrf(ada), "orders": ""}
    answer = ada.client.post(f"{GAME}/orders/hints", data=form)
    assert (answer.status_code == 404) is is_forbidden
    for page in (GAME, f"{GAME}/orders"):
        assert ("Suggest orders" in ada.open(page).text) is not is_forbidden


def test_a_game_without_a_bot_says_so(ada: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (lessons, order_hints):
        monkeypatch.setattr(module, "PLAIN_BOTS", ("random", "idle", "greedy", "admiral"))
    assert "no bot that could suggest orders" in section(ada).text_content()


def test_a_bot_of_other_rules_has_a_time_limit(
    ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def take_too_long(*_: Any) -> None:
        raise TooLongError("the rules take more than 5 seconds to suggest orders")

    monkeypatch.setattr(processes, "is_bounded", lambda _: True)
    monkeypatch.setattr(processes, "call", take_too_long)
    form = {"_csrf_token": csrf(ada), "orders": ""}
    answer = ada.client.post(f"{GAME}/orders/hints", data=form)
    assert answer.status_code == 422
    assert "take more than 5 seconds" in answer.text
