"""A study of battles, which fights each variation of a battle many times.

A place is a path of names and of indices from 0, separated by dots: `sides.Ada.0.count` is the
number of ships in the first group of Ada's side.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import attrs

import horizons_core as hz
from horizons_core.codec import plain
from horizons_core.errors import BattleError, did_you_mean
from horizons_core.luck import RUNS, Luck, luck
from horizons_lab import checks
from horizons_lab.battle_results import BattleResult, FoughtCell
from horizons_lab.checks import StudyError
from horizons_lab.plan import Cell, cells_of
from horizons_lab.rule_sources import VariantSource, variant_of
from horizons_lab.study_data import plan_arguments


def with_level(data: Any, place: str, level: Any) -> Any:
    """Return a copy of the data with `level` at the place.

    The last name may be new in its mapping. Raises StudyError for an unknown place.
    """
    return _replaced(data, place.split("."), level, place)


def _replaced(data: Any, path: Sequence[str], level: Any, place: str) -> Any:
    if not path:
        return level
    first, rest = path[0], path[1:]
    if isinstance(data, Mapping):
        by_text = {str(name): name for name in data}
        if first not in by_text and rest:
            raise _unknown_place(place, first, did_you_mean(first, list(by_text)))
        name = by_text.get(first, first)
        return {**data, name: _replaced(data.get(name), rest, level, place)}
    if isinstance(data, list | tuple):
        if not first.isdecimal() or int(first) >= len(data):
            raise _unknown_place(place, first, f"use a number from 0 to {len(data) - 1}")
        index = int(first)
        return [*data[:index], _replaced(data[index], rest, level, place), *data[index + 1 :]]
    raise _unknown_place(place, first, "a path can only go through mappings and lists")


def _unknown_place(place: str, name: str, hint: str) -> StudyError:
    return StudyError(f"the battle has no path '{place}': there is no '{name}'", hint)


@attrs.frozen(kw_only=True, eq=False, slots=False)
class BattleStudy:
    """A battle, or variations of it, each fought many times.

    For example::

        study = BattleStudy(
            variant="event_horizon",
            battle={"sides": {"Ada": [{"hull": 4, "weapons": 2}], "Brin": [{"hull": 4}]}},
            factors={"sides.Ada.0.count": [1, 2, 3]},
            runs=1_000_000,
        )
        print(study.run().win_rate("Ada", cell=2))

    The dice of a cell follow from the key and its levels: the same study gives the same figures
    with any number of threads. All errors that can be detected early are detected on construction.
    Raises StudyError, BattleError for a battle that cannot be fought, and the same errors for the
    rules as a `Study`.

    Attributes:
        variant: the name of an installed variant, the path of its file, or a `Variant`.
        battle: the battle as plain data, as for `Variant.battle`.
        runs: number of runs of each cell.
        key: the key of all dice.
        mods: house rules in order, as in a `Study`.
        factors: places in the battle to vary (see `places`), with their levels.
        sample: number of combinations of levels to fight; None for all.
        title: a title for reports; it has no other effect.
    """

    variant: VariantSource
    battle: Mapping[str, Any] = attrs.field(validator=checks.mapping)
    runs: int = attrs.field(default=10_000, validator=checks.integer(1))
    key: str | int = attrs.field(default="", validator=checks.key)
    mods: Sequence[Any] = attrs.field(default=(), validator=checks.sequence)
    factors: Mapping[str, Sequence[Any]] = attrs.field(factory=dict, validator=checks.mapping)
    sample: int | None = attrs.field(default=None, validator=checks.optional(checks.integer(1)))
    title: str = attrs.field(default="", validator=checks.text)

    def __attrs_post_init__(self) -> None:
        for name, levels in self.factors.items():
            if isinstance(levels, str) or not isinstance(levels, Sequence) or not levels:
                raise StudyError(f"factor '{name}' has no list of levels", f"{name}: [..., ...]")
        _ = self._battles

    @classmethod
    def from_file(cls, path: Path | str) -> Self:
        """Read a study from a YAML file (see `study_data`); also raises OSError."""
        known = [field.name for field in attrs.fields(cls)]
        return cls(**plan_arguments(Path(path), "study of battles", known, "battle"))

    @cached_property
    def rules(self) -> hz.Variant:
        """The variant with its mods."""
        return variant_of(self.variant, self.mods)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The combinations of levels to fight; a single one without factors."""
        return cells_of(self.factors, self.sample, self.key, lambda _, level: plain(level))

    @cached_property
    def _battles(self) -> tuple[hz.Battle, ...]:
        return tuple(self._battle(cell) for cell in self.cells)

    def _battle(self, cell: Cell) -> hz.Battle:
        """Return the battle of a cell; errors name the cell, if there are several."""
        spec = self.spec(cell)
        try:
            return self.rules.battle(spec)
        except BattleError as problem:
            if not self.factors:
                raise
            message = f"{problem.message}, in cell {cell.index}: {cell.key}"
            raise BattleError(message, problem.hint) from problem

    def spec(self, cell: Cell) -> Mapping[str, Any]:
        """Return the battle of a cell as plain data."""
        data: Any = self.battle
        for place, level in cell.levels.items():
            data = with_level(data, place, level)
        return data  # type: ignore[no-any-return]

    def run(
        self, *, threads: int = 1, progress: Callable[[int], object] | None = None
    ) -> BattleResult:
        """Fight all cells; the result does not depend on `threads`.

        `progress` is called after each cell with the number of finished cells.
        """
        resolver, fought = self.rules.combat, []
        for cell, battle in zip(self.cells, self._battles, strict=True):
            statistics = resolver.simulate(battle, self.runs, self._dice(cell), threads=threads)
            fought.append(FoughtCell.of(cell, statistics))
            if progress is not None:
                progress(len(fought))
        return BattleResult(str(self.key), tuple(self.factors), tuple(fought))

    def record(self, run: int, cell: int = 0) -> hz.BattleRecord:
        """Replay one run shot by shot; it may be beyond those that were fought.

        Raises StudyError for a run below 0 or an unknown cell.
        """
        self._check(run, cell)
        return self.rules.combat.resolve(self._battles[cell], self._dice(self.cells[cell]), run=run)

    def luck(self, run: int, cell: int = 0, *, runs: int = RUNS) -> tuple[Luck, ...]:
        """Return each side's luck in one run, compared with `runs` other runs of the battle.

        Raises what `record` raises.
        """
        self._check(run, cell)
        key = self._dice(self.cells[cell])
        return luck(self.rules.combat, self._battles[cell], key, run, runs=runs)

    def _check(self, run: int, cell: int) -> None:
        if not 0 <= cell < len(self.cells):
            raise StudyError(
                f"there is no cell {cell}", f"choose one from 0 to {len(self.cells) - 1}"
            )
        if run < 0:
            raise StudyError(f"there is no run {run}", "runs are numbered from 0")

    def _dice(self, cell: Cell) -> str:
        return hz.canonical(["battles", self.key, cell.key]).decode()
