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


def filled(ada: Browser, command: str, chosen: dict[str, Any], values: dict[str, str]) -> Any:
    """Return the answer with the card of a command after values are set on it."""
    fields = {"values": json.dumps(values), "preview": "1"}
    return compose(ada, command, chosen, **fields).json()


def figures_of(answer: Any) -> dict[str, str]:
    """Return the figures of a card by their labels."""
    return {figure["label"]: figure["value"] for figure in answer["card"]["figures"]}


def test_a_design_of_galaxy_g_shows_its_mass_speed_and_price(site: Site) -> None:
    ada = ada_in(site, "galaxy_g")
    (hauler,) = (p for p in card_of(ada, "D", {})["presets"] if p["label"] == "Light Hauler")
    answer = filled(ada, "D", {}, hauler["values"])
    assert answer["line"] == 'D "Light Hauler" 4 0 0 0 3'
    figures = figures_of(answer)
    assert (figures["mass"], figures["price"]) == ("7", "70 points, 7 materials")
    answer = filled(ada, "D", {}, {**hauler["values"], "drive": "0.5"})
    assert answer["card"]["figures"][-1]["warning"]
    answer = filled(ada, "D", {}, {**hauler["values"], "drive": "0"})
    assert {"label": "can't move", "value": "", "warning": True} in answer["card"]["figures"]


def test_a_class_of_starcluster_is_designed_system_by_system(site: Site) -> None:
    ada = ada_in(site, "starcluster")
    card = card_of(ada, "DESIGN", {})
    values = {"hull": "DD", "design": "[(II)1]", "name": "Fox"}
    answer = filled(ada, "DESIGN", {}, {**values, "design/Q1": "2", "design/S1": "1"})
    assert answer["line"] == "DESIGN Fox DD [S1][(QQ)1][(II)1]"
    numbers = {f["name"]: f["value"] for f in answer["card"]["fields"] if "/" in f["name"]}
    assert {name: n for name, n in numbers.items() if n != "0"} == {
        "design/S1": "1",
        "design/Q1": "2",
        "design/I1": "2",
    }
    assert figures_of(answer)["hull spaces"].startswith("5 of ")
    assert any(figure["warning"] for figure in answer["card"]["figures"]), "too slow"
    for name in ("design/Z9", "design/S99", "design/"):  # nobody offers these
        assert filled(ada, "DESIGN", {}, {**values, name: "9"})["line"] == "DESIGN Fox DD [(II)1]"
    longest = filled(ada, "DESIGN", {}, {**values, "design/S1": "9" * 12})
    assert figures_of(longest)["hull spaces"].startswith("1000 of ")
    warship = filled(ada, "DESIGN", {}, card["presets"][0]["values"])
    assert not [figure for figure in warship["card"]["figures"] if figure["warning"]]


def test_a_new_class_of_starcluster_can_be_built_at_once(site: Site) -> None:
    ada = ada_in(site, "starcluster")
    board = post_orders(ada, "check", orders="", board="1").json()["board"]
    (design,) = (command for command in board["commands"] if command["keyword"] == "DESIGN")
    assert design["then"] == {"command": "BUILD", "arguments": {"class": "name"}}
    orders = "DESIGN Falcon EX [(SSSSSS)1][(LLLL)1][Y1][(QQ)1][(III)1]\n"
    step = compose(ada, "BUILD", {"class": "Falcon"}, orders=orders).json()["step"]
    assert (step["name"], len(step["choices"])) == ("yard", 1)
    chosen = {"class": "Falcon", "yard": step["choices"][0]["value"]}
    number = compose(ada, "BUILD", chosen, orders=orders, preview="1").json()["step"]
    assert (number["name"], number["range"]["low"]) == ("number", 1)


def test_a_market_of_the_campaign_sells_several_ships_at_once(site: Site) -> None:
    ada = ada_in(site, "campaign2e")
    world = compose(ada, "BUY", {}).json()["step"]["choices"][0]["value"]
    values = {f"BUY {world} Heron": "2", f"BUY {world} Glimmer": "1"}
    fields = {"values": json.dumps(values), "add": "1"}
    text = compose(ada, "BUY", {"world": world}, **fields).json()["text"]
    assert sorted(text.splitlines()) == [f"BUY Glimmer 1 AT {world}", f"BUY Heron 2 AT {world}"]
    shop = card_of(ada, "BUY", {"world": world}, orders=text)
    counts = {field["name"]: field["value"] for field in shop["fields"] if field["value"] != "0"}
    assert counts == values
    too_many = json.dumps({f"BUY {world} Heron": "9999"})
    refused = compose(ada, "BUY", {"world": world}, values=too_many, add="1")
    assert refused.status_code == 422


def test_an_encounter_of_the_campaign_has_its_usual_answers(site: Site) -> None:
    ada = ada_in(site, "campaign2e")
    presets = card_of(ada, "CONTACT", {"group": "g1"})["presets"]
    lines = [filled(ada, "CONTACT", {"group": "g1"}, p["values"])["line"] for p in presets]
    place = presets[-1]["values"]["place"]
    assert lines == [
        "CONTACT g1 ATTACK",
        "CONTACT g1 ATTACK IF EQUAL",
        f"CONTACT g1 ATTACK IF EQUAL ELSE WITHDRAW TO {place}",
        f"CONTACT g1 WITHDRAW TO {place}",
    ]
