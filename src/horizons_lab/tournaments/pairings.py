"""Pairings: every player against all others, or the Swiss system, which pairs similar scores.

Players are numbered from 0. A table is a group of players who play games together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, count

#: Players who play games together.
GameTable = tuple[int, ...]
#: Two players, the lower number first.
PlayerPair = tuple[int, int]

#: Most attempts at seating before one more meeting of a pair is allowed.
_MOST_TRIES = 20_000


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

    `ranked` are the players, the best first; `met` counts the meetings of each pair, and `sat_out`
    the rounds that a player has sat out. Players who do not fill a table sit out: the last of those
    who have done so least often. The others play with neighbours whom they have met least often.
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
    """Return tables where no pair meets more often than allowed; None if there are no such.

    The best player without a table takes the next suitable ones; if that leaves others without a
    table, the last choice is undone. The search ends after `_MOST_TRIES`.
    """
    tables: list[GameTable] = []
    choices = [_possible_tables(ranked, per_game, met, allowed)] if ranked else []
    for _ in range(_MOST_TRIES):
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
    """Yield tables with the first of these players, those with the next ones first."""

    def extended(table: GameTable, start: int) -> Iterator[GameTable]:
        if len(table) == per_game:
            yield table
            return
        for index in range(start, len(ranked)):
            player = ranked[index]
            if all(met[min(other, player), max(other, player)] <= allowed for other in table):
                yield from extended((*table, player), index + 1)

    return extended((ranked[0],), 1) if ranked else iter(())
