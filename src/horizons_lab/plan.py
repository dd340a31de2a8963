"""The plan of a study, with its fields, factors and cells, and its rule for stopping early.

A factor has a name and levels. Its name is `mods`, `players`, `seats`, `max_turns`, or `options.`
with the name of an option; its levels are values of the setting of that name.

The stop rule `{player: greedy, width: 0.1}` ends the study when the interval of the player's win
rate, which holds at any time, has at most this width;
`{player: greedy, p0: 0.5, p1: 0.6}` when a sequential probability
ratio test has decided between the two shares. Each of several cells has its own rule, and the study
ends when all are decided. Games count in the order of their numbers, and in whole rounds of
rotating seats, so that the same game is the last one with any workers.

A plan needs neither rules nor players, so the folder of results can be read anywhere. A
`StudyDesign` is a plan that can be played.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from horizons_core import Stream, canonical
from horizons_core.errors import did_you_mean
from horizons_lab import checks
from horizons_lab.checks import StudyError
from horizons_lab.measures import MeasureSource
from horizons_lab.rule_sources import VariantSource
from horizons_lab.seats import SeatSource, entrants

if TYPE_CHECKING:
    from horizons_lab.statistics import StoppingRule


OPTION = "options."
_NAMES = ("mods", "players", "seats", "max_turns")
#: Maximum number of combinations to enumerate.
MAX_CELLS = 1_000_000

_WIDTH = {"width": None, "confidence": 0.95}
_TEST = {"p0": None, "p1": None, "alpha": 0.05, "beta": 0.05}


@attrs.frozen
class Cell:
    """One combination of levels.

    Attributes:
        index: its index among the cells of the study.
        levels: the level of each factor, by the factor's name.
        key: the levels as canonical JSON; the dice of its games depend on it, and not on the index,
            so that cells that are added to a study leave the others unchanged.
    """

    index: int
    levels: Mapping[str, Any]
    key: str


def check_factors(factors: Mapping[str, Sequence[Any]]) -> None:
    """Raise StudyError for unknown factors, and for factors without levels."""
    for name, levels in factors.items():
        if name not in _NAMES and not name.startswith(OPTION):
            known = [*_NAMES, f"{OPTION}NAME"]
            raise StudyError(f"there is no factor '{name}'", did_you_mean(name, known))
        if isinstance(levels, str) or not isinstance(levels, Sequence) or not levels:
            raise StudyError(f"factor '{name}' has no list of levels", f"{name}: [..., ...]")


def cells_of(
    factors: Mapping[str, Sequence[Any]],
    sample: int | None,
    key: str | int,
    plain: Callable[[str, Any], Any],
) -> tuple[Cell, ...]:
    """Return all combinations of levels, or `sample` of them, drawn by the study's key.

    A larger sample includes a smaller one. `plain` converts a level of a factor to plain data.
    Raises StudyError for duplicate levels, and for too many combinations.
    """
    named = {name: [(level, plain(name, level)) for level in factors[name]] for name in factors}
    for name, levels in named.items():
        _check_different(name, [canonical(data) for _, data in levels])
    count = 1
    for levels in named.values():
        count *= len(levels)
    if count > MAX_CELLS:
        raise StudyError(f"there are {count:,} combinations of levels, more than {MAX_CELLS:,}")
    combined = list(itertools.product(*named.values()))
    return tuple(
        _cell(index, dict(zip(named, combined[number], strict=True)))
        for index, number in enumerate(_sample(len(combined), sample, key))
    )


def _cell(index: int, chosen: Mapping[str, tuple[Any, Any]]) -> Cell:
    levels = {name: level for name, (level, _) in chosen.items()}
    return Cell(
        index, levels, canonical({name: data for name, (_, data) in chosen.items()}).decode()
    )


def _sample(count: int, sample: int | None, key: str | int) -> Sequence[int]:
    if sample is None or sample >= count:
        return range(count)
    return sorted(Stream.from_key("lab-cells", key).shuffled(range(count))[:sample])


def _check_different(name: str, levels: Sequence[bytes]) -> None:
    for level in levels:
        if levels.count(level) > 1:
            raise StudyError(f"factor '{name}' has the level {level.decode()} twice")


@attrs.frozen
class Stop:
    """A rule to end a study early.

    Attributes:
        player: the label of the player whose win rate counts.
        settings: `width` and `confidence` of an interval, or `p0`, `p1`, `alpha` and `beta` of a
            test.
    """

    player: str
    settings: Mapping[str, float]

    def rule(self) -> StoppingRule:
        """Return a new rule without games; raises StatisticsError for wrong settings."""
        from horizons_lab.statistics import Sprt, narrower_than, share_until

        settings = self.settings
        if "width" in settings:
            return share_until(narrower_than(settings["width"]), settings["confidence"])
        return Sprt(settings["p0"], settings["p1"], settings["alpha"], settings["beta"])

    def check_player(self, players: Sequence[str]) -> None:
        """Raise StudyError if its player is none of these."""
        if self.player not in players:
            hint = did_you_mean(self.player, players)
            raise StudyError(f"stop names '{self.player}', who does not play", hint)


def parse_stop(data: Mapping[str, Any]) -> Stop:
    """Parse a stop rule from a mapping; raises StudyError or StatisticsError for invalid values."""
    player = data.get("player")
    if not isinstance(player, str):
        raise StudyError("stop names no player", "write stop: {player: greedy, width: 0.1}")
    known = _WIDTH if "width" in data else _TEST
    settings = {}
    for name in data:
        if name != "player" and name not in known:
            raise StudyError(f"stop has no '{name}'", did_you_mean(str(name), ["width", *known]))
    for name, default in known.items():
        value = data.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            example = "width: 0.1, or p0: 0.5, p1: 0.6"
            raise StudyError(f"'{name}' of stop is {value!r}", f"use numbers: {example}")
        settings[name] = float(value)
    stop = Stop(player, settings)
    stop.rule()
    return stop


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
    """Return mods as a list.

    A single mod may be given without a list, as in the levels of a factor.
    """
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
