"""The plan of a study: its fields as they are written, and what follows from them alone.

Neither rules nor players need be there: the plan of a study is read back from the folder of its
results by anybody. A `Design` is a plan that can be played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import attrs

from horizons_lab import checks
from horizons_lab.errors import StudyError
from horizons_lab.factors import Cell, cells_of
from horizons_lab.measures import MeasureSource
from horizons_lab.rule_sources import VariantSource
from horizons_lab.seats import SeatSource, entrants
from horizons_lab.stops import Stop, stop_of


@attrs.frozen(kw_only=True, eq=False, slots=False)
class Plan:
    """What is played, by whom, how often, and what is asked of the games.

    Raises StudyError for a field that cannot be what it is.

    Attributes:
        variant: the name of an installed variant, the path of its file, or a `Variant`.
        seats: who plays: names of the variant's bots, functions of a view and a stream, objects
            with `orders`, or programs.
        games: how many games are played in each cell.
        key: what all dice come from: the same key, the same games.
        options: options of the games, by name.
        mods: house rules in order: names, paths of files, or what answers the hooks of a mod.
        rotate: whether everybody moves on by one seat from game to game.
        max_turns: after how many turns a game is cut off; None for 200.
        measures: what is asked of the last game, by the column's name (see `measures`).
        turn_measures: what is asked after each turn.
        factors: what is varied, by name, with the levels of each (see `factors`).
        sample: how many combinations of levels are played; None for all.
        stop: when the study ends before all games are played (see `stops`); None for never.
        title: what the study is called; it changes nothing else.
    """

    variant: VariantSource
    seats: Sequence[SeatSource]
    games: int = attrs.field(default=100, validator=checks.whole(1))
    key: str | int = attrs.field(default="", validator=checks.key)
    options: Mapping[str, Any] = attrs.field(factory=dict, validator=checks.mapping)
    mods: Sequence[Any] = attrs.field(default=(), validator=checks.sequence)
    rotate: bool = attrs.field(default=True, validator=checks.boolean)
    max_turns: int | None = attrs.field(default=None, validator=checks.optional(checks.whole(1)))
    measures: Mapping[str, MeasureSource] = attrs.field(factory=dict, validator=checks.columns)
    turn_measures: Mapping[str, MeasureSource] = attrs.field(factory=dict, validator=checks.columns)
    factors: Mapping[str, Sequence[Any]] = attrs.field(factory=dict, validator=checks.mapping)
    sample: int | None = attrs.field(default=None, validator=checks.optional(checks.whole(1)))
    stop: Mapping[str, Any] | None = attrs.field(
        default=None, validator=checks.optional(checks.mapping)
    )
    title: str = attrs.field(default="", validator=checks.text)

    @cached_property
    def ends(self) -> Stop | None:
        """When the study ends before all games are played."""
        return None if self.stop is None else stop_of(self.stop)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The combinations of levels that are played; a single one without factors."""
        return cells_of(self.factors, self.sample, self.key, level_data)

    def seat_count(self, cell: Cell) -> int:
        """How many seats the games of a cell have."""
        count: int = cell.levels.get("players", len(cell.levels.get("seats", self.seats)))
        return count


def mod_list(mods: Any) -> Sequence[Any]:
    """Mods as a list: a single one may be given as it is in the levels of a factor."""
    return (mods,) if isinstance(mods, str | Path) else mods


def level_data(name: str, level: Any) -> Any:
    """A level of a factor as plain data, by which levels are told from each other."""
    if name == "seats":
        return seats_data(level)
    if name == "mods" and not isinstance(level, str | Path) and isinstance(level, Sequence):
        return [level_data(name, mod) for mod in level]
    if isinstance(level, Path):
        return str(level)
    if level is None or isinstance(level, str | int | float | bool):
        return level
    if name == "mods":
        return str(getattr(level, "__name__", None) or type(level).__name__)
    raise StudyError(f"factor '{name}' has the level {level!r}", "give a number, a text or a list")


def seats_data(seats: Sequence[Any]) -> list[Any]:
    """Who plays as plain data, which may be plain already; raises StudyError."""
    if isinstance(seats, list) and seats and all(isinstance(s, str | Mapping) for s in seats):
        return list(seats)
    return [entrant.data() for entrant in entrants(seats)]
