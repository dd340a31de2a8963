"""Undoing a turn: announced to all, rerun with other dice, and verified."""

from __future__ import annotations

import json
import shutil
import sqlite3

import pytest

from horizons_core.turn import check_commitment
from horizons_host.store import GameMails, GameStore
from tests.host.helpers import ORDERS, as_file, database, fine, image, make_game, new_game, refused

WHY = ("--reason", "Brin had written")


def _submit(folder, player, text=ORDERS):
    fine("orders", "submit", "-g", folder, "-p", player, as_file(folder, text))


def _report(folder, player="Ada", *more):
    return json.loads(fine("report", "-g", folder, "-p", player, "--format", "json", *more).output)


@pytest.fixture(scope="module")
def _played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("undo") / "mars"
    new_game(folder, "--bot", "Cleo=greedy", "--address", "Ada=ada@players.example")
    for _ in range(2):
        _submit(folder, "Ada")
        fine("turn", "-g", folder, "--yes")
    return folder


@pytest.fixture
def two(_played, tmp_path):
    """A game of Ada, Brin and a bot after two turns."""
    return shutil.copytree(_played, tmp_path / "mars")


def test_the_latest_turn_is_open_again_with_its_orders(two):
    result = json.loads(fine("undo", "-g", two, *WHY, "--json").stdout)
    assert (result["turn"], result["attempt"], result["given"]) == (2, 2, ["Ada"])
    with GameStore(two) as store:
        assert store.latest() == 1
        assert store.snapshot().attempt == 2
    assert "has not been run" in refused("report", "-g", two, "-p", "Ada", "-t", 2)
    _submit(two, "Brin")
    answer = json.loads(fine("turn", "-g", two, "--json").stdout)
    assert (answer["turn"], answer["missing"]) == (2, [])
    assert answer["bots"] == {"Cleo": "bot greedy"}
    fine("verify", "-g", two)


def test_the_next_attempt_has_a_key_of_its_own_that_was_promised_before(two):
    first = _report(two)["turn_key"]
    promised = json.loads(fine("undo", "-g", two, *WHY, "--json").stdout)["commitment"]
    fine("turn", "-g", two, "--yes")
    second = _report(two)
    assert second["turn_key"] != first
    assert check_commitment(second["turn_key"], promised)
    assert not check_commitment(second["turn_key"], _report(two, "Ada", "-t", 1)["next_commitment"])


def test_turns_after_it_have_other_keys_too(two):
    fine("turn", "-g", two, "--yes")
    third = _report(two)["turn_key"]
    for _ in range(2):
        fine("undo", "-g", two, *WHY)
    fine("turn", "-g", two, "--until", 3, "--yes")
    assert _report(two)["turn_key"] != third
    fine("verify", "-g", two)


def test_everybody_is_told_by_mail_and_in_the_report(two):
    fine("undo", "-g", two, *WHY)
    with GameStore(two) as store:
        (mail,) = [mail.mail for mail in GameMails(store).outgoing() if mail.mail.kind == "notice"]
        commitment = store.snapshot()
    assert mail.subject == "[mars] Turn 2 was undone"
    assert mail.recipient == "ada@players.example"
    assert "Brin had written" in mail.body
    notice = two / "reports" / "turn-002-taken-back-1" / "Ada.notice.txt"
    assert notice.read_text("utf-8") == mail.body
    assert commitment.attempt == 2
    assert (notice.parent / "Ada.txt").exists()
    assert not (two / "reports" / "turn-002").exists()
    fine("turn", "-g", two, "--yes")
    for player in ("Ada", "Brin"):
        (remark,) = _report(two, player)["diagnostics"]
        assert (remark["severity"], remark["code"]) == ("note", "taken-back")
        assert "attempt 2 at turn 2" in remark["message"]
        assert "Brin had written" in remark["message"]


def test_a_report_that_waits_is_not_sent_any_more(two):
    fine("undo", "-g", two, *WHY)
    with GameStore(two) as store:
        states = {
            (mail.mail.kind, mail.mail.turn): mail.state for mail in GameMails(store).outgoing()
        }
    assert states == {
        ("report", 0): "queued",
        ("report", 1): "queued",
        ("report", 2): "withdrawn",
        ("notice", 2): "queued",
    }


def test_orders_for_the_turn_after_it_do_not_count(two):
    _submit(two, "Ada", "MOVE 1 SW\n")
    output = fine("undo", "-g", two, *WHY).output
    assert "Orders for turn 3 that no longer count: Ada" in output
    fine("turn", "-g", two, "--yes")
    assert "waits for orders of Ada, Brin" in refused("turn", "-g", two)
    _submit(two, "Ada", "MOVE 1 SW\n")
    with GameStore(two) as store:
        assert list(store.snapshot().orders) == ["Ada"]


def test_a_turn_can_be_taken_back_again_and_again(two):
    keys = [_report(two)["turn_key"]]
    for attempt in (2, 3):
        result = json.loads(fine("undo", "-g", two, *WHY, "--json").stdout)
        assert result["attempt"] == attempt
        fine("turn", "-g", two, "--yes")
        keys.append(_report(two)["turn_key"])
    assert len(set(keys)) == 3
    output = fine("verify", "-g", two).output
    assert "replayed identically" in output


def test_several_turns_are_taken_back_one_after_the_other(two):
    fine("undo", "-g", two, *WHY)
    fine("turn", "-g", two, "--yes")
    fine("undo", "-g", two, *WHY)
    fine("undo", "-g", two, *WHY)
    assert "the game is at its set-up" in refused("undo", "-g", two, *WHY)
    fine("turn", "-g", two, "--yes")
    result = json.loads(fine("turn", "-g", two, "--yes", "--json").stdout)
    assert result["turn"] == 2
    fine("verify", "-g", two)


def test_verify_finds_a_change_in_what_was_taken_back(two):
    fine("undo", "-g", two, *WHY)
    fine("turn", "-g", two, "--yes")
    connection = sqlite3.connect(database(two))
    with connection:
        connection.execute("UPDATE undone SET turn_key = ?", ("0" * 64,))
    connection.close()
    output = refused("verify", "-g", two)
    assert "attempt 1, which was undone: its key does not match" in output


def test_what_a_bot_stood_in_for_is_asked_for_again(mars):
    fine("turn", "-g", mars, "--bots", "greedy")
    fine("undo", "-g", mars, *WHY)
    assert "waits for orders of Ada, Brin" in refused("turn", "-g", mars)


def test_nobody_is_thrown_out_by_an_undo(two):
    fine("join", "-g", two, "--seat", "Sam=spectator")
    before = image(two)
    output = refused("undo", "-g", two, *WHY)
    assert "Sam joined after it" in output
    assert image(two) == before


def test_who_joins_a_reopened_turn_gets_the_new_promise(two):
    promised = json.loads(fine("undo", "-g", two, *WHY, "--json").stdout)["commitment"]
    fine("join", "-g", two, "--seat", "Sam=spectator")
    assert _report(two, "Sam")["next_commitment"] == promised
    fine("turn", "-g", two, "--yes")
    assert check_commitment(_report(two, "Sam")["turn_key"], promised)
    fine("verify", "-g", two)


@pytest.mark.parametrize("reason", ["", " ", "x" * 501, "a\x07b"])
def test_a_reason_that_cannot_be_told_is_refused(mars, reason):
    before = image(mars)
    assert "needs a reason" in refused("undo", "-g", mars, "--reason", reason)
    assert image(mars) == before


def test_an_outcome_by_the_rules_can_be_taken_back(tmp_path):
    folder = new_game(tmp_path / "mars", "--option", "turn_limit=1")
    fine("turn", "-g", folder, "--yes")
    fine("undo", "-g", folder, *WHY)
    assert "The game is over" in fine("turn", "-g", folder, "--yes").output


@pytest.mark.parametrize(
    ("variant", "bot"),
    [
        ("galaxy_g", "expander"),
        pytest.param("far_horizons", "settler", marks=pytest.mark.slow),
    ],
)
def test_turns_of_every_game_can_be_taken_back(tmp_path, variant, bot):
    folder = tmp_path / "game"
    make_game(folder, "--variant", variant, "--player", "Ada", "--bot", f"Brin={bot}")
    fine("turn", "-g", folder, "--yes")
    fine("undo", "-g", folder, *WHY)
    fine("turn", "-g", folder, "--yes")
    for form in ("text", "html", "json"):
        output = fine("report", "-g", folder, "-p", "Ada", "--format", form).output
        assert "undid the previous one (Brin had written)" in " ".join(output.split())
    fine("verify", "-g", folder)
