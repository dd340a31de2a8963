"""What changes of its sides would do to a battle.

A resolver may know changes of its own; for others each group of a side has one ship more, as the
variant's own reader takes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from attrs import frozen

import horizons_core as hz
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


#: A longer name says less than the number of the group.
LONGEST_LABEL = 30

Sweep = Mapping[str, Sequence[Step]]


@runtime_checkable
class Sweeper(Protocol):
    """A resolver that fights a battle with each of the changes it knows; the first is none."""

    def sweep(self, battle: Any, runs: int, key: Key, threads: int = 1) -> Sweep: ...


@frozen
class OneMore:
    """What one more ship of a group would change: see `Step`."""

    label: str
    chance: float
    lost: float


def sweep(found: BattleFile, runs: int, key: str, threads: int) -> Sweep:
    """The changes of all sides by name; raises BattleError for a battle without sides."""
    resolver = found.variant.combat
    if isinstance(resolver, Sweeper):
        return resolver.sweep(found.battle, runs, key_from(key), threads)

    def fought(battle: hz.Battle) -> hz.BattleStatistics:
        return resolver.simulate(battle, runs, key_from(key), threads=threads)

    changes = _changes(found)
    first = fought(found.battle)
    return {
        side: [
            _step("unchanged", side, first),
            *(_step(label, side, fought(battle)) for label, battle in changed),
        ]
        for side, changed in changes.items()
    }


def compared(found: BattleFile) -> int | None:
    """How many battles are compared, if the resolver knows no changes of its own."""
    if isinstance(found.variant.combat, Sweeper):
        return None
    return 1 + sum(map(len, _changes(found).values()))


def _changes(found: BattleFile) -> dict[str, list[tuple[str, hz.Battle]]]:
    """By side the battle with one more ship of each of its groups in turn."""
    given = found.spec.get("sides")
    sides = given if isinstance(given, dict) else {}
    if {str(side) for side in sides} != {*found.battle.sides}:
        raise BattleError(f"'{found.title}' has no sides to change", "add 'sides'")
    return {str(side): [*_one_more(found, side, groups)] for side, groups in sides.items()}


def _one_more(found: BattleFile, side: Any, groups: Any) -> Iterator[tuple[str, hz.Battle]]:
    """The battle with one more ship of each group of a side in turn."""
    for number, group in enumerate(groups if isinstance(groups, list) else ()):
        for more in _larger(group):
            changed = [*groups[:number], *more, *groups[number + 1 :]]
            spec = {**found.spec, "sides": {**found.spec["sides"], side: changed}}
            try:
                battle = found.variant.battle(spec)
            except BattleError:
                continue  # this is not how the variant counts ships
            yield f"one more {_called(group, number)}", battle
            break


def _larger(group: Any) -> Iterator[list[Any]]:
    """Ways in which a group may have one ship more: by the number that it says, or by another."""
    if isinstance(group, dict):
        said = [name for name in ("count", "ships") if type(group.get(name)) is int]
        for name in said or ("count", "ships"):
            yield [{**group, name: group.get(name, 1) + 1}]
        if said:
            return
    yield [group, group]


def _called(group: Any, number: int) -> str:
    if isinstance(group, dict):
        named = (group.get(field) for field in ("name", "type", "design"))
        words = (str(one) for one in named if isinstance(one, str | int))
        return next((one for one in words if len(one) <= LONGEST_LABEL), f"of group {number + 1}")
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
