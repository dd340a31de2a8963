"""Seats with a password: only whoever knows it hands in orders for them."""

from __future__ import annotations

import sqlite3

import pytest

from horizons_core.orders import Header
from horizons_host.passwords import blanked
from horizons_host.store import GameStore
from tests.host.helpers import ORDERS, database, fine, image, new_game, refused, written


@pytest.fixture
def guarded(tmp_path):
    return new_game(tmp_path / "mars", "--password", "Ada=moon rise")


def _set(password: str) -> str:
    return f"#EVENTHORIZON mars Ada {password}\n{ORDERS}#END\n"


def test_the_right_password_opens_the_seat(guarded):
    fine("orders", "submit", "-g", guarded, written(guarded, _set('"moon rise"')))
    fine("orders", "submit", "-g", guarded, "-p", "Ada", written(guarded, _set('"moon rise"')))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (_set("moonrise"), "this is not the password of Ada; nothing was stored"),
        (_set(""), "Ada's orders need a password; nothing was stored"),
        (ORDERS, "Ada's orders need a password; nothing was stored"),
    ],
)
def test_a_wrong_or_missing_password_stores_nothing(guarded, text, said):
    before = image(guarded)
    assert said in refused("orders", "submit", "-g", guarded, "-p", "Ada", written(guarded, text))
    assert image(guarded) == before


def test_a_seat_without_a_password_takes_any(guarded):
    text = f"#EVENTHORIZON mars Brin whatever\n{ORDERS}#END\n"
    fine("orders", "submit", "-g", guarded, written(guarded, text))


def test_no_password_is_kept_in_plain_words(guarded):
    fine("orders", "submit", "-g", guarded, written(guarded, _set('"moon rise"')))
    fine("turn", "-g", guarded)
    for name, content in image(guarded).items():
        assert b"moon rise" not in content, name
    with GameStore(guarded) as store:
        (given,) = store.given(1)["Ada"]
    assert given.text == f"#EVENTHORIZON mars Ada *\n{ORDERS}#END\n"


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
    found = Header("my game", "Ada", "pass", before + 1)
    changed = [line.replace("pass", "*") for line in lines]
    assert blanked(end.join(lines), found) == end.join(changed)
