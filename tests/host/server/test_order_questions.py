"""What a player has to decide this turn is asked first, on pages with and without scripts."""

from __future__ import annotations

import json
from typing import Any

import lxml.html

from horizons_host.games.edits import edit_game
from tests.host.server.browser import Browser, Site
from tests.host.server.games import running_game
from tests.host.server.played import run
from tests.host.server.walks import csrf

KEY = "the-mars-affair"
GAME = f"/games/{KEY}"
#: A frigate of each player in a hex, and another one alone.
GROUPS = [
    {"owner": "Ada", "at": "4,6", "name": "Scout", "ships": [{"design": "Heron"}]},
    {"owner": "Ada", "at": "9,9", "name": "Other", "ships": [{"design": "Heron"}]},
    {"owner": "Brin", "at": "4,6", "name": "Raid", "ships": [{"design": "Heron"}]},
]


def stances(word: str) -> dict[str, Any]:
    return {"Ada": {"stances": {"Brin": word}}, "Brin": {"stances": {"Ada": word}}}


def begin(site: Site, groups: list[dict[str, Any]] = GROUPS, stance: str = "NEUTRAL") -> Browser:
    """Open Ada's page of a game after a turn in which groups of allies have been in one hex."""
    ada = running_game(site, "campaign2e")["Ada"]

    def edit(state: dict[str, Any]) -> None:
        with site.service.database.game(KEY) as store:
            edit_game(store, json.dumps({"state": state}), "a test", "state", clock=site.clock)

    edit({"remove": ["forces"], "groups": groups, "players": stances("ALLY")})
    run(site, KEY, ("Ada", "Brin"), "idle")
    if stance != "ALLY":
        edit({"players": stances(stance)})
    return ada.open(GAME)


def asked(browser: Browser) -> list[str]:
    page = lxml.html.fromstring(browser.text)
    return [p.text_content() for p in page.xpath("//section[@id='questions']//li//p")]


def test_a_group_that_has_met_another_player_is_asked_about(site: Site) -> None:
    ada = begin(site)
    question = "Scout and Brin are both in 4,6. Will Scout engage or withdraw?"
    assert asked(ada) == [question]


def test_nothing_is_asked_about_allies(site: Site) -> None:
    assert asked(begin(site, stance="ALLY")) == []


def test_nothing_is_asked_if_nobody_else_is_there(site: Site) -> None:
    assert asked(begin(site, GROUPS[:2])) == []


def test_without_scripts_the_answer_begins_with_what_is_known(site: Site) -> None:
    ada = begin(site)
    row = lxml.html.fromstring(ada.text).xpath("//section[@id='questions']//li")[0]
    form = {field.get("name"): field.get("value") or "" for field in row.xpath(".//input")}
    assert (form["command"], json.loads(form["chosen"])) == ("CONTACT", {"group": "Scout"})
    answer = ada.client.post(f"{GAME}/orders/forms", data={**form, "orders": ""})
    assert answer.status_code == 200
    assert "ATTACK" in answer.text


def test_the_check_names_the_order_that_answers(site: Site) -> None:
    ada = begin(site)
    form = {"_csrf_token": csrf(ada), "orders": "CONTACT Scout ATTACK"}
    checked = ada.client.post(f"{GAME}/orders/check", data=form).json()
    (line,) = checked["named"]
    assert line["command"] == "CONTACT"
    assert [name for _, name in line["names"]] == ["Scout"]
