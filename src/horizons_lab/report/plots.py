"""Plots of intervals, distributions, and curves over turns or a factor."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import attrs
from markupsafe import Markup

from horizons_lab.report.drawing import (
    CARD,
    INK,
    SOFT,
    WIDTH,
    Drawing,
    page_style,
    player_colour,
)
from horizons_lab.statistics import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.ticker import Locator

#: Margins: at each side, and for the numbers to the left of a vertical axis.
_SIDE, _AXIS_NUMBERS = 8, 34
#: Digits that fit into the margin of an axis, and the width of each further digit.
_DIGITS_THAT_FIT, _DIGIT_WIDTH = 5, 6.5
_MAX_LABEL = 24
_MAX_BINS = 30
#: Line styles, as lengths of dashes and gaps.
_DASHES = ((0, ()), (0, (4, 2)), (0, (6, 2, 1, 2)), (0, (1, 1.5)))
_MARKERS = "osD^pv"


@attrs.frozen
class PlotRow:
    """One player, seat or level in a plot.

    Attributes:
        label: its label.
        colour: the index of its colour.
        estimate: its estimate.
        values: the values behind the estimate, if they are drawn.
    """

    label: str
    colour: int
    estimate: Estimate
    values: Sequence[float] = ()


@attrs.frozen
class PlotCurve:
    """The means of one player, turn by turn, or level by level of a factor.

    Attributes:
        label: its label.
        colour: the index of its colour.
        turns: the turns or levels, in order.
        estimates: the mean of each.
    """

    label: str
    colour: int
    turns: Sequence[float]
    estimates: Sequence[Estimate]


def interval_plot(
    name: str, title: str, rows: Sequence[PlotRow], fair: float | None = None
) -> Markup:
    """Draw shares from 0 to 1 as points with intervals, one row each, and a line at `fair`."""
    row_height = 34
    with page_style():
        drawing = Drawing(name, row_height * len(rows) + 26)
        axes = drawing.axes(_SIDE + 6, _SIDE + 6, 22, 4)
        axes.set(xlim=(0, 1), ylim=(len(rows), 0), yticks=[], xticks=[0, 0.25, 0.5, 0.75, 1])
        axes.set_xticklabels(["0", "0.25", "0.5", "0.75", "1"])
        axes.grid(axis="x")
        if fair is not None:
            axes.axvline(fair, color=SOFT, linewidth=1.2, linestyle=(0, (4, 3)))
        for index, row in enumerate(rows):
            _write_row(drawing, 4 + row_height * index + 13, row)
            _draw_interval(axes, row, index + 0.7)
        return drawing.svg(title, _description(rows))


def distribution_plot(name: str, title: str, rows: Sequence[PlotRow]) -> Markup:
    """Draw histograms of measures, one row each, with the mean and its interval."""
    row_height = 74
    edges = bin_edges([value for row in rows for value in row.values])
    with page_style():
        drawing = Drawing(name, row_height * len(rows) + 24)
        for index, row in enumerate(rows):
            top = row_height * index
            axes = drawing.axes(_SIDE, _SIDE, drawing.height - top - row_height + 4, top + 20)
            _draw_columns(axes, row, edges)
            is_last = index == len(rows) - 1
            axes.tick_params(labelbottom=is_last)
            _write_row(drawing, top + 14, row)
        return drawing.svg(title, _description(rows))


def curve_plot(name: str, title: str, curves: Sequence[PlotCurve], axis: str = "turn") -> Markup:
    """Draw the means of all turns as lines, each in the band of its intervals.

    `axis` names the horizontal axis, if it is not turns.
    """
    row_height = 17
    with page_style():
        drawing = Drawing(name, 190 + row_height * len(curves))
        axes = drawing.axes(_AXIS_NUMBERS + 8, _SIDE + 4, 34, row_height * len(curves) + 10)
        axes.grid(axis="y")
        axes.set_xlabel(axis, labelpad=3)
        for index, curve in enumerate(curves):
            _draw_curve(axes, curve, index)
            _write_key(drawing, row_height * index + 14, curve, index)
        turns = [turn for curve in curves for turn in curve.turns]
        if min(turns) == max(turns):
            axes.set_xlim(min(turns) - 1, min(turns) + 1)
        axes.xaxis.set_major_locator(_few_ticks(integers=_are_whole(turns)))
        axes.yaxis.set_major_locator(_few_ticks())
        longest = max(map(len, _write_numbers(axes.yaxis)))
        _widen_left_margin(axes, max(0, longest - _DIGITS_THAT_FIT) * _DIGIT_WIDTH)
        last = [PlotRow(c.label, c.colour, c.estimates[-1]) for c in curves]
        point = "In the last turn" if axis == "turn" else f"{axis}: {max(turns)}"
        return drawing.svg(title, f"{point}: {_description(last)}")


def bin_edges(values: Sequence[float]) -> list[float]:
    """Return the edges of a histogram's bins: one bin per value, or of equal width if many."""
    low, high = min(values), max(values)
    if low == high:
        half = 0.5 * max(1.0, abs(low))
        return [low - half, low + half]
    if _are_whole(values) and high - low < _MAX_BINS:
        return [low - 0.5 + step for step in range(int(high - low) + 2)]
    count = max(1, min(_MAX_BINS, math.ceil(2 * len(values) ** (1 / 3))))
    return sorted({*(low + (high - low) * step / count for step in range(count)), high})


def _are_whole(values: Sequence[float]) -> bool:
    return all(value == int(value) for value in values)


def _draw_columns(axes: Axes, row: PlotRow, edges: Sequence[float]) -> None:
    counts, _, _ = axes.hist(
        row.values, bins=list(edges), color=player_colour(row.colour), edgecolor=CARD, linewidth=0.5
    )
    highest = float(max(counts)) or 1.0
    mean = row.estimate
    if _is_bounded(mean):
        axes.plot([mean.low, mean.high], [-0.14 * highest] * 2, color=INK, linewidth=2)
    axes.plot([mean.value], [-0.14 * highest], "o", color=INK, markersize=4)
    span = (edges[-1] - edges[0]) or 1.0
    axes.set(
        xlim=(edges[0] - 0.02 * span, edges[-1] + 0.02 * span),
        ylim=(-0.28 * highest, highest),
        yticks=[],
    )
    axes.xaxis.set_major_locator(_few_ticks(integers=_are_whole(row.values)))
    _write_numbers(axes.xaxis)


def _draw_interval(axes: Axes, row: PlotRow, height: float) -> None:
    colour, estimate = player_colour(row.colour), row.estimate
    ends = [estimate.low, estimate.high]
    axes.plot(ends, [height] * 2, color=colour, linewidth=3, solid_capstyle="round")
    marker = _MARKERS[row.colour % len(_MARKERS)]
    axes.plot([estimate.value], [height], marker, color=colour, markersize=7, clip_on=False)


def _draw_curve(axes: Axes, curve: PlotCurve, index: int) -> None:
    colour = player_colour(curve.colour)
    means = [e.value for e in curve.estimates]
    known = [(t, e) for t, e in zip(curve.turns, curve.estimates, strict=True) if _is_bounded(e)]
    if known:
        axes.fill_between(
            [turn for turn, _ in known],
            [e.low for _, e in known],
            [e.high for _, e in known],
            color=colour,
            alpha=0.2,
            linewidth=0,
        )
    style = _DASHES[index % len(_DASHES)]
    marker = "o" if len(means) == 1 else ""
    axes.plot(curve.turns, means, linestyle=style, color=colour, linewidth=1.8, marker=marker)


def _is_bounded(estimate: Estimate) -> bool:
    """Return whether the interval is finite; that of a single value isn't."""
    return math.isfinite(estimate.width)


def _write_row(drawing: Drawing, y: float, row: PlotRow) -> None:
    """Write the label of a row at the left, and its estimate at the right."""
    value, low, high = row.estimate.rounded
    interval = f"{low} to {high}, " if _is_bounded(row.estimate) else ""
    drawing.write(_SIDE, y, _short(row.label), size=12)
    text = f"{value} ({interval}n = {row.estimate.n:,})"
    drawing.write(WIDTH - _SIDE, y, text, ha="right", size=10.5, color=SOFT)


def _write_key(drawing: Drawing, y: float, curve: PlotCurve, index: int) -> None:
    from matplotlib.lines import Line2D

    height = 1 - (y - 4) / drawing.height
    drawing.figure.add_artist(
        Line2D(
            [_SIDE / WIDTH, (_SIDE + 26) / WIDTH],
            [height] * 2,
            color=player_colour(curve.colour),
            linestyle=_DASHES[index % len(_DASHES)],
            linewidth=1.8,
        )
    )
    drawing.write(_SIDE + 32, y, _short(curve.label), size=12)


def _few_ticks(*, integers: bool = False) -> Locator:
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(5, integer=integers)


def _write_numbers(axis: Axis) -> list[str]:
    """Write the numbers at an axis, with enough digits to distinguish them."""
    ticks = axis.get_majorticklocs()
    step = min((after - before for before, after in pairwise(ticks)), default=math.inf)
    labels = [_number(float(tick), float(step)) for tick in ticks]
    axis.set_major_formatter(lambda value, _: _number(value, float(step)))
    return labels


def _number(value: float, step: float) -> str:
    """Format a number to four digits, or more if it would be off by a tenth of a step."""
    candidates = (f"{value:.{digits}g}" for digits in range(4, 18))
    return next(text for text in candidates if abs(float(text) - value) <= step / 10)


def _widen_left_margin(axes: Axes, more: float) -> None:
    """Make room for longer numbers at the left."""
    left, bottom, width, height = axes.get_position().bounds
    axes.set_position((left + more / WIDTH, bottom, width - more / WIDTH, height))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _MAX_LABEL else line[: _MAX_LABEL - 1] + "…"


def _description(rows: Sequence[PlotRow]) -> str:
    return "; ".join(f"{row.label}: {row.estimate}" for row in rows)
