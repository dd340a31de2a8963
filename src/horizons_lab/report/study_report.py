"""The contents of a study's report, which are laid out elsewhere."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from horizons_lab.checks import StudyError
from horizons_lab.design import StudyDesign
from horizons_lab.measures import measure_text
from horizons_lab.plan import Cell
from horizons_lab.report import estimates
from horizons_lab.report.estimates import (
    MeanEstimator,
    ReportEstimate,
    ShareEstimator,
    mean_estimator,
    turn_means,
)
from horizons_lab.results import Result
from horizons_lab.results_folder import SavedResult, read_results
from horizons_lab.study_data import study_data, versions_of
from horizons_lab.tables import ResultColumn, game_columns, level_value, short_name, turn_columns

if TYPE_CHECKING:
    import polars as pl


#: Parts of a report, in the order of its page, with their names for the progress line.
PARTS = {
    "won": "win rates",
    "won_by_level": "win rates by level",
    "seats": "win rates by seat",
    "lengths": "lengths of games",
    "measure_means": "means of scores and measures",
    "forfeit_rates": "forfeits",
    "by_turn": "measures turn by turn",
}


@attrs.frozen(slots=False)
class StudyReport:
    """The estimates of a study.

    Attributes:
        result: the games.
        versions: the versions of everything that they depend on, by name.
    """

    result: Result
    versions: Mapping[str, str]

    @property
    def is_finished(self) -> bool:
        """True if all games are finished."""
        return not isinstance(self.result, SavedResult) or self.result.finished

    @cached_property
    def cells(self) -> Sequence[tuple[Cell, Result]]:
        """The results of each cell."""
        return estimates.by_cell(self.result)

    @cached_property
    def shares(self) -> ShareEstimator:
        """Computes shares, with intervals that depend on whether the number of games was fixed."""
        return ShareEstimator(self.is_finished and self.result.study.stop is None)

    @cached_property
    def means(self) -> MeanEstimator:
        """Computes means."""
        rows = self.result.table.height
        return mean_estimator(self.result.study.key, rows * len(self.columns) + self.result.games)

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The columns with means: the score and numeric measures."""
        return _numeric_columns(self.result.table, ("score", *self.result.study.measures))

    @cached_property
    def turn_columns(self) -> tuple[str, ...]:
        """The numeric measures by turn."""
        return _numeric_columns(self.result.turns, tuple(self.result.study.turn_measures))

    @cached_property
    def won(self) -> tuple[ReportEstimate, ...]:
        """The win rate of each player, by cell."""
        return tuple(estimates.win_rates(self.cells, self.shares))

    @cached_property
    def won_by_level(self) -> tuple[ReportEstimate, ...]:
        """The win rates at each level of each factor; empty with fewer than two factors."""
        plan = self.result.study
        if len(plan.factors) < 2:
            return ()
        return tuple(estimates.win_rates_by_level(plan, self.cells, self.shares))

    @cached_property
    def seats(self) -> tuple[ReportEstimate, ...]:
        """The win rate of each seat, by cell."""
        return tuple(estimates.seat_shares(self.cells, self.shares))

    @cached_property
    def fair_shares(self) -> Mapping[int, float]:
        """The win rate of equal seats, by cell; lower if some games had no winner."""
        won: dict[int, list[float]] = {}
        for entry in self.seats:
            won.setdefault(entry.cell or 0, []).append(entry.estimate.value)
        return {cell: sum(shares) / len(shares) for cell, shares in won.items()}

    @cached_property
    def lengths(self) -> tuple[ReportEstimate, ...]:
        """Lengths and ends of games, by cell."""
        return tuple(estimates.lengths(self.cells, self.shares, self.means))

    @cached_property
    def measure_means(self) -> tuple[ReportEstimate, ...]:
        """The means of score and measures."""
        return tuple(estimates.measure_means(self.cells, self.columns, self.means))

    @cached_property
    def forfeit_rates(self) -> tuple[ReportEstimate, ...]:
        """The share of games that each player forfeited."""
        return tuple(estimates.forfeit_rates(self.cells, self.shares))

    @cached_property
    def by_turn(self) -> tuple[ReportEstimate, ...]:
        """The means of measures after each turn."""
        return tuple(turn_means(self.cells, self.turn_columns))

    @property
    def estimates(self) -> tuple[ReportEstimate, ...]:
        """All estimates."""
        return tuple(estimate for part in PARTS for estimate in getattr(self, part))

    def compute(self, watch: Callable[[str], None]) -> None:
        """Compute all estimates, which may take a while; `watch` gets the name of each part."""
        for number, (part, name) in enumerate(PARTS.items(), start=1):
            watch(f"{number} of {len(PARTS)}: {name}")
            getattr(self, part)


def study_report(source: Result | Path | str) -> StudyReport:
    """Return the report of a result, or of the results in a folder.

    Raises StudyError for a folder without results, or without a finished game; OSError.
    """
    result = source if isinstance(source, Result) else read_results(source)
    if not result.records:
        raise StudyError(f"{_name(source)} has no finished game yet", "wait for the first one")
    if isinstance(result, SavedResult):
        return StudyReport(result, result.versions)
    study = result.study
    return StudyReport(result, versions_of(study) if isinstance(study, StudyDesign) else {})


def _name(source: Result | Path | str) -> str:
    return "the study" if isinstance(source, Result) else str(source)


def _numeric_columns(table: pl.DataFrame, names: Sequence[str]) -> tuple[str, ...]:
    """Return the columns with numbers or booleans that are not entirely empty."""
    import polars as pl

    return tuple(
        name
        for name in names
        if (table.schema[name].is_numeric() or table.schema[name] == pl.Boolean)
        and table[name].null_count() < table.height
    )


@attrs.frozen
class StudyFacts:
    """The head of a report.

    Attributes:
        title: the title of the study.
        lines: the design of the study, as names and texts.
        versions: the versions of everything that the games depend on, by name.
        python: the names of its Python code; empty if a file describes the whole study. source: the
            study as written in a file.
    """

    title: str
    lines: tuple[tuple[str, str], ...]
    versions: Mapping[str, str]
    python: tuple[str, ...]
    source: str


def study_facts(report: StudyReport) -> StudyFacts:
    """Return the facts about a study."""
    plan = report.result.study
    data = study_data(plan)
    variant = str(data["variant"]).replace("\\", "/").rstrip("/").rpartition("/")[2]
    return StudyFacts(
        title=plan.title or f"A study of {variant}",
        lines=tuple(_design_lines(data, variant)),
        versions=report.versions,
        python=tuple(dict.fromkeys(_python_names(data))),
        source=json.dumps(data, indent=2, ensure_ascii=False),
    )


def data_dictionary(report: StudyReport) -> dict[str, list[tuple[ResultColumn, str]]]:
    """Return the columns of the tables with their types, by the table's name."""
    result = report.result
    tables = {"games": [(c, str(result.table.schema[c.name])) for c in game_columns(result.study)]}
    if result.study.turn_measures:
        types = result.turns.schema
        tables["turns"] = [(c, str(types[c.name])) for c in turn_columns(result.study)]
    return tables


def _design_lines(data: Mapping[str, Any], variant: str) -> Iterator[tuple[str, str]]:
    yield "variant", variant
    yield "house rules", ", ".join(map(short_name, data.get("mods", ()))) or "none"
    yield "seats", ", ".join(map(short_name, data["seats"]))
    for name, value in data.get("options", {}).items():
        yield f"option {name}", json.dumps(value, ensure_ascii=False)
    for name, levels in data.get("factors", {}).items():
        yield f"factor {name}", "; ".join(map(_level, levels))
    for kind, name in (("measure", "measures"), ("measure by turn", "turn_measures")):
        for column, source in data.get(name, {}).items():
            yield f"{kind} {column}", measure_text(source)
    if data.get("max_turns") is not None:
        yield "turn limit", f"{data['max_turns']} turns"
    keeps_seats = data.get("rotate") is False
    rotation = "every player keeps one seat" if keeps_seats else "by one seat after each game"
    yield "rotation of seats", rotation
    if data.get("stop"):
        yield "stop rule", json.dumps(data["stop"], ensure_ascii=False)
    yield "key", str(data.get("key", "")) or "(empty)"


def _level(level: Any) -> str:
    value = level_value(level)
    return value if isinstance(value, str) else json.dumps(value)


def _python_names(data: Any) -> Iterator[str]:
    """Yield the names of Python code in a study."""
    if isinstance(data, Mapping):
        if isinstance(data.get("python"), str):
            yield data["python"]
        for value in data.values():
            yield from _python_names(value)
    elif isinstance(data, list):
        for value in data:
            yield from _python_names(value)
