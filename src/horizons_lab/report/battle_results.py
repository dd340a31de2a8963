"""The results folder of a study of battles.

`battles.csv` has a row for each cell and side, `columns.json` explains its columns, and
`study.json` and `versions.json` have the battles and the rules. Bytes are reproducible.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

import horizons_core as hz
from horizons_core.codec import plain
from horizons_lab.battle_results import BattleResult
from horizons_lab.battle_study import BattleStudy
from horizons_lab.checks import StudyError
from horizons_lab.plan import level_data
from horizons_lab.records import atomic_path, write_json
from horizons_lab.report.csv_files import without_formulas
from horizons_lab.results_folder import COLUMNS, STUDY, VERSIONS
from horizons_lab.study_data import platform_versions, rule_versions

if TYPE_CHECKING:
    import polars as pl

BATTLES = "battles.csv"
#: Meanings of the fixed columns; the others are factors and measures.
_MEANINGS = {
    "cell": "number of the combination of levels, from 0",
    "side": "the side",
    "runs": "number of battles",
    "wins": "number of battles that the side won",
    "share": "share of battles that the side won",
    "low": "lower end of the share's 95% interval (Wilson)",
    "high": "upper end of the interval",
}
#: Meanings of a measure's columns, by the suffix of their names.
_MEASURE_MEANINGS = {
    "mean": "mean",
    "low": "lower end of the mean's 95% interval (Student)",
    "high": "upper end of the interval",
    "5%": "5th percentile",
    "50%": "median",
    "95%": "95th percentile",
}


def check_folder(folder: Path) -> None:
    """Raise StudyError if a folder has files, but no results of battles to replace."""
    if folder.exists() and not (folder / BATTLES).exists() and any(folder.iterdir()):
        raise StudyError(f"{folder} contains other files", "choose an empty or a new folder")


def write_battles(study: BattleStudy, result: BattleResult, folder: Path) -> None:
    """Write the results of a study of battles into a folder; raises StudyError, OSError."""
    check_folder(folder)
    table = result.table
    with atomic_path(folder / BATTLES) as partial:
        without_formulas(table).write_csv(partial, line_terminator="\n")
    write_json(folder / COLUMNS, {BATTLES: _dictionary(study, table)})
    write_json(folder / STUDY, battle_study_data(study))
    versions = rule_versions([study.rules], [study.variant, *study.mods])
    write_json(folder / VERSIONS, {"versions": versions, "platforms": [platform_versions()]})


def battle_study_data(study: BattleStudy) -> dict[str, Any]:
    """Convert a study of battles to plain data; fields with their defaults are left out."""
    data: dict[str, Any] = {}
    for field in attrs.fields(BattleStudy):
        value = getattr(study, field.name)
        if field.name == "variant":
            data["variant"] = value.name if isinstance(value, hz.Variant) else str(value)
        elif value and value != field.default:
            mods = field.name == "mods"
            data[field.name] = [level_data("mods", mod) for mod in value] if mods else plain(value)
    return data


def _dictionary(study: BattleStudy, table: pl.DataFrame) -> list[Mapping[str, str]]:
    return [
        {"column": name, "type": str(kind), "meaning": _meaning(study, name)}
        for name, kind in table.schema.items()
    ]


def _meaning(study: BattleStudy, column: str) -> str:
    if column in study.factors:
        return f"the level of the factor '{column}'"
    if column in _MEANINGS:
        return _MEANINGS[column]
    measure, _, end = column.rpartition(" ")
    return f"{measure}: {_MEASURE_MEANINGS[end]}"
