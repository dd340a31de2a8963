"""SQLite files share their compiled statements."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import pytest
from sqlalchemy import Engine, event, exc, text

from horizons_host.server.tables import TABLES as SERVER
from horizons_host.store import GameStore
from horizons_host.store.schema import TABLES as GAME
from horizons_host.store.sqlite import engine_for, hold_lock, make_tables
from tests.host.helpers import new_game


class Statements:
    """Records the compiled form of each statement sent to any database."""

    def __init__(self) -> None:
        self.compiled: list[Any] = []

    def __enter__(self) -> list[Any]:
        event.listen(Engine, "before_cursor_execute", self._note)
        return self.compiled

    def __exit__(self, *_: object) -> None:
        event.remove(Engine, "before_cursor_execute", self._note)

    def _note(self, _1: Any, _2: Any, _3: Any, _4: Any, context: Any, _6: Any) -> None:
        if context is not None and context.compiled is not None:
            self.compiled.append(context.compiled)


def _statements(folder):
    with Statements() as compiled, GameStore(folder) as store:
        store.seats()
        store.position()
    return compiled


def test_a_statement_is_compiled_once_for_the_files_of_all_games(tmp_path):
    first = _statements(new_game(tmp_path / "one"))
    second = _statements(new_game(tmp_path / "other", "--bot", "Cleo=greedy"))
    assert first
    assert all(statement is other for statement, other in zip(first, second, strict=True))


@pytest.mark.parametrize("tables", [GAME.metadata, SERVER.metadata], ids=["game", "server"])
def test_tables_are_made_as_the_library_makes_them(tmp_path, tables):
    assert _schema(
        tmp_path / "ours", lambda connection: make_tables(connection, tables)
    ) == _schema(tmp_path / "theirs", tables.create_all)


def _schema(file, make):
    file.touch()
    with engine_for(file, 1.0).begin() as connection:
        make(connection)
        rows = connection.exec_driver_sql("SELECT type, name, tbl_name, sql FROM sqlite_schema")
        schema = set(rows)
    assert {"table", "index"} == {kind for kind, *_ in schema}
    return schema


def test_messages_never_contain_row_values(tmp_path):
    (tmp_path / "file").touch()
    with engine_for(tmp_path / "file", 1.0).begin() as connection:
        connection.exec_driver_sql("CREATE TABLE secrets (word TEXT NOT NULL, number INTEGER)")
        row = {"word": None, "number": 4711}
        with pytest.raises(exc.IntegrityError) as error:
            connection.execute(text("INSERT INTO secrets VALUES (:word, :number)"), row)
    assert "NOT NULL" in str(error.value)
    assert "4711" not in str(error.value)


def test_a_process_that_fails_to_lock_some_work_stops_no_other(tmp_path):
    """Each attempt begins as a reader, so two at once must not turn each other away."""
    file = tmp_path / ".mail.lock"
    with closing(sqlite3.connect(file, isolation_level=None)) as attempt:
        attempt.execute("BEGIN")
        attempt.execute("SELECT * FROM sqlite_schema").fetchall()
        with hold_lock(file) as locked:
            assert locked
