"""Seats of running games: left, freed, taken over, played by bots; and who is how reliable."""

from __future__ import annotations

import re

import pytest

from tests.host.server.browser import PASSWORD, Browser, Site
from tests.host.server.games import invited, running_game

GAME = "/games/the-mars-affair"
KEY = "the-mars-affair"
SEATS = f"{GAME}/desk/seats"


@pytest.fixture
def people(site: Site) -> dict[str, Browser]:
    """A running game of Ada and Brin, which everybody may see."""
    return running_game(site)


def run(site: Site, people: dict[str, Browser], *given: str) -> None:
    """Run a turn for which these have handed in orders."""
    for name in given:
        people[name].open(f"{GAME}/orders").send(f"{GAME}/orders", orders="; here", do="send")
    site.clock.advance(hours=1)
    people["Cleo"].open(f"{GAME}/desk").send(f"{GAME}/desk/run", anyway="yes")
    site.work()
    site.clock.advance(hours=1)


def left(people: dict[str, Browser], name: str) -> Browser:
    return people[name].open(GAME).send(f"{GAME}/leave", sure="yes")


def test_a_seat_is_given_to_a_bot_and_back(site: Site, people: dict[str, Browser]) -> None:
    cleo = people["Cleo"].open(SEATS).send(f"{GAME}/desk/bot", seat="Brin", bot="greedy")
    assert "Brin is played by a bot" in people["Ada"].open(GAME).words
    cleo.open(SEATS).send(f"{GAME}/desk/bot", seat="Brin", bot="")
    assert "Brin is played by a person" in people["Ada"].open(GAME).words


def test_who_leaves_a_running_game_sees_nothing_more_and_all_are_told(
    site: Site, people: dict[str, Browser]
) -> None:
    assert people["Ada"].open(GAME).send(f"{GAME}/leave").status == 422
    left(people, "Ada")
    assert people["Ada"].open(f"{GAME}/orders").status == 404
    assert people["Ada"].open(f"{GAME}/papers").status == 404
    brin = people["Brin"].open(GAME)
    assert "Who played Ada has left the game" in brin.words
    assert "nobody: it waits for somebody" in brin.words


def test_a_seat_that_was_left_is_taken_by_a_newcomer_who_reads_what_was(
    site: Site, people: dict[str, Browser]
) -> None:
    run(site, people, "Ada")
    left(people, "Ada")
    dara = site.person("Dara").open(GAME).send(f"{GAME}/take", seat="Ada")
    assert dara.open(f"{GAME}/turns/1/report.html").status == 200
    papers = dara.open(f"{GAME}/papers").words
    assert "; here" in papers
    assert "ada@example.org" not in papers
    assert site.person("Eve").open(GAME).text.count(f"{GAME}/take") == 0


def test_nobody_who_knows_another_seat_takes_one_over(
    site: Site, people: dict[str, Browser]
) -> None:
    left(people, "Ada")
    left(people, "Brin")
    brin = people["Brin"].open(GAME).send(f"{GAME}/take", seat="Ada")
    assert "were at another place" in brin.words
    brin.open(GAME).send(f"{GAME}/take", seat="Brin")
    assert brin.open(f"{GAME}/orders").status == 200


def test_a_seat_that_is_played_is_not_free(site: Site, people: dict[str, Browser]) -> None:
    left(people, "Ada")
    eve = site.person("Eve").open(GAME)
    page = eve.text
    eve.send(f"{GAME}/take", seat="Brin")
    assert "Brin is not free" in eve.words
    eve.text, eve.path = page, GAME
    assert "no player 'Nobody'" in eve.send(f"{GAME}/take", seat="Nobody").words


def test_the_seats_of_a_hidden_game_are_given_by_invitation(site: Site) -> None:
    people = running_game(site, listed="no")
    left(people, "Ada")
    dara = site.person("Dara")
    assert dara.open(GAME).status == 404
    path = invited(people["Cleo"], GAME, role="player", seat="Ada")
    assert dara.open(path).send(path).path == GAME
    assert dara.open(f"{GAME}/orders").status == 200


def test_the_gamemaster_frees_a_seat_for_a_reason_that_all_read(
    site: Site, people: dict[str, Browser]
) -> None:
    cleo = people["Cleo"].open(SEATS).send(f"{GAME}/desk/free", seat="Ada", reason="")
    assert cleo.status == 422
    cleo.send(f"{GAME}/desk/free", seat="Ada", reason="three turns without orders")
    assert "three turns without orders" in people["Brin"].open(GAME).words
    assert people["Ada"].open(f"{GAME}/orders").status == 404
    assert "nobody" in cleo.open(SEATS).words


def test_the_only_gamemaster_cannot_leave_and_one_of_two_can(
    site: Site, people: dict[str, Browser]
) -> None:
    assert "only gamemaster" in left(people, "Cleo").words
    path = invited(people["Cleo"], GAME, role="gamemaster")
    site.person("Dara").open(path).send(path)
    left(people, "Cleo")
    assert people["Cleo"].open(f"{GAME}/desk").status == 404


def test_a_deleted_account_leaves_a_game_that_can_be_played_on(
    site: Site, people: dict[str, Browser]
) -> None:
    people["Ada"].open("/account").send("/account/delete", password=PASSWORD)
    assert "Who played Ada has left the game" in people["Brin"].open(GAME).words
    run(site, people, "Brin")
    dara = site.person("Dara").open(GAME).send(f"{GAME}/take", seat="Ada")
    assert dara.open(f"{GAME}/turns/1/report.html").status == 200


def test_the_record_of_a_player_counts_turns_with_orders_over_all_games(
    site: Site, people: dict[str, Browser]
) -> None:
    run(site, people, "Ada")
    run(site, people, "Ada", "Brin")
    run(site, people, "Brin")
    assert re.search(r"Ada\s?a person.*?2 of 3 in all games", people["Brin"].open(GAME).words)
    second = site.person("Otto")
    second.open("/games/new/event_horizon").send(
        "/games/new/event_horizon", title="Another", players="2"
    )
    people["Ada"].open("/games/another").send("/games/another/join")
    assert "gave orders for 2 of 3 turns" in people["Ada"].words


def test_a_replacement_has_a_record_of_its_own(site: Site, people: dict[str, Browser]) -> None:
    run(site, people, "Brin")
    left(people, "Ada")
    people["Dara"] = site.person("Dara").open(GAME).send(f"{GAME}/take", seat="Ada")
    run(site, people, "Dara")
    assert "1 of 1 in all games" in people["Dara"].open(GAME).words
    desk = people["Cleo"].open(f"{GAME}/desk").words
    assert re.search(r"Ada\s?Dara.*?1 of 1 here; 1 of 1 in all games", desk), desk


def test_mails_of_a_seat_go_where_the_gamemaster_says(
    site: Site, people: dict[str, Browser]
) -> None:
    cleo = people["Cleo"].open(SEATS)
    cleo.send(f"{GAME}/desk/address", seat="Ada", address="nonsense")
    assert cleo.status == 422
    assert 'value="nonsense"' in cleo.text
    cleo.send(f"{GAME}/desk/address", seat="Ada", address="ada@sea.example")
    assert "ada@sea.example" in cleo.words


def test_a_seat_has_a_password_for_orders_by_mail(site: Site, people: dict[str, Browser]) -> None:
    cleo = people["Cleo"].open(SEATS).send(f"{GAME}/desk/password", seat="Ada", password="xyzzy-7")
    assert "Ada has another password" in people["Brin"].open(f"{GAME}/audit").words
    assert "xyzzy-7" not in cleo.open(SEATS).text


def test_the_gamemaster_reads_the_papers_of_a_seat(site: Site, people: dict[str, Browser]) -> None:
    run(site, people, "Ada")
    assert "; here" in people["Cleo"].open(f"{GAME}/desk/papers/Ada").words
    assert people["Brin"].open(f"{GAME}/desk/papers/Ada").status == 404
