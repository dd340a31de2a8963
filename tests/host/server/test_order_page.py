"""Orders on the game page and without scripts: data for scripts, forms, versions, and drafts."""

from __future__ import annotations

import json
import re
from typing import Any

import lxml.html
import pytest

from horizons_core.model import Thing
from horizons_host.games import order_intake
from horizons_host.games.order_claims import ExaminedOrders, OrderClaim, examine_claim
from horizons_host.server.accounts import accounts
from horizons_host.server.games import order_board
from horizons_host.server.games.seats import leave_running_game
from horizons_host.server.pages import order_forms
from horizons_host.server.pages.order_view import changed_things
from tests.host.server.browser import Browser, Site
from tests.host.server.games import running_game
from tests.host.server.test_calls import program
from tests.host.server.walks import csrf

GAME = "/games/the-mars-affair"
ORDERS = f"{GAME}/orders"
GAMES = ("event_horizon", "galaxy_g", "far_horizons", "campaign2e", "starcluster")


def post_orders(browser: Browser, action: str, **fields: str) -> Any:
    """Return the answer to a request of the page's script."""
    data = {"_csrf_token": csrf(browser), **fields}
    return browser.client.post(f"{ORDERS}/{action}", data=data)


def tags(browser: Browser) -> Any:
    """Return the parsed page of a browser."""
    return lxml.html.fromstring(browser.text)


@pytest.fixture
def ada(site: Site) -> Browser:
    """Ada on the game page; she plays Event Horizon against Brin."""
    return running_game(site)["Ada"].open(GAME)


def test_the_page_has_the_own_map_and_nothing_that_a_strict_policy_forbids(ada: Browser) -> None:
    page = tags(ada)
    assert len(page.xpath("//*[@id='map']//svg//*[@data-place]")) > 20
    assert not page.xpath("//*[@style] | //style | //script[not(@src)]")
    attributes = {name for e in page.iter() if isinstance(e.tag, str) for name in e.attrib}
    assert not {name for name in attributes if name.startswith("on")}


def test_pages_show_whether_orders_are_missing_a_draft_or_final(ada: Browser) -> None:
    def shown_states() -> list[str]:
        stands = tags(ada.open(ORDERS)).xpath("//p[starts-with(@class, 'stand ')]")
        game = tags(ada.open(GAME)).get_element_by_id("game")
        return [*(stand.get("class").split()[1] for stand in stands), game.get("data-status")]

    assert shown_states() == ["none", "none"]
    ada.send(ORDERS, orders="MOVE 1 E", do="draft")
    assert shown_states() == ["draft", "draft"]
    ada.open(ORDERS).send(f"{ORDERS}/mark", do="final")
    assert ada.path == ORDERS
    assert shown_states() == ["final", "final"]
    assert "Orders submitted. Waiting for Brin." in ada.words
    ada.send(f"{ORDERS}/mark", do="draft")
    assert ada.path == GAME
    assert shown_states() == ["draft", "draft"]


def test_scripts_are_told_what_is_wrong_in_which_line_and_where_orders_lead(ada: Browser) -> None:
    answer = post_orders(ada, "check", orders="MOVE 1 E\nMOVE 99 E\n", board="1").json()
    assert [line["line"] for line in answer["lines"] if line["diagnostics"]] == [2]
    assert answer["named"][0] == {"line": 1, "command": "MOVE", "names": [["mothership", "1"]]}
    (move,) = answer["moves"]
    home = next(entry for entry in answer["board"]["things"] if entry[:2] == ["1", "mothership"])
    assert move["line"] == 1
    assert move["from"] == home[2] != move["to"]
    assert "Forecast" in answer["forecast"]
    assert "No orders yet" in ada.open(ORDERS).words, "nothing of it is stored"


def test_an_empty_text_is_no_mistake_while_one_writes(ada: Browser) -> None:
    assert post_orders(ada, "check", orders="\n", board="1").json()["board"]["commands"]


def compose(browser: Browser, command: str, chosen: dict[str, Any], **fields: str) -> Any:
    """Return the answer to a request of the page's script for the next step of an order."""
    data = {"orders": "", "command": command, "chosen": json.dumps(chosen), **fields}
    return post_orders(browser, "line", **data)


def test_an_order_is_composed_step_by_step_and_written_into_the_text(ada: Browser) -> None:
    step = compose(ada, "MOVE", {}).json()["step"]
    assert (step["name"], step["choices"][0]["value"]) == ("ship", "1")
    step = compose(ada, "MOVE", {"ship": "1"}).json()["step"]
    places = {choice["place"] for choice in step["choices"]}
    assert len(places) == 6
    assert places <= {e.get("data-place") for e in tags(ada).xpath("//*[@data-place]")}
    answer = compose(ada, "MOVE", {"ship": "1", "direction": "NE"}, orders="; mine\n")
    assert answer.json() == {"text": "; mine\nMOVE 1 NE\n", "number": 2, "line": "MOVE 1 NE"}


def test_the_choices_are_those_after_the_orders_above(
    ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def most(orders: str, **fields: str) -> int:
        answer = compose(ada, "BUILD", {"count": 1}, orders=orders, preview="1", **fields)
        step = answer.json()["step"]
        assert step["name"] == "thrusters"
        return int(step["range"]["high"])

    assert most("MOVE 1 E") == 8, "moves come after construction"
    assert most("BUILD 1 1 2 0 0") == 6
    assert most("BUILD 1 1 99 0 0") == 8, "it is refused"
    assert most("BUILD 1 1 2 0 0\nBUILD 1 2 3 0 0") == 3
    assert most("BUILD 1 1 2 0 0\nBUILD 1 2 3 0 0", replace="2") == 6
    monkeypatch.setattr(order_board, "MAX_STEPS", 1)
    assert most("BUILD 1 1 2 0 0\nBUILD 1 1 4 0 0") == 8, "a check takes too much work"
    chosen = json.dumps({"count": 1})
    form = post_orders(ada, "forms", command="BUILD", chosen=chosen, orders="BUILD 1 1 2 0 0")
    assert 'max="6"' in form.text


def test_commands_and_arguments_are_named_in_the_reader_s_language(ada: Browser) -> None:
    ada.client.headers["Accept-Language"] = "de"
    board = post_orders(ada, "check", orders="", board="1").json()["board"]
    names = {command["keyword"]: command["label"] for command in board["commands"]}
    assert names == {"BUILD": "Schiffe bauen", "MOVE": "Ziehen", "NAME": "Umbenennen"}
    assert compose(ada, "MOVE", {"ship": "1"}).json()["step"]["label"] == "Richtung"


def test_the_budget_is_what_the_orders_leave(ada: Browser) -> None:
    idle, busy = (
        post_orders(ada, "check", orders=text, board="1").json()
        for text in ("", "BUILD 2 0 1 0 0\n")
    )
    assert idle["stocks"] == idle["board"]["stocks"] == busy["board"]["stocks"]
    spent = {name: rest - busy["stocks"][name] for name, rest in idle["stocks"].items()}
    assert spent == {"hull": 0, "thruster": 2, "weapon": 0, "shield": 0}


def test_the_budget_does_not_depend_on_where_the_mothership_will_mine(ada: Browser) -> None:
    idle, away = (post_orders(ada, "check", orders=text).json() for text in ("", "MOVE 1 E\n"))
    assert away["stocks"] == idle["stocks"]


def test_an_order_without_its_optional_arguments_is_added_on_demand(ada: Browser) -> None:
    parts = {"count": 1, "thrusters": 1, "weapons": 0, "shields": 0, "hull": 5}
    answer = compose(ada, "BUILD", parts).json()
    assert (answer["step"]["name"], answer["step"]["optional"]) == ("name", True)
    assert answer["line"] == "BUILD 1 5 1 0 0"
    assert compose(ada, "BUILD", parts, add="1").json()["text"] == "BUILD 1 5 1 0 0\n"


def test_numbers_come_together_on_a_card_with_what_comes_of_them(ada: Browser) -> None:
    ada.client.headers["Accept-Language"] = "de"
    card = compose(ada, "BUILD", {}, values="{}", preview="1").json()["card"]
    names = ["count", "thrusters", "weapons", "shields", "hull", "name"]
    assert [field["name"] for field in card["fields"]] == names
    (warship,) = (preset for preset in card["presets"] if preset["label"] == "Kriegsschiff")
    values = json.dumps(warship["values"])
    answer = compose(ada, "BUILD", {}, values=values, preview="1").json()
    assert answer["line"] == "BUILD 1 12 1 4 2"
    speed = {"label": "Geschwindigkeit", "value": "1 Sektor", "warning": False}
    assert answer["card"]["figures"][0] == speed
    answer = compose(ada, "BUILD", {}, values='{"hull": "7", "weapons": 9}', preview="1").json()
    faults = {field["name"]: field["fault"] for field in answer["card"]["fields"]}
    assert (faults["weapons"], faults["hull"]) == ("von 1 bis 8", "von 20 bis 20")
    assert answer["line"] is None
    for values in ('["1"]', '{"hull": NaN}', '{"hull": ' + "9" * 400 + "}"):
        assert compose(ada, "BUILD", {}, values=values).status_code == 422


@pytest.mark.parametrize(
    ("command", "chosen", "message"),
    [
        ("MOVE", '{"ship": "1"', "the form is incomplete"),
        ("MOVE", "[" * 100_000, "the form is incomplete"),
        ("MOVE", '["1"]', "the form is incomplete"),
        ("MOVE", '{"boat": "1"}', "MOVE has no argument 'boat'"),
        ("MOVE", '{"ship": {}}', "MOVE: {} is not a value for 'ship'"),
        ("MOVE", '{"ship": NaN}', "these arguments are too many or too large"),
        ("MOVE", f'{{"ship": {"9" * 400}}}', "these arguments are too many or too large"),
        ("MOVE", f'{{"ship": "{"9" * 5000}"}}', "these arguments are too many or too large"),
        ("MOVE", f'{{"ship": [{"1, " * 500}1]}}', "these arguments are too many or too large"),
        ("DANCE", "{}", "event_horizon has no order 'DANCE'"),
    ],
)
def test_an_order_that_cannot_be_composed_is_refused_in_words(
    ada: Browser, command: str, chosen: str, message: str
) -> None:
    answer = post_orders(ada, "line", orders="", command=command, chosen=chosen)
    assert (answer.status_code, answer.json()["message"]) == (422, message)


def test_an_order_that_is_added_too_early_is_refused(ada: Browser) -> None:
    answer = compose(ada, "MOVE", {"ship": "1"}, add="1")
    assert (answer.status_code, answer.json()["message"]) == (422, "MOVE: direction is missing")


@pytest.mark.parametrize(
    ("answers", "line"),
    [
        ([("value", "1"), ("value", "NE")], "MOVE 1 NE"),
        ([*[("value", n) for n in "11005"], ("leave", "1")], "BUILD 1 5 1 0 0"),
    ],
)
def test_orders_can_be_composed_without_scripts(
    ada: Browser, answers: list[tuple[str, str]], line: str
) -> None:
    fields = {**dict(ada.form(ORDERS).form_values()), "orders": "; mine"}
    page = ada.client.post(f"{ORDERS}/forms", data=fields)
    fields["command"] = line.partition(" ")[0]
    assert f'value="{fields["command"]}"' in page.text
    page = ada.client.post(f"{ORDERS}/forms", data=fields)
    for name, value in answers:
        fields["chosen"] = last_form(page.text, name).inputs["chosen"].value
        page = ada.client.post(f"{ORDERS}/forms", data={**fields, name: value})
    fields = {**dict(last_form(page.text, "do").form_values()), "do": "add"}
    page = ada.client.post(ORDERS, data=fields)
    assert f"; mine\n{line}\n" in page.text
    assert "No orders yet" in page.text


def last_form(text: str, name: str) -> Any:
    """Return the last form of a page that has a field or button of this name."""
    return lxml.html.fromstring(text).xpath(f"//form[.//*[@name='{name}']]")[-1]


def test_an_earlier_version_is_taken_up_again_as_a_draft(ada: Browser) -> None:
    for text in ("MOVE 1 E", "MOVE 1 W"):
        ada.send(ORDERS, orders=text, do="send")
    form = {"_csrf_token": csrf(ada), "version": "1", "turn": "1", "do": "again"}
    page = ada.client.post(ORDERS, data=form)
    assert "Saved as version 3" in page.text
    assert lxml.html.fromstring(page.text).get_element_by_id("orders").text.strip() == "MOVE 1 E"
    assert "It counts at the deadline, but the turn isn't run early" in page.text
    page = ada.client.post(ORDERS, data={**form, "version": "9"})
    assert page.status_code == 422
    assert "your orders have no such version" in page.text


@pytest.mark.parametrize("variant", GAMES)
def test_every_order_of_every_game_can_be_composed(site: Site, variant: str) -> None:
    """The first choices of all steps give a line of that order."""
    ada = running_game(site, variant, players=("Ada", "Brin"))["Ada"].open(GAME)
    assert ada.status == 200
    board = post_orders(ada, "check", orders="", board="1").json()["board"]
    places = {element.get("data-place") for element in tags(ada).xpath("//*[@data-place]")}
    assert {entry[2] for entry in board["things"]} - {""} <= places
    assert board["commands"]
    for command in board["commands"]:
        chosen: dict[str, Any] = {}
        answer = compose(ada, command["keyword"], chosen)
        while "step" in answer.json():
            step = answer.json()["step"]
            value = _first_value(step)
            chosen[step["name"]] = [value, None] if step["several"] else value
            answer = compose(ada, command["keyword"], chosen)
        assert answer.status_code == 200, (command["keyword"], chosen, answer.text)
        lines = answer.json()["line"].splitlines()
        assert any(line.startswith(command["keyword"]) for line in lines), lines


def _first_value(step: dict[str, Any]) -> Any:
    if step["choices"]:
        return step["choices"][0]["value"]
    return step["range"]["low"] if step["range"] else "words"


def test_in_far_horizons_an_order_comes_into_its_section_and_to_its_planet(site: Site) -> None:
    ada = running_game(site, "far_horizons", players=("Ada", "Brin"))["Ada"].open(ORDERS)
    text = "START PRODUCTION\n  Production PL Ada Prime\nEND\n"
    chosen = {"producer": "PL Ada Prime", "item": "PD", "count": 3}
    fields = {"orders": text, "add": "1"}
    answer = compose(ada, "BUILD", chosen, **fields).json()
    assert answer["text"].splitlines()[1:3] == ["  Production PL Ada Prime", "  BUILD 3 PD"]
    sector = compose(ada, "SUMMARY", {}).json()["step"]["choices"][0]["value"]
    short = compose(ada, "SUMMARY", {"battle": sector}, orders=answer["text"]).json()
    lines = ["START COMBAT", f"  BATTLE {sector}", "  SUMMARY", "END", "START PRODUCTION"]
    assert short["text"].splitlines()[:5] == lines
    assert short["number"] == 3


def test_a_battle_is_filled_in_from_what_is_seen_at_a_place(ada: Browser) -> None:
    home = post_orders(ada, "check", orders="", board="1").json()["board"]["things"][0][2]
    text = tags(ada.open(f"{GAME}/battle?place={home}")).get_element_by_id("battle").text
    assert "Ada:" in text
    assert "mothership: true" in text
    assert "Brin" not in text
    both = f"{text}  Brin:\n  - hull: 2\n    thrusters: 1\n    weapons: 2\n"
    ada.send(f"{GAME}/battle", battle=both)
    assert ada.status == 200
    assert tags(ada).xpath("//figure//*[name()='svg']")
    ada.send(f"{GAME}/battle", battle=both.replace("- hull", "- count: 100000\n    hull"))
    assert (ada.status, "take too long here" in ada.words) == (422, True)
    ada.send(f"{GAME}/battle", battle="sides: [")
    assert ada.status == 422


def test_nobody_sees_forces_of_others_where_they_have_not_looked(ada: Browser) -> None:
    assert "You don't see any forces there." in ada.open(f"{GAME}/battle?place=nowhere").words


def test_what_the_script_of_the_page_imports_is_asked_for_with_it(ada: Browser) -> None:
    preloaded = re.findall(r'<link rel="modulepreload" href="([^"]+)"', ada.text)
    scripts = re.findall(r'<script type="module" src="([^"]+)"', ada.text)
    imported = {
        f"/static/{name}"
        for path in [*scripts, *preloaded]
        for name in re.findall(r'from "\./([^"]+)"', ada.open(path).text)
    }
    assert len(imported) > 1, "the script is made of parts"
    assert imported == set(preloaded)


# submitting: once, and never over a newer version that the player has not seen


def versions(site: Site, seat: str = "Ada") -> list[str]:
    """Return the texts that a seat has submitted for the coming turn."""
    with site.service.database.game("the-mars-affair") as store:
        return [orders.text for orders in store.submissions_by(store.latest() + 1, seat)]


@pytest.mark.parametrize("path", [GAME, ORDERS])
def test_a_submission_answers_with_a_redirect_to_its_receipt_which_stores_nothing(
    site: Site, ada: Browser, path: str
) -> None:
    fields = dict(ada.open(path).form(ORDERS).form_values())
    fields |= {"orders": "MOVE 1 E", "do": "send"}
    answer = ada.client.post(ORDERS, data=fields, follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"].partition("?")[0] == path
    for _ in range(2):
        page = ada.open(answer.headers["location"])
        assert "Saved as version 1 for turn 1." in page.words
        assert tags(page).xpath("//*[@id='understood']//code")[0].text == "MOVE 1 E"
    assert versions(site) == ["MOVE 1 E"]


def test_equal_orders_are_no_new_version_and_the_receipt_says_so(site: Site, ada: Browser) -> None:
    ada.send(ORDERS, orders="MOVE 1 E", do="draft")
    ada.send(ORDERS, orders="MOVE 1 E\r\n", do="send")
    assert "These orders are the same as version 1, so nothing changed" in ada.words
    assert versions(site) == ["MOVE 1 E"]
    state = tags(ada).get_element_by_id("game").get("data-status")
    assert state == "final", "what is asked for besides is done"


@pytest.mark.parametrize(
    ("path", "do"), [(ORDERS, "send"), (GAME, "draft"), (GAME, "check and send")]
)
def test_the_older_of_two_tabs_replaces_newer_orders_only_when_told_to(
    site: Site, ada: Browser, path: str, do: str
) -> None:
    ada.open(path)
    other = site.client()
    other.cookies = ada.client.cookies
    newer = Browser(other).open(ORDERS)
    newer.send(ORDERS, orders="MOVE 1 W", do="send")
    if do == "check and send":
        ada.send(ORDERS, orders="MOVE 1 E", do="check")
        do = "send"
    ada.send(ORDERS, orders="MOVE 1 E", do=do)
    assert ada.status == 409
    changes = tags(ada).xpath("//pre[@class='changes']")[0].text.split("\n")
    assert {"-MOVE 1 W", "+MOVE 1 E"} <= set(changes)
    assert tags(ada).get_element_by_id("orders").text.strip() == "MOVE 1 E"
    (keep,) = tags(ada).xpath("//a[text()='Keep newer orders']/@href")
    assert keep == path
    (button,) = tags(ada).xpath("//button[text()='Replace newer orders']")
    assert versions(site) == ["MOVE 1 W"]
    assert "MOVE 1 W" in Browser(other).open(keep).text
    ada.send(ORDERS, orders="MOVE 1 E", **{button.get("name"): button.get("value")})
    assert versions(site) == ["MOVE 1 W", "MOVE 1 E"]
    assert "It replaces version 1." in ada.words


@pytest.mark.parametrize(
    ("path", "fields"), [("/mark", {"do": "draft"}), ("", {"do": "again", "version": "1"})]
)
def test_other_buttons_of_an_older_tab_change_no_newer_orders_either(
    site: Site, ada: Browser, path: str, fields: dict[str, str]
) -> None:
    ada.send(ORDERS, orders="MOVE 1 E", do="send")
    stale = {"_csrf_token": csrf(ada), "turn": "1", "after": "1", **fields}
    ada.send(ORDERS, orders="MOVE 1 W", do="send")
    answer = ada.client.post(f"{ORDERS}{path}", data=stale)
    assert answer.status_code == 409
    assert "version 2 has been stored since" in answer.text
    assert versions(site) == ["MOVE 1 E", "MOVE 1 W"]


def test_scripts_learn_that_newer_orders_were_stored(ada: Browser) -> None:
    ada.send(ORDERS, orders="MOVE 1 E", do="send")
    assert post_orders(ada, "check", orders="").json()["version"] == 1


# drafts that are saved while they are written


def save_draft(browser: Browser, text: str, after: int, **fields: str) -> Any:
    """Return the answer to a draft that the page's script saves."""
    form = {"turn": "1", "orders": text, "after": str(after), **fields}
    return post_orders(browser, "draft", **form)


def test_a_saved_draft_is_a_draft_on_the_page_and_is_submitted_as_the_next_version(
    site: Site, ada: Browser
) -> None:
    for after, text in enumerate(["MOVE 1 E", "", "MOVE 1 W\r\n"]):
        answer = save_draft(ada, text, after)
        facts = {"version": after + 1, "state": "draft", "turn": 1}
        assert (answer.status_code, answer.json()) == (200, facts)
    assert "Draft submitted Version 3 is a draft." in ada.open(ORDERS).words
    assert versions(site) == ["MOVE 1 W\n"]
    assert post_orders(ada, "check", orders="").json()["version"] == 3
    ada.send(ORDERS, orders="MOVE 1 NE", do="send")
    assert "Saved as version 4 for turn 1. It replaces version 3." in ada.words
    ada.open(f"{ORDERS}?version=3")
    assert tags(ada).get_element_by_id("orders").text.strip() == "MOVE 1 W"


def test_a_stale_draft_is_refused_with_the_newest_orders(site: Site, ada: Browser) -> None:
    ada.client.headers["Accept-Language"] = "de"
    save_draft(ada, "MOVE 1 E", 0)
    ada.open(ORDERS).send(ORDERS, orders="MOVE 1 W", do="send")
    for after, reopened in ((1, {"reopen": "yes"}), (2, {})):
        answer = save_draft(ada, "MOVE 1 NE", after, **reopened)
        assert answer.status_code == 409
        newest = answer.json()["newest"]
        assert newest.pop("submitted_at")
        facts = {"version": 2, "text": "MOVE 1 W", "source": "Webseite", "final": True}
        assert newest == facts
        assert answer.json()["message"]
    assert versions(site) == ["MOVE 1 E", "MOVE 1 W"]
    assert save_draft(ada, "MOVE 1 NE", 2, reopen="yes").json()["version"] == 3


def test_a_draft_for_another_turn_is_refused_with_the_coming_one(site: Site, ada: Browser) -> None:
    answer = save_draft(ada, "MOVE 1 E", 0, turn="2")
    assert (answer.status_code, answer.json()["turn"]) == (409, 1)
    for fields in ({"turn": "1"}, {"after": "0"}, {"turn": "1", "after": "-1"}):
        assert post_orders(ada, "draft", orders="MOVE 1 E", **fields).status_code == 422
    assert versions(site) == []


def test_a_player_who_leaves_while_a_draft_is_checked_saves_nothing(
    site: Site, ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = accounts.by_name(site.service, "Ada")
    assert account is not None

    def leave_meanwhile(claim: OrderClaim) -> ExaminedOrders:
        leave_running_game(site.service, account, "the-mars-affair")
        return examine_claim(claim)

    monkeypatch.setattr(order_intake, "examine_claim", leave_meanwhile)
    assert save_draft(ada, "MOVE 1 E", 0).status_code == 404
    assert versions(site) == []


@pytest.mark.parametrize("text", ["", " \r\n", "; nothing"])
def test_no_orders_can_be_submitted_and_the_pages_say_so(
    site: Site, ada: Browser, text: str
) -> None:
    said = "Submitted: no orders this turn"
    ada.send(ORDERS, orders=text, do="check")
    assert said not in ada.words
    assert "Your text contains no orders." in ada.words
    ada.send(ORDERS, orders=text, do="send")
    assert ada.words.count(said) == 2, "the status and the receipt"
    assert f"{said}. Waiting for Brin." in ada.open(GAME).words
    with site.service.database.game("the-mars-affair") as store:
        (orders,) = store.submissions_by(1, "Ada")
    assert (orders.final, orders.errors) == (True, 0)
    ada.open(ORDERS).send(ORDERS, orders="MOVE 1 E", do="send")
    assert said not in ada.words + ada.open(GAME).words


def test_programs_submit_no_orders_too(site: Site, ada: Browser) -> None:
    path = f"/api/v1{ORDERS}"
    calls = program(ada, site)
    assert calls.post(f"{path}/check", json={"text": ""}).json()["errors"] == 0
    assert calls.post(path, json={"text": "", "turn": 1}).json()["version"] == 1
    assert calls.get(path).json()["text"] == ""


# the state after the orders


def test_a_form_is_told_where_objects_will_be_and_what_they_will_have(ada: Browser) -> None:
    answer = post_orders(ada, "check", orders="MOVE 1 E\n").json()
    after = {(kind, words): (place, facts) for kind, words, place, facts in answer["after"]}
    assert after["mothership", "1"][0] == answer["moves"][0]["to"]
    idle = post_orders(ada, "check", orders="").json()["after"]
    assert ["mothership", "1"] not in [entry[:2] for entry in idle]


def test_changed_objects_are_listed_with_what_differs() -> None:
    def ship(words: str, place: str = "a", **facts: str | int) -> Thing:
        return Thing(words, "ship", place, facts=facts)

    before = [ship("1", ore=2, crew=1), ship("2", ore=1), ship("3"), ship("4", "c")]
    rival = Thing("9", "ship", "a", yours=False)
    after = [ship("1", ore=5), ship("2", "b", ore=1), ship("Argo", "c"), rival]
    assert changed_things([*before, rival], after) == [
        ["ship", "1", "a", {"ore": 5, "crew": None}],
        ["ship", "2", "b", {}],
        ["ship", "3", None, {}],
    ], "number 4 may be called Argo now"


def test_of_many_changed_objects_those_with_orders_come_first(
    ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def all_things(before: list[Thing], _after: object) -> list[list[object]]:
        return [[thing.kind, thing.words, None, {}] for thing in reversed(before)]

    monkeypatch.setattr(order_forms, "changed_things", all_things)
    monkeypatch.setattr(order_forms, "_MAX_CHANGED", 1)
    assert post_orders(ada, "check", orders="MOVE 1 E").json()["after"][0][:2] == [
        "mothership",
        "1",
    ]
