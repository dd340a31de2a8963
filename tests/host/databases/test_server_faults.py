"""A PostgreSQL server that is away, refuses or disconnects: a clear message, then recovery."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import psycopg
import pytest
from psycopg import errors as refusals
from sqlalchemy import exc, make_url

import horizons_core as hz
from horizons_host.store import GameStoreError
from horizons_host.store.locations import open_games
from horizons_host.store.postgresql_server import translate_errors
from horizons_host.store.schema import TABLES
from tests.host.databases.test_stores import content, new_game, submission


def _other(address, **parts):
    """Return the URL with other parts and the query that names the server's socket."""
    return make_url(address).set(**parts).render_as_string(hide_password=False)


def test_a_server_that_is_away(tmp_path):
    with pytest.raises(GameStoreError) as error:
        open_games(f"postgresql+psycopg://horizons:sesame@/games?host={tmp_path}")
    assert "the server of 'postgresql+psycopg://horizons@/games?host=" in str(error.value)
    assert "cannot be used: " in error.value.message
    assert "check that the server is running" in error.value.hint
    assert "sesame" not in f"{error.value.message} {error.value.hint}"


def test_a_database_that_is_not_there(postgresql):
    with pytest.raises(GameStoreError, match="does not exist") as error:
        open_games(_other(postgresql, database="nowhere"))
    assert "the names of the user and the database" in error.value.hint


def test_an_address_that_is_none():
    with pytest.raises(GameStoreError, match="is not a database address"):
        open_games("postgresql://a@host:port/d")


def test_a_database_of_another_encoding(postgresql_server):
    with psycopg.connect(postgresql_server, autocommit=True) as connection:
        connection.execute("CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'")
    with pytest.raises(GameStoreError, match="has the encoding LATIN1"):
        open_games(postgresql_server.replace("/postgres?", "/latin?"))


def test_a_user_who_may_not_make_games(postgresql, tmp_path):
    with psycopg.connect(postgresql, autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS guest")
        connection.execute("CREATE ROLE guest LOGIN")
    games = open_games(_other(postgresql, username="guest"))
    with pytest.raises(GameStoreError, match="is not allowed to do that: permission denied"):
        new_game(games)
    games.close()


def test_a_schema_that_is_none_of_ours(postgresql):
    games = open_games(postgresql)
    with psycopg.connect(postgresql) as connection:
        connection.execute("CREATE SCHEMA game_mars")
    with pytest.raises(GameStoreError, match="#mars' is not a Horizons game"):
        games.open("mars")
    with pytest.raises(GameStoreError, match="already contains a game"):
        new_game(games)
    games.close()


def test_a_game_that_has_lost_a_table_is_damaged(postgresql):
    games = open_games(postgresql)
    new_game(games).close()
    with psycopg.connect(postgresql) as connection:
        connection.execute("DROP TABLE game_mars.letters")
    games.close()
    games = open_games(postgresql)
    with pytest.raises(GameStoreError, match="is damaged: the table 'letters' is missing"):
        games.open("mars")
    games.close()


def test_texts_are_compared_by_their_bytes_in_any_locale(postgresql):
    games = open_games(postgresql)
    new_game(games).close()
    with psycopg.connect(postgresql) as connection:
        rows = connection.execute(
            "SELECT DISTINCT collation_name FROM information_schema.columns"
            " WHERE table_schema = 'game_mars' AND data_type IN ('character varying', 'text')"
        ).fetchall()
    games.close()
    assert rows == [("C",)]


def _kill_server(address):
    """End the server's main process as a crash would, and wait until it is gone."""
    with psycopg.connect(address) as connection:
        place = connection.execute("SHOW data_directory").fetchone()[0]
    pid = int(Path(place, "postmaster.pid").read_text("ascii").split()[0])
    os.kill(pid, signal.SIGQUIT)
    for _ in range(500):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.02)


def test_after_the_server_was_killed_and_is_back_the_game_goes_on(postgresql, restart_server):
    games = open_games(postgresql)
    with new_game(games) as store:
        store.submit(submission())
        before = content(store)
        with pytest.raises(GameStoreError, match="connection to the server of .* was lost"):
            _write_while_killed(store, postgresql)
        with pytest.raises(GameStoreError, match="cannot be used|was lost"):
            store.submit(submission())
        restart_server()
        assert content(store) == before
        store.submit(submission("Brin"))
        assert list(store.submissions(1)) == ["ada", "Brin"]
    games.close()


def test_a_restart_between_two_requests_goes_unnoticed(postgresql, restart_server):
    games = open_games(postgresql)
    with new_game(games) as store:
        store.submit(submission())
        _kill_server(postgresql)
        restart_server()
        store.submit(submission("Brin"))
        assert list(store.submissions(1)) == ["ada", "Brin"]
    games.close()


def _write_while_killed(store, address):
    with store.writing() as connection:
        connection.execute(TABLES.metadata.tables["reports"].delete())
        _kill_server(address)
        connection.execute(TABLES.metadata.tables["reports"].delete())


def test_a_text_that_the_server_cannot_keep_is_refused(postgresql):
    games = open_games(postgresql)
    with (
        new_game(games) as store,
        pytest.raises(hz.HorizonsError, match="^the database cannot keep this"),
    ):
        store.submit(submission(text="MOVE \0"))
    games.close()


@pytest.mark.parametrize(
    ("refusal", "message"),
    [
        (refusals.DiskFull, "no room for 'x': the server's disk is full"),
        (refusals.TooManyConnections, "the server of 'x' is overloaded"),
        (refusals.ReadOnlySqlTransaction, "'x' cannot be written: the server is read-only"),
        (refusals.DeadlockDetected, "'x' was changed by another process at the same time"),
        (refusals.AdminShutdown, "the connection to the server of 'x' was lost"),
        (refusals.UndefinedTable, "'x' is damaged"),
    ],
)
def test_rare_errors_have_clear_messages_too(refusal, message):
    with pytest.raises(GameStoreError, match=message) as error, translate_errors("x"):
        raise exc.OperationalError("SELECT 1", {}, refusal("so it is"))
    assert error.value.hint
