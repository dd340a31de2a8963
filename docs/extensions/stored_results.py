"""Results of the gallery's studies, as `horizons lab run` stored them, and their estimates."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl
from attrs import frozen

from horizons_lab.report.plots import PlotRow
from horizons_lab.statistics import Estimate, share, student_mean

CONFIDENCE = 0.95


@frozen
class Stored:
    """The stored results of a study.

    Attributes:
        name: the name of the study.
        study: its fields.
        versions: the versions of everything that it depends on.
        table: one row per cell and side, or one row per game and seat.
    """

    name: str
    study: Mapping[str, Any]
    versions: Mapping[str, str]
    table: pl.DataFrame

    @classmethod
    def read(cls, folder: Path) -> Stored:
        """Read a folder that `horizons lab run` wrote; raises OSError."""
        study = json.loads((folder / "study.json").read_text("utf-8"))
        versions = json.loads((folder / "versions.json").read_text("utf-8"))["versions"]
        battles, games = folder / "battles.csv", folder / "games.parquet"
        table = pl.read_csv(battles) if battles.exists() else pl.read_parquet(games)
        return cls(folder.name, study, versions, table)

    @property
    def of_battles(self) -> bool:
        """Return whether the study is about battles instead of games."""
        return "battle" in self.study

    def caption(self) -> str:
        """Return the sample size, the key and the versions in words."""
        unit = "battles" if self.of_battles else "games"
        count = self.study.get("runs" if self.of_battles else "games")
        each = " for each point" if self.study.get("factors") else ""
        versions = ", ".join(f"{n} {v}" for n, v in self.versions.items() if " of " not in n)
        return f"{count:,} {unit}{each}, key “{self.study.get('key', '')}”, {versions}"


def measured(row: Mapping[str, Any], measure: str | None) -> Estimate:
    """Return a row's share of battles won, or mean of a measure, with its interval."""
    columns = [f"{measure} {end}" for end in ("mean", "low", "high")]
    value, low, high = (row[c] for c in (columns if measure else ("share", "low", "high")))
    return Estimate(value, low, high, row["runs"], CONFIDENCE)


def seats(table: pl.DataFrame) -> list[PlotRow]:
    """Return the share of games won by each seat."""
    return [
        PlotRow(f"seat {seat}", seat - 1, share(int(won.sum()), len(won)))
        for (seat,), won in (
            (key, games["won"]) for key, games in table.group_by("seat", maintain_order=True)
        )
    ]


def distribution(table: pl.DataFrame, measure: str, label: str) -> PlotRow:
    """Return the values of all seats; players of a game are dependent, so n counts games."""
    game_means = table.group_by("game").agg(pl.col(measure).mean()).sort("game")
    return PlotRow(label, 0, student_mean(game_means[measure]), table[measure].to_list())


def estimates(stored: Stored) -> dict[str, Estimate]:
    """Return all estimates of a study, shares of wins and means, by their labels."""
    if not stored.of_battles:
        measured_rows = [
            distribution(stored.table, name, name) for name in stored.study.get("measures", ())
        ]
        return {row.label: row.estimate for row in (*seats(stored.table), *measured_rows)}
    measures = [c.removesuffix(" mean") for c in stored.table.columns if c.endswith(" mean")]
    return {
        f"{row['cell']} {row['side']} {measure or 'won'}": measured(row, measure)
        for row in stored.table.to_dicts()
        for measure in (None, *measures)
    }
