"""The plan of a tournament, with its players, rules, pairings and number of games.

Players are numbered from 0. A table is a group of players who play games together.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, count
from typing import Any

import attrs

from horizons_core import canonical
from horizons_lab import checks
from horizons_lab.checks import StudyError
from horizons_lab.design import GameSpec
from horizons_lab.measures import MeasureSource
from horizons_lab.plan import Cell
from horizons_lab.rule_sources import VariantSource
from horizons_lab.seats import Entrant, SeatSource, check_seats, entrants, seat_label
from horizons_lab.study import Study

#: Players who play games together.
GameTable = tuple[int, ...]
#: Two players, the lower number first.
PlayerPair = tuple[int, int]

#: Maximum number of attempts at seating before one more meeting of a pair is allowed.
_MAX_TRIES = 20_000

ROUND_ROBIN, SWISS = "round_robin", "swiss"
_SYSTEMS = (ROUND_ROBIN, SWISS)
#: Maximum number of tables of a round robin.
MAX_TABLES = 100_000


def round_robin(players: int, per_game: int) -> list[GameTable]:
    """Return every table of `per_game` of the players."""
    return list(combinations(range(players), per_game))


def pairs_of(table: GameTable) -> Iterator[PlayerPair]:
    """Yield all pairs at a table."""
    return combinations(sorted(table), 2)


def swiss_round(
    ranked: Sequence[int],
    per_game: int,
    met: Counter[PlayerPair],
    sat_out: Counter[int],
) -> tuple[list[GameTable], list[int]]:
    """Return the tables of a round of the Swiss system, and the players who sit out.

    `ranked` are the players, best first; `met` counts the meetings of each pair, and `sat_out`
    the rounds that a player has sat out. Players who do not fill a table sit out: the lowest-ranked
    of those who have sat out least often. The others play with neighbours whom they have met least
    often.
    """
    left_over = len(ranked) % per_game
    last_first = sorted(range(len(ranked)), key=lambda index: (sat_out[ranked[index]], -index))
    out = sorted(last_first[:left_over])
    playing = [player for index, player in enumerate(ranked) if index not in out]
    attempts = (_seat_players(playing, per_game, met, allowed) for allowed in count())
    tables = next(seating for seating in attempts if seating is not None)
    return tables, [ranked[index] for index in out]


def meetings(tables: Iterable[GameTable]) -> Counter[PlayerPair]:
    """Count the meetings of each pair at these tables."""
    return Counter(pair for table in tables for pair in pairs_of(table))


def _seat_players(
    ranked: Sequence[int], per_game: int, met: Counter[PlayerPair], allowed: int
) -> list[GameTable] | None:
    """Return tables where no pair meets more often than allowed; None if that is impossible.

    The best player without a table takes the next suitable ones; if that leaves others without a
    table, the last choice is undone. The search ends after `_MAX_TRIES`.
    """
    tables: list[GameTable] = []
    choices = [_possible_tables(ranked, per_game, met, allowed)] if ranked else []
    for _ in range(_MAX_TRIES):
        if len(tables) * per_game == len(ranked):
            return tables
        table = next(choices[-1], None)
        if table is not None:
            tables.append(table)
            seated = {player for t in tables for player in t}
            rest = [player for player in ranked if player not in seated]
            choices.append(_possible_tables(rest, per_game, met, allowed))
            continue
        choices.pop()
        if not choices:
            return None
        tables.pop()
    return None


def _possible_tables(
    ranked: Sequence[int], per_game: int, met: Counter[PlayerPair], allowed: int
) -> Iterator[GameTable]:
    """Yield the possible tables of the first of these players, beginning with the next players."""

    def extended(table: GameTable, start: int) -> Iterator[GameTable]:
        if len(table) == per_game:
            yield table
            return
        for index in range(start, len(ranked)):
            player = ranked[index]
            if all(met[min(other, player), max(other, player)] <= allowed for other in table):
                yield from extended((*table, player), index + 1)

    return extended((ranked[0],), 1) if ranked else iter(())


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
        players: at least two different players, written as in the seats of a study.
        games: number of games of a table: a multiple of `per_game`, so that each of its players
            has every seat equally often.
        per_game: number of players of a game.
        system: "round_robin" or "swiss".
        rounds: number of rounds of the Swiss system; None for the number in which halving the
            players leaves only one.
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
        if not self.is_swiss and tables > MAX_TABLES:
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
