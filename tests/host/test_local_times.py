"""People read local times with the zone; files and JSON keep UTC."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import time
from contextlib import closing

import pytest

from tests.host import forks
from tests.host.helpers import ORDERS, as_file, database, fine, new_game
from tests.host.mails import Mailbox, a_mail, mailed_game

STORED = "2026-03-01T22:30:12+00:00"
HERE = "2026-03-02 03:00:12 HERE"


def set_local_zone():
    """Set a zone east of Greenwich; for a forked process."""
    os.environ["TZ"] = "HERE-4:30"
    time.tzset()


def output_of(*words):
    process = forks.call(*words, before=set_local_zone)
    assert process.returncode == 0, process.stderr
    return process.stdout


def rewrite(folder, statement):
    with closing(sqlite3.connect(database(folder))) as connection, connection:
        connection.execute(statement)


@pytest.fixture
def handed_in(tmp_path):
    folder = new_game(tmp_path / "mars")
    fine("orders", "submit", "-g", folder, "-p", "Ada", as_file(folder, ORDERS))
    rewrite(folder, f"UPDATE orders SET submitted_at = '{STORED}'")
    return folder


def test_orders_came_in_at_a_time_of_this_place(handed_in):
    assert HERE in output_of("orders", "status", "-g", handed_in)


def test_answers_for_programs_keep_utc(handed_in):
    seats = json.loads(output_of("orders", "status", "-g", handed_in, "--json"))["seats"]
    assert seats[0]["since"] == STORED


def test_a_stored_time_that_somebody_has_spoilt_is_told_as_it_is(handed_in):
    rewrite(handed_in, "UPDATE orders SET submitted_at = 'noon'")
    assert " noon " in output_of("orders", "status", "-g", handed_in)


def test_letters_came_at_a_time_of_this_place(tmp_path):
    folder, box = mailed_game(tmp_path / "mars"), Mailbox(tmp_path / "Maildir")
    box.add(a_mail("May I join?", "eve@else.example"))
    box.read(folder)
    for words in ((), ("--show", 1)):
        output = output_of("mail", "inbox", "-g", folder, *words)
        assert re.search(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d HERE", output)
        assert "+00:00" not in output
