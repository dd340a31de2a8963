"""Migrations: tables of releases reach the current shape, in both databases; others don't."""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import insert, inspect, select

from horizons_host.server.tables import TABLES as SERVER_TABLES
from horizons_host.store import GameStore
from horizons_host.store.database import VERSION, has, steps_of, upgrade_tables
from horizons_host.store.hosting import PREFIX
from horizons_host.store.locations import open_games
from horizons_host.store.schema import TABLES
from horizons_host.store.sqlite import SqliteDatabase
from tests.host.databases.test_stores import new_game, submission
from tests.host.helpers import database, image
from tests.host.helpers import new_game as new_mars

HISTORIES = [TABLES, SERVER_TABLES]
#: The tables of a game that Horizons 0.2.0 did not have.
LATER = ["audit_texts", "saved_drafts"]


@pytest.fixture
def old(mars):
    """A game folder written by Horizons 0.2.0."""
    with closing(sqlite3.connect(database(mars))) as connection:
        for table in LATER:
            connection.execute(f"DROP TABLE {table}")
        connection.execute(f"PRAGMA user_version = {TABLES.oldest}")
        connection.commit()
    return mars


def _shape(file):
    """Return everything that a file says about its tables."""
    with closing(sqlite3.connect(file)) as connection:
        rows = connection.execute("SELECT type, name, sql FROM sqlite_master ORDER BY type, name")
        return [(kind, name, re.sub(r"\s+", "", sql or "")) for kind, name, sql in rows]


def _differences(connection, tables):
    """Return the differences that Alembic finds; types are compared by name."""

    def differs(context, _column, _ours, inspected_type, metadata_type):
        return inspected_type.compile(context.dialect) != metadata_type.compile(context.dialect)

    context = MigrationContext.configure(connection, opts={"compare_type": differs})
    return compare_metadata(context, tables.metadata)


def _release(tables, kind):
    """Return the statements that create the tables as Horizons 0.2.0 created them."""
    file = Path(__file__).parent / "release_0_2_0" / f"{tables.history}.{kind}.sql"
    return file.read_text().splitlines()


def _grown(file, tables):
    """Create a file with the tables of the release and migrate it; return its shape."""
    file.touch()
    with SqliteDatabase(file, tables).engine.begin() as connection:
        for statement in _release(tables, "sqlite"):
            connection.exec_driver_sql(statement)
        upgrade_tables(connection, tables.history, tables.oldest)
        assert _differences(connection, tables) == []
    return _shape(file)


@pytest.mark.parametrize("tables", HISTORIES, ids=lambda tables: tables.history)
def test_the_history_leads_from_the_first_release_to_the_version_of_today(tables):
    versions = [int(step.revision) for step in steps_of(tables.history)]
    assert versions == list(range(tables.oldest + 1, tables.version + 1))


@pytest.mark.parametrize("tables", HISTORIES, ids=lambda tables: tables.history)
def test_migrations_of_a_file_give_the_tables_of_a_new_one(tables, tmp_path):
    created = tmp_path / "made"
    created.touch()
    with SqliteDatabase(created, tables).engine.begin() as connection:
        tables.metadata.create_all(connection)
    assert _grown(tmp_path / "grown", tables) == _shape(created)


@pytest.mark.parametrize("tables", HISTORIES, ids=lambda tables: tables.history)
def test_migrations_of_a_schema_give_the_tables_of_a_new_one(tables, postgresql):
    games = open_games(postgresql)
    games.server_tables(tables)
    with games.engine.begin() as connection:
        connection.exec_driver_sql("CREATE SCHEMA grown")
        connection.exec_driver_sql("SET LOCAL search_path TO grown")
        for statement in _release(tables, "postgresql"):
            connection.exec_driver_sql(statement)
        upgrade_tables(connection, tables.history, tables.oldest)
        connection.dialect.default_schema_name = "grown"
        assert _differences(connection, tables) == []
    query = (
        "SELECT table_name, column_name, data_type, is_nullable, collation_name,"
        " replace(column_default, 'grown.', 'horizons.') FROM information_schema.columns"
        " WHERE table_schema = %s AND table_name <> 'horizons_mark' ORDER BY 1, ordinal_position"
    )
    with psycopg.connect(postgresql) as connection:
        created, grown = (
            connection.execute(query, (schema,)).fetchall() for schema in ("horizons", "grown")
        )
    games.close()
    assert created == grown
    assert len(created) > 50


@pytest.mark.parametrize("tables", HISTORIES, ids=lambda tables: tables.history)
def test_running_the_migrations_again_changes_nothing(tables, tmp_path):
    """For example if a process ends after creating tables but before storing the version."""
    shape = _grown(tmp_path / "grown", tables)
    with SqliteDatabase(tmp_path / "grown", tables).engine.begin() as connection:
        upgrade_tables(connection, tables.history, tables.oldest)
    assert _shape(tmp_path / "grown") == shape != []


def test_a_table_is_expected_only_in_versions_that_have_it(tmp_path):
    """The tables of a version are those of the release and of the migrations up to it."""
    grown = tmp_path / "grown"
    grown.touch()
    steps = [None, *(step.module for step in steps_of(TABLES.history))]
    with SqliteDatabase(grown, TABLES).engine.begin() as connection:
        for statement in _release(TABLES, "sqlite"):
            connection.exec_driver_sql(statement)
        for version, step in enumerate(steps, start=TABLES.oldest):
            with Operations.context(MigrationContext.configure(connection)):
                if step is not None:
                    step.upgrade()
            names = set(inspect(connection).get_table_names())
            connection.execution_options(**{VERSION: version})
            for table in TABLES.metadata.sorted_tables:
                assert has(connection, table) == (table.name in names), (version, table.name)


def test_the_oldest_file_is_migrated_when_it_is_written(old):
    before = image(old)
    with GameStore(old) as store:
        assert store.latest() == 0
        assert [seat.name for seat in store.seats()] == ["Ada", "Brin"]
        assert image(old) == before
        store.submit(submission("Ada"))
    with closing(sqlite3.connect(database(old))) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (TABLES.version,)
    with GameStore(old) as store, store.reading() as connection:
        for table in TABLES.metadata.sorted_tables:
            connection.execute(select(table)).all()
        assert list(store.submissions(1)) == ["Ada"]


def test_the_oldest_schema_is_migrated_when_it_is_written(postgresql):
    games = open_games(postgresql)
    new_game(games).close()
    with psycopg.connect(postgresql) as connection:
        for table in LATER:
            connection.execute(f"DROP TABLE {PREFIX}mars.{table}")
        connection.execute(f"UPDATE {PREFIX}mars.horizons_mark SET version = {TABLES.oldest}")
    with games.open("mars") as store:
        assert store.latest() == 0
        store.submit(submission())
        with store.reading() as connection:
            for table in TABLES.metadata.sorted_tables:
                connection.execute(select(table)).all()
    games.close()


def test_an_old_file_stays_as_it_is_when_the_writing_fails(old):
    before = image(old)
    with GameStore(old) as store, pytest.raises(KeyError), store.writing() as connection:
        connection.execute(insert(TABLES.metadata.tables["nowhere"]))
    assert image(old) == before


def test_alembic_is_loaded_only_for_tables_that_are_old(old, tmp_path):
    program = (
        "import sys; from pathlib import Path; from horizons_host.store import GameStore\n"
        "for folder in sys.argv[1:]:\n"
        "    with GameStore(Path(folder)) as store, store.writing():\n"
        "        print('alembic' in sys.modules)\n"
    )
    words = [sys.executable, "-c", program, str(new_mars(tmp_path / "new")), str(old)]
    process = subprocess.run(words, capture_output=True, text=True, check=True)
    assert process.stdout.split() == ["False", "True"]
