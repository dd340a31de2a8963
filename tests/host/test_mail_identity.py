"""A mail keeps its Message-ID, and a mail that a server accepted is not sent again."""

from __future__ import annotations

import json
import shutil

import pytest

from horizons_host.store import GameMails, GameStore, NewMail
from tests.host.helpers import ORDERS, as_file, database, fine, refused
from tests.host.mails import ADA, BRIN, mailed_game

WHEN = "2026-01-01T00:00:00+00:00"


@pytest.fixture
def mars(tmp_path):
    return mailed_game(tmp_path / "mars")


def _turn(folder, *orders):
    for text in orders:
        fine("orders", "submit", "-g", folder, "-p", "Ada", as_file(folder, text))
    fine("turn", "--yes", "-g", folder)


def _send(folder, place):
    return fine("mail", "send", "-g", folder, "--settings", place).output


def _sent_mails(server):
    return [(mail["Message-ID"], mail["To"], mail["Subject"]) for mail in server.mails]


def test_a_copy_of_the_file_put_back_sends_nothing_twice(mars, server, place):
    _turn(mars)
    copy = database(mars).read_bytes()
    _send(mars, place)
    assert len(server.mails) == 2
    database(mars).write_bytes(copy)
    output = _send(mars, place)
    assert len(server.mails) == 2
    assert f"sent before: {ADA}" in output
    assert output.endswith("Sent 0 emails.\n")
    assert _send(mars, place) == "Sent 0 emails.\n"


def test_without_the_journal_the_mails_bear_the_same_names(mars, server, place):
    _turn(mars)
    copy = database(mars).read_bytes()
    _send(mars, place)
    database(mars).write_bytes(copy)
    (mars / "sent-mails.jsonl").unlink()
    _send(mars, place)
    first, second = _sent_mails(server)[:2], _sent_mails(server)[2:]
    assert sorted(first) == sorted(second)


def test_a_turn_that_came_out_otherwise_is_sent_as_corrected(mars, server, place):
    copy = database(mars).read_bytes()
    _turn(mars)
    _send(mars, place)
    database(mars).write_bytes(copy)
    _turn(mars, ORDERS)
    _send(mars, place)
    assert [to for _, to, _ in _sent_mails(server)].count(BRIN) == 1, "nothing changed for Brin"
    subjects = [subject for _, to, subject in _sent_mails(server) if to == ADA]
    assert subjects == [
        "[mars] Turn 1: report for Ada",
        "[mars] Turn 1: report for Ada (corrected)",
    ]
    log = json.loads(fine("mail", "log", "-g", mars, "--json").stdout)
    assert any(line["subject"].endswith("(corrected)") for line in log)


def test_a_turn_that_was_taken_back_is_sent_as_corrected(mars, server, place):
    _turn(mars)
    _send(mars, place)
    fine("undo", "-g", mars, "--reason", "too early")
    _turn(mars)
    _send(mars, place)
    subjects = [subject for _, to, subject in _sent_mails(server) if to == ADA]
    assert subjects == [
        "[mars] Turn 1: report for Ada",
        "[mars] Turn 1 was undone",
        "[mars] Turn 1: report for Ada (corrected)",
    ]


def test_a_report_is_sent_once_more_when_the_gamemaster_says_so(mars, server, place):
    _turn(mars)
    _send(mars, place)
    copy = database(mars).read_bytes()
    for _ in range(2):
        fine("mail", "resend", "-g", mars, "-p", "Ada")
        _send(mars, place)
        database(mars).write_bytes(copy)
    ids = [name for name, to, _ in _sent_mails(server) if to == ADA]
    assert len(ids) == len(set(ids)) == 3
    assert all("corrected" not in subject for _, _, subject in _sent_mails(server))


def test_a_crash_between_server_and_store_sends_nothing_twice(mars, server, place, monkeypatch):
    _turn(mars)

    def broken(*_words, **_more):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("horizons_host.store.mails.GameMails.settle", broken)
        refused("mail", "send", "-g", mars, "--settings", place, status=130)
    assert len(server.mails) == 1
    _send(mars, place)
    assert sorted(to for _, to, _ in _sent_mails(server)) == [
        ADA,
        BRIN,
    ]


def test_a_line_that_was_torn_does_not_hide_the_others(mars, server, place):
    _turn(mars)
    copy = database(mars).read_bytes()
    _send(mars, place)
    journal = mars / "sent-mails.jsonl"
    journal.write_bytes(journal.read_bytes().rstrip()[:-20])
    database(mars).write_bytes(copy)
    _send(mars, place)
    database(mars).write_bytes(copy)
    _send(mars, place)
    assert len(server.mails) == 3


def test_two_answers_that_say_the_same_are_two_mails(mars, server, place):
    with GameStore(mars) as store:
        for _ in range(2):
            GameMails(store).queue(NewMail("answer", ADA, "Hello", WHEN, body="x"))
    _send(mars, place)
    assert len({name for name, _, _ in _sent_mails(server)}) == 2


def test_a_journal_that_cannot_be_written_is_said_before_anything_is_sent(mars, server, place):
    _turn(mars)
    (mars / "sent-mails.jsonl").mkdir()
    output = refused("mail", "send", "-g", mars, "--settings", place)
    assert "sent-mails.jsonl" in output
    assert server.mails == []
    shutil.rmtree(mars / "sent-mails.jsonl")
    _send(mars, place)
    assert len(server.mails) == 2
