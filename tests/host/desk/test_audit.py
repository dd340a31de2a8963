"""The audit log holds every action of a gamemaster and no secret."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing

import pytest

from horizons_host.games.audit import SERVER, act, entries, insert_entry
from horizons_host.games.turns import run_and_store
from horizons_host.store import GameStore
from tests.host.helpers import (
    ORDERS,
    as_file,
    database,
    fine,
    image,
    make_game,
    new_game,
    refused,
    secrets,
)

#: Secrets that must not appear in it.
SECRETS = ("ada@players.example", "eve@players.example", "nightingale", "lark", "BUILD 1 0")


def _entries(folder, *more):
    return json.loads(fine("audit", "-g", folder, "--json", *more).stdout)


def _actions(folder):
    return [entry["action"] for entry in _entries(folder)]


@pytest.fixture
def busy(_busy, tmp_path):
    """A game with every possible action of a gamemaster."""
    return shutil.copytree(_busy, tmp_path / "mars")


@pytest.fixture(scope="module")
def _busy(tmp_path_factory):
    tmp_path = tmp_path_factory.mktemp("busy")
    folder = new_game(
        tmp_path / "mars", "--address", "Ada=ada@players.example", *secrets(tmp_path, Ada="lark")
    )
    game = ("-g", folder)
    eve = tmp_path / "eve.secret"
    eve.write_text("nightingale")
    fine("turn", *game, "--yes")
    fine("seat", "password", *game, "-p", "Ada", "--password-file", eve)
    fine("seat", "address", *game, "-p", "Ada", "eve@players.example")
    fine("mail", "address", *game, "-p", "Ada", "ada@players.example")
    fine("seat", "missing", *game, "-p", "Brin", "standing", as_file(folder, ORDERS))
    fine("seat", "bot", *game, "-p", "Brin", "greedy")
    fine("join", *game, "--seat", "Sam=spectator")
    fine("seat", "replace", *game, "-p", "Ada", "--to", "Eve", "--password-file", eve)
    fine("turn", *game, "--bots", "greedy")
    fine("undo", *game, "--reason", "a slip")
    fine("upgrade", *game, "--pin")
    fine("upgrade", *game, "--unpin")
    fine("upgrade", *game, "--migrate")
    fine("restore", *game, 1)
    return folder


def test_every_act_of_the_gamemaster_stands_in_it_in_order(busy):
    assert _actions(busy) == [
        *("turn", "password", "address", "address", "missing", "bot", "join", "hand-over", "turn"),
        *("undo", "pinned", "unpinned", "migrated", "restore"),
    ]
    fine("end", "-g", busy, "--reason", "done")
    log = _entries(busy)
    assert [entry["number"] for entry in log] == list(range(1, len(log) + 1))
    assert {entry["actor"] for entry in log} == {"the gamemaster"}
    assert log[-1]["words"] == "The game ended after turn 1: done."
    output = fine("audit", "-g", busy).output
    assert "Turn 1 was run without orders of Ada, Brin, for whom it waited." in output
    assert "Turn 2 was undone (a slip); attempt 2 has different dice." in output


def test_nothing_secret_stands_in_it(busy):
    with closing(sqlite3.connect(database(busy))) as connection:
        rows = str(connection.execute("SELECT * FROM audit").fetchall())
    for secret in SECRETS:
        assert secret not in rows


def test_the_public_reads_words_alone(busy):
    public = _entries(busy, "--public")
    assert len(public) == len(_entries(busy))
    assert all("facts" not in entry and entry["words"] for entry in public)


def test_a_postponed_end_is_public_after_the_game(tmp_path):
    folder = tmp_path / "far"
    people = ("--player", "Ada", "--player", "Brin")
    make_game(folder, "--variant", "far_horizons", *people, "--option", "last_turn=2")
    fine("end", "-g", folder, "--not-before", 4)
    assert _entries(folder, "--public") == []
    assert "hidden from players" in fine("audit", "-g", folder).output
    fine("end", "-g", folder, "--reason", "done")
    assert [entry["action"] for entry in _entries(folder, "--public")] == ["put-off", "end"]


def test_what_is_refused_is_not_noted(mars):
    refused("undo", "-g", mars, "--reason", "too early")
    refused("turn", "-g", mars)
    fine("turn", "-g", mars, "--dry-run")
    refused("seat", "bot", "-g", mars, "-p", "Ada", "nobody")
    assert _entries(mars) == []
    assert "The audit log is empty" in fine("audit", "-g", mars).output


def test_an_act_that_fails_takes_its_entry_with_it(mars):
    with GameStore(mars) as store:

        def fail():
            with store.writing() as connection:
                insert_entry(connection, act("edit", 0, "A slip.", _forbid))
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            fail()
        assert entries(store) == ()


def _forbid():
    from datetime import UTC, datetime

    return datetime(2026, 3, 1, tzinfo=UTC)


def test_a_turn_says_who_had_it_run(mars):
    with GameStore(mars) as store:
        run_and_store(store, by=SERVER, clock=_forbid)
        (entry,) = entries(store)
    assert (entry.actor, entry.at) == ("the server", "2026-03-01T00:00:00+00:00")
    assert entry.facts == {"attempt": 1, "missing": ["Ada", "Brin"], "waived": ["Ada", "Brin"]}


def test_entries_already_read_are_left_out(busy):
    with GameStore(busy) as store:
        assert [entry.number for entry in entries(store, since=13)] == [14]


def test_a_game_put_in_the_place_of_a_lost_one_says_so(busy):
    backup = next((busy / "backups").glob("*-turn-001.sqlite"))
    copy = shutil.copy(backup, busy.parent / "kept.sqlite")
    database(busy).write_bytes(b"")
    fine("restore", "-g", busy, copy)
    assert _actions(busy) == ["turn", "restore"]
    assert "restored; the game's file was damaged or missing." in _entries(busy)[-1]["words"]


def test_a_file_of_an_older_store_is_read_without_a_change(mars):
    fine("turn", "-g", mars, "--yes")
    with closing(sqlite3.connect(database(mars))) as connection, connection:
        connection.execute("DROP TABLE audit_texts")
        connection.execute("PRAGMA user_version = 14")
    before = image(mars)
    assert _actions(mars) == ["turn"]
    assert image(mars) == before
    fine("turn", "-g", mars, "--yes")
    assert _actions(mars) == ["turn", "turn"]
