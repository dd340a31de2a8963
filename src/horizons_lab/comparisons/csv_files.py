"""The tables of a comparison as CSV, for spreadsheets and other programs."""

from __future__ import annotations

from pathlib import Path

from horizons_lab.comparisons.comparison import Comparison
from horizons_lab.files import atomic_path
from horizons_lab.report.csv_files import without_formulas

CHANGES, TURNS = "changes.csv", "turns.csv"


def write_tables(comparison: Comparison, folder: Path) -> list[Path]:
    """Write `changes.csv`, and `turns.csv` if there are measures by turn; returns their paths.

    Raises OSError.
    """
    tables = {CHANGES: comparison.table}
    if comparison.before.study.turn_measures:
        tables[TURNS] = comparison.turns
    for name, table in tables.items():
        with atomic_path(folder / name) as partial:
            without_formulas(table).write_csv(partial, line_terminator="\n")
    return [folder / name for name in tables]
