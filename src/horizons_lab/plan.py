"""The plan of a study: its fields as they are written, and the values that depend on them alone.

A plan needs neither rules nor players, so the folder of results can be read anywhere. A
`StudyDesign` is a plan that can be played.
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
from horizons_lab.stops import Stop, parse_stop


@attrs.frozen(kw_only=True, eq=False, slots=False)
class StudyPlan:
    """Games, players, sample sizes and measures of a study.

    Raises StudyError for invalid fields.

    Attributes:
        variant: the name of an installed variant, the path of its file, or a `Variant`.
        seats: the players: names of the variant's bots, functions of a view and a stream, objects
            with `orders`, or programs.
        games: number of games of each cell.
        key: the key of all dice: the same key gives the same games.
        options: options of the games, by name.
        mods: house rules in order: names, paths of files, or objects with the hooks of a mod.
        rotate: whether all players move on by one seat after each game.
        max_turns: the turn limit; None for 200.
        measures: measures at the end of each game, by column (see `measures`).
        turn_measures: measures after each turn, by column.
        factors: settings to vary, by name, with the levels of each (see `factors`).
        sample: number of combinations of levels to play; None for all.
        stop: a rule to end the study before all games are played (see `stops`); None for none.
        title: a title for reports; it has no other effect.
    """

    variant: VariantSource
    seats: Sequence[SeatSource]
    games: int = attrs.field(default=100, validator=checks.integer(1))
    key: str | int = attrs.field(default="", validator=checks.key)
    options: Mapping[str, Any] = attrs.field(factory=dict, validator=checks.mapping)
    mods: Sequence[Any] = attrs.field(default=(), validator=checks.sequence)
    rotate: bool = attrs.field(default=True, validator=checks.boolean)
    max_turns: int | None = attrs.field(default=None, validator=checks.optional(checks.integer(1)))
    measures: Mapping[str, MeasureSource] = attrs.field(factory=dict, validator=checks.columns)
    turn_measures: Mapping[str, MeasureSource] = attrs.field(factory=dict, validator=checks.columns)
    factors: Mapping[str, Sequence[Any]] = attrs.field(factory=dict, validator=checks.mapping)
    sample: int | None = attrs.field(default=None, validator=checks.optional(checks.integer(1)))
    stop: Mapping[str, Any] | None = attrs.field(
        default=None, validator=checks.optional(checks.mapping)
    )
    title: str = attrs.field(default="", validator=checks.text)

    @cached_property
    def stop_rule(self) -> Stop | None:
        """The rule to end the study before all games are played."""
        return None if self.stop is None else parse_stop(self.stop)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The combinations of levels to play; a single one without factors."""
        return cells_of(self.factors, self.sample, self.key, level_data)

    def seat_count(self, cell: Cell) -> int:
        """Return the number of seats in the games of a cell."""
        count: int = cell.levels.get("players", len(cell.levels.get("seats", self.seats)))
        return count


def mod_list(mods: Any) -> Sequence[Any]:
    """Return mods as a list; a single one may be given alone, as in the levels of a factor."""
    return (mods,) if isinstance(mods, str | Path) else mods


def level_data(name: str, level: Any) -> Any:
    """Convert a level of a factor to plain data, which distinguishes levels."""
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
    raise StudyError(f"factor '{name}' has the level {level!r}", "use a number, text or a list")


def seats_data(seats: Sequence[Any]) -> list[Any]:
    """Convert seats to plain data, unless they are plain already; raises StudyError."""
    if isinstance(seats, list) and seats and all(isinstance(seat, str | Mapping) for seat in seats):
        return list(seats)
    return [entrant.data() for entrant in entrants(seats)]
