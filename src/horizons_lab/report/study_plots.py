"""The plots of a report and their data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby

import attrs
from markupsafe import Markup

from horizons_lab.factors import Cell
from horizons_lab.report.findings import MEAN, Finding
from horizons_lab.report.plots import Curve, Row, curve_plot, distribution_plot, interval_plot
from horizons_lab.report.study_report import StudyReport
from horizons_lab.results import Result

#: Most rows, cells and players in plots; tables have the rest.
MOST_ROWS = 24
MOST_CELLS = 6
MOST_PLAYERS = 12
#: Larger numbers cannot be drawn side by side.
_LARGEST = 1e100
#: The colour index of rows without a player.
_NO_PLAYER = -1


@attrs.frozen
class Plot:
    """A plot with its title.

    Attributes:
        title: the title above it.
        drawn: the SVG.
    """

    title: str
    drawn: Markup


@attrs.frozen(slots=False)
class StudyPlots:
    """The plots of a report.

    Attributes:
        report: the source of their data.
    """

    report: StudyReport

    @cached_property
    def won(self) -> list[Plot]:
        """Win rates; with factors, one plot per factor, level by level."""
        factors = self.report.result.study.factors
        if not factors:
            rows = [self._row(f, f.player) for f in self.report.won]
            return list(_intervals("won", "Share of games won", rows))
        findings = self.report.won_by_level or self.report.won
        return [
            plot
            for index, factor in enumerate(factors)
            for plot in _intervals(
                f"won-{index}",
                f"Share of games won, by {factor}",
                self._rows_by_player([f for f in findings if factor in f.levels], factor),
            )
        ]

    @cached_property
    def seats(self) -> list[Plot]:
        """The win rate of each seat; the dashed line is the fair share."""
        return [
            plot
            for cell, _ in self._cells
            for plot in _intervals(
                f"seats-{cell.index}",
                f"Share of games won, by seat{self._of(cell)}",
                [
                    Row(f"seat {f.seat}", _NO_PLAYER, f.estimate)
                    for f in self.report.seats
                    if f.cell == cell.index
                ],
                self.report.fair_shares[cell.index],
            )
        ]

    @cached_property
    def lengths(self) -> list[Plot]:
        """The lengths of games in turns."""
        rows = []
        for cell, result in self._cells:
            length = next(
                f for f in self.report.lengths if f.cell == cell.index and f.quantity == MEAN
            )
            turns = [float(record.turns) for record in result.records]
            rows.append(Row(f"turns{self._of(cell)}", _NO_PLAYER, length.estimate, turns))
        title = "Length of games in turns"
        return [Plot(title, distribution_plot("turns", title, rows))]

    @cached_property
    def measured(self) -> list[Plot]:
        """The distributions of scores and measures."""
        return [
            Plot(title, distribution_plot(f"measure-{index}-{cell.index}", title, rows))
            for index, column in enumerate(self.report.columns)
            for cell, result in self._cells
            if (rows := list(self._distributions(column, cell, result)))
            for title in [f"{column}{self._of(cell)}"]
        ]

    @cached_property
    def by_turn(self) -> list[Plot]:
        """The means of measures, turn by turn."""
        return [
            Plot(title, curve_plot(f"turns-{index}-{cell.index}", title, curves))
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
        return self.report.cells[:MOST_CELLS]

    def _of(self, cell: Cell) -> str:
        return f", cell {cell.index}" if self.report.result.study.factors else ""

    def _colour(self, player: str) -> int:
        return self.report.result.players.index(player)

    def _row(self, finding: Finding, label: str) -> Row:
        return Row(label, self._colour(finding.player), finding.estimate)

    def _rows_by_player(self, findings: Sequence[Finding], factor: str) -> list[Row]:
        ordered = sorted(findings, key=lambda f: self._colour(f.player))
        return [self._row(f, f"{f.player}, {_level_text(f.levels[factor])}") for f in ordered]

    def _distributions(self, column: str, cell: Cell, result: Result) -> Iterator[Row]:
        for f in self.report.measured:
            if f.cell == cell.index and f.column == column:
                colour, values = self._colour(f.player), result.values(f.player, column)
                is_drawn = min(values) < max(values) and max(map(abs, values)) < _LARGEST
                if is_drawn and colour < MOST_PLAYERS:
                    yield Row(f.player, colour, f.estimate, values)

    def _curves(self, column: str, cell: Cell) -> Iterator[Curve]:
        findings = [f for f in self.report.by_turn if f.cell == cell.index and f.column == column]
        for player, group in groupby(findings, key=lambda f: f.player):
            # A single game's values, in turns that no other game reached, are no mean.
            drawn = [f for f in group if f.estimate.n > 1 and abs(f.estimate.value) < _LARGEST]
            if drawn and self._colour(player) < MOST_PLAYERS:
                turns = [f.turn for f in drawn if f.turn is not None]
                yield Curve(player, self._colour(player), turns, [f.estimate for f in drawn])


def _intervals(
    name: str, title: str, rows: Sequence[Row], fair: float | None = None
) -> Iterator[Plot]:
    if len(rows) <= MOST_ROWS:
        yield Plot(title, interval_plot(name, title, rows, fair))


def _level_text(level: object) -> str:
    return "true" if level is True else "false" if level is False else str(level)
