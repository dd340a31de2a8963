"""A game file that cannot be read or written: a clear message, and an unchanged game."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from functools import partial

import pytest
from sqlalchemy import Engine, event

from horizons_host.store import GameStore, GameStoreError
from horizons_host.store.schema import OLDEST_SCHEMA, STORE_SCHEMA
from tests.host import forks
from tests.host.helpers import (
    ORDERS,
    VARIANT,
    as_file,
    database,
    drop_root,
    fine,
    image,
    limit_files,
    refused,
)

#: Commands that only read, and commands that write.
READING = (
    ("orders", "status"),
    ("report", "-p", "Ada"),
    ("map", "--gamemaster"),
    ("explain", "-p", "Ada"),
    ("verify",),
    ("turn", "--dry-run"),
)
WRITING = (("turn", "--yes"), ("orders", "submit", "-p", "Ada"))
#: One of each kind: all commands find and open a game in the same way.
SOME = (READING[1], WRITING[0])


def _call(folder, command):
    """Return the arguments of a command on a game, with an order file if it needs one."""
    words = [*command, "-g", folder]
    return [*words, as_file(folder, ORDERS)] if "submit" in command else words


@pytest.mark.parametrize("command", [*READING, *WRITING])
def test_a_folder_that_is_not_there(tmp_path, command):
    output = refused(*_call(tmp_path / "nowhere", command))
    assert f"the game's folder '{tmp_path / 'nowhere'}' does not exist" in output
    assert "horizons new" in output
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("command", SOME)
def test_a_folder_without_a_game(tmp_path, command):
    (tmp_path / "empty").mkdir()
    assert "contains no game" in refused(*_call(tmp_path / "empty", command))
    assert image(tmp_path / "empty") == {}


@pytest.mark.parametrize("command", SOME)
@pytest.mark.parametrize("content", [b"", b"Dear Ada,\n" * 200, b"\x89PNG\r\n\x1a\n" * 500])
def test_a_file_that_is_no_game(mars, command, content):
    database(mars).write_bytes(content)
    before = image(mars)
    output = refused(*_call(mars, command))
    assert f"'{database(mars)}' is not a Horizons game" in output
    assert image(mars) == before


def test_another_programs_database(mars):
    database(mars).unlink()
    connection = sqlite3.connect(database(mars))
    connection.execute("CREATE TABLE turns (turn INTEGER)")
    connection.close()
    assert "is not a Horizons game" in refused("turn", "--yes", "-g", mars)


@pytest.mark.parametrize("command", SOME)
def test_a_file_of_a_version_before_the_first_release(mars, command):
    connection = sqlite3.connect(database(mars))
    connection.execute(f"PRAGMA user_version = {OLDEST_SCHEMA - 1}")
    connection.close()
    before = image(mars)
    output = refused(*_call(mars, command))
    known = f"(store {OLDEST_SCHEMA - 1}, oldest known: {OLDEST_SCHEMA})"
    assert f"was last written before Horizons 0.2.0 {known}" in output
    assert "pip install horizons==0.2.0" in output
    assert image(mars) == before


@pytest.mark.parametrize("command", SOME)
def test_a_file_of_a_newer_version(mars, command):
    connection = sqlite3.connect(database(mars))
    connection.execute(f"PRAGMA user_version = {STORE_SCHEMA + 1}")
    connection.close()
    before = image(mars)
    output = refused(*_call(mars, command))
    known = f"(store {STORE_SCHEMA + 1}, known: {STORE_SCHEMA})"
    assert f"was written by a newer version of Horizons {known}" in output
    assert "pip install --upgrade" in output
    assert image(mars) == before


@pytest.mark.parametrize(
    ("command", "size"),
    [
        *((WRITING[0], size) for size in (50, 100, 1000, 4096, 3 * 4096, 5 * 4096 + 17, -4096)),
        *((command, -1) for command in (*READING, *WRITING)),
    ],
)
def test_a_truncated_file(mars, command, size):
    content = database(mars).read_bytes()
    database(mars).write_bytes(content[:size])
    before = image(mars)
    output = refused(*_call(mars, command))
    assert str(database(mars)) in output
    assert "is damaged" in output or "is no game" in output
    assert image(mars) == before


def test_a_state_that_was_tampered_with(mars):
    with GameStore(mars) as store:
        wrong = store.stored(0).events_digest
    connection = sqlite3.connect(database(mars))
    with connection:
        connection.execute("UPDATE turns SET digest = ?", (wrong,))
    connection.close()
    output = refused("turn", "--yes", "-g", mars)
    assert "the state of turn 0 differs from its digest" in output


#: Values that a damaged file may hold in a column, and the message.
DAMAGED_VALUES = (
    ("game", "mods", '["shared', "'mods' in the table 'game' cannot be read"),
    ("game", "mods", '[{"name": "x"}]', "'mods' in the table 'game' cannot be"),
    ("game", "options", "[]", "'options' in the table 'game' cannot be '[]'"),
    ("game", "options", b"\xb6{}", "'options' in the table 'game' cannot be"),
    ("game", "name", b"\x01", "'name' in the table 'game' cannot be"),
    ("seats", "bot", b"\xb6", "'bot' in the table 'seats' cannot be"),
    ("turns", "versions", "[" * 100_000, "'versions' in the table 'turns' cannot be read"),
    ("turns", "orders", '{"Ada": "x"}', "'orders' in the table 'turns' cannot be"),
    ("turns", "digest", b"\x01", "'digest' in the table 'turns' cannot be"),
    ("turns", "state", "text", "'state' in the table 'turns' cannot be 'text'"),
    ("orders", "diagnostics", '[{"severity": "error"}]', "'diagnostics' in the table 'orders'"),
    ("orders", "diagnostics", "[3]", "'diagnostics' in the table 'orders' cannot be '[3]'"),
)


@pytest.mark.parametrize(("table", "column", "value", "message"), DAMAGED_VALUES)
def test_a_value_that_cannot_have_been_written_is_damage(mars, table, column, value, message):
    fine("orders", "submit", "-g", mars, "-p", "Ada", as_file(mars, ORDERS))
    connection = sqlite3.connect(database(mars))
    with connection:
        connection.execute(f"UPDATE {table} SET {column} = ?", (value,))
    connection.close()
    before = image(mars)
    output = refused("turn", "-g", mars)
    assert f"'{database(mars)}' is damaged: {message}" in output
    assert image(mars) == before


def test_a_game_without_a_turn_is_damaged(mars):
    connection = sqlite3.connect(database(mars))
    with connection:
        connection.execute("DELETE FROM turns")
    connection.close()
    assert "is damaged: it holds no turn" in refused("turn", "-g", mars)


@pytest.mark.parametrize("command", SOME)
def test_the_tables_themselves_are_damaged(mars, command):
    content = database(mars).read_bytes()
    database(mars).write_bytes(content.replace(b"CREATE TABLE seats", b"CREATE \xb6ABLE seats"))
    before = image(mars)
    output = refused(*_call(mars, command))
    assert f"'{database(mars)}' is damaged: " in output
    assert image(mars) == before


@pytest.mark.parametrize("command", WRITING)
def test_a_file_that_another_program_is_writing(mars, command, monkeypatch):
    monkeypatch.setattr("horizons_host.store.sqlite.PATIENCE_SECONDS", 0.05)
    holder = sqlite3.connect(database(mars), isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    before = database(mars).read_bytes()
    output = refused(*_call(mars, command))
    holder.execute("ROLLBACK")
    holder.close()
    assert f"'{database(mars)}' is locked" in output
    assert "try again" in output
    assert database(mars).read_bytes() == before
    fine(*_call(mars, command))


@pytest.mark.parametrize("command", READING)
def test_reading_goes_on_while_another_program_prepares_to_write(mars, command):
    holder = sqlite3.connect(database(mars), isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    fine(*_call(mars, command))
    holder.close()


@pytest.mark.parametrize("command", READING[:1])
def test_a_file_that_is_held_exclusively(mars, command, monkeypatch):
    monkeypatch.setattr("horizons_host.store.sqlite.PATIENCE_SECONDS", 0.05)
    holder = sqlite3.connect(database(mars), isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    assert f"'{database(mars)}' is locked" in refused(*_call(mars, command))
    holder.close()


#: The modes of the folder and of the file in it.
READ_ONLY = {"file": (0o700, 0o400), "folder": (0o500, 0o600), "both": (0o500, 0o400)}


@pytest.fixture
def read_only(request, mars):
    """A game with a read-only part."""
    folder_mode, file_mode = READ_ONLY[request.param]
    database(mars).chmod(file_mode)
    mars.chmod(folder_mode)
    yield mars
    mars.chmod(0o700)


@pytest.mark.parametrize(
    ("command", "read_only"),
    [*((WRITING[0], part) for part in READ_ONLY), (WRITING[1], "both")],
    indirect=["read_only"],
)
def test_a_read_only_game_is_not_written(read_only, command):
    before = image(read_only)
    process = forks.call(*_call(read_only, command), before=drop_root)
    assert process.returncode == 1, process.stderr
    assert "Traceback" not in process.stderr
    assert f"'{database(read_only)}' cannot be" in process.stderr
    assert "change the permissions" in process.stderr
    assert image(read_only) == before


@pytest.mark.parametrize(
    ("command", "read_only"),
    [(("report", "-p", "Ada"), "file"), (("turn", "--dry-run"), "folder"), (("verify",), "both")],
    indirect=["read_only"],
)
def test_a_read_only_game_can_be_read(read_only, command):
    process = forks.call(*_call(read_only, command), before=drop_root)
    assert process.returncode == 0, process.stderr


def test_a_file_that_may_not_even_be_read(mars):
    database(mars).chmod(0)
    process = forks.call("orders", "status", "-g", mars, before=drop_root)
    assert process.returncode == 1
    assert f"'{database(mars)}' or its folder cannot be opened" in process.stderr


def test_no_game_is_set_up_in_a_read_only_folder(tmp_path):
    tmp_path.joinpath("closed").mkdir(mode=0o500)
    words = ("--variant", VARIANT, "--player", "Ada", "--player", "Brin")
    process = forks.call("new", tmp_path / "closed" / "mars", *words, before=drop_root)
    assert process.returncode == 1
    assert "Permission denied" in process.stderr
    assert "choose another place" in process.stderr
    assert list(tmp_path.joinpath("closed").iterdir()) == []


@pytest.fixture
def full_disk():
    """Let no database grow by a page."""

    def forbid_growth(connection, _record):
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {max(pages, 1)}")

    event.listen(Engine, "connect", forbid_growth)
    yield
    event.remove(Engine, "connect", forbid_growth)


def test_a_full_disk_loses_no_turn_and_no_orders(mars, full_disk):
    fine("orders", "check", "-g", mars, "-p", "Ada", as_file(mars, ORDERS))
    before = image(mars)
    output = refused("turn", "--yes", "-g", mars)
    assert f"no room for '{database(mars)}': the database or disk is full" in output
    assert "free some space" in output
    large = as_file(mars, ORDERS + "; a long remark\n" * 20_000, "large.txt")
    assert "disk is full" in refused("orders", "submit", "-g", mars, "-p", "Ada", large)
    assert image(mars) == before


def test_no_game_is_set_up_on_a_full_disk(tmp_path, full_disk):
    words = ("--variant", VARIANT, "--player", "Ada", "--player", "Brin")
    assert "disk is full" in refused("new", tmp_path / "mars", *words)
    assert not (tmp_path / "mars").exists()


@pytest.mark.parametrize(
    ("command", "limit"), [(WRITING[0], 0), (WRITING[1], 2048), (WRITING[0], 60_000)]
)
def test_when_the_system_refuses_to_write_the_game_is_as_it_was(mars, command, limit):
    words = _call(mars, command)
    if "submit" in words:  # more than the file can take without growing
        words[-1] = as_file(mars, ORDERS + "; a long remark\n" * 20_000)
    before = image(mars)
    process = forks.call(*words, before=partial(limit_files, limit))
    assert process.returncode == 1, process.stdout
    assert "Traceback" not in process.stderr
    assert str(database(mars)) in process.stderr
    fine("verify", "-g", mars)  # rolls back a partly written transaction
    after = image(mars)
    after.pop("horizons.sqlite-journal", None)
    assert after == before


def test_no_game_is_set_up_when_the_system_refuses_to_write(tmp_path):
    words = ("--variant", VARIANT, "--player", "Ada", "--player", "Brin")
    process = forks.call("new", tmp_path / "mars", *words, before=partial(limit_files, 2048))
    assert process.returncode == 1
    assert "Traceback" not in process.stderr
    assert not (tmp_path / "mars").exists()


def test_a_journal_left_by_a_crash_is_rolled_back(mars):
    """As after a loss of power: a journal beside a file that was half written."""
    before = database(mars).read_bytes()
    copy = mars.parent / "copy"
    crash = (
        "import os, sqlite3, sys\n"
        "c = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "c.execute('PRAGMA cache_size = 1')\n"
        "c.execute('BEGIN IMMEDIATE')\n"
        "c.execute('UPDATE turns SET state = randomblob(400000)')\n"
        "os.kill(os.getpid(), 9)\n"
    )
    subprocess.run([os.sys.executable, "-c", crash, database(mars)], check=False)
    assert database(mars).read_bytes() != before
    shutil.copytree(mars, copy)
    fine("verify", "-g", copy)
    with GameStore(copy) as store, GameStore(mars) as other:
        assert store.stored(0) == other.stored(0)


def test_a_report_that_is_listed_and_cannot_be_found_is_told_as_damage(mars, monkeypatch):
    """As if the table and its index disagreed."""
    fine("turn", "-g", mars, "--yes")
    monkeypatch.setattr(GameStore, "reported", lambda _store, _turn: ("Ada", "Brin", "Cato"))
    with GameStore(mars) as store, pytest.raises(GameStoreError, match="is damaged: Cato's report"):
        store.report(1, "Cato")
    with GameStore(mars) as store, pytest.raises(GameStoreError, match="Dora got no report"):
        store.report(1, "Dora")


def test_a_turn_that_is_missing_between_others_is_told_as_damage(mars):
    fine("turn", "-g", mars, "--yes")
    fine("turn", "-g", mars, "--yes")
    with closing(sqlite3.connect(database(mars))) as connection, connection:
        connection.execute("UPDATE turns SET turn = 5 WHERE turn = 1")
    with GameStore(mars) as store:
        with pytest.raises(GameStoreError, match="is damaged: turn 1 is missing, but turn 5"):
            store.stored(1)
        with pytest.raises(GameStoreError, match="turn 6 .* has not been run"):
            store.stored(6)
