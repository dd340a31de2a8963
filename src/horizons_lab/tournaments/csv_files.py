"""The tables of a tournament as CSV, for spreadsheets and other programs."""

from __future__ import annotations

from pathlib import Path

from horizons_lab.files import atomic_path
from horizons_lab.report.csv_files import without_formulas
from horizons_lab.tournaments.results import TournamentResult

STANDINGS, PAIRS, CROSS_TABLE = "standings.csv", "pairs.csv", "cross-table.csv"


def write_tables(result: TournamentResult, folder: Path) -> list[Path]:
    """Write the tables of a tournament into a folder; returns their paths. Raises OSError."""
    tables = {STANDINGS: result.table, PAIRS: result.pairs, CROSS_TABLE: result.cross_table}
    for name, table in tables.items():
        with atomic_path(folder / name) as partial:
            without_formulas(table).write_csv(partial, line_terminator="\n")
    return [folder / name for name in tables]
