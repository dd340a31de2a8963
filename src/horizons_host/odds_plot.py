"""A picture of a battle's odds: who wins how often, and how much of each side is left."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from horizons_core.errors import HorizonsError
from horizons_host.files import write_atomically
from horizons_host.odds import QUANTILES, Odds

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FORMATS = ("png", "svg")
_COLOURS = ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377")
_UNDECIDED = "#bbbbbb"


def drawable(path: Path) -> str:
    """The format that a file's name asks for; raises HorizonsError for one we cannot draw."""
    form = path.suffix.lstrip(".").lower()
    if form not in FORMATS:
        raise HorizonsError(f"cannot draw into '{path}'", "end its name in .svg or .png")
    return form


def plot_odds(odds: Odds, title: str, path: Path) -> None:
    """Draw the odds into a file, `.svg` or `.png`; the same odds give the same picture.

    Raises HorizonsError for another ending, OSError.
    """
    from io import BytesIO

    from matplotlib import rc_context
    from matplotlib.figure import Figure

    form = drawable(path)
    with rc_context({"svg.hashsalt": "horizons", "svg.fonttype": "none"}):
        rows = 1 + len(odds.measures)
        figure = Figure(figsize=(8, 1.2 + 1.5 * rows), layout="constrained")
        figure.suptitle(f"{title}: {odds.runs:,} battles")
        axes = figure.subplots(rows, 1, squeeze=False)[:, 0]
        _draw_wins(axes[0], odds)
        for axis, name in zip(axes[1:], odds.measures, strict=True):
            _draw_measure(axis, odds, name)
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


def _draw_measure(axis: Axes, odds: Odds, name: str) -> None:
    sides = odds.measures[name]
    boxes = [
        dict(zip(("whislo", "q1", "med", "q3", "whishi"), values, strict=True))
        for values in sides.values()
    ]
    drawn = axis.bxp(
        [{**box, "label": side} for box, side in zip(boxes, sides, strict=True)],
        orientation="horizontal",
        showfliers=False,
        patch_artist=True,
    )
    for patch, colour in zip(drawn["boxes"], _colours(len(sides)), strict=True):
        patch.set_facecolor(colour)
    low, high = QUANTILES[0], QUANTILES[-1]
    axis.set_xlabel(f"{name.replace('_', ' ')} ({low:.0%} to {high:.0%} of the battles)")
    axis.invert_yaxis()


def _colours(number: int) -> list[str]:
    return [_COLOURS[index % len(_COLOURS)] for index in range(number)]
