"""Which plots a report shows, and what is in them."""

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

#: What is more than this is in tables only.
MOST_ROWS = 24
MOST_CELLS = 6
MOST_PLAYERS = 12
#: Beyond this numbers cannot be drawn side by side.
_LARGEST = 1e100
#: The colour of what no player has to do with.
_NOBODY = -1


@attrs.frozen
class Plot:
    """A plot with what stands above it.

    Attributes:
        title: what it shows.
        drawn: the SVG.
    """

    title: str
    drawn: Markup


@attrs.frozen(slots=False)
class StudyPlots:
    """The plots of a report.

    Attributes:
        report: what they show.
    """

    report: StudyReport

    @cached_property
    def won(self) -> list[Plot]:
        """Who wins how often: with factors a plot a factor, level by level."""
        factors = self.report.result.study.factors
        if not factors:
            rows = [self._row(one, one.player) for one in self.report.won]
            return list(_intervals("won", "Share of games won", rows))
        found = self.report.won_by_level or self.report.won
        return [
            plot
            for place, factor in enumerate(factors)
            for plot in _intervals(
                f"won-{place}",
                f"Share of games won, by {factor}",
                self._rows_by_player([one for one in found if factor in one.levels], factor),
            )
        ]

    @cached_property
    def seats(self) -> list[Plot]:
        """How often each seat wins; the broken line is where all would be equal."""
        return [
            plot
            for cell, _ in self._cells
            for plot in _intervals(
                f"seats-{cell.index}",
                f"Share of games won, by seat{self._of(cell)}",
                [
                    Row(f"seat {one.seat}", _NOBODY, one.estimate)
                    for one in self.report.seats
                    if one.cell == cell.index
                ],
                self.report.fair_shares[cell.index],
            )
        ]

    @cached_property
    def lengths(self) -> list[Plot]:
        """How many turns games take."""
        rows = []
        for cell, result in self._cells:
            found = next(
                one
                for one in self.report.lengths
                if one.cell == cell.index and one.quantity == MEAN
            )
            turns = [float(record.turns) for record in result.records]
            rows.append(Row(f"turns{self._of(cell)}", _NOBODY, found.estimate, turns))
        title = "How many turns games took"
        return [Plot(title, distribution_plot("turns", title, rows))]

    @cached_property
    def measured(self) -> list[Plot]:
        """How scores and measures are distributed."""
        return [
            Plot(title, distribution_plot(f"measure-{place}-{cell.index}", title, rows))
            for place, column in enumerate(self.report.columns)
            for cell, result in self._cells
            if (rows := list(self._distributions(column, cell, result)))
            for title in [f"{column}{self._of(cell)}"]
        ]

    @cached_property
    def by_turn(self) -> list[Plot]:
        """How measures go, turn by turn."""
        return [
            Plot(title, curve_plot(f"turns-{place}-{cell.index}", title, curves))
            for place, column in enumerate(self.report.turn_columns)
            for cell, _ in self._cells
            if (curves := list(self._curves(column, cell)))
            for title in [f"{column}{self._of(cell)}"]
        ]

    @property
    def cells_left_out(self) -> int:
        """How many cells are in tables only."""
        return len(self.report.cells) - len(self._cells)

    @property
    def _cells(self) -> Sequence[tuple[Cell, Result]]:
        return self.report.cells[:MOST_CELLS]

    def _of(self, cell: Cell) -> str:
        return f", cell {cell.index}" if self.report.result.study.factors else ""

    def _colour(self, player: str) -> int:
        return self.report.result.players.index(player)

    def _row(self, one: Finding, label: str) -> Row:
        return Row(label, self._colour(one.player), one.estimate)

    def _rows_by_player(self, found: Sequence[Finding], factor: str) -> list[Row]:
        ordered = sorted(found, key=lambda one: self._colour(one.player))
        return [self._row(one, f"{one.player}, {_told(one.levels[factor])}") for one in ordered]

    def _distributions(self, column: str, cell: Cell, result: Result) -> Iterator[Row]:
        for one in self.report.measured:
            if one.cell == cell.index and one.column == column:
                colour, values = self._colour(one.player), result.values(one.player, column)
                is_drawn = min(values) < max(values) and max(map(abs, values)) < _LARGEST
                if is_drawn and colour < MOST_PLAYERS:
                    yield Row(one.player, colour, one.estimate, values)

    def _curves(self, column: str, cell: Cell) -> Iterator[Curve]:
        mine = [o for o in self.report.by_turn if o.cell == cell.index and o.column == column]
        for player, group in groupby(mine, key=lambda one: one.player):
            # What a single game did in turns that no other reached is no mean of anything.
            drawn = [o for o in group if o.estimate.n > 1 and abs(o.estimate.value) < _LARGEST]
            if drawn and self._colour(player) < MOST_PLAYERS:
                turns = [one.turn for one in drawn if one.turn is not None]
                yield Curve(player, self._colour(player), turns, [one.estimate for one in drawn])


def _intervals(
    name: str, title: str, rows: Sequence[Row], fair: float | None = None
) -> Iterator[Plot]:
    if len(rows) <= MOST_ROWS:
        yield Plot(title, interval_plot(name, title, rows, fair))


def _told(level: object) -> str:
    return "true" if level is True else "false" if level is False else str(level)
