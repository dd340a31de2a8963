"""Seats of running games: left, freed, replaced, played by bots; and reliability."""

from __future__ import annotations

import re

import pytest

from tests.host.server.browser import PASSWORD, Browser, Site
from tests.host.server.games import invite, running_game
from tests.host.server.test_people import mail_settings
from tests.host.server.walks import csrf

GAME = "/games/the-mars-affair"
KEY = "the-mars-affair"
SEATS = f"{GAME}/desk/seats"


@pytest.fixture
def people(site: Site) -> dict[str, Browser]:
    """A running, public game of Ada and Brin."""
    return running_game(site)


def run(site: Site, people: dict[str, Browser], *names: str) -> None:
    """Run a turn for which these players have submitted orders."""
    for name in names:
        people[name].open(f"{GAME}/orders").send(f"{GAME}/orders", orders="; here", do="send")
    site.clock.advance(hours=1)
    people["Cleo"].open(f"{GAME}/desk").send(f"{GAME}/desk/run", anyway="yes")
    site.work()
    site.clock.advance(hours=1)


def left(people: dict[str, Browser], name: str) -> Browser:
    return people[name].open(f"{GAME}/overview").send(f"{GAME}/leave", sure="yes")


def test_a_seat_is_given_to_a_bot_and_back(site: Site, people: dict[str, Browser]) -> None:
    cleo = people["Cleo"].open(SEATS).send(f"{GAME}/desk/bot", seat="Brin", bot="greedy")
    assert "Brin is now played by a bot" in people["Ada"].open(f"{GAME}/overview").words
    cleo.open(SEATS).send(f"{GAME}/desk/bot", seat="Brin", bot="")
    assert "Brin is now played by a person" in people["Ada"].open(f"{GAME}/overview").words


def test_who_leaves_a_running_game_sees_nothing_more_and_all_are_told(
    site: Site, people: dict[str, Browser]
) -> None:
    assert people["Ada"].open(f"{GAME}/overview").send(f"{GAME}/leave").status == 422
    left(people, "Ada")
    assert people["Ada"].open(f"{GAME}/orders").status == 404
    assert people["Ada"].open(f"{GAME}/handover").status == 404
    brin = people["Brin"].open(f"{GAME}/overview")
    assert "The player of Ada left the game" in brin.words
    assert "free seat" in brin.words


def test_a_seat_that_was_left_is_taken_by_a_newcomer_who_reads_what_was(
    site: Site, people: dict[str, Browser]
) -> None:
    run(site, people, "Ada")
    left(people, "Ada")
    dara = site.person("Dara").open(GAME).send(f"{GAME}/take", seat="Ada")
    assert dara.open(f"{GAME}/turns/1/report.html").status == 200
    papers = dara.open(f"{GAME}/handover").words
    assert "; here" in papers
    assert "ada@example.org" not in papers
    assert site.person("Eve").open(GAME).text.count(f"{GAME}/take") == 0


def test_nobody_who_knows_another_seat_takes_one_over(
    site: Site, people: dict[str, Browser]
) -> None:
    left(people, "Ada")
    left(people, "Brin")
    brin = people["Brin"].open(GAME).send(f"{GAME}/take", seat="Ada")
    assert "had another seat in it" in brin.words
    brin.open(GAME).send(f"{GAME}/take", seat="Brin")
    assert brin.open(f"{GAME}/orders").status == 200


def test_a_seat_that_is_played_is_not_free(site: Site, people: dict[str, Browser]) -> None:
    left(people, "Ada")
    eve = site.person("Eve").open(GAME)
    page = eve.text
    eve.send(f"{GAME}/take", seat="Brin")
    assert "Brin isn't free" in eve.words
    eve.text, eve.path = page, GAME
    assert "no player 'Nobody'" in eve.send(f"{GAME}/take", seat="Nobody").words


def test_the_seats_of_a_hidden_game_are_given_by_invitation(site: Site) -> None:
    people = running_game(site, open_to="friends")
    left(people, "Ada")
    dara = site.person("Dara")
    assert dara.open(GAME).status == 404
    path = invite(people["Cleo"], GAME, role="player", seat="Ada")
    assert dara.open(path).send(path).path == GAME
    assert dara.open(f"{GAME}/orders").status == 200


def test_the_gamemaster_frees_a_seat_for_a_reason_that_all_read(
    site: Site, people: dict[str, Browser]
) -> None:
    cleo = people["Cleo"].open(SEATS).send(f"{GAME}/desk/free", seat="Ada", reason="")
    assert cleo.status == 422
    cleo.send(f"{GAME}/desk/free", seat="Ada", reason="three turns without orders")
    assert "three turns without orders" in people["Brin"].open(f"{GAME}/overview").words
    assert people["Ada"].open(f"{GAME}/orders").status == 404
    assert "free seat" in cleo.open(SEATS).words


def test_the_only_gamemaster_cannot_leave_and_one_of_two_can(
    site: Site, people: dict[str, Browser]
) -> None:
    assert "only gamemaster" in left(people, "Cleo").words
    path = invite(people["Cleo"], GAME, role="gamemaster")
    site.person("Dara").open(path).send(path)
    left(people, "Cleo")
    assert people["Cleo"].open(f"{GAME}/desk").status == 404


def test_a_deleted_account_leaves_a_game_that_can_be_played_on(
    site: Site, people: dict[str, Browser]
) -> None:
    people["Ada"].open("/account").send("/account/delete", password=PASSWORD)
    assert "The player of Ada left the game" in people["Brin"].open(f"{GAME}/overview").words
    run(site, people, "Brin")
    dara = site.person("Dara").open(GAME).send(f"{GAME}/take", seat="Ada")
    assert dara.open(f"{GAME}/turns/1/report.html").status == 200


def test_the_record_of_a_player_counts_turns_with_orders_over_all_games(
    site: Site, people: dict[str, Browser]
) -> None:
    run(site, people, "Ada")
    run(site, people, "Ada", "Brin")
    run(site, people, "Brin")
    assert re.search(
        r"Ada\s?Ada.*?2 of 3 in all games", people["Brin"].open(f"{GAME}/overview").words
    )
    second = site.person("Otto")
    second.open("/games/new/event_horizon").send(
        "/games/new/event_horizon", title="Another", players="2"
    )
    people["Ada"].open("/games/another").send("/games/another/join")
    assert "orders in 2 of 3 turns" in people["Ada"].words


def test_a_replacement_has_a_record_of_its_own(site: Site, people: dict[str, Browser]) -> None:
    run(site, people, "Brin")
    left(people, "Ada")
    people["Dara"] = site.person("Dara").open(GAME).send(f"{GAME}/take", seat="Ada")
    run(site, people, "Dara")
    assert "1 of 1 in all games" in people["Dara"].open(f"{GAME}/overview").words
    desk = people["Cleo"].open(f"{GAME}/desk").words
    assert re.search(r"Ada\s?Dara.*?1 of 1 here; 1 of 1 in all games", desk), desk


def test_mails_of_a_seat_go_where_the_gamemaster_says(
    site: Site, people: dict[str, Browser], tmp_path
) -> None:
    assert "mail" not in people["Cleo"].open(SEATS).words.casefold()
    site.change_settings(mail=mail_settings(tmp_path))
    cleo = people["Cleo"].open(SEATS)
    cleo.send(f"{GAME}/desk/address", seat="Ada", address="nonsense")
    assert cleo.status == 422
    assert 'value="nonsense"' in cleo.text
    cleo.send(f"{GAME}/desk/address", seat="Ada", address="ada@sea.example")
    assert "ada@sea.example" in cleo.words


def test_a_seat_has_a_password_for_orders_by_mail(
    site: Site, people: dict[str, Browser], tmp_path
) -> None:
    site.change_settings(mail=mail_settings(tmp_path))
    cleo = people["Cleo"].open(SEATS).send(f"{GAME}/desk/password", seat="Ada", password="xyzzy-7")
    assert "Ada has a new password" in people["Brin"].open(f"{GAME}/audit").words
    assert "xyzzy-7" not in cleo.open(SEATS).text


def test_the_gamemaster_reads_the_papers_of_a_seat(site: Site, people: dict[str, Browser]) -> None:
    run(site, people, "Ada")
    assert "; here" in people["Cleo"].open(f"{GAME}/desk/handover/Ada").words
    assert people["Brin"].open(f"{GAME}/desk/handover/Ada").status == 404


def test_everybody_may_look_on_where_that_was_announced(site: Site) -> None:
    people = running_game(site, spectators="yes")
    eve = site.person("Eve").open(GAME).send(f"{GAME}/watch", seat="Eve of Venus")
    assert eve.open(f"{GAME}/turns/0/report.text").status == 200
    assert eve.open(f"{GAME}/turns/0/report.json").text.count('"role": "spectator"') == 1
    assert eve.open(f"{GAME}/audit").status == 200
    left(people, "Ada")
    assert f"{GAME}/take" not in eve.open(f"{GAME}/overview").text
    assert f'action="{GAME}/watch"' not in people["Brin"].open(f"{GAME}/overview").text


def test_nobody_looks_on_uninvited_elsewhere(site: Site, people: dict[str, Browser]) -> None:
    eve = site.person("Eve").open(GAME)
    assert f'action="{GAME}/watch"' not in eve.text
    answer = eve.client.post(f"{GAME}/watch", data={"_csrf_token": csrf(eve)})
    assert answer.status_code == 422


def test_who_was_invited_to_look_on_before_the_game_began_gets_its_reports(site: Site) -> None:
    cleo, sol = site.person("Cleo"), site.person("Sol")
    new = "/games/new/event_horizon"
    cleo.open(new).send(new, title="The Mars affair", players="0", bots="2", bot="random")
    path = invite(cleo, GAME, role="spectator")
    sol.open(path).send(path, seat="Sol")
    cleo.open(GAME).send(f"{GAME}/start")
    assert sol.open(f"{GAME}/turns/0/report.text").status == 200


def test_the_roles_that_one_can_be_invited_as_are_those_of_the_rules(
    site: Site, people: dict[str, Browser]
) -> None:
    assert "umpire" not in people["Cleo"].open(GAME).text
    cleo = people["Cleo"]
    answer = cleo.client.post(
        f"{GAME}/invitations", data={"_csrf_token": csrf(cleo), "role": "umpire"}
    )
    assert answer.status_code == 422


def test_who_looked_on_and_left_gets_nothing_more_and_may_come_back(site: Site) -> None:
    people = running_game(site, spectators="yes")
    people["Eve"] = site.person("Eve").open(GAME).send(f"{GAME}/watch", seat="Eve")
    left(people, "Eve")
    assert people["Eve"].open(f"{GAME}/turns/0/report.text").status == 404
    people["Eve"].open(GAME).send(f"{GAME}/watch", seat="Eve")
    assert people["Eve"].open(f"{GAME}/turns/0/report.text").status == 200
    assert people["Ada"].open(GAME).status == 200


def test_a_game_without_a_gamemaster_finds_a_replacement(site: Site) -> None:
    ada, brin = site.person("Ada"), site.person("Brin")
    new = "/games/new/event_horizon"
    fields = {"players": "2", "plays": "yes", "open_to": "friends", "pace": "daily"}
    ada.open(new).send(new, title="The Mars affair", **fields)
    path = invite(ada, GAME, role="player")
    brin.open(path).send(path)
    ada.open(GAME).send(f"{GAME}/start")
    brin.open(f"{GAME}/overview").send(f"{GAME}/leave", sure="yes")
    path = invite(ada, GAME, role="player", seat="Brin")
    dara = site.person("Dara").open(path).send(path)
    assert dara.open(f"{GAME}/orders").status == 200
    token = csrf(ada)
    answer = ada.client.post(
        f"{GAME}/invitations", data={"_csrf_token": token, "role": "player", "seat": "Brin"}
    )
    assert "only the gamemaster can give a seat away" in answer.text


def test_an_account_that_is_deleted_leaves_a_seat_to_the_bot_that_plays_it(
    site: Site, people: dict[str, Browser]
) -> None:
    people["Cleo"].open(SEATS).send(f"{GAME}/desk/bot", seat="Brin", bot="greedy")
    people["Brin"].open("/account").send("/account/delete", password=PASSWORD)
    assert re.search(r"Brin\s?bot greedy", people["Ada"].open(f"{GAME}/overview").words)


def test_a_game_whose_gamemaster_has_left_the_server_is_run_by_it(
    site: Site, people: dict[str, Browser]
) -> None:
    people["Cleo"].open("/account").send("/account/delete", password=PASSWORD)
    ada = people["Ada"].open(GAME)
    assert "its gamemaster has left the server" in ada.open(f"{GAME}/audit").words
    site.clock.advance(days=8)
    site.work()
    assert "turn 1" in ada.open(f"{GAME}/overview").words
    assert f"{GAME}/free-seat/bot" not in ada.text
    people["Brin"].open(f"{GAME}/overview").send(f"{GAME}/leave", sure="yes")
    assert f"{GAME}/invitations" in ada.open(f"{GAME}/overview").text
    assert f"{GAME}/free-seat/bot" in ada.text


def test_an_open_game_whose_maker_has_left_is_arranged_by_a_player_or_called_off(
    site: Site,
) -> None:
    new = "/games/new/event_horizon"
    for title, join in (("Mars", True), ("Venus", False)):
        cleo = site.person(f"Maker-{title}")
        cleo.open(new).send(new, title=title, players="1", bots="1", bot="random")
        path = cleo.path
        ada = site.person(f"Player-{title}").open(path)
        if join:
            ada.send(f"{path}/join")
        cleo.open("/account").send("/account/delete", password=PASSWORD)
        assert (ada.open(path).status == 200) is join
        if join:
            ada.send(f"{path}/start")
            assert "running" in ada.open(f"{path}/overview").words
            assert "Sun" in ada.words


def test_who_leaves_a_seat_that_a_bot_plays_is_told_nothing_more(
    people: dict[str, Browser],
) -> None:
    page = people["Ada"].open(f"{GAME}/notifications").send(f"{GAME}/notifications/feed", do="make")
    feed = re.search(r"http://games\.example\.org(/games/[\w-]+/feeds/[\w-]+)", page.text)
    assert feed
    assert people["Ada"].client.get(feed[1]).status_code == 200
    people["Cleo"].open(SEATS).send(f"{GAME}/desk/bot", seat="Ada", bot="greedy")
    left(people, "Ada")
    assert people["Ada"].client.get(feed[1]).status_code == 404
    assert "bot greedy" in people["Brin"].open(f"{GAME}/overview").words
