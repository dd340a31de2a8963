"""Undone runs of a turn keep their promises and reports for good."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing

import pytest

from horizons_core.turn import check_commitment
from horizons_host.games.audit import entries
from horizons_host.games.commitments import seat_commitments
from horizons_host.games.edits import edit_game
from horizons_host.games.turns import run_and_store
from horizons_host.games.undo import undo_turn
from horizons_host.games.verification import verify
from horizons_host.store import GameStore, GameStoreError, UndoneRuns
from tests.host.helpers import database, fine, make_game, new_game, refused


@pytest.fixture(scope="module")
def _played(tmp_path_factory):
    folder = new_game(tmp_path_factory.mktemp("taken_back") / "mars", "--bot", "Cleo=greedy")
    with GameStore(folder) as store:
        for _ in range(2):
            run_and_store(store)
    return folder


@pytest.fixture
def store(_played, tmp_path):
    """A game at turn 2."""
    with GameStore(shutil.copytree(_played, tmp_path / "mars")) as game:
        yield game


def test_everybody_can_read_the_promise_before_the_next_attempt(store):
    undo_turn(store, "too early")
    words = entries(store, public=True)[-1].words
    promises = seat_commitments(store, "Ada")
    run_and_store(store)
    report = store.report(2, "Ada")
    assert check_commitment(report["turn_key"], words.split()[-1])
    assert check_commitment(report["turn_key"], promises[1])
    assert check_commitment(report["own_key"], promises[3])


def test_reports_of_it_stay_readable_as_what_they_are(store):
    first = store.report(2, "Ada")
    undo_turn(store, "too early")
    with pytest.raises(GameStoreError, match="has not been run"):
        store.report(2, "Ada")
    run_and_store(store)
    back = UndoneRuns(store)
    assert [run.attempt for run in back.runs(2)] == [1]
    assert back.reported(2, 1) == ("Ada", "Brin", "Cleo")
    assert back.report(2, 1, "Ada") == first
    output = fine("report", "-g", store.folder, "-p", "Ada", "-t", 2, "--taken-back", 1).output
    assert first["turn_key"] in output
    assert "was not undone that often" in refused(
        "report", "-g", store.folder, "-p", "Ada", "-t", 2, "--taken-back", 2
    )
    words = ("report", "-g", store.folder, "--all", "--taken-back", 1)
    assert "needs -p NAME and -t N" in refused(*words, status=2)


def test_turns_taken_back_one_after_another_keep_all_their_reports(store):
    known = []
    for _ in range(2):
        for turn in (2, 1):
            known.append((turn, store.report(turn, "Brin")))
            fine("undo", "-g", store.folder, "--reason", "from the beginning")
        for _ in range(2):
            fine("turn", "-g", store.folder, "--yes")
    back = UndoneRuns(store)
    for turn in (1, 2):
        reports = [back.report(turn, run, "Brin") for run in (1, 2)]
        assert reports == [document for number, document in known if number == turn]
    keys = [document["turn_key"] for _, document in known]
    keys += [store.report(turn, "Brin")["turn_key"] for turn in (1, 2)]
    assert len(set(keys)) == 6
    assert verify(store).sound
    places = sorted(path.name for path in (store.folder / "reports").glob("*-taken-back-*"))
    assert places == [f"turn-00{turn}-taken-back-{run}" for turn in (1, 2) for run in (1, 2)]


def test_a_later_player_is_not_in_the_first_attempt_of_a_turn(tmp_path):
    """An end that was postponed later does not count either."""
    folder = tmp_path / "far"
    make_game(folder, "--variant", "far_horizons", "--player", "Ada", "--bot", "Brin=settler",
         "--option", "last_turn=1", "--seed", 3)  # fmt: skip
    assert "The game is over" in fine("turn", "-g", folder, "--yes").output
    fine("undo", "-g", folder, "--reason", "we go on")
    fine("end", "-g", folder, "--not-before", 2)
    fine("join", "-g", folder, "--seat", "Sam=spectator")
    assert "The game is over" not in fine("turn", "-g", folder, "--yes").output
    result = json.loads(fine("verify", "-g", folder, "--json").stdout)
    assert (result["sound"], result["turns"]) == (True, 1)


def test_a_backup_that_is_restored_keeps_what_players_got(store):
    got = [store.report(2, "Ada")]
    undo_turn(store, "too early")
    fine("backup", "-g", store.folder)
    run_and_store(store)
    got.append(store.report(2, "Ada"))
    fine("restore", "-g", store.folder, 1)
    back = UndoneRuns(store)
    assert [back.report(2, run, "Ada") for run in (1, 2)] == got


def test_older_versions_kept_no_reports_of_undone_turns(store):
    undo_turn(store, "too early")
    with closing(sqlite3.connect(database(store.folder))) as connection, connection:
        connection.execute("DELETE FROM undone_reports")
    with pytest.raises(GameStoreError, match="no report of Ada is stored"):
        UndoneRuns(store).report(2, 1, "Ada")


def test_a_run_with_what_a_backup_does_not_have_is_not_recomputed(store):
    """The edit of that run is gone with the turn; its reports and key are kept."""
    fine("backup", "-g", store.folder)
    edit_game(store, "state: {remove_ships: true}", "a slip")
    run_and_store(store)
    got = store.report(3, "Ada")
    fine("restore", "-g", store.folder, 1)
    run_and_store(store)
    assert UndoneRuns(store).report(3, 1, "Ada") == got
    assert store.report(3, "Ada")["turn_key"] != got["turn_key"]
    assert verify(store).difference == ""
