"""The folder of a study keeps finished games, and resuming gives the same bytes."""

from __future__ import annotations

import json
import platform
from pathlib import Path

import polars as pl
import pytest

import horizons_lab as lab
from horizons_lab.records import open_log, read_log
from tests.lab.raids import LONG_WAR, digger, raids

TABLES = ("games.parquet", "turns.parquet", "columns.json")


class KilledError(BaseException):
    """Simulates the end of a process: it is caught nowhere."""


def tables(folder: Path) -> list[bytes]:
    return [(folder / name).read_bytes() for name in TABLES]


def ore(game, empire):
    return game.empire(empire).stock["ore"]


def study(**changes) -> lab.Study:
    fields = {
        "games": 5,
        "measures": {"ore": ore},
        "turn_measures": {"ore then": ore},
    }
    return raids(**{**fields, **changes})


def killed_after(games: int):
    """Return a progress callback that kills the process after this number of games."""

    def watch(progress):
        if progress.done == games:
            raise KilledError

    return watch


def run_killed(killed_study: lab.Study, folder: Path, games: int) -> None:
    with pytest.raises(KilledError):
        killed_study.run(out=folder, progress=killed_after(games))


# resuming


def test_a_study_that_was_killed_goes_on_and_ends_with_the_same_bytes(tmp_path):
    study().run(out=tmp_path / "whole")
    for games in (1, 2, 4):
        run_killed(study(), tmp_path / "killed", games)
    progress_ = []
    result = study().run(out=tmp_path / "killed", progress=progress_.append)
    assert [progress.done for progress in progress_] == [5], "only what was missing is played"
    assert tables(tmp_path / "killed") == tables(tmp_path / "whole")
    assert result.table.equals(pl.read_parquet(tmp_path / "whole" / "games.parquet"))


@pytest.mark.parametrize("torn", [b"{", b'{"cell":"{}","game":3,"turns', b"\x00\x00\x00"])
def test_half_a_line_at_the_end_of_the_log_is_cut_off(tmp_path, torn):
    run_killed(study(), tmp_path, 3)
    log = tmp_path / "games.jsonl"
    complete = log.read_bytes()
    log.write_bytes(complete + torn)
    assert len(read_log(log)) == 3
    assert study().run(out=tmp_path).games == 5
    assert log.read_bytes().startswith(complete + b"{")
    assert len(read_log(log)) == 5


def test_a_study_in_a_folder_grows_and_keeps_what_it_has(tmp_path):
    study(games=2).run(out=tmp_path)
    before = (tmp_path / "games.jsonl").read_bytes()
    progress = []
    study().run(out=tmp_path, progress=progress.append)
    assert len(progress) == 3
    assert (tmp_path / "games.jsonl").read_bytes().startswith(before)
    study().run(out=tmp_path / "whole")
    assert tables(tmp_path) == tables(tmp_path / "whole")


def test_levels_can_be_added_to_a_study_in_a_folder(tmp_path):
    study(factors={"options.goal": [30, 50]}, games=2).run(out=tmp_path)
    more, progress = study(factors={"options.goal": [20, 30, 50]}, games=2), []
    more.run(out=tmp_path, progress=progress.append)
    assert len(progress) == 2
    more.run(out=tmp_path / "whole")
    assert tables(tmp_path) == tables(tmp_path / "whole")


def test_a_game_that_was_written_down_twice_counts_once(tmp_path):
    one_game = study(games=1)
    with open_log(tmp_path / "log") as log:
        for record in (*one_game.run().records, *one_game.run().records):
            log.add(record)
    assert len((tmp_path / "log").read_bytes().splitlines()) == 1


# refusals


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"key": "other"}, "differs in key"),
        ({"seats": [digger, "raider"]}, "differs in seats"),
        ({"mods": [LONG_WAR]}, "differs in mods"),
        ({"measures": {}}, "differs in measures"),
        ({"factors": {"players": [2]}}, "differs in factors"),
        ({"rotate": False, "max_turns": 3}, "differs in rotate, max_turns"),
    ],
)
def test_a_folder_with_another_study_is_refused(tmp_path, changes, message):
    study(games=1).run(out=tmp_path)
    with pytest.raises(lab.StudyError, match=message):
        study(**changes).run(out=tmp_path)


def test_a_folder_begun_with_other_versions_is_refused(tmp_path):
    study(games=1).run(out=tmp_path)
    file = tmp_path / "versions.json"
    assert '"horizons": "' in file.read_text()
    data = json.loads(file.read_text())
    data["versions"]["moon_raiders"] = "0.9"
    file.write_text(json.dumps(data))
    with pytest.raises(lab.StudyError, match="other versions of moon_raiders"):
        study().run(out=tmp_path)


def test_a_bot_that_has_changed_since_is_found(tmp_path):
    def bot(order):
        def plays(view, stream):
            return order

        return plays

    study(seats=["idle", bot("DIG")], games=1).run(out=tmp_path)
    with pytest.raises(lab.StudyError, match="game 0 differs from the saved one"):
        study(seats=["idle", bot("")], games=2).run(out=tmp_path)


def test_a_folder_that_holds_something_else_is_left_alone(tmp_path):
    (tmp_path / "thesis.tex").write_text("...")
    with pytest.raises(lab.StudyError, match="contains other files"):
        study().run(out=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_line_that_is_no_game_is_told_with_its_number(tmp_path):
    study(games=2).run(out=tmp_path)
    log = tmp_path / "games.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"turns"', b'"turms"', 1))
    with pytest.raises(lab.StudyError, match=r"games\.jsonl:1: this line is not a game"):
        study().run(out=tmp_path)


def test_two_processes_do_not_play_the_same_study(tmp_path):
    study(games=1).run(out=tmp_path)
    with (
        open_log(tmp_path / "games.jsonl"),
        pytest.raises(lab.StudyError, match="another process is playing this study"),
    ):
        study().run(out=tmp_path)


# stored files


def test_the_data_dictionary_tells_every_column(tmp_path):
    result = study(factors={"players": [2]}, games=1).run(out=tmp_path)
    dictionary = json.loads((tmp_path / "columns.json").read_text())
    assert [column["column"] for column in dictionary["games.parquet"]] == result.table.columns
    assert [column["column"] for column in dictionary["turns.parquet"]] == result.turns.columns
    assert {column["type"] for column in dictionary["games.parquet"]} <= {
        "Int64",
        "Float64",
        "Boolean",
        "String",
    }
    assert all(column["meaning"] for table in dictionary.values() for column in table)


def test_trajectories_hold_orders_and_events_of_every_turn(tmp_path):
    two_games = study(games=2)
    result = two_games.run(out=tmp_path, trajectory=True)
    lines = (tmp_path / "trajectories" / "0-1.jsonl").read_bytes().splitlines()
    turns = [json.loads(line) for line in lines]
    assert [turn["turn"] for turn in turns] == list(range(1, result.records[1].turns + 1))
    assert turns[-1]["digest"] == result.records[1].digest
    assert turns[0]["orders"] == two_games.game(1).orders(1)
    codes = {event["code"] for turn in turns for event in turn["events"]}
    assert "raided" in codes


def test_a_study_without_python_can_be_read_back_from_its_folder(tmp_path):
    original = raids(
        seats=["raider", "idle"],
        games=2,
        options={"goal": 40},
        mods=[LONG_WAR],
        factors={"players": [2, 3], "seats": [["raider", "idle"]]},
        measures={"empires": "length(empires)"},
        title="Raids",
    )
    rows = original.run(out=tmp_path).records
    assert lab.Study.from_file(tmp_path / "study.json").run().records == rows


# another Python


def begun_with(folder: Path, platforms: object) -> dict[str, object]:
    """Run a study and record these platforms for it; return the previous record."""
    study().run(out=folder)
    versions = json.loads((folder / "versions.json").read_text("utf-8"))
    changed = {**versions, "platforms": platforms}
    (folder / "versions.json").write_text(json.dumps(changed), "utf-8")
    return versions["platforms"][0]


def test_a_study_notes_what_it_was_played_with(tmp_path):
    now = begun_with(tmp_path, [])
    assert now.keys() == {"python", "numpy", "numba", "platform"}
    assert now["python"] == platform.python_version()


@pytest.mark.parametrize("name", ["python", "numpy", "numba", "platform"])
def test_a_study_goes_on_with_another_python_only_if_that_is_allowed(tmp_path, name):
    now = begun_with(tmp_path, [])
    before = {**now, name: "2.7"}
    begun_with(tmp_path / "results", [before])
    with pytest.raises(lab.StudyError, match=f"was begun with {name} 2.7; this is {name}"):
        study().run(out=tmp_path / "results")
    with pytest.warns(lab.OtherPythonWarning, match=f"was begun with {name} 2.7"):
        study().run(out=tmp_path / "results", other_python=True)
    versions = json.loads((tmp_path / "results" / "versions.json").read_text("utf-8"))
    assert versions["platforms"] == [before, now]
    study().run(out=tmp_path / "results")  # after one confirmation it resumes there


def test_another_patch_release_of_python_is_no_other_python(tmp_path):
    now = begun_with(tmp_path / "first", [])
    release = ".".join(now["python"].split(".")[:2])
    begun_with(tmp_path / "results", [{**now, "python": f"{release}.99"}])
    study().run(out=tmp_path / "results")


@pytest.mark.parametrize("platforms", [None, [], "3.11"])
def test_a_study_that_does_not_say_its_python_goes_on_only_if_that_is_allowed(tmp_path, platforms):
    begun_with(tmp_path, platforms)
    with pytest.raises(lab.StudyError, match="does not record which Python it was begun with"):
        study().run(out=tmp_path)
    with pytest.warns(lab.OtherPythonWarning):
        study().run(out=tmp_path, other_python=True)
