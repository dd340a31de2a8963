"""The design of a study: what is played, by whom, how often, and what is asked of the games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import cycle, islice
from typing import Any

import attrs

import horizons_core as hz
from horizons_lab import checks
from horizons_lab.factors import OPTION, Cell, check_factors
from horizons_lab.measures import Measure, measures_of
from horizons_lab.plan import Plan, level_data, mod_list
from horizons_lab.rule_sources import variant_of
from horizons_lab.seats import Entrant, SeatSource, check_seats, entrants

#: Where a game without a limit of its own is cut off.
MOST_TURNS = 200


@attrs.frozen
class Setup:
    """What all games of a cell have in common.

    Attributes:
        variant: the rules.
        entrants: who plays, in the order of the first game's seats.
        options: the options of the games.
        max_turns: where a game is cut off.
    """

    variant: hz.Variant
    entrants: tuple[Entrant, ...]
    options: Mapping[str, Any]
    max_turns: int


@attrs.frozen
class Match:
    """All that decides one game.

    Attributes:
        variant: the rules.
        seats: who plays which seat, by the name of the seat's player.
        options: the options of the game.
        max_turns: where it is cut off.
        seed: what all its dice come from.
    """

    variant: hz.Variant
    seats: Mapping[str, Entrant]
    options: Mapping[str, Any]
    max_turns: int
    seed: str

    def new_game(self) -> hz.Game:
        """The game at turn 0."""
        return self.variant.new_game(list(self.seats), seed=self.seed, options=self.options)


@attrs.frozen(kw_only=True, eq=False, slots=False)
class Design(Plan):
    """A plan whose rules and players are at hand, so that its games can be played.

    Everything that can be found wrong with it is found when it is made. Raises StudyError,
    UnknownNameError for a variant, mod or bot that is not there, PluginError for rules that will
    not do and OptionError for options or numbers of players that the variant refuses.
    """

    def __attrs_post_init__(self) -> None:
        check_factors(self.factors)
        _ = self.asked, self.asked_by_turn
        for cell in self.cells:
            setup = self.setup(cell)
            setup.variant.info.check_players(_chairs(len(setup.entrants)))
            setup.variant.checked_options(setup.options)
            for entrant in setup.entrants:
                entrant.check(setup.variant)
            if self.ends is not None:
                self.ends.check_player([entrant.label for entrant in setup.entrants])

    def __getstate__(self) -> dict[str, Any]:
        """The fields alone: what follows from them is worked out again in another process."""
        return {field.name: getattr(self, field.name) for field in attrs.fields(type(self))}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        for name, value in state.items():
            object.__setattr__(self, name, value)

    @cached_property
    def asked(self) -> tuple[Measure, ...]:
        """The measures of the last game."""
        return measures_of(self.measures)

    @cached_property
    def asked_by_turn(self) -> tuple[Measure, ...]:
        """The measures of every turn."""
        return measures_of(self.turn_measures)

    @cached_property
    def _entrants(self) -> Callable[[Sequence[SeatSource]], tuple[Entrant, ...]]:
        """What makes entrants of seats, so that labels are those of the whole study."""
        known = entrants([seat for seats in self._all_seats for seat in seats])
        by_source = iter(known)
        made = {id(seats): tuple(islice(by_source, len(seats))) for seats in self._all_seats}
        return lambda seats: made[id(seats)]

    @cached_property
    def _all_seats(self) -> tuple[Sequence[SeatSource], ...]:
        levels = tuple(self.factors.get("seats", (self.seats,)))
        for seats in levels:
            check_seats(seats)
        return levels

    @cached_property
    def _variants(self) -> dict[str, hz.Variant]:
        """The rules by the mods they are played with."""
        made: dict[str, hz.Variant] = {}
        for level in self.factors.get("mods", (self.mods,)):
            name = _mod_names(level)
            if name not in made:
                made[name] = variant_of(self.variant, mod_list(level))
        return made

    @property
    def variants(self) -> tuple[hz.Variant, ...]:
        """All rules by which games of the study are played: one, unless mods are a factor."""
        return tuple(self._variants.values())

    def setup(self, cell: Cell) -> Setup:
        """What all games of the cell have in common."""
        levels = cell.levels
        who = self._entrants(levels.get("seats", self.seats))
        players = levels.get("players", len(who))
        checks.check_whole("players", players, 1)
        most = levels.get("max_turns", self.max_turns)
        if most is not None:
            checks.check_whole("max_turns", most, 1)
        chosen = {
            name.removeprefix(OPTION): level
            for name, level in levels.items()
            if name.startswith(OPTION)
        }
        return Setup(
            self._variants[_mod_names(levels.get("mods", self.mods))],
            tuple(islice(cycle(who), players)),
            {**self.options, **chosen},
            most or MOST_TURNS,
        )

    def match(self, cell: Cell, game: int) -> Match:
        """All that decides one game: its dice come from the key, the cell and its number alone."""
        setup = self.setup(cell)
        count = len(setup.entrants)
        moved = game % count if self.rotate else 0
        seats = [setup.entrants[(chair - moved) % count] for chair in range(count)]
        return Match(
            setup.variant,
            dict(zip(_chairs(count), seats, strict=True)),
            setup.options,
            setup.max_turns,
            hz.canonical(["study", self.key, cell.key, game]).decode(),
        )


def _mod_names(mods: Any) -> str:
    return repr([level_data("mods", mod) for mod in mod_list(mods)])


def _chairs(count: int) -> list[str]:
    """The names of the players: of the seats, and not of those who sit there."""
    return [f"P{number}" for number in range(1, count + 1)]
