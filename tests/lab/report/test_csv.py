"""Tables for other programs: all rows, all estimates, and no formulas."""

from __future__ import annotations

import csv

import polars as pl
import pytest

import horizons_lab as lab
from horizons_lab.report.csv_files import without_formulas
from horizons_lab.report.study_report import study_report
from tests.lab.report.made_up import folder, grid


def test_the_tables_are_those_of_the_result(tmp_path):
    made = lab.write_csv(folder(tmp_path), tmp_path / "tables")
    assert [path.name for path in made] == ["games.csv", "turns.csv", "summary.csv"]
    result = lab.read_results(tmp_path)
    games, turns = (pl.read_csv(path) for path in made[:2])
    assert games.columns == result.table.columns
    numbers = [pl.col(pl.Int64), pl.col(pl.Float64), pl.col(pl.Boolean)]
    assert games.select(numbers).equals(result.table.select(numbers))
    assert turns.height == result.turns.height


def test_without_measures_of_turns_there_is_no_table_of_turns(tmp_path):
    records = [lab.read_results(folder(tmp_path)).records[0]]
    object.__setattr__(records[0], "by_turn", ())
    made = lab.write_csv(folder(tmp_path, records, turn_measures={}, games=1), tmp_path / "tables")
    assert [path.name for path in made] == ["games.csv", "summary.csv"]


def test_the_summary_has_every_estimate(tmp_path):
    lab.write_csv(grid(tmp_path), tmp_path)
    found = study_report(tmp_path).findings
    with (tmp_path / "summary.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(found)
    for row, one in zip(rows, found, strict=True):
        told = [float(row[name]) for name in ("value", "low", "high", "n", "confidence")]
        estimate = one.estimate
        assert told == pytest.approx(
            [estimate.value, estimate.low, estimate.high, estimate.n, 0.95], rel=1e-12
        )
        assert row["interval"] == one.interval
    assert rows[2]["level of mods"] == "'-fast"


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1"])
def test_no_text_is_a_formula(text):
    table = without_formulas(pl.DataFrame({"text": [text, "a=b", None], "number": [-1, 2, 3]}))
    assert table["text"].to_list() == ["'" + text, "a=b", None]
    assert table["number"].to_list() == [-1, 2, 3]
