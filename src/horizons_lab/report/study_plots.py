"""The plots of a report and their data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby

import attrs
from markupsafe import Markup

from horizons_lab.plan import Cell
from horizons_lab.report.estimates import MEAN, ReportEstimate
from horizons_lab.report.plots import (
    PlotCurve,
    PlotRow,
    curve_plot,
    distribution_plot,
    interval_plot,
)
from horizons_lab.report.study_report import StudyReport
from horizons_lab.results import Result

#: Maximum number of rows, cells and players in plots; tables have the rest.
MAX_ROWS = 24
MAX_CELLS = 6
MAX_PLAYERS = 12
#: Larger numbers cannot be drawn side by side.
_MAX_VALUE = 1e100
#: The colour index of rows without a player.
_NO_PLAYER = -1


@attrs.frozen
class TitledPlot:
    """A plot with its title.

    Attributes:
        title: the title above it.
        svg: the SVG.
    """

    title: str
    svg: Markup


@attrs.frozen(slots=False)
class StudyPlots:
    """The plots of a report.

    Attributes:
        report: the source of their data.
    """

    report: StudyReport

    @cached_property
    def won(self) -> list[TitledPlot]:
        """Win rates; with factors, one plot per factor, level by level."""
        factors = self.report.result.study.factors
        if not factors:
            rows = [self._row(e, e.player) for e in self.report.won]
            return list(_intervals("won", "Share of games won", rows))
        estimates = self.report.won_by_level or self.report.won
        return [
            plot
            for index, factor in enumerate(factors)
            for plot in _intervals(
                f"won-{index}",
                f"Share of games won, by {factor}",
                self._rows_by_player([e for e in estimates if factor in e.levels], factor),
            )
        ]

    @cached_property
    def seats(self) -> list[TitledPlot]:
        """The win rate of each seat; the dashed line is the fair share."""
        return [
            plot
            for cell, _ in self._cells
            for plot in _intervals(
                f"seats-{cell.index}",
                f"Share of games won, by seat{self._of(cell)}",
                [
                    PlotRow(f"seat {e.seat}", _NO_PLAYER, e.estimate)
                    for e in self.report.seats
                    if e.cell == cell.index
                ],
                self.report.fair_shares[cell.index],
            )
        ]

    @cached_property
    def lengths(self) -> list[TitledPlot]:
        """The lengths of games in turns."""
        rows = []
        for cell, result in self._cells:
            length = next(
                e for e in self.report.lengths if e.cell == cell.index and e.quantity == MEAN
            )
            turns = [float(record.turns) for record in result.records]
            rows.append(PlotRow(f"turns{self._of(cell)}", _NO_PLAYER, length.estimate, turns))
        title = "Length of games in turns"
        return [TitledPlot(title, distribution_plot("turns", title, rows))]

    @cached_property
    def measure_means(self) -> list[TitledPlot]:
        """The distributions of scores and measures."""
        return [
            TitledPlot(title, distribution_plot(f"measure-{index}-{cell.index}", title, rows))
            for index, column in enumerate(self.report.columns)
            for cell, result in self._cells
            if (rows := list(self._distributions(column, cell, result)))
            for title in [f"{column}{self._of(cell)}"]
        ]

    @cached_property
    def by_turn(self) -> list[TitledPlot]:
        """The means of measures, turn by turn."""
        return [
            TitledPlot(title, curve_plot(f"turns-{index}-{cell.index}", title, curves))
            for index, column in enumerate(self.report.turn_columns)
            for cell, _ in self._cells
            if (curves := list(self._curves(column, cell)))
            for title in [f"{column}{self._of(cell)}"]
        ]

    @property
    def cells_left_out(self) -> int:
        """Number of cells that only tables show."""
        return len(self.report.cells) - len(self._cells)

    @property
    def _cells(self) -> Sequence[tuple[Cell, Result]]:
        return self.report.cells[:MAX_CELLS]

    def _of(self, cell: Cell) -> str:
        return f", cell {cell.index}" if self.report.result.study.factors else ""

    def _colour(self, player: str) -> int:
        return self.report.result.players.index(player)

    def _row(self, entry: ReportEstimate, label: str) -> PlotRow:
        return PlotRow(label, self._colour(entry.player), entry.estimate)

    def _rows_by_player(self, estimates: Sequence[ReportEstimate], factor: str) -> list[PlotRow]:
        ordered = sorted(estimates, key=lambda e: self._colour(e.player))
        return [self._row(e, f"{e.player}, {_level_text(e.levels[factor])}") for e in ordered]

    def _distributions(self, column: str, cell: Cell, result: Result) -> Iterator[PlotRow]:
        for e in self.report.measure_means:
            if e.cell == cell.index and e.column == column:
                colour, values = self._colour(e.player), result.values(e.player, column)
                is_drawn = min(values) < max(values) and max(map(abs, values)) < _MAX_VALUE
                if is_drawn and colour < MAX_PLAYERS:
                    yield PlotRow(e.player, colour, e.estimate, values)

    def _curves(self, column: str, cell: Cell) -> Iterator[PlotCurve]:
        estimates = [e for e in self.report.by_turn if e.cell == cell.index and e.column == column]
        for player, group in groupby(estimates, key=lambda e: e.player):
            # A single game's values, in turns that no other game reached, are not a mean.
            drawn = [e for e in group if e.estimate.n > 1 and abs(e.estimate.value) < _MAX_VALUE]
            if drawn and self._colour(player) < MAX_PLAYERS:
                turns = [e.turn for e in drawn if e.turn is not None]
                yield PlotCurve(player, self._colour(player), turns, [e.estimate for e in drawn])


def _intervals(
    name: str, title: str, rows: Sequence[PlotRow], fair: float | None = None
) -> Iterator[TitledPlot]:
    if len(rows) <= MAX_ROWS:
        yield TitledPlot(title, interval_plot(name, title, rows, fair))


def _level_text(level: object) -> str:
    return "true" if level is True else "false" if level is False else str(level)
