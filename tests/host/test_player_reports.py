"""Verification by players, with the reports that they kept alone."""

from __future__ import annotations

import json
import shutil

import pytest

from tests.host.helpers import fine, new_game, refused


@pytest.fixture(scope="module")
def mars(tmp_path_factory):
    folder = new_game(tmp_path_factory.mktemp("proof") / "mars")
    fine("turn", "-g", folder, "--bots", "greedy", "--until", "3")
    return folder


@pytest.fixture(scope="module")
def rim(tmp_path_factory):
    """A game of Far Horizons, where each empire has its own dice."""
    folder = tmp_path_factory.mktemp("proof") / "rim"
    fine("new", folder, "--variant", "far_horizons", "--bot", "Ada=auto", "--bot", "Brin=auto",
         "--seed", 5)  # fmt: skip
    fine("turn", "-g", folder, "--until", "2")
    return folder


def save_reports(game, folder, ending, player="Ada"):
    """Save the player's reports of all turns in one form into a folder."""
    folder.mkdir()
    for path in sorted(game.glob(f"reports/turn-*/{player}.{ending}")):
        shutil.copy(path, folder / f"{path.parent.name}.{ending}")
    return folder


def check(folder):
    return json.loads(fine("verify", "--player-reports", folder, "--json").stdout)


@pytest.mark.parametrize("ending", ["txt", "html", "json"])
@pytest.mark.parametrize(("game", "turns"), [("mars", 3), ("rim", 2)])
def test_all_keys_were_promised_in_every_form_of_a_report(game, turns, ending, request, tmp_path):
    mine = save_reports(request.getfixturevalue(game), tmp_path / "mine", ending)
    answer = check(mine)
    assert (answer["sound"], answer["reports"]) == (True, turns + 1)
    assert sorted((key["turn"], key["whose"]) for key in answer["kept"]) == [
        (turn, kind) for turn in range(1, turns + 1) for kind in ("own", "public")
    ]
    assert (answer["broken"], answer["open"]) == ([], [])
    numbers = ", ".join(map(str, range(1, turns + 1)))
    output = fine("verify", "--player-reports", mine).output
    assert f"commitments: public dice of turns {numbers} and own dice of turns {numbers}." in output
    assert "Reports don't contain hidden dice" in output


def test_it_needs_no_game(mars, tmp_path, monkeypatch):
    save_reports(mars, tmp_path / "mine", "txt")
    monkeypatch.chdir(tmp_path)
    assert "4 reports" in fine("verify", "--player-reports", "mine").output


def test_a_report_that_is_missing_leaves_keys_open(mars, tmp_path):
    mine = save_reports(mars, tmp_path / "mine", "html")
    (mine / "turn-001.html").unlink()
    answer = check(mine)
    assert answer["sound"]
    assert {key["turn"] for key in answer["open"]} == {2}
    assert {key["turn"] for key in answer["kept"]} == {3}
    output = fine("verify", "--player-reports", mine).output
    assert "the previous report is missing: public dice of turn 2 and own dice of turn 2." in output


@pytest.mark.parametrize("ending", ["txt", "html", "json"])
@pytest.mark.parametrize("part", ["turn_key", "own_key"])
def test_a_key_other_than_promised_is_found(mars, tmp_path, ending, part):
    mine = save_reports(mars, tmp_path / "mine", ending)
    report = json.loads((mars / "reports" / "turn-002" / "Ada.json").read_text("utf-8"))
    file = mine / f"turn-002.{ending}"
    text = file.read_text("utf-8")
    assert report[part] in text
    file.write_text(text.replace(report[part], "0" * 64), "utf-8")
    output = refused("verify", "--player-reports", mine)
    kind = "public" if part == "turn_key" else "own"
    assert f"{kind} dice of turn 2: the key does not match the commitment" in output


def test_the_dice_of_ones_own_events_are_thrown_again(rim, tmp_path):
    throws = []
    for player in ("Ada", "Brin"):
        mine = save_reports(rim, tmp_path / player, "json", player)
        for path in sorted(mine.iterdir()):
            document = json.loads(path.read_text("utf-8"))
            document["events"].append(
                {"text": "Riots.", "dice": [{"subject": ["production", "riots", 1, "1 1 1"],
                                             "first": 0, "count": 2, "run": 0, "known_to": player}]}
            )  # fmt: skip
            path.write_text(json.dumps(document), "utf-8")
        (mine / "turn-000.json").unlink()
        dice = check(mine)["dice"]
        assert [(die["turn"], die["event"]) for die in dice] == [(1, "Riots."), (2, "Riots.")]
        assert all(len(die["words"]) == 2 for die in dice)
        throws += [tuple(die["words"]) for die in dice]
    assert len(set(throws)) == 4


def test_dice_without_a_key_are_found(mars, tmp_path):
    mine = save_reports(mars, tmp_path / "mine", "json")
    file = mine / "turn-003.json"
    document = json.loads(file.read_text("utf-8"))
    dice = {"subject": ["combat", "1,1"], "first": 0, "count": 1, "run": 0, "known_to": "Brin"}
    document["events"].append({"text": "Battle", "dice": [dice]})
    file.write_text(json.dumps(document), "utf-8")
    assert "dice of 1 event: no report contains their key" in refused(
        "verify", "--player-reports", mine
    )


def test_a_turn_that_was_taken_back_is_checked_with_its_notice(tmp_path):
    game = new_game(tmp_path / "mars")
    fine("turn", "-g", game, "--yes")
    fine("undo", "-g", game, "--reason", "too early")
    fine("turn", "-g", game, "--yes")
    mine = save_reports(game, tmp_path / "mine", "txt")
    output = refused("verify", "--player-reports", mine)
    assert "if turns were undone, put the notices about it into the folder" in output
    (notice,) = game.glob("reports/*/Ada.notice.txt")
    shutil.copy(notice, mine / "notice.txt")
    answer = check(mine)
    assert answer["sound"]
    assert len(answer["kept"]) == 2 * 2, "both keys of both attempts"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        (None, "", "is not a folder"),
        ("note.txt", "Hello", "contains no reports with keys of dice"),
        ("map.png", "Hello", "contains no reports with keys of dice"),
        ("turn.json", '{"format": "horizons-report"', "it is incomplete"),
        ("turn.json", '{"format": "horizons-report"}', "is not a complete report"),
        ("turn.json", '{"format": "horizons-report", "turn": "x", "empire": 3, "events": [7]}',
         "is not a complete report"),
    ],
)  # fmt: skip
def test_what_is_no_report_is_said(tmp_path, name, content, message):
    folder = tmp_path / "mine"
    if name:
        folder.mkdir()
        (folder / name).write_text(content, "utf-8")
    assert message in refused("verify", "--player-reports", folder)
