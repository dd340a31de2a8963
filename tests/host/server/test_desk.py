"""The gamemaster's desk: what is done there, all may read of, and what a player sees of it."""

from __future__ import annotations

import pytest

from tests.host.server.browser import Browser, Site
from tests.host.server.games import running_game

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
    assert "What turn 1 would change" in cleo.open(DESK).words
    assert "turn 0" in people["Ada"].open(GAME).words


def test_asking_twice_for_a_turn_runs_it_once(site: Site, people: dict[str, Browser]) -> None:
    cleo = people["Cleo"].open(DESK)
    cleo.send(f"{DESK}/run", anyway="yes").send(f"{DESK}/run", anyway="yes")
    site.work()
    assert "Turn 2" in cleo.open(DESK).words
    assert cleo.open(f"{DESK}/turns/1/report.html").status == 200
    assert cleo.open(f"{DESK}/turns/2/report.html").status != 200


def test_a_turn_that_was_taken_back_is_run_again_and_all_read_why(
    site: Site, people: dict[str, Browser]
) -> None:
    run(site, people["Cleo"])
    people["Cleo"].open(DESK).send(f"{DESK}/undo", reason="the dice lay under the table")
    assert "the dice lay under the table" in people["Ada"].open(GAME).words
    assert people["Ada"].open(f"{GAME}/turns/1/report.html").status != 200
    run(site, people["Cleo"])
    assert "attempt 2" in people["Ada"].open(GAME).words
    assert people["Ada"].open(f"{GAME}/turns/1/report.html").status == 200


def test_orders_for_somebody_are_theirs(site: Site, people: dict[str, Browser]) -> None:
    cleo = people["Cleo"].open(DESK)
    cleo.send(f"{DESK}/orders", seat="Ada", orders="; Ada is on a journey")
    assert "Ada is on a journey" in people["Ada"].open(f"{GAME}/orders").text
    assert "Ada is on a journey" not in people["Brin"].open(f"{GAME}/orders").text


def test_a_seat_is_given_to_a_bot_and_back(site: Site, people: dict[str, Browser]) -> None:
    cleo = people["Cleo"].open(DESK).send(f"{DESK}/bot", seat="Brin", bot="greedy")
    assert "Brin is played by a bot" in people["Ada"].open(GAME).words
    cleo.open(DESK).send(f"{DESK}/bot", seat="Brin", bot="")
    assert "Brin is played by a person" in people["Ada"].open(GAME).words


def test_a_game_ends_by_the_gamemasters_word(site: Site, people: dict[str, Browser]) -> None:
    cleo = people["Cleo"].open(DESK)
    cleo.send(f"{DESK}/end", reason="", winners="Nobody Here")
    assert "no player 'Nobody Here'" in cleo.words
    cleo.send(f"{DESK}/end", reason="by agreement", winners="Ada")
    assert "ended" in people["Ada"].open(GAME).words
    assert people["Ada"].open(f"{GAME}/orders").send(f"{GAME}/orders", do="send").status == 422


def test_what_is_no_edit_is_refused_and_still_there(site: Site, people: dict[str, Browser]) -> None:
    cleo = people["Cleo"].open(DESK)
    cleo.send(f"{DESK}/edit", edit="nonsense: [", reason="a mistake", do="try")
    assert cleo.status == 422
    assert "nonsense: [" in cleo.text
