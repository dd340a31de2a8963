"""All that a report tells of a study, before it is laid out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from horizons_lab.design import Design
from horizons_lab.errors import StudyError
from horizons_lab.factors import Cell
from horizons_lab.report import findings
from horizons_lab.report.findings import Finding, Shares
from horizons_lab.report.means import Means, means_for
from horizons_lab.report.turn_means import turn_means
from horizons_lab.results import Result
from horizons_lab.saved_results import SavedResult, read_results
from horizons_lab.study_data import versions_of

if TYPE_CHECKING:
    import polars as pl


#: What a report works out, in the order of its page, in words for those who wait for it.
PARTS = {
    "won": "who wins how often",
    "won_by_level": "who wins how often at each level",
    "seats": "how often each seat wins",
    "lengths": "how long games are",
    "measured": "means of scores and measures",
    "given_up": "who gave up",
    "by_turn": "what was measured turn by turn",
}


@attrs.frozen(slots=False)
class StudyReport:
    """What came of a study, as estimates.

    Attributes:
        result: the games.
        versions: the versions of all that they depend on, by name.
    """

    result: Result
    versions: Mapping[str, str]

    @property
    def is_finished(self) -> bool:
        """Whether all games are there."""
        return not isinstance(self.result, SavedResult) or self.result.finished

    @cached_property
    def cells(self) -> Sequence[tuple[Cell, Result]]:
        """The results of each cell."""
        return findings.by_cell(self.result)

    @cached_property
    def shares(self) -> Shares:
        """Makes shares; their intervals tell whether the number of games was fixed beforehand."""
        return Shares(self.is_finished and self.result.study.stop is None)

    @cached_property
    def means(self) -> Means:
        """Makes means."""
        rows = self.result.table.height
        return means_for(self.result.study.key, rows * len(self.columns) + self.result.games)

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The columns of which there is a mean: the score and measures that are numbers."""
        return _numbers(self.result.table, ("score", *self.result.study.measures))

    @cached_property
    def turn_columns(self) -> tuple[str, ...]:
        """The measures of turns that are numbers."""
        return _numbers(self.result.turns, tuple(self.result.study.turn_measures))

    @cached_property
    def won(self) -> tuple[Finding, ...]:
        """Who wins how often, by cell."""
        return tuple(findings.win_rates(self.cells, self.shares))

    @cached_property
    def won_by_level(self) -> tuple[Finding, ...]:
        """Who wins how often at each level of each factor; empty if a single factor says it."""
        plan = self.result.study
        if len(plan.factors) < 2:
            return ()
        return tuple(findings.win_rates_by_level(plan, self.cells, self.shares))

    @cached_property
    def seats(self) -> tuple[Finding, ...]:
        """How often each seat wins, by cell."""
        return tuple(findings.seat_shares(self.cells, self.shares))

    @cached_property
    def fair_shares(self) -> Mapping[int, float]:
        """How often every seat would win if all were equal, by cell: games may have no winner."""
        won: dict[int, list[float]] = {}
        for one in self.seats:
            won.setdefault(one.cell or 0, []).append(one.estimate.value)
        return {cell: sum(shares) / len(shares) for cell, shares in won.items()}

    @cached_property
    def lengths(self) -> tuple[Finding, ...]:
        """How long games are and how they end, by cell."""
        return tuple(findings.lengths(self.cells, self.shares, self.means))

    @cached_property
    def measured(self) -> tuple[Finding, ...]:
        """The means of score and measures."""
        return tuple(findings.measured(self.cells, self.columns, self.means))

    @cached_property
    def given_up(self) -> tuple[Finding, ...]:
        """Who gave up how often."""
        return tuple(findings.given_up(self.cells, self.shares))

    @cached_property
    def by_turn(self) -> tuple[Finding, ...]:
        """The means of what was measured after each turn."""
        return tuple(turn_means(self.cells, self.turn_columns))

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All estimates."""
        return tuple(one for part in PARTS for one in getattr(self, part))

    def work_out(self, watch: Callable[[str], None]) -> None:
        """Make all estimates, which may take a while; `watch` is told what comes next."""
        for number, (part, words) in enumerate(PARTS.items(), start=1):
            watch(f"{number} of {len(PARTS)}: {words}")
            getattr(self, part)


def study_report(source: Result | Path | str) -> StudyReport:
    """The report of a result, or of the results in a folder.

    Raises StudyError for a folder without results, and if no game is finished; OSError.
    """
    result = source if isinstance(source, Result) else read_results(source)
    if not result.records:
        raise StudyError(f"no game of {_told(source)} is finished yet", "wait for the first one")
    if isinstance(result, SavedResult):
        return StudyReport(result, result.versions)
    study = result.study
    return StudyReport(result, versions_of(study) if isinstance(study, Design) else {})


def _told(source: Result | Path | str) -> str:
    return "the study" if isinstance(source, Result) else str(source)


def _numbers(table: pl.DataFrame, names: Sequence[str]) -> tuple[str, ...]:
    """Those columns that hold numbers or truth values, and not nothing alone."""
    import polars as pl

    return tuple(
        name
        for name in names
        if (table.schema[name].is_numeric() or table.schema[name] == pl.Boolean)
        and table[name].null_count() < table.height
    )
