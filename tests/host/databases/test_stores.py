"""A game's store is the same in a folder and on a server."""

from __future__ import annotations

import re
import threading
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Engine, event

import horizons_core as hz
from horizons_host.deadlines.calendar import ics
from horizons_host.deadlines.changes import announce_vacation, history, set_rule
from horizons_host.deadlines.due import run_due
from horizons_host.deadlines.missing_orders import mark_orders, set_game_policy
from horizons_host.deadlines.outlook import outlook
from horizons_host.games.archive import archive
from horizons_host.games.backups import back_up
from horizons_host.games.edits import edit_game, orders_on_behalf
from horizons_host.games.endings import end_game
from horizons_host.games.order_intake import OrderIntake
from horizons_host.games.order_texts import OrderText
from horizons_host.games.setup import create_game, join_game
from horizons_host.games.turns import run_and_store
from horizons_host.games.undo import undo_turn
from horizons_host.games.verification import verify
from horizons_host.seats.handover import handover, turn_sheet
from horizons_host.store import (
    DATABASE,
    GameMails,
    GameStore,
    GameStoreError,
    NewMail,
    Policy,
    SeatingPlan,
    SeatRecord,
    SubmittedOrders,
    TurnTakenError,
)
from horizons_host.store.copies import contents
from horizons_host.store.hosting import FolderGames
from horizons_host.store.locations import open_games
from horizons_host.store.schema import TABLES
from horizons_host.store.submissions import insert_orders, latest_orders
from tests.host.helpers import ORDERS, VARIANT

NOW = "2026-03-01T10:00:00+00:00"
#: Most languages do not sort these by their bytes.
NAMES = ("ada", "Åke", "Zoe", "Brin")


def clock():
    return datetime(2026, 3, 1, 10, tzinfo=UTC)


def new_game(games, key="mars"):
    """Create a small game of four."""
    place = games.location(key)
    create_game(
        place.folder,
        hz.load_variant(VARIANT),
        [SeatRecord(name) for name in NAMES],
        name="mars",
        seed=7,
        clock=clock,
        database=place.database,
    )
    return games.open(key)


def submission(seat="ada", text=ORDERS, turn=1):
    return SubmittedOrders(turn, seat, text, NOW, "a test")


def playing(store):
    """Play a little of everything that a game can hold."""
    OrderIntake(store, clock).submit(OrderText(ORDERS, "a test"), "ada", proved=True)
    plan = SeatingPlan(store)
    for name in NAMES:
        plan.set_policy(name, Policy("nothing"))
    run_and_store(store, clock=clock)
    undo_turn(store, "a mistake", clock)
    run_and_store(store, clock=clock)
    plan.redirect("Zoe", "zoe@players.example")
    plan.hand_over("Brin", "Bea", "", "bea@players.example")
    post = GameMails(store)
    post.queue(NewMail("notice", "a@players.example", "Hello", NOW, "ada", body="ä\n\u2603"))
    mail = post.begin(post.due(NOW, NOW)[0], ["<1@here>"])
    post.settle(mail, "sent", "sent", at=NOW)
    edit_game(store, "state: {stock: {Zoe: {hull: 41}}}", "a slip", clock=clock)
    orders_on_behalf(store, OrderText("MOVE 1 E\n", "a letter"), "Zoe", "ill", clock)
    keep_deadlines(store)
    end_game(store, "enough", ["ada"], clock)


def keep_deadlines(store):
    """Set deadlines, send a reminder, and run the turn that is due."""
    rule = {"rule": "daily 20:00 Europe/Berlin", "grace_hours": 2, "reminder_hours": [24]}
    set_rule(store, rule, clock=clock)
    set_game_policy(store, "bot", bot="greedy", turns=2, clock=clock)
    announce_vacation(store, "Åke", "2026-03-01", clock=clock)
    intake = OrderIntake(store, clock)
    intake.submit(OrderText(ORDERS, "a test"), "ada", proved=True, final=False)
    mark_orders(store, "ada", final=True, clock=clock)
    assert [
        reminder.seat
        for reminder in run_due(store, lambda: clock() + timedelta(hours=10)).reminders
    ] == ["Brin"]
    assert run_due(store, lambda: clock() + timedelta(days=3)).ran is not None


def content(store):
    with store.reading() as connection:
        return contents(connection, TABLES)


def test_the_same_game_has_the_same_content_in_every_database(tmp_path, postgresql):
    results = {}
    for location in (tmp_path / "host", postgresql):
        games = open_games(location)
        with new_game(games) as store:
            playing(store)
            assert verify(store).difference == ""
            digests = [store.stored(turn).digest for turn in range(store.latest() + 1)]
            desk = (
                archive(store).to_dict(),
                handover(store, "Zoe").to_dict(),
                turn_sheet(store).to_dict(),
            )
            deadlines = outlook(store, clock).to_dict(), history(store), ics(store)
            results[str(location)] = digests, content(store), desk, deadlines
        games.close()
    first, other = results.values()
    assert first == other
    assert sum(table.rows for table in first[1].values()) > 30


def test_keys_name_the_games(games):
    assert games.keys() == []
    for key in ("mars", "a-b_2"):
        new_game(games, key).close()
    assert games.keys() == ["a-b_2", "mars"]
    with pytest.raises(GameStoreError, match="already contains a game"):
        new_game(games)
    with pytest.raises(GameStoreError, match="nowhere"):
        games.open("nowhere")
    for wrong in ("", "Mars", "../mars", "a b", 'a"', "x" * 49, "-a"):
        with pytest.raises(hz.HorizonsError, match="is not a valid game key"):
            games.location(wrong)


def test_a_game_that_fails_as_it_begins_is_not_there(games, monkeypatch):
    def broken(*_):
        raise RuntimeError

    monkeypatch.setattr("horizons_host.store.rows.insert_report", broken)
    with pytest.raises(RuntimeError):
        new_game(games)
    monkeypatch.undo()
    assert games.keys() == []
    new_game(games).close()


def test_a_transaction_that_fails_leaves_nothing(games):
    with new_game(games) as store:
        before = content(store)
        with pytest.raises(TurnTakenError):
            store.submit(submission(turn=5))
        with pytest.raises(KeyError), store.writing() as connection:
            connection.execute(TABLES.metadata.tables[_emptied(connection)].delete())
        assert content(store) == before


def _emptied(connection):
    """Delete all reports and return a name that no table has."""
    connection.execute(TABLES.metadata.tables["reports"].delete())
    return "nowhere"


def test_concurrent_writes_are_all_kept(games):
    new_game(games).close()
    failed = []

    def write(name):
        try:
            with games.open("mars") as store:
                for number in range(5):
                    store.submit(submission(name, f"; {number}\n"))
        except Exception as problem:  # noqa: BLE001 - told by the assertion
            failed.append(problem)

    writers = [threading.Thread(target=write, args=(name,)) for name in NAMES]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert failed == []
    with games.open("mars") as store:
        texts = {
            seat: [orders.text for orders in all_] for seat, all_ in store.submissions(1).items()
        }
    assert texts == {name: [f"; {number}\n" for number in range(5)] for name in NAMES}


def test_a_writing_transaction_reads_a_stable_state(games):
    """Two writers count before they write: with a late lock both would count the same."""
    new_game(games).close()
    orders = TABLES.metadata.tables["orders"]
    together, counts = threading.Barrier(2), []

    def write():
        with games.open("mars") as store:
            together.wait()
            with store.writing() as connection:
                count = len(connection.execute(orders.select()).all())
                counts.append(count)
                connection.execute(
                    orders.insert().values(
                        turn=1, seat="ada", text="", submitted_at=NOW, source="", diagnostics=[]
                    )
                )

    writers = [threading.Thread(target=write) for _ in range(2)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert sorted(counts) == [0, 1]


def test_a_reader_sees_one_moment(games):
    with new_game(games) as store, games.open("mars") as other, store.reading() as connection:
        orders = TABLES.metadata.tables["orders"]
        assert connection.execute(orders.select()).all() == []
        if store.database.name.startswith("postgresql"):  # in a file the writer would wait
            other.submit(submission())
        assert connection.execute(orders.select()).all() == []


def test_who_waits_too_long_for_another_writer_is_told(games, monkeypatch):
    monkeypatch.setattr("horizons_host.store.sqlite.PATIENCE_SECONDS", 0.05)
    monkeypatch.setattr("horizons_host.store.postgresql_server.PATIENCE_SECONDS", 0.05)
    games.close()  # open connections keep their timeout
    with (
        new_game(games) as store,
        games.open("mars") as other,
        store.writing(),
        pytest.raises(GameStoreError, match="is locked: another"),
    ):
        other.submit(submission())


def test_one_process_at_a_time_does_some_work(games):
    with new_game(games) as store, games.open("mars") as other:
        with (
            store.exclusive("mail") as first,
            other.exclusive("mail") as second,
            other.exclusive("x") as third,
        ):
            assert (first, second, third) == (True, False, True)
        with other.exclusive("mail") as free:
            assert free


def test_a_backup_of_any_game_is_a_file_that_can_be_played_on(games, tmp_path):
    with new_game(games) as store:
        store.submit(submission())
        file = back_up(store)
        folder = tmp_path / "copy"
        folder.mkdir()
        (folder / DATABASE).write_bytes(file.read_bytes())
        with GameStore(folder) as copy:
            assert content(copy) == content(store)
            assert copy.snapshot() == store.snapshot()
        store.copy_to(tmp_path / "other.sqlite")
        with pytest.raises(FileExistsError):
            store.copy_to(tmp_path / "other.sqlite")


@pytest.mark.parametrize(
    ("version", "reason"),
    [
        (TABLES.version + 1, "newer version of Horizons"),
        (TABLES.oldest - 1, "before Horizons 0.2.0"),
    ],
)
def test_a_game_of_an_unknown_version_is_refused(games, version, reason):
    with new_game(games) as store:
        database = store.database
        with store.writing() as connection:
            database.mark(connection, version)
        with pytest.raises(GameStoreError, match=reason):
            store.submit(submission())
    with pytest.raises(GameStoreError, match=reason):
        games.open("mars").latest()


def test_a_game_that_is_too_old_is_not_reopened_either(games):
    with new_game(games) as store:
        database = store.database
        with store.writing() as connection:
            database.mark(connection, TABLES.oldest - 1)
        with (
            pytest.raises(GameStoreError, match="before Horizons 0.2.0"),
            database.writing(allow_unusable=True),
        ):
            pass


def test_somebody_joins_a_game_in_any_database(games):
    with new_game(games) as store:
        join_game(store, SeatRecord("Örn", role="spectator"), {}, clock=clock)
        assert [seat.name for seat in store.seats()] == [*NAMES, "Örn"]


def test_nested_reads_share_one_read_only_transaction(games):
    with new_game(games) as store:
        store.submit(submission())
        with store.read_transaction(), store.reading() as connection:
            assert list(store.submissions(1)) == ["ada"]
            with store.reading() as nested:
                assert nested is connection
            with pytest.raises(RuntimeError, match="not written while it is read"):
                store.submit(submission("Brin"))
        store.submit(submission("Brin"))
        assert list(store.submissions(1)) == ["ada", "Brin"]


@pytest.fixture
def statements(games):
    """Statements about a game that the process behind `games` sends to the database."""
    executed = []

    def note(_connection, _cursor, statement, *_):
        if re.search(r'FROM ("?game_mars"?\.)?seats\b', statement):
            executed.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    yield executed
    event.remove(Engine, "before_cursor_execute", note)


def test_unchanged_data_is_read_once(games, statements):
    new_game(games).close()
    statements.clear()
    for _ in range(3):
        with games.open("mars") as store:
            assert tuple(seat.name for seat in store.seats()) == NAMES
    assert len(statements) == 1


def test_what_another_process_writes_is_seen_at_once(games, tmp_path, request):
    new_game(games).close()
    other_games = open_games(
        tmp_path / "host"
        if isinstance(games, FolderGames)
        else request.getfixturevalue("postgresql"),
        tmp_path / "files",
    )
    for first, elsewhere in ((games, other_games), (other_games, games)):
        with first.open("mars") as store, elsewhere.open("mars") as other:
            before = len(store.submissions_by(1, "ada"))
            assert len(other.submissions_by(1, "ada")) == before
            other.submit(submission())
            assert len(store.submissions_by(1, "ada")) == before + 1
            store.submit(submission(text="MOVE 1 E\n"))
            assert len(store.submissions_by(1, "ada")) == before + 2
            assert len(other.submissions_by(1, "ada")) == before + 2
    other_games.close()


def test_rolled_back_writes_are_never_read(games):
    def fails(connection):
        assert not latest_orders(connection, 1)
        insert_orders(connection, submission())
        assert list(latest_orders(connection, 1)) == ["ada"]
        raise RuntimeError("something fails")

    with new_game(games) as store:
        assert store.submissions_by(1, "ada") == []
        with suppress(RuntimeError), store.writing() as connection:
            fails(connection)
        assert store.submissions_by(1, "ada") == []
