"""Odds of a battle with their confidence intervals, and a plot of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen

import horizons_core as hz
from horizons_core.combat import after_each_battle
from horizons_core.errors import BattleError, HorizonsError
from horizons_host.files import read_yaml, write_atomically

if TYPE_CHECKING:
    from matplotlib.axes import Axes


#: Quantiles reported for each measure.
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)

FORMATS = ("png", "svg")
#: Maximum number of groups of ships whose survivors are plotted.
MAX_UNITS = 24
_COLOURS = ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377")
_UNDECIDED = "#bbbbbb"


@frozen
class BattleFile:
    """A battle read from a file, with the variant whose rules apply.

    `spec` is the data that the variant built the battle from.
    """

    title: str
    variant: hz.Variant
    battle: hz.Battle
    spec: Mapping[str, Any]


@frozen
class ShareOfRuns:
    """Share of runs with an outcome, with the 95% confidence interval (Wilson's)."""

    count: int
    share: float
    low: float
    high: float

    def to_dict(self) -> dict[str, Any]:
        """Return the share as plain data."""
        return {"count": self.count, "share": self.share, "interval": [self.low, self.high]}


@frozen
class Odds:
    """Statistics of many runs of a battle. `measures[name][side]` holds the `QUANTILES`.

    So does `survivors[unit]`: the ships left of each unit that is a group of ships.
    """

    runs: int
    wins: Mapping[str, ShareOfRuns]
    undecided: ShareOfRuns
    rounds: tuple[float, ...]
    measures: Mapping[str, Mapping[str, tuple[float, ...]]]
    survivors: Sequence[tuple[str, tuple[float, ...]]] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the odds as plain data."""
        return {
            "runs": self.runs,
            "wins": {side: share.to_dict() for side, share in self.wins.items()},
            "undecided": self.undecided.to_dict(),
            "quantiles": list(QUANTILES),
            "rounds": list(self.rounds),
            "measures": {
                name: {side: list(values) for side, values in sides.items()}
                for name, sides in self.measures.items()
            },
            **({"survivors": self._survivors()} if self.survivors else {}),
        }

    def _survivors(self) -> list[dict[str, Any]]:
        return [{"unit": name, "left": list(values)} for name, values in self.survivors]


def read_battle(path: Path) -> BattleFile:
    """Read a battle from YAML: `variant`, possibly `mods`, and what the variant asks for.

    Raises BattleError naming the place, OSError.
    """
    data = read_yaml(path)
    if not isinstance(data, dict):
        raise BattleError(f"{path}: a battle must be a mapping", "add 'variant:' and the sides")
    spec = {str(key): value for key, value in data.items()}
    name, mods = spec.pop("variant", None), spec.pop("mods", None) or []
    if not isinstance(name, str):
        raise BattleError(f"{path}: 'variant' is missing", "add the variant whose rules to use")
    if not isinstance(mods, list) or not all(isinstance(mod, str) for mod in mods):
        raise BattleError(f"{path}: 'mods' must be a list of names")
    try:
        variant = hz.load_variant(name, tuple(mods))
        battle = variant.battle(spec)
    except hz.HorizonsError as problem:
        raise BattleError(f"{path}: {problem.message}", problem.hint) from problem
    return BattleFile(str(spec.get("title") or path.stem), variant, battle, spec)


def is_fought_one_by_one(file: BattleFile) -> bool:
    """Return whether the resolver has no kernel and fights a recorded battle for each run.

    Fights one battle to find out.
    """
    fought: list[None] = []
    with after_each_battle(lambda: fought.append(None)):
        file.variant.combat.simulate(file.battle, 1, 0)
    return bool(fought)


def key_from(text: str) -> int | str:
    """Parse a key from the command line: a 64-bit number, or any words."""
    if text.isascii() and text.isdigit() and len(text) <= 20 and int(text) < 2**64:
        return int(text)
    return text


def odds(statistics: hz.BattleStatistics) -> Odds:
    """Compute the odds from the statistics of many runs."""
    runs = statistics.runs
    sides = statistics.sides
    return Odds(
        runs=runs,
        wins={side: _share(statistics.wins(index), runs) for index, side in enumerate(sides)},
        undecided=_share(int((statistics.winner < 0).sum()), runs),
        rounds=_quantiles(statistics.rounds),
        measures={
            name: {side: _quantiles(values[:, i]) for i, side in enumerate(sides)}
            for name, values in statistics.measures.items()
        },
        survivors=tuple(
            (name, _quantiles(statistics.survivors[:, unit]))
            for unit, name in enumerate(statistics.units)
        ),
    )


def _share(count: int, runs: int) -> ShareOfRuns:
    from scipy.stats import binomtest

    interval = binomtest(count, runs).proportion_ci(confidence_level=0.95, method="wilson")
    return ShareOfRuns(count, count / runs, float(interval.low), float(interval.high))


def _quantiles(values: Any) -> tuple[float, ...]:
    import numpy as np

    return tuple(float(value) for value in np.quantile(values, QUANTILES))


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
        units = odds.survivors[:MAX_UNITS]
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
