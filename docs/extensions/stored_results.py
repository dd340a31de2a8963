"""What came of a study of the gallery, as `horizons lab run` stored it, and its estimates."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl
from attrs import frozen

from horizons_lab.report.plots import Row
from horizons_lab.statistics import Estimate, share, student_mean

CONFIDENCE = 0.95


@frozen
class Stored:
    """What came of a study, as it is stored.

    Attributes:
        name: the name of the study.
        study: its fields.
        versions: the versions of all that it depends on.
        table: its rows: a row a cell and side, or a row a game and seat.
    """

    name: str
    study: Mapping[str, Any]
    versions: Mapping[str, str]
    table: pl.DataFrame

    @classmethod
    def read(cls, folder: Path) -> Stored:
        """The results in a folder that `horizons lab run` wrote; raises OSError."""
        study = json.loads((folder / "study.json").read_text("utf-8"))
        versions = json.loads((folder / "versions.json").read_text("utf-8"))["versions"]
        battles, games = folder / "battles.csv", folder / "games.parquet"
        table = pl.read_csv(battles) if battles.exists() else pl.read_parquet(games)
        return cls(folder.name, study, versions, table)

    @property
    def of_battles(self) -> bool:
        """Whether battles were fought, and no games played."""
        return "battle" in self.study

    def told(self) -> str:
        """How often it was run, by which key and versions."""
        what = "battles" if self.of_battles else "games"
        count = self.study.get("runs" if self.of_battles else "games")
        each = " for each point" if self.study.get("factors") else ""
        versions = ", ".join(f"{n} {v}" for n, v in self.versions.items() if " of " not in n)
        return f"{count:,} {what}{each}, key “{self.study.get('key', '')}”, {versions}"


def measured(row: Mapping[str, Any], measure: str | None) -> Estimate:
    """The share of battles won in a row, or the mean of a measure, with its interval."""
    columns = [f"{measure} {end}" for end in ("mean", "low", "high")]
    value, low, high = (row[c] for c in (columns if measure else ("share", "low", "high")))
    return Estimate(value, low, high, row["runs"], CONFIDENCE)


def seats(table: pl.DataFrame) -> list[Row]:
    """How often each seat has won."""
    return [
        Row(f"seat {seat}", seat - 1, share(int(won.sum()), len(won)))
        for (seat,), won in (
            (key, found["won"]) for key, found in table.group_by("seat", maintain_order=True)
        )
    ]


def distribution(table: pl.DataFrame, measure: str, label: str) -> Row:
    """The values of all seats; players of one game are not independent, so n counts games."""
    of_games = table.group_by("game").agg(pl.col(measure).mean()).sort("game")
    return Row(label, 0, student_mean(of_games[measure]), table[measure].to_list())


def estimates(stored: Stored) -> dict[str, Estimate]:
    """All that can be told of a study, by what it is of: shares of wins, and means."""
    if not stored.of_battles:
        asked = [
            distribution(stored.table, name, name) for name in stored.study.get("measures", ())
        ]
        return {row.label: row.estimate for row in (*seats(stored.table), *asked)}
    measures = [c.removesuffix(" mean") for c in stored.table.columns if c.endswith(" mean")]
    return {
        f"{row['cell']} {row['side']} {measure or 'won'}": measured(row, measure)
        for row in stored.table.to_dicts()
        for measure in (None, *measures)
    }
