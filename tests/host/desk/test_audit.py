"""The audit: every act of those who run a game stands in it, and nothing that is secret."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing

import pytest

from horizons_host.desk.audit import SERVER, act, entries, note
from horizons_host.store import GameStore
from horizons_host.turns import run_and_store
from tests.host.helpers import (
    ORDERS,
    database,
    fine,
    image,
    made_game,
    new_game,
    refused,
    secrets,
    written,
)

#: What may stand nowhere in it.
SECRETS = ("ada@players.example", "eve@players.example", "nightingale", "lark", "BUILD 1 0")


def _told(folder, *more):
    return json.loads(fine("audit", "-g", folder, "--json", *more).stdout)


def _actions(folder):
    return [one["action"] for one in _told(folder)]


@pytest.fixture
def busy(_busy, tmp_path):
    """A game in which the gamemaster has done all that can be done."""
    return shutil.copytree(_busy, tmp_path / "mars")


@pytest.fixture(scope="module")
def _busy(tmp_path_factory):
    tmp_path = tmp_path_factory.mktemp("busy")
    folder = new_game(
        tmp_path / "mars", "--address", "Ada=ada@players.example", *secrets(tmp_path, Ada="lark")
    )
    here = ("-g", folder)
    eve = tmp_path / "eve.secret"
    eve.write_text("nightingale")
    fine("turn", *here, "--yes")
    fine("seat", "password", *here, "-p", "Ada", "--password-file", eve)
    fine("seat", "address", *here, "-p", "Ada", "eve@players.example")
    fine("mail", "address", *here, "-p", "Ada", "ada@players.example")
    fine("seat", "missing", *here, "-p", "Brin", "standing", written(folder, ORDERS))
    fine("seat", "bot", *here, "-p", "Brin", "greedy")
    fine("join", *here, "--seat", "Sam=spectator")
    fine("seat", "hand-over", *here, "-p", "Ada", "--to", "Eve", "--password-file", eve)
    fine("turn", *here, "--bots", "greedy")
    fine("undo", *here, "--reason", "a slip")
    fine("upgrade", *here, "--pin")
    fine("upgrade", *here, "--unpin")
    fine("upgrade", *here, "--migrate")
    fine("restore", *here, 1)
    return folder


def test_every_act_of_the_gamemaster_stands_in_it_in_order(busy):
    assert _actions(busy) == [
        *("turn", "password", "address", "address", "missing", "bot", "join", "hand-over", "turn"),
        *("undo", "pinned", "unpinned", "migrated", "restore"),
    ]
    fine("end", "-g", busy, "--reason", "done")
    told = _told(busy)
    assert [one["number"] for one in told] == list(range(1, len(told) + 1))
    assert {one["actor"] for one in told} == {"the gamemaster"}
    assert told[-1]["words"] == "The game ended after turn 1: done."
    shown = fine("audit", "-g", busy).output
    assert "Turn 1 was run without orders of Ada, Brin, for whom it waited." in shown
    assert "Turn 2 was undone (a slip); attempt 2 has different dice." in shown


def test_nothing_secret_stands_in_it(busy):
    with closing(sqlite3.connect(database(busy))) as connection:
        everything = str(connection.execute("SELECT * FROM audit").fetchall())
    for secret in SECRETS:
        assert secret not in everything


def test_the_public_reads_words_alone(busy):
    public = _told(busy, "--public")
    assert len(public) == len(_told(busy))
    assert all("facts" not in one and one["words"] for one in public)


def test_of_an_end_put_off_players_read_when_the_game_is_over(tmp_path):
    folder = tmp_path / "far"
    people = ("--player", "Ada", "--player", "Brin")
    made_game(folder, "--variant", "far_horizons", *people, "--option", "last_turn=2")
    fine("end", "-g", folder, "--not-before", 4)
    assert _told(folder, "--public") == []
    assert "hidden from players" in fine("audit", "-g", folder).output
    fine("end", "-g", folder, "--reason", "done")
    assert [one["action"] for one in _told(folder, "--public")] == ["put-off", "end"]


def test_what_is_refused_is_not_noted(mars):
    refused("undo", "-g", mars, "--reason", "too early")
    refused("turn", "-g", mars)
    fine("turn", "-g", mars, "--dry-run")
    refused("seat", "bot", "-g", mars, "-p", "Ada", "nobody")
    assert _told(mars) == []
    assert "The audit log is empty" in fine("audit", "-g", mars).output


def test_an_act_that_fails_takes_its_entry_with_it(mars):
    with GameStore(mars) as store:

        def fail():
            with store.writing() as connection:
                note(connection, act("edit", 0, "A slip.", _never))
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            fail()
        assert entries(store) == ()


def _never():
    from datetime import UTC, datetime

    return datetime(2026, 3, 1, tzinfo=UTC)


def test_a_turn_says_who_had_it_run(mars):
    with GameStore(mars) as store:
        run_and_store(store, by=SERVER, clock=_never)
        (entry,) = entries(store)
    assert (entry.actor, entry.at) == ("the server", "2026-03-01T00:00:00+00:00")
    assert entry.facts == {"attempt": 1, "missing": ["Ada", "Brin"], "waived": ["Ada", "Brin"]}


def test_those_read_so_far_are_left_out(busy):
    with GameStore(busy) as store:
        assert [one.number for one in entries(store, since=13)] == [14]


def test_a_game_put_in_the_place_of_a_lost_one_says_so(busy):
    backup = next((busy / "backups").glob("*-turn-001.sqlite"))
    kept = shutil.copy(backup, busy.parent / "kept.sqlite")
    database(busy).write_bytes(b"")
    fine("restore", "-g", busy, kept)
    assert _actions(busy) == ["turn", "restore"]
    assert "restored; the game's file was damaged or missing." in _told(busy)[-1]["words"]


def test_a_file_of_an_older_store_is_read_without_a_change(mars):
    with closing(sqlite3.connect(database(mars))) as connection, connection:
        connection.execute("DROP TABLE audit")
        connection.execute("PRAGMA user_version = 11")
    before = image(mars)
    assert _told(mars) == []
    assert image(mars) == before
    fine("turn", "-g", mars, "--yes")
    assert _actions(mars) == ["turn"]
