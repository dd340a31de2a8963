"""The tables of a study and its estimates as CSV, for spreadsheets and other programs.

Texts that strangers wrote may begin with `=`, `+`, `-` or `@`, which makes a formula of a cell in a
spreadsheet, and formulas can do harm. Such a text gets an apostrophe in front, which spreadsheets
take for "this is a text". In countries that write 0,5 many of them separate cells by `;`, or by a
tab, and see no quotes that begin in the middle of what they take for a cell: there a part of a text
begins a cell of its own, so it gets its apostrophe, too. Numbers stay as they are.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from horizons_lab.files import replaced
from horizons_lab.report.findings import Finding
from horizons_lab.report.study_report import StudyReport, study_report
from horizons_lab.results import Result

if TYPE_CHECKING:
    import polars as pl

GAMES, TURNS, SUMMARY = "games.csv", "turns.csv", "summary.csv"
#: What a spreadsheet takes for the beginning of a formula, or drops before it looks for one.
_FORMULA = r"^[=+\-@\t\r\n]"
#: The same where another spreadsheet begins a cell: after other separators, blanks and quotes.
_FORMULA_WITHIN = r"([;\t\r\n][\s\"]*)([=+\-@])"


def write_csv(source: Result | Path | str, folder: Path | str) -> list[Path]:
    """Write `games.csv`, `turns.csv` and `summary.csv` into a folder; answers their paths.

    `source` is a result, or the folder of one. There is no `turns.csv` if nothing was measured
    turn by turn. Raises StudyError for a folder that holds no results, OSError.
    """
    return write_tables(study_report(source), Path(folder))


def write_tables(report: StudyReport, folder: Path) -> list[Path]:
    """Write the tables of a report into a folder; answers their paths. Raises OSError."""
    tables = {GAMES: report.result.table}
    if report.result.study.turn_measures:
        tables[TURNS] = report.result.turns
    tables[SUMMARY] = summary_table(report)
    for name, table in tables.items():
        with replaced(folder / name) as partial:
            without_formulas(table).write_csv(partial, line_terminator="\n")
    return [folder / name for name in tables]


def summary_table(report: StudyReport) -> pl.DataFrame:
    """A row an estimate: what of whom, value, ends of the interval, n, confidence, kind."""
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
    return pl.DataFrame(list(estimate_rows(report.findings)), schema=types)


def without_formulas(table: pl.DataFrame) -> pl.DataFrame:
    """The table with an apostrophe before all that a spreadsheet would take for a formula.

    That is at the beginning of a text or a column's name, and after what separates cells elsewhere.
    """
    import polars as pl

    texts = pl.col(pl.String)
    told = table.with_columns(_told(texts).name.keep())
    return told.rename(dict(zip(table.columns, _told_names(table.columns), strict=True)))


def _told_names(names: Sequence[str]) -> list[str]:
    """Names of columns in the same form."""
    import polars as pl

    return list(pl.select(_told(pl.lit(pl.Series(names, dtype=pl.String)))).to_series())


def _told(texts: pl.Expr) -> pl.Expr:
    """Texts of which no part is a formula."""
    import polars as pl

    within = texts.str.replace_all(_FORMULA_WITHIN, "${1}'${2}")
    return pl.when(texts.str.contains(_FORMULA)).then("'" + within).otherwise(within)


def estimate_rows(found: Iterable[Finding]) -> Iterable[dict[str, Any]]:
    """The estimates as plain data, a row each; an interval without bounds has no ends."""
    for one in found:
        estimate = one.estimate
        yield {
            "quantity": one.quantity,
            "column": one.column or None,
            "cell": one.cell,
            **{f"level of {name}": level for name, level in one.levels.items()},
            "player": one.player or None,
            "seat": one.seat,
            "turn": one.turn,
            "value": estimate.value,
            "low": estimate.low if math.isfinite(estimate.low) else None,
            "high": estimate.high if math.isfinite(estimate.high) else None,
            "n": estimate.n,
            "confidence": estimate.confidence,
            "interval": one.interval,
        }
