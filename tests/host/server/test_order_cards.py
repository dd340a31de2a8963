"""Cards of the games on the game page: what they show, and the orders that they write."""

from __future__ import annotations

import json
from typing import Any

from tests.host.server.browser import Browser, Site
from tests.host.server.games import running_game
from tests.host.server.test_order_page import GAME, compose, post_orders

EARTH = {"producer": "PL Ada Prime"}


def ada_in(site: Site, variant: str) -> Browser:
    """Ada on the game page of a new game against Brin."""
    return running_game(site, variant, players=("Ada", "Brin"))["Ada"].open(GAME)


def card_of(ada: Browser, command: str, chosen: dict[str, Any], **fields: str) -> Any:
    """Return the card of a command, given the arguments before it."""
    fields = {"values": "{}", "preview": "1", **fields}
    answer = compose(ada, command, chosen, **fields)
    return answer.json()["card"]


def test_a_planet_of_far_horizons_shows_all_that_it_can_produce(site: Site) -> None:
    ada = ada_in(site, "far_horizons")
    shop = card_of(ada, "RESEARCH", EARTH)
    headings = list(dict.fromkeys(field["heading"] for field in shop["fields"]))
    assert headings[0] == "Research"
    assert set(headings) == {"Research", "Ships", "Items", "Sub-light ships", "Defence"}
    costs = {field["name"]: field["range"]["cost"]["amount"] for field in shop["fields"]}
    assert costs["SHIPYARD PL Ada Prime"] > costs["RESEARCH PL Ada Prime GV"] == 1


def test_numbers_of_a_shop_become_orders_each_in_its_section_and_change_them(site: Site) -> None:
    ada = ada_in(site, "far_horizons")
    values = {"RESEARCH PL Ada Prime GV": "20", "BUILD PL Ada Prime PD": "3"}
    text = "START PRE-DEPARTURE\nEND\n"

    def write(text: str, **values: str) -> str:
        fields = {"orders": text, "values": json.dumps(values), "add": "1"}
        written: str = compose(ada, "RESEARCH", EARTH, **fields).json()["text"]
        return written

    text = write(text, **values)
    production = [
        "START PRODUCTION",
        "  PRODUCTION PL Ada Prime",
        "  RESEARCH 20 GV",
        "  BUILD 3 PD",
    ]
    assert text.splitlines() == ["START PRE-DEPARTURE", "END", *production, "END"]
    shop = card_of(ada, "BUILD", EARTH, orders=text)
    counts = {field["name"]: field["value"] for field in shop["fields"]}
    assert {name: count for name, count in counts.items() if count != "0"} == values
    # Nothing else changes: not the comment, not the other order.
    text = text.replace("GV", "GV ; faster")
    assert write(text) == text
    changed = write(text, **{"RESEARCH PL Ada Prime GV": "25"})
    assert changed == text.replace("20 GV", "25 GV")
    removed = write(text, **{"BUILD PL Ada Prime PD": "0"})
    assert removed == text.replace("  BUILD 3 PD\n", "")


def test_orders_that_a_shop_cannot_show_are_changed_step_by_step(site: Site) -> None:
    ada = ada_in(site, "far_horizons")
    text = "START PRODUCTION\nPRODUCTION PL Ada Prime\nBUILD 3 PD\nBUILD DD Hen, 50\nEND\n"
    shown = [
        post_orders(ada, "line", orders=text, edit=str(line)).json()["stepwise"] for line in (3, 4)
    ]
    assert shown == [False, True]
