"""Seats with a password: only a person who knows it can submit orders for them."""

from __future__ import annotations

import json
import sqlite3

import pytest

from horizons_core.orders import Header
from horizons_host.seats import passwords as password_hashes
from horizons_host.seats.passwords import blank_password
from horizons_host.store import GameStore
from tests.host.helpers import (
    ORDERS,
    VARIANT,
    as_file,
    database,
    fine,
    horizons,
    image,
    new_game,
    refused,
    secrets,
)


@pytest.fixture
def guarded(tmp_path):
    return new_game(tmp_path / "mars", *secrets(tmp_path, Ada="moon rise"))


def _set(password: str) -> str:
    return f"#EVENTHORIZON mars Ada {password}\n{ORDERS}#END\n"


def test_the_right_password_opens_the_seat(guarded):
    fine("orders", "submit", "-g", guarded, as_file(guarded, _set('"moon rise"')))
    fine("orders", "submit", "-g", guarded, "-p", "Ada", as_file(guarded, _set('"moon rise"')))


WRONG = pytest.mark.parametrize(
    ("text", "hint"),
    [
        (_set("moonrise"), "wrong password for Ada; nothing was stored"),
        (_set(""), "Ada's orders need a password; nothing was stored"),
        (ORDERS, "Ada's orders need a password; nothing was stored"),
    ],
)


@WRONG
def test_a_wrong_or_missing_password_stores_nothing(guarded, text, hint):
    before = image(guarded)
    assert hint in refused("orders", "submit", "-g", guarded, "-p", "Ada", as_file(guarded, text))
    assert image(guarded) == before


@WRONG
def test_a_check_says_what_a_submission_says_of_the_password(guarded, text, hint):
    file = as_file(guarded, text + "BIULD\n" if text == ORDERS else text)
    checked = horizons("orders", "check", "-g", guarded, "-p", "Ada", file)
    assert checked.exit_code == 1
    assert hint in checked.output
    result = json.loads(
        horizons("orders", "check", "-g", guarded, "-p", "Ada", file, "--json").stdout
    )
    assert result["acceptable"] is False
    assert result["diagnostics"][0]["code"] == "password"


def test_a_check_verifies_the_password_once_and_no_other(guarded, monkeypatch):
    looks = []
    monkeypatch.setattr(password_hashes, "verify_hash", lambda *words: looks.append(words) or True)
    for text in (_set('"moon rise"'), ORDERS):
        horizons("orders", "check", "-g", guarded, "-p", "Ada", as_file(guarded, text))
    fine("orders", "check", "-g", guarded, "-p", "Brin", as_file(guarded, ORDERS))
    assert len(looks) == 1


def test_a_seat_without_a_password_takes_any(guarded):
    text = f"#EVENTHORIZON mars Brin whatever\n{ORDERS}#END\n"
    fine("orders", "submit", "-g", guarded, as_file(guarded, text))


def test_no_password_is_kept_in_plain_words(guarded):
    fine("orders", "submit", "-g", guarded, as_file(guarded, _set('"moon rise"')))
    fine("turn", "--yes", "-g", guarded)
    for name, content in image(guarded).items():
        assert b"moon rise" not in content, name
    with GameStore(guarded) as store:
        (submission,) = store.submissions(1)["Ada"]
    assert submission.text == f"#EVENTHORIZON mars Ada *\n{ORDERS}#END\n"


def test_passwords_are_hashed_by_argon2(guarded):
    connection = sqlite3.connect(database(guarded))
    hashes = dict(connection.execute("SELECT name, password_hash FROM seats").fetchall())
    connection.close()
    assert hashes["Ada"].startswith("$argon2id$")
    assert hashes["Brin"] is None


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("before", [0, 2])
def test_blanking_leaves_all_else_as_it_was(end, before):
    lines = [*["; a remark"] * before, '> #EVENTHORIZON "my game" Ada pass', "MOVE 1 NE", ""]
    start = lines[before].index("pass") + 1
    header = Header("my game", "Ada", "pass", before + 1, (start, start + 4))
    changed = [line.replace("pass", "*") for line in lines]
    assert blank_password(end.join(lines), header) == end.join(changed)


# sources of passwords


def test_a_password_comes_from_a_file_and_stands_in_no_list_of_processes(tmp_path):
    file = tmp_path / "ada.secret"
    file.write_text("moon rise\r\nmore\n")
    game = new_game(tmp_path / "mars", "--password-file", f"Ada={file}")
    wrong, right = _set("moon"), _set('"moon rise"')
    refused("orders", "submit", "-g", game, as_file(game, wrong))
    fine("orders", "submit", "-g", game, as_file(game, right))


def test_a_password_comes_from_standard_input(tmp_path):
    people = ("--player", "Ada", "--player", "Brin")
    game = tmp_path / "mars"
    words = ("new", game, "--variant", VARIANT, *people, "--name", "mars")
    fine(*words, "--password-file", "Ada=-", input="lark\n")
    fine("orders", "submit", "-g", game, as_file(game, _set("lark")))


def test_whoever_joins_may_have_a_password_from_a_file(mars, tmp_path):
    file = tmp_path / "eve.secret"
    file.write_text("lark\n")
    fine("join", "-g", mars, "--seat", "Eve=spectator", "--password-file", file)
    with GameStore(mars) as store:
        assert {seat.name: bool(seat.password_hash) for seat in store.seats()}["Eve"]
    output = refused(
        "join", "-g", mars, "--seat", "Uma=spectator",
        "--ask-password", "--password-file", file, status=2,
    )  # fmt: skip
    assert "use either" in output


def test_a_file_without_a_password_makes_no_game(tmp_path):
    file = tmp_path / "ada.secret"
    file.write_text("\n")
    people = ("--player", "Ada", "--player", "Brin", "--password-file", f"Ada={file}")
    output = refused("new", tmp_path / "mars", "--variant", VARIANT, *people)
    assert "this password for Ada is not allowed" in output
    assert not (tmp_path / "mars").exists()


PEOPLE = ("--variant", VARIANT, "--player", "Ada", "--player", "Brin")


def test_a_password_is_asked_for_twice_and_not_shown(tmp_path):
    game = tmp_path / "mars"
    words = ("new", game, *PEOPLE, "--name", "mars", "--ask-password", "Ada")
    result = fine(*words, input="moon rise\nmoon rise\n")
    assert "Password of Ada: " in result.stderr
    assert "moon rise" not in result.output
    refused("orders", "submit", "-g", game, as_file(game, _set("moon")))
    fine("orders", "submit", "-g", game, as_file(game, _set('"moon rise"')))


def test_the_password_of_somebody_who_joins_is_asked_for(mars):
    fine("join", "-g", mars, "--seat", "Eve=spectator", "--ask-password", input="lark\nlark\n")
    with GameStore(mars) as store:
        assert {seat.name: bool(seat.password_hash) for seat in store.seats()}["Eve"]


@pytest.mark.parametrize(
    ("words", "remedy"),
    [
        (("new", "GAME", *PEOPLE, "--password", "Ada=lark"), "--password-file NAME=FILE"),
        (("new", "GAME", *PEOPLE, "--password", "Ada=lark"), "--ask-password NAME"),
        (("join", "-g", "GAME", "--player", "Eve", "--password=lark"), "--password-file FILE"),
        (
            ("import", VARIANT, "-g", "GAME", "--format", "x", ".", "--password", "Ada=lark"),
            "--password-file PLAYER=FILE or --ask-password PLAYER",
        ),
    ],
)
def test_a_password_that_all_users_could_see_is_refused(tmp_path, words, remedy):
    game = tmp_path / "mars"
    output = refused(*(game if word == "GAME" else word for word in words), status=2)
    assert "password in an argument" in output
    assert remedy in " ".join(output.split())
    assert "lark" not in output
    assert not game.exists()


@pytest.mark.parametrize(
    ("passwords", "message"),
    [({"Bryn": "x"}, "did you mean 'Brin'?"), ({"Ada": '"'}, "password for Ada is not allowed")],
)
def test_passwords_that_will_not_do_make_no_game(tmp_path, passwords, message):
    output = refused("new", tmp_path / "mars", *PEOPLE, *secrets(tmp_path, **passwords))
    assert message in " ".join(output.split())
    assert not (tmp_path / "mars").exists()
