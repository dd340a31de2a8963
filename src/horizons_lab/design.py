"""The design of a study, with its games, players, sample sizes and measures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import cycle, islice
from typing import Any

import attrs

import horizons_core as hz
from horizons_lab import checks
from horizons_lab.measures import StudyMeasure, measures_of
from horizons_lab.plan import OPTION, Cell, StudyPlan, check_factors, level_data, mod_list
from horizons_lab.rule_sources import variant_of
from horizons_lab.seats import Entrant, SeatSource, check_seats, entrants

#: Turn limit of games without a limit of their own.
MAX_TURNS = 200


@attrs.frozen
class Setup:
    """The common properties of all games of a cell.

    Attributes:
        variant: the rules.
        entrants: the players, in the order of the first game's seats.
        options: the options of the games.
        max_turns: the turn limit.
    """

    variant: hz.Variant
    entrants: tuple[Entrant, ...]
    options: Mapping[str, Any]
    max_turns: int


@attrs.frozen
class GameSpec:
    """All inputs that determine one game.

    Attributes:
        variant: the rules.
        seats: the entrant in each seat, by the name of the seat's player.
        options: the options of the game.
        max_turns: the turn limit.
        seed: the seed of all its dice.
    """

    variant: hz.Variant
    seats: Mapping[str, Entrant]
    options: Mapping[str, Any]
    max_turns: int
    seed: str

    def new_game(self) -> hz.Game:
        """Create the game at turn 0."""
        return self.variant.new_game(list(self.seats), seed=self.seed, options=self.options)


@attrs.frozen(kw_only=True, eq=False, slots=False)
class StudyDesign(StudyPlan):
    """A plan with its rules and players loaded, so that its games can be played.

    All errors that can be detected early are detected on construction. Raises StudyError,
    UnknownNameError for an unknown variant, mod or bot, PluginError for unusable rules and
    OptionError for options or numbers of players that the variant refuses.
    """

    def __attrs_post_init__(self) -> None:
        check_factors(self.factors)
        _ = self.final_measures, self.measures_by_turn
        for cell in self.cells:
            setup = self.setup(cell)
            setup.variant.info.check_players(_seat_names(len(setup.entrants)))
            setup.variant.checked_options(setup.options)
            for entrant in setup.entrants:
                entrant.check(setup.variant)
            if self.stop_rule is not None:
                self.stop_rule.check_player([entrant.label for entrant in setup.entrants])

    def __getstate__(self) -> dict[str, Any]:
        """Return only the fields; cached properties are computed again in another process."""
        return {field.name: getattr(self, field.name) for field in attrs.fields(type(self))}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        for name, value in state.items():
            object.__setattr__(self, name, value)

    @cached_property
    def final_measures(self) -> tuple[StudyMeasure, ...]:
        """The measures at the end of a game."""
        return measures_of(self.measures)

    @cached_property
    def measures_by_turn(self) -> tuple[StudyMeasure, ...]:
        """The measures after every turn."""
        return measures_of(self.turn_measures)

    @cached_property
    def _entrants(self) -> Callable[[Sequence[SeatSource]], tuple[Entrant, ...]]:
        """A function from seats to entrants; an entrant has the same label in the whole study."""
        known = entrants([seat for seats in self._all_seats for seat in seats])
        by_source = iter(known)
        groups = {id(seats): tuple(islice(by_source, len(seats))) for seats in self._all_seats}
        return lambda seats: groups[id(seats)]

    @cached_property
    def _all_seats(self) -> tuple[Sequence[SeatSource], ...]:
        levels = tuple(self.factors.get("seats", (self.seats,)))
        for seats in levels:
            check_seats(seats)
        return levels

    @cached_property
    def _variants(self) -> dict[str, hz.Variant]:
        """The rules of the study, by the names of their mods."""
        variants: dict[str, hz.Variant] = {}
        for level in self.factors.get("mods", (self.mods,)):
            name = _mod_names(level)
            if name not in variants:
                variants[name] = variant_of(self.variant, mod_list(level))
        return variants

    @property
    def variants(self) -> tuple[hz.Variant, ...]:
        """All rules of the study's games: one, unless mods are a factor."""
        return tuple(self._variants.values())

    def setup(self, cell: Cell) -> Setup:
        """Return the common properties of all games of the cell."""
        levels = cell.levels
        seated = self._entrants(levels.get("seats", self.seats))
        players = levels.get("players", len(seated))
        checks.check_integer("players", players, 1)
        max_turns = levels.get("max_turns", self.max_turns)
        if max_turns is not None:
            checks.check_integer("max_turns", max_turns, 1)
        chosen = {
            name.removeprefix(OPTION): level
            for name, level in levels.items()
            if name.startswith(OPTION)
        }
        return Setup(
            self._variants[_mod_names(levels.get("mods", self.mods))],
            tuple(islice(cycle(seated), players)),
            {**self.options, **chosen},
            max_turns or MAX_TURNS,
        )

    def game_spec(self, cell: Cell, game: int) -> GameSpec:
        """Return the inputs of one game; its dice depend only on key, cell and number."""
        setup = self.setup(cell)
        count = len(setup.entrants)
        shift = game % count if self.rotate else 0
        seats = [setup.entrants[(seat - shift) % count] for seat in range(count)]
        return GameSpec(
            setup.variant,
            dict(zip(_seat_names(count), seats, strict=True)),
            setup.options,
            setup.max_turns,
            hz.canonical(["study", self.key, cell.key, game]).decode(),
        )


def _mod_names(mods: Any) -> str:
    return repr([level_data("mods", mod) for mod in mod_list(mods)])


def _seat_names(count: int) -> list[str]:
    """Return the names of the seats, which are independent of the entrants."""
    return [f"P{number}" for number in range(1, count + 1)]
