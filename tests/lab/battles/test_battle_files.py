"""Studies of battles as YAML files, and the folders of their results."""

from __future__ import annotations

import json

import polars as pl
import pytest
from click.testing import CliRunner

import horizons_lab as lab
from horizons_host.cli.main import cli
from tests.lab.battles.test_battle_studies import duels

FILE = """
title: Duels
variant: event_horizon
battle:
  sides:
    Ada: [{hull: 4, thrusters: 1, weapons: 2, shields: 1, count: 3}]
    Brin: [{hull: 4, thrusters: 1, weapons: 2, shields: 1, count: 3}]
factors: {sides.Ada.0.count: [2, 3]}
runs: 200
key: duels
"""


@pytest.fixture
def file(tmp_path):
    written = tmp_path / "duels.yaml"
    written.write_text(FILE)
    return written


def run(*words: object):
    return CliRunner().invoke(cli, ["lab", "run", *map(str, words)])


def test_a_study_in_a_file_is_the_study_in_python(file):
    python = duels(factors={"sides.Ada.0.count": [2, 3]})
    assert lab.BattleStudy.from_file(file).run().table.equals(python.run().table)


def test_it_is_fought_by_the_command_and_its_sides_are_told(file, tmp_path):
    out = tmp_path / "out"
    result = run(file, "--out", out, "--workers", 2)
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert lines[0] == "Duels: 200 battles in each of 2 cells"
    assert lines[2:4] == ['Cell 0: {"sides.Ada.0.count":2}', "SIDE  SHARE OF BATTLES WON"]
    assert lines[4].startswith("Ada   0.")
    assert lines[-1] == f"Wrote {out}"
    table = lab.BattleStudy.from_file(file).run().table
    assert pl.read_csv(out / "battles.csv").rows() == table.rows()
    (dictionary,) = json.loads((out / "columns.json").read_text()).values()
    assert [column["column"] for column in dictionary] == table.columns
    assert json.loads((out / "study.json").read_text())["key"] == "duels"
    assert "event_horizon" in json.loads((out / "versions.json").read_text())["versions"]


def test_programs_get_the_answer_in_json(file, tmp_path):
    data = json.loads(run(file, "--out", tmp_path / "out", "--games", 50, "--json").output)
    assert data["battles"] == 50
    assert data["cells"][1] == {"cell": 1, "levels": {"sides.Ada.0.count": 3}}
    assert [(row["cell"], row["side"]) for row in data["sides"]][:2] == [(0, "Ada"), (0, "Brin")]
    assert {row["win_rate"]["n"] for row in data["sides"]} == {50}


def test_the_same_study_writes_the_same_bytes_again(file, tmp_path):
    written = []
    for threads in (1, 2):
        assert run(file, "--out", tmp_path / "out", "--workers", threads).exit_code == 0
        written.append({path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()})
    assert written[0] == written[1]


def test_a_folder_with_something_else_is_left_alone(file, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "letter.txt").write_text("Dear Ada")
    result = run(file, "--out", tmp_path / "out")
    assert result.exit_code == 1
    assert "contains other files" in result.output
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["letter.txt"]


@pytest.mark.parametrize(
    ("words", "message"),
    [(["--workers", "dask"], "a number"), (["--trajectory"], "--trajectory is not available")],
)
def test_what_battles_do_not_have_is_told(file, tmp_path, words, message):
    result = run(file, "--out", tmp_path / "out", *words)
    assert result.exit_code == 2
    assert message in result.output


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ("runs: 200\n", "a study of battles has no field 'run' .*'runs'"),
        ("variant: event_horizon\n", "it has no variant"),
    ],
)
def test_what_is_wrong_with_a_file_is_told(file, changed, message):
    file.write_text(FILE.replace(changed, "run: 200\n" if "runs" in changed else ""))
    with pytest.raises(lab.StudyError, match=message):
        lab.BattleStudy.from_file(file)


def test_a_mean_in_the_table_has_its_interval():
    result = duels(runs=2_000).run()
    row = result.table.row(0, named=True)
    mean = result.mean("Ada", "ships lost")
    ends = tuple(row[f"ships lost {end}"] for end in ("mean", "low", "high"))
    assert ends == (mean.value, mean.low, mean.high)
