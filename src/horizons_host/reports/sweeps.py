"""Sensitivity of battle odds to changes of the sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from attrs import frozen

import horizons_core as hz
from horizons_core.combat import Key
from horizons_core.errors import BattleError
from horizons_host.files import write_atomically
from horizons_host.reports.odds import BattleFile, drawable, key_from

#: Maximum length of a label of a group; groups with a longer one are numbered.
MAX_LABEL_LENGTH = 30


class SweepStep(Protocol):
    """A change of a side, with its chance to win and its mean loss."""

    @property
    def label(self) -> str: ...

    @property
    def chance(self) -> float: ...

    @property
    def lost(self) -> float: ...


Sweep = Mapping[str, Sequence[SweepStep]]


@runtime_checkable
class Sweeper(Protocol):
    """A resolver with its own changes of a battle; the first is "unchanged"."""

    def sweep(self, battle: Any, runs: int, key: Key, threads: int = 1) -> Sweep: ...


@frozen
class OneMore:
    """Effect of one more ship in a group (see `SweepStep`)."""

    label: str
    chance: float
    lost: float


def sweep(file: BattleFile, runs: int, key: str, threads: int) -> Sweep:
    """Return the changes of all sides by name; raises BattleError for a battle without sides."""
    resolver = file.variant.combat
    if isinstance(resolver, Sweeper):
        return resolver.sweep(file.battle, runs, key_from(key), threads)

    def fought(battle: hz.Battle) -> hz.BattleStatistics:
        return resolver.simulate(battle, runs, key_from(key), threads=threads)

    changes = _changes(file)
    first = fought(file.battle)
    return {
        side: [
            _step("unchanged", side, first),
            *(_step(label, side, fought(battle)) for label, battle in changed),
        ]
        for side, changed in changes.items()
    }


def compared(file: BattleFile) -> int | None:
    """Return the number of battles in a sweep; None if the resolver has its own changes."""
    if isinstance(file.variant.combat, Sweeper):
        return None
    return 1 + sum(map(len, _changes(file).values()))


def _changes(file: BattleFile) -> dict[str, list[tuple[str, hz.Battle]]]:
    """Return by side the battles with one more ship in each of its groups in turn."""
    data = file.spec.get("sides")
    sides = data if isinstance(data, dict) else {}
    if {str(side) for side in sides} != {*file.battle.sides}:
        raise BattleError(f"'{file.title}' has no sides to change", "add 'sides'")
    return {str(side): [*_enlarged_battles(file, side, groups)] for side, groups in sides.items()}


def _enlarged_battles(file: BattleFile, side: Any, groups: Any) -> Iterator[tuple[str, hz.Battle]]:
    """Yield the battles with one more ship in each group of a side in turn."""
    for number, group in enumerate(groups if isinstance(groups, list) else ()):
        for more in _larger(group):
            changed = [*groups[:number], *more, *groups[number + 1 :]]
            spec = {**file.spec, "sides": {**file.spec["sides"], side: changed}}
            try:
                battle = file.variant.battle(spec)
            except BattleError:
                continue  # this is not how the variant counts ships
            yield f"one more {_label(group, number)}", battle
            break


def _larger(group: Any) -> Iterator[list[Any]]:
    """Yield ways to add a ship to a group: raise its count, or add a second group."""
    if isinstance(group, dict):
        counts = [name for name in ("count", "ships") if type(group.get(name)) is int]
        for name in counts or ("count", "ships"):
            yield [{**group, name: group.get(name, 1) + 1}]
        if counts:
            return
    yield [group, group]


def _label(group: Any, number: int) -> str:
    if isinstance(group, dict):
        named = (group.get(field) for field in ("name", "type", "design"))
        labels = (str(name) for name in named if isinstance(name, str | int))
        return next((n for n in labels if len(n) <= MAX_LABEL_LENGTH), f"of group {number + 1}")
    return str(group)


def _step(label: str, side: str, statistics: hz.BattleStatistics) -> OneMore:
    index = statistics.sides.index(side)
    lost = next(
        (
            statistics.measures[name]
            for name in ("ships lost", "ships_lost", "units lost")
            if name in statistics.measures
        ),
        None,
    )
    mean = 0.0 if lost is None else float(lost[:, index].mean())
    return OneMore(label, statistics.wins(index) / statistics.runs, mean)


def to_dict(sweeps: Sweep) -> dict[str, list[dict[str, Any]]]:
    """Return the changes as plain data."""
    return {
        side: [{"change": s.label, "chance": s.chance, "lost": s.lost} for s in steps]
        for side, steps in sweeps.items()
    }


def plot_sweep(sweeps: Sweep, title: str, path: Path) -> None:
    """Plot the chances of all sides with all changes; the same sweep gives the same picture.

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
            axis.barh([step.label for step in steps], [100 * step.chance for step in steps])
            axis.axvline(100 * steps[0].chance, color="#888888", linewidth=1)
            axis.set_xlim(0, 100)
            axis.invert_yaxis()
            axis.set_xlabel(f"{side} wins, % of the battles")
        drawing = BytesIO()
        unstamped: dict[str, Any] = {"Date": None} if form == "svg" else {"Software": None}
        figure.savefig(drawing, format=form, dpi=120, metadata=unstamped)
    write_atomically(path, drawing.getvalue())
