"""The tables of a study and its estimates as CSV, for spreadsheets and other programs.

Texts by users may begin with `=`, `+`, `-` or `@`, which makes a cell of a spreadsheet a formula,
and formulas can do harm. Such a text gets a leading apostrophe, which spreadsheets read as "this is
a text". In countries that write 0,5 for a half, many spreadsheets separate cells by `;` or a tab,
and ignore quotes inside a cell. There, a part of a text can begin a new cell, so that part gets an
apostrophe, too. Numbers are unchanged.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from horizons_lab.records import atomic_path
from horizons_lab.report.estimates import ReportEstimate
from horizons_lab.report.study_report import StudyReport, study_report
from horizons_lab.results import Result

if TYPE_CHECKING:
    import polars as pl

GAMES, TURNS, SUMMARY = "games.csv", "turns.csv", "summary.csv"
#: Characters that begin a formula in spreadsheets, or that they skip before one.
_FORMULA = r"^[=+\-@\t\r\n]"
#: The same inside a text, after the separators, spaces and quotes of other spreadsheets.
_FORMULA_WITHIN = r"([;\t\r\n][\s\"]*)([=+\-@])"


def write_csv(source: Result | Path | str, folder: Path | str) -> list[Path]:
    """Write `games.csv`, `turns.csv` and `summary.csv` into a folder; returns their paths.

    `source` is a result, or the folder of one. There is no `turns.csv` without measures by turn.
    Raises StudyError for a folder that holds no results, OSError.
    """
    return write_tables(study_report(source), Path(folder))


def write_tables(report: StudyReport, folder: Path) -> list[Path]:
    """Write the tables of a report into a folder; returns their paths. Raises OSError."""
    tables = {GAMES: report.result.table}
    if report.result.study.turn_measures:
        tables[TURNS] = report.result.turns
    tables[SUMMARY] = summary_table(report)
    for name, table in tables.items():
        with atomic_path(folder / name) as partial:
            without_formulas(table).write_csv(partial, line_terminator="\n")
    return [folder / name for name in tables]


def summary_table(report: StudyReport) -> pl.DataFrame:
    """Return one row per estimate: quantity, player, value, interval, n, confidence, kind."""
    import polars as pl

    levels = report.result.table.schema
    types: dict[str, Any] = {
        "quantity": pl.String,
        "column": pl.String,
        "cell": pl.Int64,
        **{f"level of {name}": levels[name] for name in report.result.study.factors},
        "player": pl.String,
        "seat": pl.Int64,
        "turn": pl.Int64,
        "value": pl.Float64,
        "low": pl.Float64,
        "high": pl.Float64,
        "n": pl.Int64,
        "confidence": pl.Float64,
        "interval": pl.String,
    }
    return pl.DataFrame(list(estimate_rows(report.estimates)), schema=types)


def without_formulas(table: pl.DataFrame) -> pl.DataFrame:
    """Return the table with an apostrophe before each formula.

    Formulas can begin texts and column names, and follow the separators of other spreadsheets.
    """
    import polars as pl

    texts = pl.col(pl.String)
    escaped = table.with_columns(_escape(texts).name.keep())
    return escaped.rename(dict(zip(table.columns, _escape_names(table.columns), strict=True)))


def _escape_names(names: Sequence[str]) -> list[str]:
    """Escape the formulas in names of columns."""
    import polars as pl

    return list(pl.select(_escape(pl.lit(pl.Series(names, dtype=pl.String)))).to_series())


def _escape(texts: pl.Expr) -> pl.Expr:
    """Escape the formulas in texts."""
    import polars as pl

    within = texts.str.replace_all(_FORMULA_WITHIN, "${1}'${2}")
    return pl.when(texts.str.contains(_FORMULA)).then("'" + within).otherwise(within)


def estimate_rows(estimates: Iterable[ReportEstimate]) -> Iterable[dict[str, Any]]:
    """Yield the estimates as plain data; infinite ends of intervals become None."""
    for entry in estimates:
        estimate = entry.estimate
        yield {
            "quantity": entry.quantity,
            "column": entry.column or None,
            "cell": entry.cell,
            **{f"level of {name}": level for name, level in entry.levels.items()},
            "player": entry.player or None,
            "seat": entry.seat,
            "turn": entry.turn,
            "value": estimate.value,
            "low": estimate.low if math.isfinite(estimate.low) else None,
            "high": estimate.high if math.isfinite(estimate.high) else None,
            "n": estimate.n,
            "confidence": estimate.confidence,
            "interval": entry.interval,
        }
