"""`horizons deadline` and `horizons orders final|draft`: the same functions by command."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta

import icalendar
import pytest

from horizons_core.codec import digest_of
from horizons_host.deadlines.calendar import ics
from horizons_host.deadlines.changes import extend, pause, set_rule
from horizons_host.mail.outgoing import message_of
from horizons_host.mail.settings import read_settings
from horizons_host.store import GameMails, GameStore
from horizons_host.store.columns import packed
from tests.host.clocks import SetClock
from tests.host.helpers import ORDERS, as_file, database, fine, refused
from tests.host.mails import Mailbox, a_mail, a_set, mailed_game, outbox, write_settings


def _next_month():
    """Return a day about a month ahead."""
    return str((datetime.now(UTC) + timedelta(days=30)).date())


def _show(folder):
    return json.loads(fine("deadline", "show", "-g", folder, "--json").stdout)


def test_a_rule_is_set_in_words_and_shown(mars):
    assert "Turn 1 has no deadline" in fine("deadline", "show", "-g", mars).output
    words = ("Mon and Thu 20:00 Europe/Berlin", "--grace", 12, "--when-final", "--remind", 0)
    output = fine("deadline", "set", "-g", mars, *words).output
    assert "Orders for turn 1 are due" in output
    assert "if all orders are final" in output
    listing = fine("deadline", "show", "-g", mars).output
    assert "Turns are due Mon and Thu 20:00 Europe/Berlin." in listing
    assert "Ada has not submitted orders. If they stay missing: the turn waits." in listing
    fine("deadline", "set", "-g", mars, "--minimum", 48, "--holiday", "2190-01-01..2190-01-06")
    rule = _show(mars)["rule"]
    assert (rule["grace_hours"], rule["minimum_hours"], rule["reminder_hours"]) == (12, 48, [])
    assert rule["holidays"] == ["2190-01-01..2190-01-06"]
    fine("deadline", "set", "-g", mars, "--clear")
    assert _show(mars)["state"] == "unset"


def test_what_is_decided_stays_on_record(mars):
    fine("deadline", "set", "-g", mars, "daily 20:00", "--zone", "Europe/Berlin")
    before = datetime.fromisoformat(_show(mars)["deadline"])
    fine("deadline", "extend", "-g", mars, "--by", 30, "--reason", "a storm")
    assert datetime.fromisoformat(_show(mars)["deadline"]) == before + timedelta(hours=30)
    fine("deadline", "hold", "-g", mars)
    assert _show(mars)["state"] == "held"
    fine("deadline", "release", "-g", mars)
    fine("deadline", "pause", "-g", mars)
    fine("deadline", "resume", "-g", mars)
    fine("deadline", "skip", "-g", mars)
    fine("deadline", "vacation", "-g", mars, "-p", "Ada", _next_month())
    fine("deadline", "vacation", "-g", mars, "-p", "Ada", "--clear")
    fine("deadline", "missing", "-g", mars, "bot", "greedy", "--turns", 2)
    assert "bot greedy up to turn 2" in fine("deadline", "show", "-g", mars).output
    history = json.loads(fine("deadline", "show", "--history", "-g", mars, "--json").stdout)
    kinds = "rule extend hold release pause resume skip vacation return missing"
    assert [entry["kind"] for entry in history] == kinds.split()
    assert "a storm" in fine("deadline", "show", "--history", "-g", mars).output


def test_run_does_nothing_until_something_is_due(mars):
    assert fine("deadline", "run", "-g", mars).output == ""
    fine("deadline", "set", "-g", mars, "daily 20:00", "--when-final", "--remind", 0)
    for player in ("Ada", "Brin"):
        text = as_file(mars, ORDERS)
        fine("orders", "submit", "-g", mars, "-p", player, "--draft", text)
    assert fine("deadline", "run", "-g", mars).output == ""
    status = json.loads(fine("orders", "status", "-g", mars, "--json").stdout)
    assert [seat["ready"] for seat in status["seats"]] == ["draft", "draft"]
    output = fine("orders", "final", "-g", mars, "-p", "Ada").output
    assert output == "Ada's orders for turn 1 are final.\n"
    fine("orders", "final", "-g", mars, "-p", "Brin")
    fine("orders", "draft", "-g", mars, "-p", "Brin")
    assert fine("deadline", "run", "-g", mars).output == ""
    fine("orders", "final", "-g", mars, "-p", "Brin")
    assert "Ran turn 1: all orders are final." in fine("deadline", "run", "-g", mars).output
    assert json.loads(fine("deadline", "run", "-g", mars, "--json").stdout)["ran"] is None


@pytest.mark.parametrize(
    ("words", "message", "status"),
    [
        (("set",), "use either", 2),
        (("set", "daily 20:00", "--clear"), "use either", 2),
        (("set", "now and then"), "is not a schedule", 1),
        (("set", "daily 20:00", "--zone", "Mars"), "unknown time zone", 1),
        (("set", "daily 20:00", "--grace", "-1"), "between 0 and", 1),
        (("extend",), "use either", 2),
        (("extend", "--by", "5"), "this game has no deadlines", 1),
        (("vacation", "-p", "Ada"), "use either", 2),
        (("vacation", "-p", "Cleo", "2190-01-01"), "no player 'Cleo'", 1),
        (("missing", "bot"), "needs the name of a bot", 2),
        (("missing", "bot", "gredy"), "greedy", 1),
        (("resume",), "not paused", 1),
    ],
)
def test_what_does_not_fit_is_refused(mars, words, message, status):
    assert message in refused("deadline", words[0], "-g", mars, *words[1:], status=status)


def test_the_library_of_rules_is_loaded_for_no_other_command(mars):
    text = as_file(mars, ORDERS)
    probe = (
        "import sys; from horizons_host.cli.main import main\n"
        f"sys.argv = ['horizons', 'orders', 'submit', '-g', {str(mars)!r}, '-p', 'Ada',"
        f" {str(text)!r}]\n"
        "try:\n main()\nexcept SystemExit:\n"
        " assert not {'dateutil', 'icalendar'} & sys.modules.keys()\n"
    )
    process = subprocess.run([sys.executable, "-c", probe], capture_output=True, check=False)
    assert process.returncode == 0, process.stderr


# the calendar


def _events(store):
    return icalendar.Calendar.from_ical(ics(store)).walk("VEVENT")


def test_the_calendar_moves_a_deadline_that_is_put_off(mars, tmp_path):
    clock = SetClock(datetime(2026, 3, 2, 12, tzinfo=UTC))
    with GameStore(mars) as store:
        assert _events(store) == []
        set_rule(store, {"rule": "Mon and Thu 20:00 Europe/Berlin"}, clock=clock)
        assert ics(store) == ics(store)
        before = _events(store)
        extend(store, hours=24, clock=clock)
        after = _events(store)
        assert [event["uid"] for event in after] == [event["uid"] for event in before]
        assert len({str(event["uid"]) for event in after}) == 10
        assert after[0].decoded("dtstart") - before[0].decoded("dtstart") == timedelta(hours=24)
        assert after[0]["sequence"] > before[0]["sequence"]
        assert str(after[0]["summary"]) == "mars: orders for turn 1 are due"
        pause(store, clock=clock)
        assert _events(store) == []
    file = tmp_path / "mars.ics"
    fine("deadline", "ics", "-g", mars, "-o", file)
    assert file.read_bytes().startswith(b"BEGIN:VCALENDAR\r\n")


@pytest.mark.parametrize("by", ["the gamemaster", "the rules"])
def test_after_the_end_no_deadline_is_told(mars, by):
    fine("deadline", "set", "-g", mars, "daily 20:00")
    if by == "the gamemaster":
        fine("end", "-g", mars, "--reason", "a draw")
    else:
        _end_by_the_rules(mars)
    assert "BEGIN:VEVENT" not in fine("deadline", "ics", "-g", mars).output
    assert "There are no more turns" in fine("deadline", "show", "-g", mars).output
    assert "a draw" in refused("deadline", "pause", "-g", mars)


def _end_by_the_rules(mars):
    """Change the stored state to that of a game that ended by its rules."""
    with GameStore(mars) as store:
        state = store.snapshot().state
    state["outcome"] = {"winners": [], "reason": "a draw", "turn": 0}
    with closing(sqlite3.connect(database(mars))) as connection, connection:
        connection.execute(
            "UPDATE turns SET state = ?, digest = ?", (packed(state), digest_of(state))
        )


def test_the_calendar_does_not_depend_on_anybodys_orders(mars):
    fine("deadline", "set", "-g", mars, "daily 20:00", "--when-final")
    before = fine("deadline", "ics", "-g", mars).output
    fine("orders", "submit", "-g", mars, "-p", "Ada", as_file(mars, ORDERS))
    assert fine("deadline", "ics", "-g", mars).output == before


# by mail


def test_the_mail_of_a_report_says_when_the_next_orders_are_due(tmp_path):
    folder = mailed_game(tmp_path / "mars")
    place = write_settings(tmp_path, 1)
    fine("turn", "-g", folder, "--yes")

    def text():
        with GameStore(folder) as store:
            (mail, _) = [entry for entry in GameMails(store).outgoing() if entry.mail.turn == 1][:2]
            message = message_of(mail, store, read_settings(place), lambda: datetime.now(UTC))
        return message.get_body(("plain",)).get_content().splitlines()

    plain = text()
    fine("deadline", "set", "-g", folder, "daily 20:00", "--grace", 3)
    first, second, _, *rest = text()
    assert first.startswith("Orders for turn 2 are due")
    assert "a grace period runs until" in second
    assert rest == plain


@pytest.mark.parametrize(
    ("subject", "ready"),
    [("Draft for now", "draft"), ("Re: draft", "draft"), ("My orders, no draft", "final")],
)
def test_a_mail_whose_subject_begins_with_draft_holds_a_draft(tmp_path, subject, ready):
    folder, box = mailed_game(tmp_path / "mars"), Mailbox(tmp_path / "box")
    box.add(a_mail(a_set(), Subject=subject))
    box.read(folder)
    ((_, title, text),) = outbox(folder)
    assert ("a draft" in title) == (ready == "draft")
    assert ("the turn will not run before its deadline" in " ".join(text.split())) == (
        ready == "draft"
    )
    status = json.loads(fine("orders", "status", "-g", folder, "--json").stdout)
    assert status["seats"][0]["ready"] == ready
