"""Matplotlib plot of battle odds: each side's chance to win and its remaining strength."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from horizons_core.errors import HorizonsError
from horizons_host.files import write_atomically
from horizons_host.odds import QUANTILES, Odds

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FORMATS = ("png", "svg")
#: Largest number of groups of ships whose survivors are plotted.
MOST_UNITS = 24
_COLOURS = ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377")
_UNDECIDED = "#bbbbbb"


def drawable(path: Path) -> str:
    """Return the format of a file's suffix; raises HorizonsError for an unsupported one."""
    form = path.suffix.lstrip(".").lower()
    if form not in FORMATS:
        raise HorizonsError(
            f"can't write a plot to '{path}'", "use a file name that ends in .svg or .png"
        )
    return form


def plot_odds(odds: Odds, title: str, path: Path) -> None:
    """Plot the odds to a file, `.svg` or `.png`; the same odds give the same picture.

    Raises HorizonsError for another suffix, OSError.
    """
    from io import BytesIO

    from matplotlib import rc_context
    from matplotlib.figure import Figure

    form = drawable(path)
    with rc_context({"svg.hashsalt": "horizons", "svg.fonttype": "none"}):
        units = odds.survivors[:MOST_UNITS]
        heights = [len(odds.wins) + 1, *(len(odds.wins) for _ in odds.measures)]
        heights += [len(units)] if units else []
        tall = sum(1 + 0.25 * height for height in heights)
        figure = Figure(figsize=(8, 1 + tall), layout="constrained")
        figure.suptitle(f"{title}: {odds.runs:,} battles")
        ratios = {"height_ratios": heights}
        axes = figure.subplots(len(heights), 1, squeeze=False, gridspec_kw=ratios)[:, 0]
        _draw_wins(axes[0], odds)
        for axis, (name, sides) in zip(axes[1:], odds.measures.items(), strict=False):
            _draw_measure(axis, name, list(sides.items()), _colours(len(sides)))
        if units:
            greys = [_UNDECIDED] * len(units)
            _draw_measure(axes[-1], "ships left of each group", units, greys)
        drawing = BytesIO()
        unstamped: dict[str, Any] = {"Date": None} if form == "svg" else {"Software": None}
        figure.savefig(drawing, format=form, dpi=120, metadata=unstamped)
    write_atomically(path, drawing.getvalue())


def _draw_wins(axis: Axes, odds: Odds) -> None:
    shares = {**odds.wins, "undecided": odds.undecided}
    names = list(shares)
    axis.barh(
        names,
        [100 * share.share for share in shares.values()],
        xerr=[
            [100 * (share.share - share.low) for share in shares.values()],
            [100 * (share.high - share.share) for share in shares.values()],
        ],
        color=[*_colours(len(odds.wins)), _UNDECIDED],
        capsize=3,
    )
    axis.set_xlim(0, 100)
    axis.set_xlabel("battles won, % (95% interval)")
    axis.invert_yaxis()


def _draw_measure(
    axis: Axes,
    name: str,
    named: Sequence[tuple[str, Sequence[float]]],
    colours: Sequence[str],
) -> None:
    parts = ("whislo", "q1", "med", "q3", "whishi")
    boxes = [{"label": label, **dict(zip(parts, values, strict=True))} for label, values in named]
    drawn = axis.bxp(
        boxes,
        orientation="horizontal",
        showfliers=False,
        patch_artist=True,
    )
    for patch, colour in zip(drawn["boxes"], colours, strict=True):
        patch.set_facecolor(colour)
    low, high = QUANTILES[0], QUANTILES[-1]
    axis.set_xlabel(f"{name.replace('_', ' ')} ({low:.0%} to {high:.0%} of the battles)")
    axis.invert_yaxis()


def _colours(number: int) -> list[str]:
    return [_COLOURS[index % len(_COLOURS)] for index in range(number)]
