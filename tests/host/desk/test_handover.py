"""Handover of a seat to its next player, and the turn sheet."""

from __future__ import annotations

import json
import shutil

import pytest

import horizons_core as hz
from horizons_core.stored_games import anonymized
from horizons_host.seats.handover import (
    Holder,
    Reliability,
    handover,
    reliability,
    turn_sheet,
    write_handover,
)
from horizons_host.store import GameStore, SeatRecord, TurnAttendance
from tests.host.helpers import as_file, fine, horizons, new_game, refused

#: A ship with this name appears in the report.
FIRST = "BUILD 1 0 1 0 0 ada@players.example\nMOVE 1 NE\n"


def _submit(folder, player, text):
    horizons("orders", "submit", "-g", folder, "-p", player, as_file(folder, text))


@pytest.fixture
def folder(_played, tmp_path):
    return shutil.copytree(_played, tmp_path / "mars")


@pytest.fixture(scope="module")
def _played(tmp_path_factory):
    """Ada ordered for turns 1 and 2, the latter run twice; then Eve took over and ordered once."""
    words = ("--bot", "Cleo=greedy", "--address", "Ada=ada@players.example")
    folder = new_game(tmp_path_factory.mktemp("played") / "mars", *words)
    _submit(folder, "Ada", "SPY\n")
    _submit(folder, "Ada", FIRST)
    fine("turn", "-g", folder, "--yes")
    _submit(folder, "Ada", "MOVE 1 E\n")
    fine("turn", "-g", folder, "--yes")
    fine("undo", "-g", folder, "--reason", "too early")
    fine("turn", "-g", folder, "--yes")
    letter = as_file(folder, "Peace? Write to ada@players.example\n")
    fine("message", "send", "-g", folder, "-p", "Brin", "--to", "Ada", letter)
    fine("message", "send", "-g", folder, "-p", "Brin", "--to", "Cleo", as_file(folder, "War!\n"))
    fine("seat", "replace", "-g", folder, "-p", "Ada", "--to", "Eve")
    fine("seat", "missing", "-g", folder, "-p", "Ada", "standing", as_file(folder, "MOVE 1 W\n"))
    fine("turn", "-g", folder, "--yes")
    _submit(folder, "Ada", "MOVE 1 SW\n")
    return folder


@pytest.fixture
def papers(folder):
    with GameStore(folder) as store:
        return handover(store, "ada")


def test_they_hold_all_that_was_seen_and_ordered(folder, papers):
    with GameStore(folder) as store:
        for turn in papers.turns[:-1]:
            events = store.report(turn.turn, "Ada")["events"]
            assert turn.report["events"] == anonymized(events)
    orders = [[(order.text, order.used) for order in turn.orders] for turn in papers.turns]
    assert orders == [
        [],
        [("SPY\n", False), (FIRST.replace("ada@players.example", "nobody@example.invalid"), True)],
        [("MOVE 1 E\n", True)],
        [("MOVE 1 W\n", True)],
        [("MOVE 1 SW\n", False)],
    ]
    assert papers.turns[1].orders[0].remarks[0]["severity"] == "error"
    assert [len(turn.taken_back) for turn in papers.turns] == [0, 0, 1, 0, 0]
    assert [(holder.person, holder.since) for holder in papers.holders] == [("Ada", 0), ("Eve", 2)]
    assert papers.standing_orders == "MOVE 1 W\n"
    assert [(message.author, message.text) for message in papers.messages] == [
        ("Brin", "Peace? Write to nobody@example.invalid")
    ]
    assert "[mars] Turn 2 was undone" in [mail["subject"] for mail in papers.mails]


def test_nothing_of_another_seat_and_no_address_stands_in_them(folder, papers):
    text = json.dumps(papers.to_dict())
    assert "nobody@example.invalid" in str(papers.turns[1].report)
    assert "ada@players.example" not in text
    with GameStore(folder) as store:
        for turn in (1, 2, 3):
            for other in ("Brin", "Cleo"):
                assert store.report(turn, other)["own_key"] not in text
        assert store.stored(0).state["secret"] not in text


def test_they_are_a_page_without_scripts_or_a_folder(papers, tmp_path):
    variant = hz.load_variant("event_horizon")
    page = tmp_path / "ada.html"
    assert write_handover(variant, papers, page) == [page]
    text = page.read_text()
    assert "<script" not in text
    assert "MOVE 1 W" in text
    assert "from Brin" in text
    assert "War!" not in text
    assert "Report of attempt 1 (undone)" in text
    place = tmp_path / "ada"
    files = {str(path.relative_to(place)) for path in write_handover(variant, papers, place)}
    assert {"index.html", "papers.json", "turn-001/Ada.txt", "turn-001/orders-2-used.txt"} <= files
    assert {"turn-002/Ada-taken-back-1.html", "turn-004/orders-1.txt"} <= files
    assert json.loads((place / "papers.json").read_text()) == papers.to_dict()


def test_names_that_would_be_markup_are_text(tmp_path):
    folder = new_game(tmp_path / "mars")
    fine("seat", "replace", "-g", folder, "-p", "Ada", "--to", "<script>alert(1)</script>")
    page = tmp_path / "ada.html"
    fine("seat", "handover", "-g", folder, "-p", "Ada", "--out", page)
    assert "<script" not in page.read_text()


def test_the_command_writes_into_nothing_that_is_there(folder, tmp_path):
    place = tmp_path / "papers"
    words = ("seat", "handover", "-g", folder, "-p", "Ada")
    assert "Wrote" in fine(*words, "--out", place).output
    assert "is not an empty folder" in refused(*words, "--out", place)
    assert json.loads(fine(*words, "--json").stdout)["seat"] == "Ada"
    assert "use either" in refused(*words, status=2)


def test_the_turn_sheet_counts_for_the_holder_of_a_seat_alone(folder):
    """For Eve one turn was due, and standing orders do not count as hers; Cleo is a bot."""
    with GameStore(folder) as store:
        sheet = turn_sheet(store)
        rows = {row.orders.seat: row for row in sheet.rows}
        assert (sheet.turn, sheet.attempt) == (4, 1)
        assert rows["Ada"].holder.person == "Eve"
        assert {name: row.reliability for name, row in rows.items()} == {
            "Ada": Reliability(0, 1),
            "Brin": Reliability(0, 3),
            "Cleo": Reliability(0, 0),
        }
        assert [row.orders.state for row in sheet.rows] == ["fine", "none", "by bot"]
        assert rows["Ada"].last_seen == store.submissions(4)["Ada"][-1].submitted_at
        assert rows["Brin"].last_seen == rows["Cleo"].last_seen == ""
    fine("turn", "-g", folder, "--yes")
    result = json.loads(fine("seat", "sheet", "-g", folder, "--json").stdout)
    assert result["seats"][0]["reliability"] == {"given": 1, "due": 2}
    output = fine("seat", "sheet", "-g", folder).output
    assert "1 of 2" in output
    horizons("orders", "submit", "-g", folder, "-p", "Ada", as_file(folder, "SPY\n"))
    assert "final, 1 error" in fine("seat", "sheet", "-g", folder).output


def test_who_is_out_of_the_game_or_not_yet_in_it_owes_no_orders():
    """Ada was out after turn 2, Brin came after turn 1; a bot held Cleo's seat in turn 1."""
    empty = frozenset()
    turns = [
        TurnAttendance(0, empty, empty, empty, frozenset({"Ada", "Cleo"})),
        TurnAttendance(1, empty, empty, frozenset({"Cleo"}), frozenset({"Ada", "Brin", "Cleo"})),
        TurnAttendance(2, frozenset({"Ada"}), empty, empty, frozenset({"Ada", "Brin", "Cleo"})),
        TurnAttendance(
            3, frozenset({"Brin"}), frozenset({"Cleo"}), empty, frozenset({"Brin", "Cleo"})
        ),
    ]
    rates = {
        name: reliability(turns, SeatRecord(name), Holder(name)) for name in ("Ada", "Brin", "Cleo")
    }
    assert rates == {
        "Ada": Reliability(1, 2),
        "Brin": Reliability(1, 2),
        "Cleo": Reliability(0, 2),
    }
    assert reliability(turns, SeatRecord("Ada", role="spectator"), Holder("Ada")) == Reliability(
        0, 0
    )
