"""The plan of a tournament: players, rules, system, and number of games."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import attrs

from horizons_core import canonical
from horizons_lab import checks
from horizons_lab.design import GameSpec
from horizons_lab.errors import StudyError
from horizons_lab.factors import Cell
from horizons_lab.measures import MeasureSource
from horizons_lab.rule_sources import VariantSource
from horizons_lab.seats import Entrant, SeatSource, check_seats, entrants, seat_label
from horizons_lab.study import Study
from horizons_lab.tournaments.pairings import GameTable

ROUND_ROBIN, SWISS = "round_robin", "swiss"
_SYSTEMS = (ROUND_ROBIN, SWISS)
#: Most tables of a round robin.
MOST_TABLES = 100_000


def _system(_: Any, __: Any, value: Any) -> None:
    if value not in _SYSTEMS:
        raise StudyError(f"system is {value!r}", f"known: {', '.join(_SYSTEMS)}")


@attrs.frozen(kw_only=True, eq=False, slots=False)
class RoundStudy(Study):
    """The games of a round: a cell for each table.

    Their dice depend on the names of the players, and not on how their programs are started: a
    tournament is the same on any computer.
    """

    def game_spec(self, cell: Cell, game: int) -> GameSpec:
        """Return the inputs of one game."""
        labels = [entrant.label for entrant in self.setup(cell).entrants]
        seed = canonical(["table", self.key, labels, game]).decode()
        return attrs.evolve(super().game_spec(cell, game), seed=seed)


@attrs.frozen(kw_only=True, eq=False, slots=False)
class TournamentPlan:
    """Players, rules, system, and number of games of a tournament.

    A table is a group of `per_game` players who play `games` games together. In a round robin
    every possible table plays; by the Swiss system each round brings together players with similar
    points, who have met least often.

    Raises StudyError for invalid fields, and as `Study` does.

    Attributes:
        variant: the name of an installed variant, the path of its file, or a `Variant`.
        players: at least two players, as in the seats of a study; each once.
        games: number of games of a table: a multiple of `per_game`, so that each of its players
            has every seat equally often.
        per_game: number of players of a game.
        system: "round_robin" or "swiss".
        rounds: number of rounds of the Swiss system; None for as many as it takes to bring the
            players down to one if half of them leave in each.
        key: the key of all dice: the same key gives the same games.
        options: options of the games, by name.
        mods: house rules in order.
        max_turns: the turn limit; None for 200.
        measures: measures at the end of each game, by column.
        title: a title for reports; it has no other effect.
    """

    variant: VariantSource
    players: Sequence[SeatSource]
    games: int = attrs.field(default=20, validator=checks.integer(1))
    per_game: int = attrs.field(default=2, validator=checks.integer(2))
    system: str = attrs.field(default=ROUND_ROBIN, validator=_system)
    rounds: int | None = attrs.field(default=None, validator=checks.optional(checks.integer(1)))
    key: str | int = attrs.field(default="", validator=checks.key)
    options: Mapping[str, Any] = attrs.field(factory=dict, validator=checks.mapping)
    mods: Sequence[Any] = attrs.field(default=(), validator=checks.sequence)
    max_turns: int | None = attrs.field(default=None, validator=checks.optional(checks.integer(1)))
    measures: Mapping[str, MeasureSource] = attrs.field(factory=dict, validator=checks.columns)
    title: str = attrs.field(default="", validator=checks.text)

    def __attrs_post_init__(self) -> None:
        self._check_players()
        if self.games % self.per_game:
            suggested = math.ceil(self.games / self.per_game) * self.per_game
            raise StudyError(
                f"games is {self.games}, but each game has {self.per_game} players",
                f"use a multiple, such as {suggested}, so that all have each seat equally often",
            )
        tables = math.comb(len(self.players), self.per_game)
        if not self.is_swiss and self.rounds is not None:
            raise StudyError(
                "a round robin has no rounds", "write system: swiss, or leave rounds out"
            )
        if not self.is_swiss and tables > MOST_TABLES:
            raise StudyError(
                f"{len(self.players)} players make {tables:,} tables", "write system: swiss"
            )
        (variant,) = self.first_study.variants
        for entrant in self.entrants:
            entrant.check(variant)

    def _check_players(self) -> None:
        check_seats(self.players)
        labels = [seat_label(source) for source in self.players]
        for index, label in enumerate(labels):
            if label not in labels[:index]:
                continue
            is_repeated = self.players[labels.index(label)] == self.players[index]
            raise StudyError(
                f"player '{label}' is listed twice"
                if is_repeated
                else f"two players are called '{label}'",
                "list every player once" if is_repeated else "give them different names",
            )
        if len(labels) < self.per_game:
            raise StudyError(
                f"{len(labels)} players are too few for games of {self.per_game}", "add players"
            )

    @cached_property
    def entrants(self) -> tuple[Entrant, ...]:
        """The players with their labels."""
        return entrants(self.players)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The players' labels, in the order of `players`."""
        return tuple(entrant.label for entrant in self.entrants)

    @cached_property
    def first_study(self) -> Study:
        """A study of the first players' table, which has the common settings of all tables."""
        return self.study(1, [tuple(range(self.per_game))])

    @property
    def is_swiss(self) -> bool:
        """True if it is played by the Swiss system."""
        return self.system == SWISS

    @property
    def round_count(self) -> int:
        """Number of rounds."""
        if not self.is_swiss:
            return 1
        tables = len(self.players) / self.per_game
        return self.rounds or math.ceil(math.log2(tables)) + 1

    def study(self, number: int, tables: Sequence[GameTable]) -> Study:
        """Return the games of a round as a study: a cell for each table of player numbers."""
        return RoundStudy(
            variant=self.variant,
            seats=[self.players[player] for player in tables[0]],
            games=self.games,
            key=canonical(["tournament", self.key, number]).decode(),
            options=self.options,
            mods=self.mods,
            max_turns=self.max_turns,
            measures=self.measures,
            factors={"seats": [[self.players[player] for player in table] for table in tables]},
            title=self.title,
        )
