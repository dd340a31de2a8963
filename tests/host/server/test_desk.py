"""The gamemaster's desk: actions, their public record, and the player's view of them."""

from __future__ import annotations

import re

import lxml.html
import pytest

from horizons_core.turn import check_commitment
from horizons_host.games.backups import backups
from horizons_host.games.order_claims import MAX_STEPS
from horizons_host.reports.files import turn_folder
from horizons_host.server.games import maintenance
from tests.host.server.begun import submit
from tests.host.server.browser import Browser, Site
from tests.host.server.games import running_game
from tests.host.server.test_calls import program
from tests.host.server.walks import crawl

GAME = "/games/the-mars-affair"
DESK = f"{GAME}/desk"


@pytest.fixture
def people(site: Site) -> dict[str, Browser]:
    """A running game of Ada and Brin."""
    return running_game(site)


def run(site: Site, cleo: Browser) -> None:
    cleo.open(DESK).send(f"{DESK}/run", anyway="yes")
    site.work()


def test_a_turn_is_tried_out_before_it_is_run(site: Site, people: dict[str, Browser]) -> None:
    cleo = people["Cleo"].open(DESK).send(f"{DESK}/trial")
    site.work()
    assert "Dry run of turn 1" in cleo.open(DESK).words
    assert "turn 0" in people["Ada"].open(f"{GAME}/overview").words


def test_asking_twice_for_a_turn_runs_it_once(site: Site, people: dict[str, Browser]) -> None:
    cleo = people["Cleo"].open(DESK)
    cleo.send(f"{DESK}/run", anyway="yes").send(f"{DESK}/run", anyway="yes")
    site.work()
    assert "Turn 2" in cleo.open(DESK).words
    assert cleo.open(f"{DESK}/turns/1/report.html").status == 200
    assert cleo.open(f"{DESK}/turns/2/report.html").status != 200


def test_the_desk_offers_what_can_be_done_and_nothing_else(
    site: Site, people: dict[str, Browser]
) -> None:
    cleo = people["Cleo"].open(DESK)
    assert "Submit orders for a player" in cleo.words
    assert "Undo turn" not in cleo.words
    run(site, cleo)
    assert "Undo turn 1" in cleo.open(DESK).words
    for seat in ("Ada", "Brin"):
        cleo.open(f"{DESK}/seats").send(f"{DESK}/bot", seat=seat, bot="greedy")
    assert "Submit orders for a player" not in cleo.open(DESK).words


def test_a_turn_that_was_taken_back_is_run_again_and_all_read_why(
    site: Site, people: dict[str, Browser]
) -> None:
    run(site, people["Cleo"])
    people["Cleo"].open(DESK).send(f"{DESK}/undo", reason="the dice lay under the table")
    assert "the dice lay under the table" in people["Ada"].open(f"{GAME}/overview").words
    assert people["Ada"].open(f"{GAME}/turns/1/report.html").status != 200
    run(site, people["Cleo"])
    assert "attempt 2" in people["Ada"].open(f"{GAME}/overview").words
    assert people["Ada"].open(f"{GAME}/turns/1/report.html").status == 200


def test_orders_for_somebody_are_theirs_and_all_read_why(
    site: Site, people: dict[str, Browser]
) -> None:
    cleo = people["Cleo"].open(DESK)
    cleo.send(f"{DESK}/orders", seat="Ada", orders="; on a journey", reason="")
    assert cleo.status == 422
    assert "; on a journey" in cleo.text
    cleo.send(f"{DESK}/orders", seat="Ada", orders="; on a journey", reason="she rang me up")
    assert "; on a journey" in people["Ada"].open(f"{GAME}/orders").text
    assert "; on a journey" not in people["Brin"].open(f"{GAME}/orders").text
    assert "she rang me up" in people["Brin"].open(f"{GAME}/audit").words


def test_a_game_ends_by_the_gamemasters_word(site: Site, people: dict[str, Browser]) -> None:
    cleo = people["Cleo"].open(DESK)
    cleo.send(f"{DESK}/end", reason="", winners="Nobody Here", name="The Mars affair")
    assert "no player 'Nobody Here'" in cleo.words
    cleo.send(f"{DESK}/end", reason="by agreement", winners="Ada", name="The Mars affair")
    assert "ended" in people["Ada"].open(f"{GAME}/overview").words
    assert people["Ada"].open(f"{GAME}/orders").send(f"{GAME}/orders", do="send").status == 422


def test_a_game_ends_only_with_its_name_and_is_reopened_at_the_desk(
    site: Site, people: dict[str, Browser]
) -> None:
    cleo = people["Cleo"].open(DESK)
    for name in ("", "Mars"):
        cleo.send(f"{DESK}/end", reason="a slip", name=name)
        assert (cleo.status, "name of the game: The Mars affair" in cleo.words) == (
            422,
            True,
        )
    cleo.send(f"{DESK}/end", reason="a slip", name=" the mars affair")
    assert "ended" in people["Ada"].open(f"{GAME}/overview").words
    cleo.send(f"{DESK}/undo", reason="we play on")
    assert "running" in people["Ada"].open(f"{GAME}/overview").words
    assert "we play on" in people["Ada"].open(f"{GAME}/audit").words
    assert people["Ada"].open(f"{GAME}/orders").send(f"{GAME}/orders", orders="; x", do="send")
    assert people["Ada"].status == 200
    site.clock.advance(days=9)
    site.work()
    assert cleo.open(f"{GAME}/archive").status == 404, "that end was undone"


def test_an_invalid_edit_is_refused_and_stays_in_the_form(
    site: Site, people: dict[str, Browser]
) -> None:
    cleo = people["Cleo"].open(f"{DESK}/edit")
    cleo.send(f"{DESK}/edit", edit="nonsense: [", reason="a mistake", do="try")
    assert cleo.status == 422
    assert "nonsense: [" in cleo.text


def test_an_edit_is_tried_out_and_made_and_all_read_that_it_was(
    site: Site, people: dict[str, Browser]
) -> None:
    edit = "state: {stock: {Ada: {hull: 77}}}"
    cleo = people["Cleo"].open(f"{DESK}/edit")
    cleo.send(f"{DESK}/edit", edit=edit, reason="a gift", do="try")
    assert "What each empire would see" in cleo.words, cleo.words
    assert "a gift" not in people["Brin"].open(f"{GAME}/audit").words
    cleo.send(f"{DESK}/edit", edit=edit, reason="a gift", do="edit")
    assert "The game was edited (a gift)" in people["Brin"].open(f"{GAME}/audit").words
    assert "hull" not in people["Brin"].words


def test_late_orders_count_once_the_turn_was_taken_back(
    site: Site, people: dict[str, Browser]
) -> None:
    run(site, people["Cleo"])
    people["Cleo"].open(DESK).send(f"{DESK}/undo", reason="the post was late")
    ada = people["Ada"].open(f"{GAME}/orders")
    ada.send(f"{GAME}/orders", orders="BUILD 1 0 1 0 0 Latecomer", do="send")
    run(site, people["Cleo"])
    assert "Latecomer" in people["Ada"].open(f"{GAME}/turns/1/report.text").text


def test_the_key_of_another_attempt_is_promised_to_all_before_it(
    site: Site, people: dict[str, Browser]
) -> None:
    run(site, people["Cleo"])
    people["Cleo"].open(DESK).send(f"{DESK}/undo", reason="once more")
    ada = people["Ada"].open(f"{GAME}/dice")
    promised = re.findall("[0-9a-f]{64}", ada.words)
    assert promised[0] in people["Brin"].open(f"{GAME}/audit").text
    assert promised[1] not in people["Brin"].open(f"{GAME}/dice").text
    run(site, people["Cleo"])
    keys = re.findall("<code>([0-9a-f]{64})", ada.open(f"{GAME}/dice").text)
    assert check_commitment(keys[0], promised[0])
    assert check_commitment(keys[1], promised[1])


def test_a_backup_is_kept_of_each_turn_by_the_desk_or_by_the_clock(
    site: Site, people: dict[str, Browser]
) -> None:
    run(site, people["Cleo"])
    rule = {"repeat": "interval", "time": "20:00"}
    people["Cleo"].open(f"{DESK}/deadlines").send(f"{DESK}/deadlines/rule", **rule)
    people["Cleo"].send(f"{DESK}/deadlines/missing", kind="nothing")
    site.clock.advance(days=1)
    site.work()
    folder = site.service.database.location("the-mars-affair").folder
    assert folder is not None
    assert [backup.turn for backup in backups(folder)] == [1, 2]
    assert not turn_folder(folder, 2).exists()


def test_a_backup_is_made_and_restored_and_all_are_told(
    site: Site, people: dict[str, Browser]
) -> None:
    backups = f"{DESK}/backups"
    cleo = people["Cleo"].open(backups).send(backups)
    run(site, cleo)
    cleo.open(backups).send(f"{DESK}/restore", number="1")
    assert cleo.status == 422
    cleo.send(f"{DESK}/restore", number="1", sure="yes")
    assert "A backup from turn" in people["Ada"].open(f"{GAME}/overview").words
    assert people["Ada"].open(f"{GAME}/turns/1/report.html").status != 200
    run(site, cleo)
    assert people["Ada"].open(f"{GAME}/turns/1/report.html").status == 200


def test_a_backup_stays_on_the_machine_that_runs_the_server(
    site: Site, people: dict[str, Browser]
) -> None:
    cleo = people["Cleo"].open(f"{DESK}/backups").send(f"{DESK}/backups")
    assert "1, after turn 0" in cleo.words
    for path in (f"{DESK}/backups/1", f"{DESK}/backups/1.sqlite"):
        assert cleo.client.get(path).status_code == 404
    assert program(cleo, site).get(f"/api/v1{GAME}/backups/1").status_code == 404
    pages = crawl(cleo.client.get, DESK, without="/(rules|battles|learn|games/new)")
    assert f"{DESK}/backups" in pages
    assert not [path for path, answer in pages.items() if b"SQLite format 3" in answer.content]


def test_a_gamemaster_does_not_fill_the_disk_with_backups(
    site: Site, people: dict[str, Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maintenance, "MAX_BY_HAND", 2)
    backups = f"{DESK}/backups"
    cleo = people["Cleo"].open(backups).send(backups).send(backups)
    assert cleo.status == 200
    cleo.send(backups)
    assert (cleo.status, "already has 2 backups" in cleo.words) == (422, True)


def test_a_check_says_that_the_game_goes_on_the_same_and_a_pin_is_told_to_all(
    site: Site, people: dict[str, Browser]
) -> None:
    version = f"{DESK}/version"
    run(site, people["Cleo"])
    cleo = people["Cleo"].open(version).send(version, do="check")
    site.work()
    assert "same in its one turn" in cleo.open(version).words, cleo.words
    cleo.send(version, do="pin")
    assert "The game is pinned to event_horizon" in cleo.words
    assert "The game was pinned" in people["Ada"].open(f"{GAME}/audit").words
    cleo.send(version, do="migrate")
    site.work()
    assert "pinned to" not in cleo.open(version).words


def test_a_desk_is_its_gamemasters_alone(site: Site, people: dict[str, Browser]) -> None:
    for page in ("", "/seats", "/edit", "/backups", "/version"):
        assert people["Cleo"].open(f"{DESK}{page}").status == 200
        assert people["Ada"].open(f"{DESK}{page}").status == 404


def test_a_gamemaster_is_told_which_pages_are_for_players_and_led_to_the_desk(
    site: Site, people: dict[str, Browser]
) -> None:
    cleo = people["Cleo"]
    for page in ("turns", "turns/0", "replay", "charts", "orders", "press", "diary", "notices"):
        cleo.open(f"{GAME}/{page}")
        assert cleo.status == 404
        assert "This page is for players, and you don't have a seat in this game" in cleo.words
        (desk,) = lxml.html.fromstring(cleo.text).xpath("//main//a[@class='button']/@href")
        assert "Gamemaster's desk" in cleo.open(desk).words
    eve = site.person("Eve").open(f"{GAME}/turns")
    assert "Page not found" in eve.words


def test_before_a_game_begins_its_people_are_told_so(site: Site) -> None:
    new = "/games/new/event_horizon"
    terms = {"title": "Later", "players": "2", "plays": "yes", "pace": "daily"}
    ada = site.person("Ada").open(new).send(new, seat="Ada", **terms)
    assert "The game hasn't started yet" in ada.open("/games/later/turns").words


def test_orders_for_somebody_that_are_sent_twice_are_no_new_version_and_no_second_notice(
    site: Site, people: dict[str, Browser]
) -> None:
    cleo = people["Cleo"].open(DESK)
    fields = {"seat": "Ada", "orders": "; nothing", "reason": "she is away"}
    form = {**dict(cleo.form(f"{DESK}/orders").form_values()), **fields}
    for _ in range(2):
        assert cleo.client.post(f"{DESK}/orders", data=form).status_code == 200
    assert "version" not in cleo.open(DESK).words
    assert cleo.words.count("were submitted for Ada") == 1


def test_an_old_page_of_the_desk_replaces_no_orders_that_it_has_not_shown(
    site: Site, people: dict[str, Browser]
) -> None:
    cleo = people["Cleo"].open(DESK)
    submit(site, "Ada", key="the-mars-affair")
    fields = {"seat": "Ada", "orders": "; other", "reason": "she is away"}
    assert "version 1 has been stored since" in cleo.send(f"{DESK}/orders", **fields).words
    assert cleo.status == 422
    cleo.send(f"{DESK}/orders", seat="Ada")  # as soon as they were shown
    assert "version 2" in cleo.open(DESK).words


def test_an_old_page_of_the_desk_hands_in_nothing_for_another_turn(
    site: Site, people: dict[str, Browser]
) -> None:
    cleo = people["Cleo"].open(DESK)
    old = dict(cleo.form(f"{DESK}/orders").form_values())
    run(site, cleo)
    fields = {"seat": "Ada", "orders": "; other", "reason": "she is away"}
    answer = cleo.client.post(f"{DESK}/orders", data={**old, **fields})
    assert answer.status_code == 422
    assert "are for turn 1" in answer.text


def test_orders_for_somebody_are_bounded_as_a_players_are(
    site: Site, people: dict[str, Browser]
) -> None:
    fields = {"seat": "Ada", "orders": "; a\n" * (MAX_STEPS + 1), "reason": "she is away"}
    cleo = people["Cleo"].open(DESK).send(f"{DESK}/orders", **fields)
    assert (cleo.status, "steps" in cleo.words) == (422, True)
    token = program(people["Cleo"], site)
    call = {"seat": "Ada", "text": "; a\n" * (MAX_STEPS + 1), "reason": "she is away"}
    answer = token.post("/api/v1/games/the-mars-affair/orders/on-behalf", json=call)
    assert (answer.status_code, "steps" in answer.text) == (422, True)


def send_again(cleo: Browser, action: str, **fields: str) -> int:
    """Send a form of the page twice, as from an old tab, and return the second status."""
    form = {**dict(cleo.form(action).form_values()), **fields}
    assert cleo.send(action, **fields).status == 200
    return int(cleo.client.post(action, data=form).status_code)


def test_undoing_twice_from_one_page_undoes_once(site: Site, people: dict[str, Browser]) -> None:
    cleo = people["Cleo"]
    for _ in range(2):
        run(site, cleo)
    assert send_again(cleo.open(DESK), f"{DESK}/undo", reason="a mistake") == 422
    assert "Turn 2" in cleo.open(DESK).words


def test_reopening_twice_from_one_page_undoes_no_turn(
    site: Site, people: dict[str, Browser]
) -> None:
    cleo = people["Cleo"]
    run(site, cleo)
    cleo.open(DESK).send(f"{DESK}/end", reason="by agreement", name="The Mars affair")
    assert send_again(cleo.open(DESK), f"{DESK}/undo", reason="a mistake") == 422
    assert "Turn 2" in cleo.open(DESK).words


def test_an_old_page_runs_no_other_turn_than_it_says(
    site: Site, people: dict[str, Browser]
) -> None:
    cleo = people["Cleo"].open(DESK)
    old = {**dict(cleo.form(f"{DESK}/run").form_values()), "anyway": "yes"}
    run(site, cleo)
    assert cleo.client.post(f"{DESK}/run", data=old).status_code == 422
    site.work()
    assert "Turn 2" in cleo.open(DESK).words
