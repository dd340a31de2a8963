"""Archive of a finished game: complete, and a proof that needs no game file."""

from __future__ import annotations

import json
import shutil

import pytest

from horizons_core.errors import HorizonsError
from horizons_core.stored_games import read_stored_game
from horizons_host.files import FileError
from horizons_host.games.archive import archive
from horizons_host.games.archive_check import check_archive
from horizons_host.games.dice_proofs import check_reports
from horizons_host.store import GameStore
from tests.host.helpers import ORDERS, as_file, fine, image, new_game, refused

PRIVATE = ("ada@players.example", "argon2", "lark")


@pytest.fixture(scope="module")
def _over(tmp_path_factory):
    """An eventful game of four turns, its archive, and the reports that Ada kept."""
    place = tmp_path_factory.mktemp("over")
    (place / "Brin.secret").write_text("lark")
    folder = new_game(
        place / "mars",
        *("--bot", "Cleo=greedy", "--address", "Ada=ada@players.example"),
        *("--password-file", f"Brin={place / 'Brin.secret'}"),
    )
    game = ("-g", folder)
    fine("orders", "submit", *game, "-p", "Ada", as_file(folder, ORDERS))
    fine("turn", *game, "--yes")
    fine("turn", *game, "--yes")
    fine("undo", *game, "--reason", "too early")
    fine("undo", *game, "--reason", "too early, too")
    fine("turn", *game, "--yes")
    edit = as_file(folder, "state: {stock: {Ada: {hull: 41}}}  # hers\n", "edit.yaml")
    fine("edit", *game, edit, "--reason", "a slip")
    fine("join", *game, "--seat", "Sam=spectator")
    fine("orders", "submit", *game, "-p", "Brin", as_file(folder, "MOVE 1 E"), "--on-behalf", "ill")
    fine("turn", *game, "--yes")
    fine("undo", *game, "--reason", "once more")
    fine("turn", *game, "--yes")
    fine("turn", *game, "--bots", "greedy")
    for turn in range(4):
        copy = place / "kept" / f"{turn}.json"
        copy.parent.mkdir(exist_ok=True)
        fine("report", *game, "-p", "Ada", "-t", turn, "--format", "json", "--out", copy)
    fine("message", "send", *game, "-p", "Ada", "--to-all", as_file(folder, "Well <b>played</b>\n"))
    fine("end", *game, "--reason", "by agreement", "--winner", "Ada")
    fine("archive", *game, "--out", place / "archive")
    return place


@pytest.fixture
def over(_over, tmp_path):
    return shutil.copytree(_over, tmp_path / "over")


def test_it_proves_the_game_without_the_gamemasters_file(over):
    shutil.rmtree(over / "mars")
    verdict = check_archive(over / "archive", over / "kept")
    assert (verdict.sound, verdict.differences) == (True, [])
    assert (verdict.turns, verdict.reports, verdict.set_up, verdict.matching) == (3, 14, True, 4)
    assert not verdict.keys.broken
    output = fine("verify", "--archive", over / "archive", "--player-reports", over / "kept").output
    assert "3 turns replayed; 14 reports identical, word for word." in output
    assert "Your own reports: 4 reports found in the archive." in output


def test_its_reports_alone_are_proof_enough_of_the_keys(over):
    """Reports of undone runs are included, next to the promises for each."""
    proof = check_reports(over / "archive" / "reports")
    assert proof.sound
    assert not proof.open
    assert {key.turn for key in proof.matching} == {1, 2, 3}
    fine("verify", "--player-reports", over / "archive" / "reports")


def test_everybodys_eyes_are_in_it(over):
    files = {str(path.relative_to(over / "archive")) for path in (over / "archive").rglob("*.*")}
    for seat in ("Ada", "Brin", "Cleo", "Sam"):
        assert f"reports/turn-003/{seat}.html" in files
    assert "reports/turn-002-taken-back-2/Brin.txt" in files
    assert {"gamemaster/turn-002.html", "orders/turn-001/Ada.txt", "stored-game.json"} <= files
    index = (over / "archive" / "index.html").read_text()
    assert "<script" not in index
    assert "state: {stock: {Ada: {hull: 41}}}  # hers" in index
    assert "Ada to all" in index
    assert "Well &lt;b&gt;played&lt;/b&gt;" in index
    assert "Orders for turn 2 were submitted for Brin (ill)." in index
    archive = json.loads((over / "archive" / "archive.json").read_text())
    assert archive["winners"] == ["Ada"]
    assert [len(turn["taken_back"]) for turn in archive["turns"]] == [0, 1, 2, 0]
    assert archive["secret"] == _secret(over)
    links = {part.split('"')[0] for part in index.split('href="')[1:]}
    assert links <= files


def _secret(over):
    with GameStore(over / "mars") as store:
        return store.stored(3).state["secret"]


def test_no_address_or_password_stands_in_it(over):
    for path, content in image(over / "archive").items():
        for word in PRIVATE:
            assert word.encode() not in content, path


def test_a_game_that_goes_on_keeps_its_secrets(mars, tmp_path):
    before = image(mars)
    output = refused("archive", "-g", mars, "--out", tmp_path / "archive")
    assert "the game is not over, so its hidden information stays hidden" in output
    assert image(mars) == before
    assert not (tmp_path / "archive").exists()
    with GameStore(mars) as store, pytest.raises(HorizonsError, match="not over"):
        archive(store)


def test_it_is_noted_once_and_no_turn_is_taken_back_from_then_on(tmp_path):
    folder = new_game(tmp_path / "mars", "--option", "turn_limit=1")
    fine("turn", "-g", folder, "--yes")
    for name in ("one", "two"):
        fine("archive", "-g", folder, "--out", tmp_path / name)
    noted = json.loads(fine("audit", "-g", folder, "--json").stdout)
    assert [entry["action"] for entry in noted] == ["turn", "archive"]
    assert "the archive was opened" in refused("undo", "-g", folder, "--reason", "a slip")
    assert "is not an empty folder" in refused("archive", "-g", folder, "--out", tmp_path / "one")


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("reports/turn-002/Brin.json", '"text": "', '"text": "Not so: ', "Brin's report of turn 2"),
        ("reports/turn-001/Cleo.json", None, None, "Cleo's report of turn 1 is missing"),
        ("stored-game.json", "MOVE 1 NE", "MOVE 1 NW", "the game does not replay identically"),
        ("stored-game.json", "41", "42", "the game does not replay identically"),
    ],
)
def test_what_was_changed_in_it_is_found(over, file, old, new, message):
    path = over / "archive" / file
    if old is None:
        path.unlink()
    else:
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))
    assert message in refused("verify", "--archive", over / "archive")


def test_a_kept_report_reveals_a_different_game(over):
    report = over / "kept" / "2.json"
    document = json.loads(report.read_text())
    report.write_text(json.dumps({**document, "turn_key": "0" * 64}))
    output = refused("verify", "--archive", over / "archive", "--player-reports", over / "kept")
    assert "the saved report 2.json is not in the archive" in output


def test_a_folder_that_is_no_archive_is_refused(tmp_path):
    with pytest.raises(FileError, match="is not an archive"):
        check_archive(tmp_path)


def test_the_game_in_it_has_its_edits_and_can_be_read_by_studies(over):
    stored = read_stored_game(over / "archive" / "stored-game.json")
    assert [len(turn.edits) for turn in stored.turns] == [0, 1, 0]
    assert [turn.attempt for turn in stored.turns] == [2, 2, 1]
