"""Ending a game by the gamemaster's word (GG-VIC-001)."""

from __future__ import annotations

import json

import pytest

from tests.host.helpers import fine, refused, written


@pytest.fixture
def game(tmp_path):
    folder = tmp_path / "mars"
    people = ("--player", "Ada", "--player", "Brin")
    fine("new", folder, "--variant", "galaxy_g", *people, "--seed", 1)
    return folder


@pytest.mark.rule("GG-VIC-001")
def test_the_gamemaster_ends_a_game_and_sees_the_ranking(game):
    shown = fine("end", "-g", game, "--winner", "brin", "--reason", "all agreed")

    assert shown.stdout.splitlines() == [
        "The game ended after turn 0, won by Brin: all agreed.",
        "  1. Player_1: production points 1,000, population 1,000",
        "  2. Player_2: production points 1,000, population 1,000",
    ]


@pytest.mark.rule("GG-VIC-001")
def test_after_the_end_no_turn_is_run_and_no_orders_are_taken(game):
    fine("end", "-g", game)
    orders = written(game, "M 0 0 10")

    for command in (("turn", "-g", game), ("orders", "submit", "-g", game, "-p", "Ada", orders)):
        assert "the game ended in turn 0: by agreement" in refused(*command)
    assert "nothing left to end" in refused("end", "-g", game)


def test_what_was_stored_is_as_it_was(game):
    fine("turn", "-g", game)
    fine("end", "-g", game)

    fine("verify", "-g", game)
    assert "turn 1" in fine("report", "-g", game, "-p", "Ada").stdout


def test_showing_the_ranking_ends_nothing(game):
    told = json.loads(fine("end", "-g", game, "--show", "--json").stdout)

    assert told["ended"] is False
    assert told["ranking"][0] == {
        "empire": "Player_1", "production points": 1000.0, "population": 1000.0,
    }  # fmt: skip
    fine("turn", "-g", game)


def test_a_winner_must_play(game):
    assert "Cato" in refused("end", "-g", game, "--winner", "Cato")
    fine("turn", "-g", game)


def test_how_fair_the_start_is_is_told(tmp_path):
    shown = fine("new", tmp_path / "one", "--variant", "galaxy_g", "--player", "A", "--player", "B")

    assert "fair" in shown.stdout.lower()


@pytest.mark.rule("FH-END-002")
def test_everybody_gets_the_final_summary(tmp_path):
    folder = tmp_path / "far"
    people = ("--player", "Ada", "--bot", "Brin=settler", "--address", "Ada=ada@example.org")
    fine("new", folder, "--variant", "far_horizons", *people, "--seed", 1)
    fine("turn", "-g", folder)
    said = fine("end", "-g", folder, "--reason", "a sunny day").stdout

    lines = (folder / "reports" / "final.txt").read_text("utf-8").splitlines()
    assert lines[0] == "The game ended after turn 1: a sunny day."
    assert {line.split(":")[0][5:] for line in lines[1:]} == {"Ada Empire", "Brin Empire"}
    assert all("revenue" in line and "LS" in line for line in lines[1:])
    assert "Ada Empire" in said
    out = json.loads(fine("mail", "outbox", "-g", folder, "--json").stdout)
    mails = [mail for mail in out if "ended" in json.dumps(mail)]
    assert [mail["recipient"] for mail in mails] == ["ada@example.org"]
