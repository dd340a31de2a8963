"""Mails in a game's file, and files of Horizons 0.2.0, migrated when they are first written."""

from __future__ import annotations

import sqlite3

import pytest
from sqlalchemy import update

from horizons_host.store import (
    GameMails,
    GameStore,
    NewMail,
    ReadMail,
    SeatRecord,
    SubmittedOrders,
    schema,
)
from horizons_host.store.schema import OLDEST_SCHEMA, STORE_SCHEMA
from tests.host.helpers import ORDERS, as_file, database, fine, image
from tests.host.mails import Mailbox, a_mail, a_set, outbox


@pytest.fixture
def old(mars):
    """A game file of Horizons 0.2.0, whose game was set up before addresses were stored."""
    fine("orders", "submit", "-g", mars, "-p", "Ada", as_file(mars, ORDERS))
    fine("turn", "--yes", "-g", mars)
    connection = sqlite3.connect(database(mars))
    connection.execute("DROP TABLE audit_texts")
    connection.execute("DELETE FROM addresses")
    connection.execute(f"PRAGMA user_version = {OLDEST_SCHEMA}")
    connection.commit()
    connection.execute("VACUUM")
    connection.close()
    return mars


def _version(folder):
    connection = sqlite3.connect(database(folder))
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    connection.close()
    return version


def test_an_old_game_is_read_as_it_is(old):
    before = image(old)
    for words in (
        ("orders", "status"),
        ("report", "-p", "Ada"),
        ("verify",),
        ("turn", "--dry-run"),
        ("mail", "log"),
        ("mail", "outbox"),
        ("mail", "address"),
    ):
        fine(*words, "-g", old)
    assert image(old) == before
    with GameStore(old) as store:
        assert store.seats() == (SeatRecord("Ada"), SeatRecord("Brin"))
        post = GameMails(store)
        assert (post.mark("x"), post.due("9", "9"), post.answered_addresses("0")) == (None, [], [])


@pytest.mark.parametrize(
    "words",
    [("turn", "--yes"), ("mail", "address", "-p", "Ada", "ada@x.example")],
    ids=" ".join,
)
def test_an_old_game_is_brought_up_to_date_when_it_is_written(old, words):
    fine(*words, "-g", old)
    assert _version(old) == STORE_SCHEMA
    fine("verify", "-g", old)
    fine("turn", "--yes", "-g", old)
    fine("verify", "-g", old)


def test_a_player_of_an_old_game_can_be_given_an_address(old, tmp_path):
    fine("mail", "address", "-g", old, "-p", "Ada", "ada@players.example")
    box = Mailbox(tmp_path / "Maildir")
    box.add(a_mail(a_set()))
    box.read(old)
    assert [recipient for recipient, _, _ in outbox(old)] == ["ada@players.example"]
    fine("turn", "--yes", "-g", old)
    assert len(outbox(old)) == 2


def test_nothing_is_brought_up_to_date_if_the_writing_fails(old, monkeypatch):
    def broken(*_words):
        raise KeyboardInterrupt

    monkeypatch.setattr("horizons_host.store.submissions.insert_orders", broken)
    with GameStore(old) as store, pytest.raises(KeyboardInterrupt):
        store.submit(SubmittedOrders(2, "Ada", "", "2026-01-01T00:00:00+00:00", "mail"))
    assert _version(old) == OLDEST_SCHEMA


def _read(key="k", **more):
    return ReadMail(key, "<m@x>", "a@x.example", "2026-01-01T00:00:00+00:00", "fine", **more)


def test_a_mail_is_taken_once(mars):
    orders = SubmittedOrders(1, "Ada", ORDERS, "2026-01-01T00:00:00+00:00", "mail")
    with GameStore(mars) as store:
        post = GameMails(store)
        assert post.take(_read(orders=[orders]))
        assert not post.take(_read(orders=[orders]))
        assert len(store.submissions(1)["Ada"]) == 1


def test_orders_answer_and_mark_are_stored_together_or_not_at_all(mars):
    """The second set of orders is for a turn that has been run."""
    time = "2026-01-01T00:00:00+00:00"
    orders = [SubmittedOrders(turn, "Ada", ORDERS, time, "mail") for turn in (1, 9)]
    answer = NewMail("answer", "a@x.example", "s", time, body="b")
    with GameStore(mars) as store:
        post = GameMails(store)
        with pytest.raises(Exception, match="another process has just run"):
            post.take(_read(orders=orders, answers=[answer]))
        assert store.submissions(1) == {}
        assert post.mark("k") is None
        assert post.outgoing(["queued"]) == []


def test_mails_are_due_that_were_never_tried_or_whose_time_has_come_or_cannot_be_right(mars):
    """A mail that was never tried is due although its time came from a wrong clock."""
    now, soon, latest, never = (f"2026-03-0{day}T12:00:00+00:00" for day in (1, 2, 3, 4))
    times = {"new": soon, "later": soon, "late": now, "wrong": never, "last": latest}
    with GameStore(mars) as store:
        post = GameMails(store)
        for subject in times:
            post.queue(NewMail("notice", "a@x.example", subject, soon, body="b"))
        ids = {entry.mail.subject: entry.id for entry in post.outgoing()}
        with store.writing() as connection:
            for subject in set(times) - {"new"}:
                connection.execute(
                    update(schema.outbox)
                    .where(schema.outbox.c.id == ids[subject])
                    .values(attempts=1, next_attempt=times[subject])
                )
        assert post.due(now, latest) == [ids[name] for name in ("new", "late", "wrong")]


def test_what_waits_for_another_game_is_forgotten_when_it_is_done(mars):
    with GameStore(mars) as store:
        post = GameMails(store)
        post.take(_read(is_done=False, parts=[{"text": "x"}]))
        mark = post.mark("k")
        assert (mark.is_done, mark.parts) == (False, ({"text": "x"},))
        post.finish("k")
        mark = post.mark("k")
        assert (mark.is_done, mark.parts) == (True, ())
