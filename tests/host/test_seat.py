"""`horizons seat`: passwords, addresses, bots and new players for seats of a running game."""

from __future__ import annotations

import json

import pytest

from horizons_host.store import GameMails, GameStore
from tests.host.helpers import (
    ORDERS,
    as_file,
    fine,
    horizons,
    image,
    make_game,
    new_game,
    refused,
    secrets,
)


def _seat(folder, player="Ada"):
    seats = json.loads(fine("seat", "show", "-g", folder, "--json").stdout)
    return next(seat for seat in seats if seat["seat"] == player)


def _with_password(folder, password, name="orders.txt"):
    return as_file(folder, f'#EVENTHORIZON mars Ada "{password}"\n{ORDERS}#END\n', name)


def _submit(folder, password):
    return horizons("orders", "submit", "-g", folder, _with_password(folder, password))


def test_a_password_is_asked_for_twice_and_holds(mars):
    fine("seat", "password", "-g", mars, "-p", "Ada", input="quiet rain\nquiet rain\n")
    assert _seat(mars)["password"]
    assert _submit(mars, "quiet rain").exit_code == 0
    assert _submit(mars, "loud rain").exit_code == 1


def test_a_password_typed_in_two_ways_changes_nothing(mars):
    before = image(mars)
    assert horizons("seat", "password", "-g", mars, "-p", "Ada", input="a\nb\n").exit_code == 130
    assert image(mars) == before


def test_a_password_comes_from_a_file_or_from_standard_input(mars):
    file = as_file(mars, "quiet rain\r\nsomething else\n", "secret")
    fine("seat", "password", "-g", mars, "-p", "Ada", "--password-file", file)
    assert _submit(mars, "quiet rain").exit_code == 0
    fine("seat", "password", "-g", mars, "-p", "Ada", "--password-file", "-", input="other\n")
    assert _submit(mars, "quiet rain").exit_code == 1
    assert _submit(mars, "other").exit_code == 0


def test_a_password_is_taken_away(tmp_path):
    folder = new_game(tmp_path / "mars", *secrets(tmp_path, Ada="lark"))
    assert _submit(folder, "x").exit_code == 1
    fine("seat", "password", "-g", folder, "-p", "Ada", "--clear")
    fine("orders", "submit", "-g", folder, "-p", "Ada", as_file(folder, ORDERS))


def test_no_password_stands_in_the_file_in_plain_words(mars):
    file = as_file(mars, "quietrain\n", "secret")
    fine("seat", "password", "-g", mars, "-p", "Ada", "--password-file", file)
    assert b"quietrain" not in b"".join(image(mars).values())


@pytest.mark.parametrize("text", ["", "\n", 'a"b\n', "   \n"])
def test_what_can_be_no_password_is_refused(mars, text):
    before = image(mars)
    file = as_file(mars, text, "secret")
    refused("seat", "password", "-g", mars, "-p", "Ada", "--password-file", file)
    assert image(mars) == before


def test_the_gamemasters_password_holds_until_an_order_changes_it(tmp_path):
    folder = tmp_path / "rim"
    bots = ("--bot", "Brin=expander")
    make_game(folder, "--variant", "galaxy_g", "--player", "Ada", "--name", "rim", *bots)
    order = "#GALAXY rim Ada {}\nY old\n#END\n"
    fine("orders", "submit", "-g", folder, as_file(folder, order.format("x")))
    fine("turn", "-g", folder)
    _refused_with(folder, "new one")
    file = as_file(folder, "new one\n", "secret")
    fine("seat", "password", "-g", folder, "-p", "Ada", "--password-file", file)
    _refused_with(folder, "old")
    orders = as_file(folder, '#GALAXY rim Ada "new one"\nY third\n#END\n')
    fine("orders", "submit", "-g", folder, orders)
    fine("turn", "-g", folder)
    _refused_with(folder, "new one")
    fine("orders", "submit", "-g", folder, as_file(folder, "#GALAXY rim Ada third\n#END\n"))


def _refused_with(folder, password):
    text = f'#GALAXY rim Ada "{password}"\n#END\n'
    assert "password" in refused("orders", "submit", "-g", folder, as_file(folder, text))


def test_mails_go_to_the_new_address_those_that_wait_included(tmp_path):
    folder = new_game(tmp_path / "mars", "--address", "Ada=ada@old.example")
    fine("seat", "address", "-g", folder, "-p", "Ada", "ada@new.example")
    assert _seat(folder)["address"] == "ada@new.example"
    with GameStore(folder) as store:
        assert [mail.mail.recipient for mail in GameMails(store).outgoing()] == ["ada@new.example"]


def test_without_an_address_nothing_is_sent(tmp_path):
    folder = new_game(tmp_path / "mars", "--address", "Ada=ada@old.example")
    fine("seat", "address", "-g", folder, "-p", "Ada", "--clear")
    assert _seat(folder)["address"] == ""
    fine("turn", "-g", folder, "--yes")
    with GameStore(folder) as store:
        assert [mail.state for mail in GameMails(store).outgoing()] == ["withdrawn"]
    assert "is withdrawn" in refused("mail", "resend", "-g", folder, "--mail", 1)


def test_a_bot_takes_a_seat_and_leaves_it(mars):
    fine("seat", "bot", "-g", mars, "-p", "Ada", "greedy")
    assert "only people" in refused("orders", "submit", "-g", mars, _with_password(mars, "x"))
    fine("seat", "bot", "-g", mars, "-p", "Brin", "greedy")
    fine("turn", "-g", mars)
    fine("seat", "bot", "-g", mars, "-p", "Ada", "--clear")
    assert "waits for orders of Ada" in refused("turn", "-g", mars)
    fine("verify", "-g", mars)


def test_a_seat_changes_hands_with_nothing_of_the_one_before(tmp_path):
    folder = new_game(
        tmp_path / "mars", "--address", "Ada=ada@old.example", *secrets(tmp_path, Ada="lark")
    )
    fine("orders", "submit", "-g", folder, _with_password(folder, "lark"))
    fine("seat", "missing", "-g", folder, "-p", "Ada", "bot", "greedy")
    output = fine("seat", "replace", "-g", folder, "-p", "Ada", "--to", "Eve").output
    assert "Orders already submitted for the next turn count" in output
    assert _seat(folder) == {
        "seat": "Ada",
        "person": "Eve",
        "bot": None,
        "role": "",
        "address": "",
        "password": False,
        "without": "the turn waits",
    }
    with GameStore(folder) as store:
        assert [mail.state for mail in GameMails(store).outgoing()] == ["withdrawn"]


@pytest.mark.parametrize(
    "words",
    [
        ("password", "-p", "Adda", "--clear"),
        ("address", "-p", "Ada", "no address"),
        ("bot", "-p", "Ada", "gredy"),
        ("bot", "-p", "Sam", "greedy"),
        ("missing", "-p", "Sam", "nothing"),
        ("replace", "-p", "Ada", "--to", " "),
        ("replace", "-p", "Ada", "--to", "Eve", "--address", "nowhere"),
        ("password", "-p", "Ada", "--password-file", "nowhere"),
    ],
    ids=" ".join,
)
def test_what_does_not_fit_is_refused_and_changes_nothing(tmp_path, words):
    folder = new_game(tmp_path / "mars", "--seat", "Sam=spectator")
    before = image(folder)
    assert "Error: " in refused("seat", words[0], "-g", folder, *words[1:])
    assert image(folder) == before


@pytest.mark.parametrize("words", [("bot",), ("address",), ("address", "--clear", "a@b.c")])
def test_wrong_usage_is_said(mars, words):
    output = refused("seat", words[0], "-g", mars, "-p", "Ada", *words[1:], status=2)
    assert "use either" in output
