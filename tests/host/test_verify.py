"""Recomputing a game and finding manipulated data."""

from __future__ import annotations

import json
import sqlite3
import zlib

import pytest

from horizons_core.codec import canonical, digest_of
from horizons_host.store import GameStore
from tests.host.helpers import database, fine, image, new_game, refused, run_child


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A game of three turns, with bots for people and a bot."""
    folder = new_game(tmp_path_factory.mktemp("verify") / "mars", "--bot", "Cleo=random")
    fine("turn", "-g", folder, "--bots", "greedy", "--until", "3")
    return folder


@pytest.fixture
def copy(played, tmp_path):
    """A copy of the game, to be tampered with."""
    folder = tmp_path / "copy"
    folder.mkdir()
    database(folder).write_bytes(database(played).read_bytes())
    return folder


def _change(folder, statement, *values):
    connection = sqlite3.connect(database(folder))
    with connection:
        assert connection.execute(statement, values).rowcount
    connection.close()


def test_a_game_recomputes_as_it_is_stored(played):
    before = image(played)
    assert "replayed identically" in fine("verify", "-g", played).output
    answer = json.loads(fine("verify", "-g", played, "--json").stdout)
    assert answer == {
        "sound": True, "set_up": "recomputed", "turns": 3, "reports": 12,
        "differs_in_turn": None, "difference": None,
    }  # fmt: skip
    assert "12 reports word for word" in fine("verify", "-g", played).output
    assert image(played) == before


def test_a_game_recomputes_up_to_a_turn(copy):
    _change(copy, "UPDATE orders SET text = text || '\n;' WHERE turn = 3")
    assert "2 turns replayed identically" in fine("verify", "-g", copy, "--turn", 2).output
    assert "turn 9 of the game" in refused("verify", "-g", copy, "--turn", 9)


@pytest.mark.slow
def test_it_recomputes_the_same_with_one_thread_and_another_order_of_hashes(played):
    environment = {"NUMBA_NUM_THREADS": "1", "PYTHONHASHSEED": "4711"}
    process = run_child("verify", "-g", played, environment=environment)
    assert process.returncode == 0, process.stderr


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        (
            "UPDATE orders SET text = text || ' ' WHERE turn = 2",
            "turn 2: its stored orders",
        ),
        (
            "DELETE FROM orders WHERE turn = 2",
            "the orders of Ada, Brin, Cleo for turn 2 are missing",
        ),
        (
            "UPDATE turns SET turn_key = upper(turn_key) WHERE turn = 2",
            "turn 2: its key does not match the game's random seed",
        ),
        (
            "UPDATE turns SET events = (SELECT events FROM turns WHERE turn = 1) WHERE turn = 2",
            "turn 2: the stored events were changed",
        ),
        (
            "UPDATE turns SET events_digest = digest WHERE turn = 2",
            "turn 2: the events differ",
        ),
        (
            "UPDATE reports SET document = (SELECT min(document) FROM reports) WHERE turn = 2",
            "turn 2: Ada's report differs in turn,",
        ),
        (
            "UPDATE turns SET digest = events_digest WHERE turn = 2",
            "the state of turn 2 differs from its digest",
        ),
    ],
)
def test_the_first_difference_is_named(copy, statement, message):
    _change(copy, statement)
    assert message in refused("verify", "-g", copy)


def _state(folder, turn):
    connection = sqlite3.connect(database(folder))
    query = "SELECT state FROM turns WHERE turn = ?"
    (blob,) = connection.execute(query, (turn,)).fetchone()
    connection.close()
    return json.loads(zlib.decompress(blob))


def _write_state(folder, turn, state):
    blob = zlib.compress(canonical(state))
    statement = "UPDATE turns SET state = ?, digest = ? WHERE turn = ?"
    _change(folder, statement, blob, digest_of(state), turn)


def test_a_state_changed_together_with_its_digest_is_found(copy):
    state = _state(copy, 2)
    state["empires"][0]["stock"]["hull"] += 1
    _write_state(copy, 2, state)
    assert "turn 2: the state differs" in refused("verify", "-g", copy)


def test_dice_other_than_promised_are_found(copy):
    state = _state(copy, 1)
    state["commitment"] = "0" * 64
    _write_state(copy, 1, state)
    assert "turn 1: the state differs" in refused("verify", "-g", copy)


def test_another_secret_is_found(copy):
    state = _state(copy, 0)
    state["secret"] = "0" * 64
    _write_state(copy, 0, state)
    assert "turn 0: the set-up differs" in refused("verify", "-g", copy)
    _change(copy, "DELETE FROM set_ups")
    output = refused("verify", "-g", copy)
    assert "turn 1: its key does not match the game's random seed" in output


def test_a_set_up_that_was_changed_is_found(copy):
    state = _state(copy, 0)
    state["empires"][0]["stock"]["hull"] += 1
    _write_state(copy, 0, state)
    assert "turn 0: the set-up differs" in refused("verify", "-g", copy)


def test_it_says_when_the_set_up_cannot_be_recomputed(copy):
    for statement, status, reason in (
        ("UPDATE set_ups SET made = 'import'", "imported", "it was imported from another program"),
        (
            "DELETE FROM set_ups",
            "unknown",
            "it was made by a version that did not store its options",
        ),
    ):
        connection = sqlite3.connect(database(copy))
        with connection:
            connection.execute(statement)
        connection.close()
        output = fine("verify", "-g", copy).output
        assert "3 turns replayed identically." in output
        assert "The set-up and" not in output
        assert f"The set-up was not replayed: {reason}." in output
        assert json.loads(fine("verify", "-g", copy, "--json").stdout)["set_up"] == status


@pytest.mark.parametrize(
    ("turn", "part", "value"),
    [(0, "turn", 9), (2, "events", []), (2, "ledger", [{}]), (2, "own_key", "0" * 64)],
)
def test_a_report_that_was_changed_is_found(copy, turn, part, value):
    with GameStore(copy) as store:
        document = store.report(turn, "Ada")
    assert document[part] != value
    changed = zlib.compress(canonical({**document, part: value}))
    statement = "UPDATE reports SET document = ? WHERE turn = ? AND empire = 'Ada'"
    _change(copy, statement, changed, turn)
    message = f"turn {turn}: Ada's report differs in {part}"
    assert message in refused("verify", "-g", copy)


def test_a_report_that_is_missing_or_too_many_is_found(copy):
    _change(copy, "DELETE FROM reports WHERE turn = 2 AND empire = 'Brin'")
    assert "turn 2: Brin's report is missing" in refused("verify", "-g", copy)


def test_a_difference_is_told_to_programs_too(copy):
    _change(copy, "UPDATE orders SET text = '' WHERE turn = 3")
    result = refused("verify", "-g", copy, "--json")
    answer = json.loads(result)
    assert (answer["sound"], answer["turns"], answer["differs_in_turn"]) == (False, 2, 3)
