"""The plan of a tournament: who plays what, by which system, and how often."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import attrs

from horizons_core import canonical
from horizons_lab import checks
from horizons_lab.design import Match
from horizons_lab.errors import StudyError
from horizons_lab.factors import Cell
from horizons_lab.measures import MeasureSource
from horizons_lab.rule_sources import VariantSource
from horizons_lab.seats import Entrant, SeatSource, check_seats, entrants, label_of
from horizons_lab.study import Study
from horizons_lab.tournaments.pairings import Table

ROUND_ROBIN, SWISS = "round_robin", "swiss"
_SYSTEMS = (ROUND_ROBIN, SWISS)
#: The most tables that a round robin may have.
MOST_TABLES = 100_000


def _system(_: Any, __: Any, value: Any) -> None:
    if value not in _SYSTEMS:
        raise StudyError(f"system is {value!r}", f"known: {', '.join(_SYSTEMS)}")


@attrs.frozen(kw_only=True, eq=False, slots=False)
class TableStudy(Study):
    """The games of a round: a cell for each table.

    Their dice come from the names of those who sit there, and not from how their programs are
    started: a tournament is the same on any computer.
    """

    def match(self, cell: Cell, game: int) -> Match:
        """All that decides one game."""
        labels = [entrant.label for entrant in self.setup(cell).entrants]
        seed = canonical(["table", self.key, labels, game]).decode()
        return attrs.evolve(super().match(cell, game), seed=seed)


@attrs.frozen(kw_only=True, eq=False, slots=False)
class TournamentPlan:
    """Who plays what, by which system, and how often.

    A table is a group of `per_game` players who play `games` games together. In a round robin
    every table that can be made plays; by the Swiss system each round brings together those who
    stand alike, and have met least often.

    Raises StudyError for a field that cannot be what it is, and as `Study` does.

    Attributes:
        variant: the name of an installed variant, the path of its file, or a `Variant`.
        players: at least two who play, as the seats of a study are given; each once.
        games: how many games a table plays: a multiple of `per_game`, so that each of its players
            has every seat equally often.
        per_game: how many of them play a game.
        system: "round_robin" or "swiss".
        rounds: how many rounds the Swiss system has; None for as many as it takes to bring the
            players down to one if half of them go in each.
        key: what all dice come from: the same key, the same games.
        options: options of the games, by name.
        mods: house rules in order.
        max_turns: after how many turns a game is cut off; None for 200.
        measures: what is asked of the last game of each, by the column's name.
        title: what the tournament is called; it changes nothing else.
    """

    variant: VariantSource
    players: Sequence[SeatSource]
    games: int = attrs.field(default=20, validator=checks.whole(1))
    per_game: int = attrs.field(default=2, validator=checks.whole(2))
    system: str = attrs.field(default=ROUND_ROBIN, validator=_system)
    rounds: int | None = attrs.field(default=None, validator=checks.optional(checks.whole(1)))
    key: str | int = attrs.field(default="", validator=checks.key)
    options: Mapping[str, Any] = attrs.field(factory=dict, validator=checks.mapping)
    mods: Sequence[Any] = attrs.field(default=(), validator=checks.sequence)
    max_turns: int | None = attrs.field(default=None, validator=checks.optional(checks.whole(1)))
    measures: Mapping[str, MeasureSource] = attrs.field(factory=dict, validator=checks.columns)
    title: str = attrs.field(default="", validator=checks.text)

    def __attrs_post_init__(self) -> None:
        self._check_players()
        if self.games % self.per_game:
            more = math.ceil(self.games / self.per_game) * self.per_game
            raise StudyError(
                f"games is {self.games}, with {self.per_game} players a game",
                f"give a multiple, such as {more}: everybody then has each seat equally often",
            )
        tables = math.comb(len(self.players), self.per_game)
        if not self.is_swiss and self.rounds is not None:
            raise StudyError("a round robin has no rounds", "say system: swiss, or leave it out")
        if not self.is_swiss and tables > MOST_TABLES:
            raise StudyError(
                f"{len(self.players)} players make {tables:,} tables", "say system: swiss"
            )
        (variant,) = self.first_study.variants
        for entrant in self.entrants:
            entrant.check(variant)

    def _check_players(self) -> None:
        check_seats(self.players)
        labels = [label_of(source) for source in self.players]
        for place, label in enumerate(labels):
            if label not in labels[:place]:
                continue
            twice = self.players[labels.index(label)] == self.players[place]
            raise StudyError(
                f"player '{label}' is there twice"
                if twice
                else f"two players are called '{label}'",
                "name every player once" if twice else "give each a name of its own",
            )
        if len(labels) < self.per_game:
            raise StudyError(
                f"{len(labels)} players, with {self.per_game} a game", "name more players"
            )

    @cached_property
    def entrants(self) -> tuple[Entrant, ...]:
        """Those who play, with their labels."""
        return entrants(self.players)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The players' labels, in the order in which they were named."""
        return tuple(entrant.label for entrant in self.entrants)

    @cached_property
    def first_study(self) -> Study:
        """A study of the table of the first players: what all tables have in common."""
        return self.study(1, [tuple(range(self.per_game))])

    @property
    def is_swiss(self) -> bool:
        """Whether it is played by the Swiss system."""
        return self.system == SWISS

    @property
    def round_count(self) -> int:
        """How many rounds are played."""
        if not self.is_swiss:
            return 1
        tables = len(self.players) / self.per_game
        return self.rounds or math.ceil(math.log2(tables)) + 1

    def study(self, number: int, tables: Sequence[Table]) -> Study:
        """The games of a round as a study: a cell for each table of players by their numbers."""
        return TableStudy(
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
