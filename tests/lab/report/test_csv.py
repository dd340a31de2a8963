"""Tables for other programs: all rows, all estimates, and no formulas."""

from __future__ import annotations

import csv

import polars as pl
import pytest

import horizons_lab as lab
from horizons_lab.report.csv_files import without_formulas
from horizons_lab.report.study_report import study_report
from tests.lab.report.example_results import folder, grid


def test_the_tables_are_those_of_the_result(tmp_path):
    paths = lab.write_csv(folder(tmp_path), tmp_path / "tables")
    assert [path.name for path in paths] == ["games.csv", "turns.csv", "summary.csv"]
    result = lab.read_results(tmp_path)
    games, turns = (pl.read_csv(path) for path in paths[:2])
    assert games.columns == result.table.columns
    numbers = [pl.col(pl.Int64), pl.col(pl.Float64), pl.col(pl.Boolean)]
    assert games.select(numbers).equals(result.table.select(numbers))
    assert turns.height == result.turns.height


def test_without_measures_of_turns_there_is_no_table_of_turns(tmp_path):
    records = [lab.read_results(folder(tmp_path)).records[0]]
    object.__setattr__(records[0], "by_turn", ())
    paths = lab.write_csv(folder(tmp_path, records, turn_measures={}, games=1), tmp_path / "tables")
    assert [path.name for path in paths] == ["games.csv", "summary.csv"]


def test_the_summary_has_every_estimate(tmp_path):
    lab.write_csv(grid(tmp_path), tmp_path)
    findings = study_report(tmp_path).estimates
    with (tmp_path / "summary.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(findings)
    for row, finding in zip(rows, findings, strict=True):
        numbers = [float(row[name]) for name in ("value", "low", "high", "n", "confidence")]
        estimate = finding.estimate
        assert numbers == pytest.approx(
            [estimate.value, estimate.low, estimate.high, estimate.n, 0.95], rel=1e-12
        )
        assert row["interval"] == finding.interval
    assert rows[2]["level of mods"] == "'-fast"


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t1", "\r1", "\n1"])
def test_no_text_is_a_formula(text):
    table = without_formulas(pl.DataFrame({"text": [text, "a=b", None], "number": [-1, 2, 3]}))
    assert table["text"].to_list() == ["'" + text, "a=b", None]
    assert table["number"].to_list() == [-1, 2, 3]


@pytest.mark.parametrize(
    "text", ["a;=1", "a; =1+1;-2", "a\t@SUM(A1)", "a\r\n+1", 'a;"=1"', ";\u00a0=1", "=1;=2"]
)
@pytest.mark.parametrize("separator", [";", "\t"])
def test_no_text_is_a_formula_where_other_signs_separate_cells(tmp_path, text, separator):
    table = pl.DataFrame({"number": [-1], f"name {text}": [text], "more": [2.5]})
    file = tmp_path / "table.csv"
    without_formulas(table).write_csv(file)
    with file.open(encoding="utf-8", newline="") as lines:
        cells = [cell for row in csv.reader(lines, delimiter=separator) for cell in row]
    begun = [cell.strip(' "\u00a0')[:2] for cell in cells]
    assert [two for two in begun if two[:1] in set("=+-@")] == ["-1"], "the number alone"


def test_signs_within_a_text_stay_as_they_are():
    texts = ["a = b", "Io; Far Moon", "3 - 4", "a;b-c"]
    table = pl.DataFrame({"one-sided": texts})
    assert without_formulas(table).equals(table)
