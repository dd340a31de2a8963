"""What changes of its sides would do to a battle, for variants whose resolver can tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from horizons_core.combat import Key
from horizons_core.errors import BattleError
from horizons_host.files import write_atomically
from horizons_host.odds import BattleFile, key_from
from horizons_host.odds_plot import drawable


class Step(Protocol):
    """A change of a side: its chance to win, and what it loses on average."""

    @property
    def label(self) -> str: ...

    @property
    def chance(self) -> float: ...

    @property
    def lost(self) -> float: ...


Sweep = Mapping[str, Sequence[Step]]


@runtime_checkable
class Sweeper(Protocol):
    """A resolver that fights a battle with each of the changes it knows; the first is none."""

    def sweep(self, battle: Any, runs: int, key: Key, threads: int = 1) -> Sweep: ...


def sweep(found: BattleFile, runs: int, key: str, threads: int) -> Sweep:
    """The changes of all sides by name; raises BattleError for a variant that knows none."""
    resolver = found.variant.combat
    if not isinstance(resolver, Sweeper):
        raise BattleError(f"{found.variant.info.title} knows no changes of a battle to try")
    return resolver.sweep(found.battle, runs, key_from(key), threads)


def told(sweeps: Sweep) -> dict[str, list[dict[str, Any]]]:
    """The changes as plain data."""
    return {
        side: [{"change": one.label, "chance": one.chance, "lost": one.lost} for one in steps]
        for side, steps in sweeps.items()
    }


def plot_sweep(sweeps: Sweep, title: str, path: Path) -> None:
    """Draw the chances of all sides with all changes; the same ones give the same picture.

    Raises HorizonsError for a file that is neither `.svg` nor `.png`, OSError.
    """
    from io import BytesIO

    from matplotlib import rc_context
    from matplotlib.figure import Figure

    form = drawable(path)
    with rc_context({"svg.hashsalt": "horizons", "svg.fonttype": "none"}):
        heights = [2 + len(steps) for steps in sweeps.values()]
        figure = Figure(figsize=(8, 1 + 0.3 * sum(heights)), layout="constrained")
        figure.suptitle(title)
        ratios = {"height_ratios": heights}
        axes = figure.subplots(len(heights), 1, squeeze=False, gridspec_kw=ratios)[:, 0]
        for axis, (side, steps) in zip(axes, sweeps.items(), strict=True):
            axis.barh([one.label for one in steps], [100 * one.chance for one in steps])
            axis.axvline(100 * steps[0].chance, color="#888888", linewidth=1)
            axis.set_xlim(0, 100)
            axis.invert_yaxis()
            axis.set_xlabel(f"{side} wins, % of the battles")
        drawing = BytesIO()
        unstamped: dict[str, Any] = {"Date": None} if form == "svg" else {"Software": None}
        figure.savefig(drawing, format=form, dpi=120, metadata=unstamped)
    write_atomically(path, drawing.getvalue())
