"""Deadlines on pages and in calls: public information and the gamemaster's decisions."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from icalendar import Calendar

from horizons_host.deadlines.outlook import outlook
from horizons_host.server.accounts import accounts
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.games import directory, joining
from tests.host.server.begun import begin_game, latest_turn, submit
from tests.host.server.browser import Browser, Site
from tests.host.server.games import running_game
from tests.host.server.test_calls import program

KEY = "the-mars-affair"
GAME = f"/games/{KEY}"
DEADLINES, DESK, ORDERS = f"{GAME}/deadlines", f"{GAME}/desk/deadlines", f"{GAME}/orders"
RULE = "Mon and Thu 20:00 Europe/Berlin"
#: The same schedule, as a form has it.
ON_DAYS = {"day-MO": "yes", "day-TH": "yes", "time": "20:00", "zone": "Europe/Berlin"}


@pytest.fixture
def people(site: Site) -> dict[str, Browser]:
    """A running game of Ada and Brin."""
    people = running_game(site)
    for browser in people.values():  # as the script of the pages does in Berlin
        browser.client.cookies.set("zone", "Europe/Berlin")
    return people


def set_rule(people: dict[str, Browser], **fields: str) -> Browser:
    """Set the rule on the gamemaster's desk."""
    return people["Cleo"].open(DESK).send(f"{DESK}/rule", **{"repeat": "days", **ON_DAYS, **fields})


def decide(people: dict[str, Browser], act: str, **fields: str) -> str:
    """Decide as the gamemaster and return the page that a player then sees."""
    desk = people["Cleo"].open(DESK).send(f"{DESK}/{act}", **fields)
    assert desk.status == 200, desk.words
    return people["Ada"].open(DEADLINES).words


def test_everybody_in_a_game_reads_what_will_happen_when(
    site: Site, people: dict[str, Browser]
) -> None:
    assert "the gamemaster runs it" in people["Ada"].open(DEADLINES).words
    set_rule(people, grace_hours="12", reason="as we agreed")
    people["Brin"].open(ORDERS).send(ORDERS, orders="; a secret", do="draft")
    read = people["Ada"].open(DEADLINES).words
    for words in (
        "Orders for turn 1 are due Mon 2 Mar 2026 20:00 CET",
        "a grace period runs until Tue 3 Mar 2026 08:00 CET",
        "Ada has not submitted orders. If they stay missing: the turn waits.",
        "Draft orders, which count at the deadline: Brin.",
        "After that: Thu 5 Mar 2026 20:00 CET",
        "gamemaster: The schedule is now Mon and Thu 20:00 Europe/Berlin: as we agreed.",
    ):
        assert words in read
    assert "none yet, required" in read
    assert "a secret" not in read

    eve = site.person("Eve").open(GAME)
    assert "Orders for turn 1 are due" in eve.words
    assert "not submitted orders" not in eve.words
    assert eve.open(DEADLINES).status == 404


def test_the_gamemaster_decides_and_all_read_what_will_happen_and_why(
    people: dict[str, Browser],
) -> None:
    set_rule(people)
    put_off = decide(people, "extend", hours="24", reason="a power cut")
    assert "due Tue 3 Mar 2026 20:00 CET (extended: a power cut)" in put_off
    assert "due Fri 6 Mar 2026 21:30 CET" in decide(people, "extend", to="2026-03-06 21:30")
    assert "due Mon 9 Mar 2026 20:00 CET" in decide(people, "skip", reason="Easter")
    assert "The gamemaster holds turn 1: a dispute" in decide(people, "hold", reason="a dispute")
    assert "holds turn 1" not in decide(people, "release")
    assert "The game is paused: holidays" in decide(people, "pause", reason="holidays")
    assert "due Thu 12 Mar 2026 20:00 CET" in decide(people, "resume", to="2026-03-12 20:00")
    cleared = decide(people, "clear")
    assert "the gamemaster runs it" in cleared
    assert "gamemaster: The deadline of Fri 6 Mar 2026 21:30 CET is skipped: Easter." in cleared


REFUSED: list[tuple[str, dict[str, str], str]] = [
    ("rule", {"repeat": "interval", "time": "at eight"}, "a schedule needs a time of day"),
    ("rule", {"repeat": "interval", "interval": "0"}, "INTERVAL must be between 1 and 366"),
    ("rule", {"grace_hours": "many"}, "grace hours: 'many' isn't a number"),
    ("rule", {"repeat": "days", "zone": "Europe/Berlni"}, "did you mean 'Europe/Berlin'"),
    ("rule", {"holidays": "Easter"}, "'Easter' is not a day or a range of days"),
    ("extend", {"hours": ""}, "an extension needs either a time or a number of hours"),
    ("extend", {"to": "tomorrow"}, "'tomorrow' is not a date and time"),
    ("missing", {"kind": "bot", "turns": "0"}, "1 to 99"),
    ("missing", {"kind": "standing", "orders": "BULD 1"}, "unknown order"),
    ("missing", {"kind": "standing", "seat": "Ada", "orders": "BULD 1"}, "unknown order"),
    ("missing", {"kind": "game"}, "no policy 'game'"),
]


def test_invalid_input_is_explained_and_stays_in_the_form(people: dict[str, Browser]) -> None:
    set_rule(people)
    for act, fields, words in REFUSED:
        desk = people["Cleo"].open(DESK).send(f"{DESK}/{act}", **fields)
        assert (desk.status, words in desk.words) == (422, True), (fields, desk.words)
        typed = dict(desk.form(f"{DESK}/{act}").form_values())
        assert {name: typed[name] for name in fields} == fields
    assert "due Mon 2 Mar 2026 20:00 CET" in people["Ada"].open(DEADLINES).words


def test_missing_orders_are_arranged_for_all_and_for_a_seat(people: dict[str, Browser]) -> None:
    set_rule(people)
    for_all = decide(people, "missing", kind="bot", bot="greedy", turns="2", reason="so it goes on")
    assert (
        "Brin has not submitted orders. If they stay missing: bot greedy up to turn 2." in for_all
    )
    for_one = decide(people, "missing", kind="nothing", seat="Brin")
    assert "Brin has not submitted orders. If they stay missing: no orders." in for_one
    assert "Ada has not submitted orders. If they stay missing: bot greedy up to turn 2." in for_one


def test_orders_are_a_draft_or_final_and_each_version_can_be_read_again(
    people: dict[str, Browser],
) -> None:
    ada = people["Ada"].open(ORDERS)
    assert (
        ada.client.post(
            f"{ORDERS}/mark", data={**dict(ada.form(ORDERS).form_values()), "do": "final"}
        ).status_code
        == 422
    )
    ada.send(ORDERS, orders="; the first", do="draft").send(
        ORDERS, orders="; the second", do="send"
    )
    assert "Version 2 is final" in ada.words
    ada.send(f"{ORDERS}/mark", do="draft")
    assert "Version 2 is a draft" in ada.words
    assert "submitted, draft" in people["Brin"].open(f"{GAME}/overview").words
    assert "; the first" in ada.open(f"{ORDERS}?version=1").text
    ada.send(f"{ORDERS}/mark", do="final")
    assert "submitted, final" in people["Brin"].open(f"{GAME}/overview").words


def test_the_last_final_orders_run_the_turn_where_the_rule_says_so(
    site: Site, people: dict[str, Browser]
) -> None:
    set_rule(people, when_final="yes")
    people["Ada"].open(ORDERS).send(ORDERS, orders="; none", do="send")
    people["Brin"].open(ORDERS).send(ORDERS, orders="; none", do="draft")
    site.work()
    assert latest_turn(site, KEY) == 0
    people["Brin"].send(f"{ORDERS}/mark", do="final")
    site.work()
    assert "Turn 1 was run: all orders are final." in people["Ada"].open(DEADLINES).words


def test_a_player_says_to_be_away_and_the_deadline_is_put_off(people: dict[str, Browser]) -> None:
    set_rule(people)
    ada = people["Ada"].open(DEADLINES)
    ada.send(f"{GAME}/vacation", first="2026-03-02", last="2026-03-04", reason="the sea")
    read = people["Brin"].open(DEADLINES).words
    assert "due Thu 5 Mar 2026 20:00 CET (Ada is away (2026-03-02..2026-03-04))" in read
    assert "Ada: Ada is away on 2026-03-02..2026-03-04: the sea." in read
    twice = ada.open(DEADLINES).send(f"{GAME}/vacation", first="2026-03-04", last="")
    assert (twice.status, "already away then" in twice.words) == (422, True)
    ada.open(DEADLINES).send(f"{GAME}/vacation", do="end")
    assert "Ada is no longer away" in people["Brin"].open(DEADLINES).words


def test_the_first_page_says_when_orders_are_due_and_whether_they_are_in(
    people: dict[str, Browser],
) -> None:
    assert "Your orders: none yet" in people["Ada"].open("/").words
    set_rule(people)
    people["Ada"].open(ORDERS).send(ORDERS, orders="; none", do="draft")
    assert "(Mon 2 Mar 20:00 CET) Your orders: draft" in people["Ada"].open("/").words
    assert "Your orders" not in people["Cleo"].open("/").words
    decide(people, "pause")
    assert "The game is paused." in people["Ada"].open("/").words


# a game is announced with its deadlines


def test_a_game_keeps_the_deadlines_that_it_was_announced_with(site: Site) -> None:
    people = running_game(
        site,
        pace="own",
        **ON_DAYS,
        when_final="yes",
        missing="bot",
        missing_bot="greedy",
        missing_turns="3",
    )
    read = people["Ada"].open(DEADLINES).words
    assert "due Mon 2 Mar 2026 19:00 UTC" in read
    assert "If they stay missing: bot greedy up to turn 3." in read
    assert "server: The schedule is now Mon and Thu 20:00 Europe/Berlin." in read


def test_days_are_counted_from_the_start_of_a_game(site: Site) -> None:
    service = site.service
    begin_game(site, "Venus", rule="every 3 days 20:00 UTC")
    waiting = directory.announce(
        service,
        account(site, "Cleo"),
        directory.find_game(service, "venus").terms,
    )
    for name in ("Ada", "Brin"):
        joining.join(service, account(site, name), waiting.key, name)
    site.clock.advance(days=1)
    joining.start(service, waiting.key)
    with service.database.game(waiting.key) as store:
        view = outlook(store, site.clock)
    assert view.deadline == datetime(2026, 3, 2, 20, tzinfo=UTC)


def account(site: Site, name: str) -> Account:
    person = accounts.by_name(site.service, name)
    assert person is not None
    return person


def test_a_game_that_its_maker_plays_in_needs_deadlines(site: Site) -> None:
    new = "/games/new/event_horizon"
    ada = site.person("Ada").open(new)
    ada.send(new, title="Venus", players="2", plays="yes", grace_hours="6")
    assert (ada.status, "needs deadlines" in ada.words) == (422, True)
    assert dict(ada.form(new).form_values())["grace_hours"] == "6"
    ada.send(new, pace="daily")
    assert ada.path == "/games/venus"
    assert "Every day at 20:00 UTC." in ada.words


# calls


def test_a_program_reads_and_decides_what_people_do_on_pages(
    site: Site, people: dict[str, Browser]
) -> None:
    ada, cleo = program(people["Ada"], site), program(people["Cleo"], site)
    url = f"/api/v1{GAME}/deadlines"
    assert ada.get(url).json()["state"] == "unset"
    answer = cleo.post(f"{url}/rule", json={"rule": RULE, "grace_hours": 6, "when_final": True})
    assert (answer.status_code, answer.json()["deadline"]) == (200, "2026-03-02T19:00:00+00:00")
    assert cleo.post(f"{url}/rule", json={"grace_hours": 8}).json()["when_final"] is True
    assert cleo.post(f"{url}/extend", json={"hours": 24, "reason": "why"}).status_code == 200
    assert cleo.post(f"{url}/missing", json={"kind": "nothing", "seat": "Brin"}).status_code == 200
    assert ada.get(f"/api/v1{GAME}").json()["deadline"] == "2026-03-03T19:00:00+00:00"
    away = ada.post(f"/api/v1{GAME}/vacation", json={"days": "2026-03-20", "reason": ""}).json()
    assert away["away"] == [{"seat": "Ada", "days": "2026-03-20"}]
    assert ada.delete(f"/api/v1{GAME}/vacation").json()["away"] == []

    orders = ada.post(f"/api/v1{GAME}/orders", json={"text": "nonsense", "final": False})
    assert orders.status_code == 201
    assert ada.get(f"/api/v1{GAME}/orders").json()["final"] is False
    assert ada.post(f"/api/v1{GAME}/orders/status", json={"final": True}).json()["final"] is True
    seats = {seat["seat"]: seat for seat in ada.get(url).json()["seats"]}
    assert (seats["Ada"]["state"], seats["Ada"]["errors"]) == ("final", None)
    assert cleo.get(url).json()["seats"][0]["errors"] == 1

    kinds = [entry["kind"] for entry in ada.get(f"{url}/history").json()]
    assert kinds == ["rule", "rule", "extend", "vacation", "return"]
    wrong = cleo.post(f"{url}/extend", json={"hours": -3})
    assert (wrong.status_code, set(wrong.json())) == (422, {"message", "hint"})
    assert cleo.post(f"{url}/explode", json={}).status_code == 404
    assert ada.post(f"{url}/hold", json={}).status_code == 404


# calendars


def address(page: Browser) -> str:
    """Return the calendar's address that a page shows."""
    match = re.search(r"http://games\.example\.org(/calendars/[\w-]+\.ics)", page.text)
    assert match, page.words
    return match[1]


def deadlines_at(site: Site, path: str) -> list[tuple[str, datetime]]:
    """Return the events that a calendar program reads at an address, without a cookie."""
    answer = site.browser().client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/calendar")
    events = Calendar.from_ical(answer.content).walk("VEVENT")
    return [(str(event["summary"]), event.decoded("dtstart")) for event in events]


def test_a_calendar_program_reads_the_deadlines_at_a_secret_address(
    site: Site, people: dict[str, Browser]
) -> None:
    set_rule(people)
    begin_game(site, "Venus", ("Ada", "Eve"), rule="daily 12:30 UTC")
    submit(site, "Ada", key=KEY)
    of_game = address(people["Ada"].open(DEADLINES).send(f"{GAME}/calendar"))
    first = deadlines_at(site, of_game)[0]
    title = "The Mars affair: orders for turn 1 are due"
    assert first == (title, datetime(2026, 3, 2, 19, tzinfo=UTC))
    of_all = address(people["Ada"].open("/account/calendar").send("/account/calendar"))
    titles = {words.partition(":")[0] for words, _ in deadlines_at(site, of_all)}
    assert titles == {"The Mars affair", "Venus"}
    decide(people, "extend", hours="24")
    assert deadlines_at(site, of_game)[0][1] == datetime(2026, 3, 3, 19, tzinfo=UTC)


def test_an_address_leads_nowhere_once_it_is_withdrawn_replaced_or_its_owner_has_left(
    site: Site, people: dict[str, Browser]
) -> None:
    set_rule(people)
    ada, stranger = people["Ada"], site.browser().client
    first = address(ada.open(DEADLINES).send(f"{GAME}/calendar"))
    second = address(ada.open(DEADLINES).send(f"{GAME}/calendar"))
    assert stranger.get(first).status_code == 404
    assert stranger.get(second.removesuffix(".ics")).status_code == 404
    assert stranger.get(second).status_code == 200
    ada.open(DEADLINES).send(f"{GAME}/calendar", do="withdraw")
    gone = stranger.get(second)
    assert (gone.status_code, gone.text) == (404, stranger.get("/calendars/no-key.ics").text)

    url = address(ada.open("/account/calendar").send("/account/calendar"))
    ada.open("/account").send("/account/delete", password="correct horse battery")
    assert stranger.get(url).status_code == 404


def test_only_the_hash_of_an_address_is_kept(site: Site, people: dict[str, Browser]) -> None:
    url = address(people["Ada"].open("/account/calendar").send("/account/calendar"))
    key = url.removeprefix("/calendars/").removesuffix(".ics").encode()
    files = [file for file in site.service.database.folder.rglob("*") if file.is_file()]
    assert files
    assert not any(key in file.read_bytes() for file in files)
