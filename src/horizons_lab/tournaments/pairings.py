"""Who meets whom: everybody everybody else, or by the Swiss system those who stand alike.

Players go by their numbers, from 0 on. A table is a group of players who play games together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, count

#: Players who play games together.
Table = tuple[int, ...]
#: Two players, the lower number first.
Pair = tuple[int, int]

#: How many tables are tried before one more meeting of the same two is allowed.
_MOST_TRIES = 20_000


def round_robin(players: int, per_game: int) -> list[Table]:
    """Every table of `per_game` of the players."""
    return list(combinations(range(players), per_game))


def pairs_of(table: Table) -> Iterator[Pair]:
    """All pairs at a table."""
    return combinations(sorted(table), 2)


def swiss_round(
    ranked: Sequence[int],
    per_game: int,
    met: Counter[Pair],
    sat_out: Counter[int],
) -> tuple[list[Table], list[int]]:
    """The tables of a round of the Swiss system, and who sits out.

    `ranked` are the players, the best first; `met` says how often two have met, and `sat_out` how
    often one has sat out. Those who do not fill a table sit out: the last of those who have done so
    least often. The others play with those next to them whom they have met least often.
    """
    left_over = len(ranked) % per_game
    last_first = sorted(range(len(ranked)), key=lambda place: (sat_out[ranked[place]], -place))
    out = sorted(last_first[:left_over])
    playing = [player for place, player in enumerate(ranked) if place not in out]
    tried = (_seated(playing, per_game, met, allowed) for allowed in count())
    tables = next(found for found in tried if found is not None)
    return tables, [ranked[place] for place in out]


def meetings(tables: Iterable[Table]) -> Counter[Pair]:
    """How often each two have met at these tables."""
    return Counter(pair for table in tables for pair in pairs_of(table))


def _seated(
    ranked: Sequence[int], per_game: int, met: Counter[Pair], allowed: int
) -> list[Table] | None:
    """Tables at which no two have met more often than allowed; None if none are found.

    The best player without a table takes the next ones who will do; where that leaves others
    without a table, the last choice is taken back. The search is cut off after `_MOST_TRIES`.
    """
    tables: list[Table] = []
    choices = [_companions(ranked, per_game, met, allowed)] if ranked else []
    for _ in range(_MOST_TRIES):
        if len(tables) * per_game == len(ranked):
            return tables
        table = next(choices[-1], None)
        if table is not None:
            tables.append(table)
            seated = {player for one in tables for player in one}
            rest = [player for player in ranked if player not in seated]
            choices.append(_companions(rest, per_game, met, allowed))
            continue
        choices.pop()
        if not choices:
            return None
        tables.pop()
    return None


def _companions(
    ranked: Sequence[int], per_game: int, met: Counter[Pair], allowed: int
) -> Iterator[Table]:
    """Tables with the first of these players, those with the next ones first."""

    def grown(table: Table, start: int) -> Iterator[Table]:
        if len(table) == per_game:
            yield table
            return
        for place in range(start, len(ranked)):
            player = ranked[place]
            if all(met[min(one, player), max(one, player)] <= allowed for one in table):
                yield from grown((*table, player), place + 1)

    return grown((ranked[0],), 1) if ranked else iter(())
