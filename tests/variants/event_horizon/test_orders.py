"""Order sets: header, end, comments, quoting; wrong lines are reported and the others executed."""

from __future__ import annotations

import pytest

import horizons_core as hz
from tests.variants.event_horizon.table import VARIANT, at, codes, find_ship, play, ship, table

SET = "#EVENTHORIZON {game} {empire}\n{orders}\n#END\n"


def scout():
    return table(ship("Ada", 1, "3,3", thrusters=1), ship("Brin", 1, "7,7", thrusters=1))


@pytest.mark.rule("EH-ORD-001")
def test_orders_stand_between_a_header_and_an_end_line():
    text = "Dear gamemaster,\nMOVE 1 W\n" + SET.format(
        game="test", empire="ADA", orders="MOVE 1 E"
    ) + "MOVE 1 W\nYours, Ada"  # fmt: skip
    turn = play(scout(), {"Ada": text})

    assert at(turn.game, "Ada", 1) == [4, 3]
    assert codes(turn, "Ada") == []


@pytest.mark.rule("EH-ORD-001")
@pytest.mark.parametrize(
    "header",
    ["#EVENTHORIZON Other Ada", "#EVENTHORIZON Test Brin", "#EVENTHORIZON Test", "#EVENTHORIZON",
     "#EVENTHORIZON Test Ada secret more"],
)  # fmt: skip
def test_a_set_with_a_wrong_header_is_discarded(header):
    turn = play(scout(), {"Ada": f"{header}\nMOVE 1 E\n#END"})

    assert codes(turn, "Ada") == ["bad-header"]
    assert at(turn.game, "Ada", 1) == [3, 3]


@pytest.mark.rule("EH-ORD-001")
def test_a_password_may_stand_in_the_header():
    read = VARIANT.language.read("#EVENTHORIZON Test Ada s3cret\nMOVE 1 E\n#END", game="Test")

    assert (
        read.header.game, read.header.empire, read.header.password,
    ) == ("Test", "Ada", "s3cret")  # fmt: skip
    assert len(read.orders) == 1


@pytest.mark.rule("EH-ORD-001")
def test_a_later_set_replaces_an_earlier_one():
    first = SET.format(game="Test", empire="Ada", orders="MOVE 1 E\nNAME 1 First")
    second = SET.format(game="Test", empire="Ada", orders="MOVE 1 W")
    turn = play(scout(), {"Ada": first + second})

    assert at(turn.game, "Ada", 1) == [2, 3]
    assert find_ship(turn.game, "Ada", 1).name == ""
    assert codes(turn, "Ada") == ["several-sets"]


@pytest.mark.rule("EH-ORD-001")
def test_a_set_without_an_end_is_read_with_a_warning():
    turn = play(scout(), {"Ada": "#EVENTHORIZON Test Ada\nMOVE 1 E\n"})

    assert codes(turn, "Ada") == ["no-end"]
    assert at(turn.game, "Ada", 1) == [4, 3]


@pytest.mark.rule("EH-ORD-001")
def test_a_wrong_line_is_reported_with_its_place_and_the_others_are_executed():
    turn = play(scout(), {"Ada": "MOVE 1 E\n  MOOVE 1 E\nNAME 1 Scout"})
    (fault,) = turn.diagnostics["Ada"]

    assert (fault.code, fault.line, fault.column, fault.words) == ("unknown-order", 2, 3, "MOOVE")
    assert fault.hint == "did you mean 'MOVE'?"
    assert (at(turn.game, "Ada", 1), find_ship(turn.game, "Ada", 1).name) == ([4, 3], "Scout")


@pytest.mark.rule("EH-ORD-001")
@pytest.mark.parametrize(
    "text",
    ["move 1 e", "  MOVE\t1   E  ", "MOVE 1 E ; to the east", "; first\n\nMOVE 1 E\r\n",
     "> MOVE 1 E",
     "\ufeffMOVE 1 E", "MOVE 1 E\r; old Macintosh", "MOVE #1 E", "MOVE 01 E"],
)  # fmt: skip
def test_case_blanks_comments_and_quoting_do_not_matter(text):
    turn = play(scout(), {"Ada": text})

    assert codes(turn, "Ada") == []
    assert at(turn.game, "Ada", 1) == [4, 3]


@pytest.mark.rule("EH-ORD-001")
def test_names_with_blanks_and_semicolons_stand_in_double_quotes():
    turn = play(scout(), {"Ada": 'NAME 1 "Pride; of   Ada" ; my best'})

    assert find_ship(turn.game, "Ada", 1).name == "Pride; of Ada"


@pytest.mark.rule("EH-ORD-001")
def test_an_empire_that_sends_nothing_builds_and_moves_nothing():
    turn = play(scout(), {"Brin": "MOVE 1 E"})

    assert at(turn.game, "Ada", 1) == [3, 3]
    assert codes(turn, "Ada") == []
    assert turn.game.empire("Ada").active


def test_the_template_is_a_set_that_reads_without_a_remark():
    text = VARIANT.language.template("Test Game", "Ada")
    read = VARIANT.language.read(text, game="Test Game", empire="Ada")

    assert (read.orders, read.diagnostics) == ([], [])
    for command in VARIANT.commands:
        assert command.example in text


def test_check_says_what_the_turn_would_say():
    game = VARIANT.new_game(["Ada", "Brin"], seed=2)
    text = "BUILD 5 0 1 0 0\nBUILD 5 0 1 0 0\nMOVE 2 E\nMOVE 77 E\nNAME 1 Nest\nFLY\n"
    checked = VARIANT.check_orders(game, "Ada", text)

    assert checked == hz.run_turn(game, {"Ada": text}).diagnostics["Ada"]
    assert [d.code for d in checked] == [
        "insufficient-stock",
        "just-built",
        "unknown-ship",
        "unknown-order",
    ]


def test_a_forecast_shows_what_own_orders_do_when_nobody_else_moves():
    game = VARIANT.new_game(["Ada", "Brin"], seed=2)
    view = VARIANT.forecast(game, "Ada", "BUILD 3 0 1 0 0\nMOVE 1 E")

    assert view.turn == 1
    assert len(view["ships"]) == 4
    assert {"ship.built", "ship.moved"} <= {e["code"] for e in view["forecast"]["events"]}
    assert game.turn == 0
