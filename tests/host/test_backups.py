"""Backups after every turn and by hand, and games restored from them."""

from __future__ import annotations

import json
import shutil
import sqlite3
import stat
from contextlib import closing
from functools import partial

import pytest

from horizons_core.turn import check_commitment
from horizons_host.games.backups import backups
from horizons_host.store import GameMails, GameStore, schema
from tests.host import forks
from tests.host.helpers import (
    ORDERS,
    as_file,
    database,
    drop_root,
    fine,
    image,
    limit_files,
    make_game,
    new_game,
    refused,
)
from tests.host.mails import ADA, mailed_game


@pytest.fixture
def mars(tmp_path):
    return mailed_game(tmp_path / "mars")


@pytest.fixture(scope="module")
def _played(tmp_path_factory):
    folder = mailed_game(tmp_path_factory.mktemp("played") / "mars")
    _turn(folder)
    return folder


@pytest.fixture
def played(_played, tmp_path):
    """A game of one turn, with a backup."""
    return shutil.copytree(_played, tmp_path / "mars")


def _turn(folder, text=None):
    if text is not None:
        _submit(folder, text)
    return json.loads(fine("turn", "--yes", "-g", folder, "--json").stdout)


def _submit(folder, text, player="Ada"):
    fine("orders", "submit", "-g", folder, "-p", player, as_file(folder, text))


def _restore(folder, backup):
    return json.loads(fine("restore", "-g", folder, backup, "--json").stdout)


def _report(folder, player="Ada"):
    return json.loads(fine("report", "-g", folder, "-p", player, "--format", "json").output)


def _latest(folder):
    with GameStore(folder) as store:
        return store.latest()


# creating backups


def test_every_turn_makes_a_backup_that_is_the_game(mars, tmp_path):
    result = _turn(mars)
    (backup,) = backups(mars)
    assert result["backup"] == str(backup.file)
    assert (backup.number, backup.turn) == (1, 1)
    assert stat.S_IMODE(backup.file.stat().st_mode) == 0o600
    other = tmp_path / "other"
    other.mkdir()
    shutil.copy(backup.file, database(other))
    fine("verify", "-g", other)
    assert _latest(other) == 1


def test_only_the_last_ones_are_kept_but_all_made_by_hand(mars, monkeypatch):
    fine("backup", "-g", mars)
    monkeypatch.setattr("horizons_host.games.backups.KEPT", 2)
    for _ in range(4):
        _turn(mars)
    remaining = backups(mars)
    assert [backup.number for backup in remaining] == [1, 4, 5]
    assert remaining[0].reason == "by-hand"
    output = fine("backup", "-g", mars, "--list").output
    assert "by-hand" in output
    assert "0005-turn-004.sqlite" in output


def test_a_backup_can_lie_elsewhere_and_overwrites_nothing(mars, tmp_path):
    out = tmp_path / "stick.sqlite"
    fine("backup", "-g", mars, "--out", out)
    content = out.read_bytes()
    assert "already exists" in refused("backup", "-g", mars, "--out", out)
    assert out.read_bytes() == content


def test_a_turn_stands_though_no_backup_can_be_made(mars):
    (mars / "backups").write_text("in the way")
    result = fine("turn", "--yes", "-g", mars)
    assert "turn 1 was run and stored, but no backup could be made" in result.stderr
    assert _latest(mars) == 1
    assert (mars / "reports" / "turn-001" / "Ada.txt").exists()


# an unchanged history


def test_a_game_goes_back_to_the_turn_of_a_backup_with_other_dice(played):
    _turn(played, ORDERS)
    old = _report(played)["turn_key"]
    result = _restore(played, 1)
    assert (result["turn"], result["attempt"], result["given"]) == (1, 2, ["Ada"])
    assert _latest(played) == 1
    with GameStore(played) as store:
        (notice,) = [
            entry.mail
            for entry in GameMails(store).outgoing()
            if entry.mail.kind == "notice" and entry.mail.recipient == ADA
        ]
    _turn(played)
    new = _report(played)
    assert new["turn_key"] != old
    assert any(check_commitment(new["turn_key"], line) for line in notice.body.splitlines())
    assert new["diagnostics"][-1]["code"] == "taken-back"
    fine("verify", "-g", played)


def test_reports_of_turns_that_are_no_more_are_put_aside_and_the_others_stay(mars):
    for orders in ("", ORDERS, ""):
        _turn(mars, orders) if orders else _turn(mars)
    reports = mars / "reports"
    before = {path.name: path.read_bytes() for path in (reports / "turn-001").iterdir()}
    _restore(mars, 1)
    assert {path.name: path.read_bytes() for path in (reports / "turn-001").iterdir()} == before
    assert {path.name for path in reports.glob("turn-*")} == {
        *("turn-000", "turn-001", "turn-002-set-back-1", "turn-003-set-back-1")
    }


def test_orders_that_came_after_the_backup_are_not_lost(played):
    _submit(played, "MOVE 1 SW\n")
    fine("end", "-g", played)
    result = _restore(played, 1)
    assert (result["attempt"], result["given"], result["mails"]) == (1, ["Ada"], 0)
    with GameStore(played) as store:
        assert store.snapshot().orders["Ada"].text == "MOVE 1 SW\n"
        assert store.ending() is None


def test_the_replaced_game_can_be_restored(played):
    _turn(played, ORDERS)
    before = _report(played)
    result = _restore(played, 1)
    _turn(played)
    second = _restore(played, result["former"])
    assert (second["turn"], second["attempt"]) == (2, 1)
    assert _report(played) == before
    _turn(played)
    fine("verify", "-g", played)


def test_a_key_that_was_shown_is_never_used_again(mars):
    keys = set()
    _turn(mars)
    for _ in range(2):
        for _ in range(2):
            _turn(mars)
            keys.add(_report(mars)["turn_key"])
        _restore(mars, 1)
    latest = max(backup.number for backup in backups(mars) if backup.turn == 2)
    _restore(mars, latest)
    _turn(mars)
    keys.add(_report(mars)["turn_key"])
    assert len(keys) == 5
    fine("verify", "-g", mars)


def test_players_who_joined_since_are_removed_and_named(played):
    fine("join", "-g", played, "--seat", "Sam=spectator", "--address", "sam@players.example")
    _turn(played)
    assert _restore(played, 1)["gone"] == ["Sam"]
    fine("join", "-g", played, "--seat", "Sam=spectator")
    _turn(played)
    fine("verify", "-g", played)


def test_data_of_players_who_joined_since_does_not_block_a_restore(played):
    """In any table that refers to their seats or to their orders."""
    fine("join", "-g", played, "--seat", "Sam=spectator", "--address", "sam@players.example")
    of_seats, of_orders = (
        [
            table
            for table in schema.metadata.tables.values()
            if any(column.references(referred) for column in table.c)
        ]
        for referred in (schema.seats.c.name, schema.orders.c.id)
    )
    with closing(sqlite3.connect(database(played))) as connection, connection:
        for table in of_seats:
            _insert(connection, table, schema.seats.c.name, "Sam")
        (orders,) = connection.execute("SELECT id FROM orders WHERE seat = 'Sam'").fetchone()
        for table in of_orders:
            _insert(connection, table, schema.orders.c.id, orders)
    assert {"orders", "outbox", "addresses"} <= {table.name for table in of_seats}
    assert {"written", "on_behalf", "order_marks"} <= {table.name for table in of_orders}
    assert _restore(played, 1)["gone"] == ["Sam"]
    fine("verify", "-g", played)
    with closing(sqlite3.connect(database(played))) as connection:
        for table in of_orders:
            (row,) = connection.execute(f"SELECT count(*) FROM {table.name}").fetchone()
            assert row == 0, table.name


def _insert(connection, table, target, value):
    """Insert a row that refers to another table's column; the other columns get valid values."""
    columns = [column for column in table.c if column.name != "id"]
    values = [
        value if column.references(target) else f"{number}" for number, column in enumerate(columns)
    ]
    connection.execute(
        f"INSERT OR IGNORE INTO {table.name} ({', '.join(column.name for column in columns)})"
        f" VALUES ({', '.join('?' * len(columns))})",
        values,
    )


def test_a_backup_of_another_game_is_refused(mars, tmp_path):
    other = new_game(tmp_path / "venus", "--option", "side=8")
    fine("backup", "-g", other, "--out", tmp_path / "venus.sqlite")
    before = image(mars)
    text = refused("restore", "-g", mars, tmp_path / "venus.sqlite")
    assert "this is a backup of another game" in text
    assert image(mars) == before


def test_a_backup_from_before_the_first_release_is_refused(mars, tmp_path):
    fine("backup", "-g", mars, "--out", tmp_path / "old.sqlite")
    with closing(sqlite3.connect(tmp_path / "old.sqlite")) as connection:
        connection.execute(f"PRAGMA user_version = {schema.OLDEST_SCHEMA - 1}")
    before = image(mars)
    text = refused("restore", "-g", mars, tmp_path / "old.sqlite")
    assert f"'{tmp_path / 'old.sqlite'}' was last written before Horizons 0.2.0" in text
    assert image(mars) == before


@pytest.mark.parametrize("content", [b"", b"nonsense" * 1000])
def test_what_is_no_backup_is_refused(mars, tmp_path, content):
    file = tmp_path / "no.sqlite"
    file.write_bytes(content)
    before = image(mars)
    refused("restore", "-g", mars, file)
    refused("restore", "-g", mars, "77")
    assert image(mars) == before


# mails


def test_a_restored_game_sends_nothing_twice(mars, server, place):
    for _ in range(2):
        _turn(mars)
        fine("mail", "send", "-g", mars, "--settings", place)
    sent = [mail["Message-ID"] for mail in server.mails]
    assert len(sent) == 4
    _restore(mars, 1)
    fine("mail", "send", "-g", mars, "--settings", place)
    subjects = [mail["Subject"] for mail in server.mails[4:]]
    assert subjects == ["[mars] The game was restored to turn 1"] * 2
    _turn(mars)
    fine("mail", "send", "-g", mars, "--settings", place)
    assert server.mails[-1]["Subject"] == "[mars] Turn 2: report for Brin (corrected)"
    assert len({mail["Message-ID"] for mail in server.mails}) == len(server.mails) == 8


def test_mails_go_to_nobody_who_was_dropped_since(played, server, place):
    fine("seat", "address", "-g", played, "-p", "Ada", "new@players.example")
    fine("seat", "address", "-g", played, "-p", "Brin", "--clear")
    _turn(played)
    _restore(played, 1)
    _turn(played)
    fine("mail", "send", "-g", played, "--settings", place)
    assert set(server.recipients) == {"new@players.example"}


def test_an_address_of_an_order_holds_after_a_restore(tmp_path):
    folder = tmp_path / "rim"
    words = ("--player", "Ada", "--bot", "Brin=expander", "--address", f"Ada={ADA}")
    make_game(folder, "--variant", "galaxy_g", *words)
    _turn(folder)
    _turn(folder, "#GALAXY rim Ada\nZ new@players.example\nY secret\n#END\n")
    _restore(folder, 1)
    (ada, _) = json.loads(fine("seat", "show", "-g", folder, "--json").output)
    assert (ada["address"], ada["password"]) == ("new@players.example", True)


# a lost game


@pytest.mark.parametrize("lost", ["damaged", "gone", "its state"])
def test_a_lost_game_is_restored_and_its_mails_are_held(played, server, place, lost):
    fine("mail", "send", "-g", played, "--settings", place)
    if lost == "damaged":
        database(played).write_bytes(database(played).read_bytes()[:5000])
    elif lost == "gone":
        database(played).unlink()
    else:
        with closing(sqlite3.connect(database(played))) as connection, connection:
            connection.execute("UPDATE turns SET digest = 'x' WHERE turn = 1")
    result = _restore(played, 1)
    assert (result["turn"], result["attempt"], result["held"]) == (1, 2, True)
    assert (result["former"] is None) == (lost == "gone")
    fine("mail", "send", "-g", played, "--settings", place)
    assert len(server.mails) == 2
    _turn(played)
    fine("verify", "-g", played)


def test_a_hot_journal_of_a_lost_game_does_no_harm(played):
    database(played).write_bytes(b"damaged")
    journal = played / "horizons.sqlite-journal"
    journal.write_bytes(b"\xd9\xd5\x05\xf9 \xa1c\xd7" + b"x" * 5000)
    _restore(played, 1)
    assert not journal.exists()
    fine("verify", "-g", played)


# errors


COMMANDS = {
    "backup": ("backup",),
    "restore": ("restore", "1"),
    "undo": ("undo", "--reason", "too early"),
}


def _without_litter(files):
    return {
        name: data
        for name, data in files.items()
        if not name.endswith("-journal") and "before-restore" not in name
    }


@pytest.fixture(scope="module")
def _two_turns(tmp_path_factory):
    folder = mailed_game(tmp_path_factory.mktemp("two") / "mars")
    _turn(folder)
    _turn(folder)
    return folder


@pytest.fixture
def two_turns(_two_turns, tmp_path):
    """A game of two turns."""
    return shutil.copytree(_two_turns, tmp_path / "two")


@pytest.mark.parametrize(
    ("name", "limit"),
    [
        *(("restore", limit) for limit in (2048, 20_000, 60_000)),
        ("backup", 20_000),
        ("undo", 2048),
        ("undo", 60_000),
    ],
)
def test_when_the_system_refuses_to_write_the_game_is_as_it_was(two_turns, name, limit):
    mars = two_turns
    before = image(mars)
    words = COMMANDS[name]
    process = forks.call(words[0], "-g", mars, *words[1:], before=partial(limit_files, limit))
    if process.returncode == 0:
        return
    assert process.returncode == 1, process.stderr
    assert "Traceback" not in process.stderr
    assert "Error: " in process.stderr
    fine("verify", "-g", mars)
    assert _without_litter(image(mars)) == _without_litter(before)


@pytest.mark.parametrize(
    ("name", "modes"),
    [
        ("backup", (0o500, 0o600)),
        ("restore", (0o500, 0o400)),
        ("undo", (0o500, 0o600)),
        ("undo", (0o500, 0o400)),
    ],
)
def test_in_a_read_only_folder_the_game_is_as_it_was(two_turns, name, modes):
    mars = two_turns
    shutil.move(mars / "backups", mars.parent / "backups")
    backup = next((mars.parent / "backups").glob("0001*"))
    before = image(mars)
    database(mars).chmod(modes[1])
    mars.chmod(modes[0])
    words = ["restore", backup] if name == "restore" else list(COMMANDS[name])
    process = forks.call(words[0], "-g", mars, *words[1:], before=drop_root)
    mars.chmod(0o700)
    assert process.returncode == 1, process.stdout
    assert "Traceback" not in process.stderr
    assert str(mars) in process.stderr
    assert image(mars) == before


def test_people_without_an_address_have_their_notice_in_a_file(played):
    _turn(played, ORDERS)
    fine("seat", "address", "-g", played, "-p", "Brin", "--clear")
    _restore(played, 1)
    place = played / "reports" / "set-back-to-turn-001-attempt-2"
    notices = {path.name: path.read_text("utf-8") for path in place.iterdir()}
    assert set(notices) == {"Ada.notice.txt", "Brin.notice.txt"}
    _turn(played)
    for player in ("Ada", "Brin"):
        report = _report(played, player)
        lines = notices[f"{player}.notice.txt"].splitlines()
        for key in ("turn_key", "own_key"):
            assert any(check_commitment(report[key], line) for line in lines), key
