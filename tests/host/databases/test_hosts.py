"""A host's folder: one server at a time, and stores that are cheap to open."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest
from sqlalchemy import select

from horizons_host.server.tables import TABLES, server_facts
from horizons_host.store import DATABASE, GameStoreError, hosting
from horizons_host.store.locations import open_games
from horizons_host.store.sqlite import SqliteDatabase
from tests.host.databases.test_stores import new_game, submission

HOLD = (
    "import sys; from pathlib import Path; from horizons_host.store.locations import open_games\n"
    "with open_games(Path(sys.argv[1])).lock(): print('held', flush=True); sys.stdin.read()\n"
)


def test_two_servers_on_one_folder_are_refused_in_words(tmp_path):
    words = [sys.executable, "-c", HOLD, str(tmp_path)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(words, **pipes) as other:
        assert other.stdout.readline() == b"held\n"
        with (
            pytest.raises(GameStoreError, match="another server is running on"),
            open_games(tmp_path).lock(),
        ):
            pass
        other.kill()
    with open_games(tmp_path).lock():
        pass


def test_servers_share_the_games_of_a_server(postgresql):
    first, other = open_games(postgresql), open_games(postgresql)
    with first.lock(), other.lock():
        new_game(first).close()
        assert other.keys() == ["mars"]
    first.close()
    other.close()


def test_a_file_is_checked_once_and_again_after_it_was_replaced(tmp_path, monkeypatch):
    looked = []
    monkeypatch.setattr(SqliteDatabase, "_check_pages", lambda *_: looked.append(1))
    games = open_games(tmp_path)
    new_game(games).close()
    for _ in range(3):
        games.open("mars").close()
    first = len(looked)
    file = tmp_path / "games" / "mars" / DATABASE
    copy = file.with_name("copy")
    copy.write_bytes(file.read_bytes())
    os.replace(copy, file)  # noqa: PTH105
    for _ in range(3):
        games.open("mars").close()
    assert len(looked) == first + 1


def test_the_most_recently_used_games_stay_open(tmp_path, monkeypatch):
    looked = []
    monkeypatch.setattr(SqliteDatabase, "_check_pages", lambda self, *_: looked.append(self.file))
    monkeypatch.setattr(hosting, "_CACHED_FILES", 2)
    new_game(open_games(tmp_path)).close()
    for key in ("io", "venus"):
        shutil.copytree(tmp_path / "games" / "mars", tmp_path / "games" / key)
    games = open_games(tmp_path)
    looked.clear()
    for key in ("io", "mars", "venus", "venus", "mars", "venus", "io", "venus", "mars"):
        games.open(key).close()
    games.close()
    assert [file.parent.name for file in looked] == ["io", "mars", "venus", "io", "mars"]


def test_a_file_that_was_cut_off_is_found_at_any_time(tmp_path):
    games = open_games(tmp_path)
    new_game(games).close()
    file = tmp_path / "games" / "mars" / DATABASE
    with file.open("r+b") as stream:
        stream.truncate(file.stat().st_size - 4096)
    with pytest.raises(GameStoreError, match="is damaged"):
        games.open("mars")


def test_a_file_that_takes_the_place_of_another_is_what_is_read(tmp_path):
    """For example a backup restored while the server runs: the old file does not stay open."""
    games = open_games(tmp_path)
    with new_game(games) as store:
        store.copy_to(tmp_path / "before")
        store.submit(submission())
    (tmp_path / "before").replace(tmp_path / "games" / "mars" / DATABASE)
    with games.open("mars") as store:
        assert store.submissions(1) == {}


def test_connections_are_reused_unless_the_file_was_replaced(tmp_path):
    games = open_games(tmp_path)
    new_game(games).close()
    file = tmp_path / "games" / "mars" / DATABASE
    copy = file.with_name("copy")
    copy.write_bytes(file.read_bytes())
    with games.open("mars") as store:
        store.submit(submission())
    with games.open("mars") as store:
        assert store.submissions(1)
        database = store.database
    assert games.open("mars").database is database
    copy.replace(file)
    with games.open("mars") as store:
        assert not store.submissions(1)
        store.submit(submission("Brin"))
    games.close()
    with open_games(tmp_path).open("mars") as store:
        assert list(store.submissions(1)) == ["Brin"]


def test_an_unchanged_file_is_not_checked_again(tmp_path, monkeypatch):
    checks = []
    check = SqliteDatabase.check
    monkeypatch.setattr(
        SqliteDatabase, "check", lambda *a, **more: (checks.append(1), check(*a, **more))[1]
    )
    games = open_games(tmp_path)
    new_game(games).close()
    games.open("mars").close()
    before = len(checks)
    games.open("mars").close()
    assert len(checks) == before
    with games.open("mars") as store:
        store.submit(submission())
    games.open("mars").close()
    assert len(checks) == before + 1


def test_readers_of_a_servers_own_tables_never_wait_for_writers(tmp_path):
    games = open_games(tmp_path)
    database = games.server_tables(TABLES)
    with database.writing() as writer:
        writer.execute(server_facts.insert().values(name="a", value="b"))
        with database.reading() as reader:
            assert reader.execute(select(server_facts.c.name)).all() == []
    with database.reading() as reader:
        assert reader.execute(select(server_facts.c.name)).all() == [("a",)]
    games.close()
