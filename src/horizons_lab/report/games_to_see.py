"""Games that are worth looking at: the short, the long, the lost, and those that broke off."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import attrs

from horizons_lab.factors import Cell
from horizons_lab.records import GameRecord
from horizons_lab.results import Result

#: Of so many players at most a game that they won is named.
_MOST_PLAYERS = 6


@attrs.frozen
class GameToSee:
    """A game that is worth looking at.

    Attributes:
        reasons: why.
        call: how to play it again, in Python.
        record: how it ended.
    """

    reasons: tuple[str, ...]
    call: str
    record: GameRecord

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won it."""
        return tuple(dict.fromkeys(seat.player for seat in self.record.seats if seat.won))


def games_to_see(cells: Sequence[tuple[Cell, Result]]) -> list[GameToSee]:
    """Games of a study to begin with, in the order of their reasons; each stands once."""
    index = {cell.key: cell.index for cell, _ in cells}
    records = [record for _, result in cells for record in result.records]
    players = dict.fromkeys(seat.player for one in records for seat in one.seats)
    found: dict[tuple[int, int], tuple[list[str], GameRecord]] = {}
    for reason, record in _chosen(records, list(players)):
        key = index[record.cell], record.game
        found.setdefault(key, ([], record))[0].append(reason)
    return [
        GameToSee(tuple(reasons), _call(cell, game, many=len(index) > 1), record)
        for (cell, game), (reasons, record) in found.items()
    ]


def _chosen(
    records: Sequence[GameRecord], players: Sequence[str]
) -> Iterator[tuple[str, GameRecord]]:
    yield "the shortest", min(records, key=lambda one: one.turns)
    yield "the longest", max(records, key=lambda one: one.turns)
    firsts: list[tuple[str, Callable[[GameRecord], bool]]] = [
        ("the first that was cut off", lambda one: not one.ended),
        ("the first without a winner", lambda one: not any(seat.won for seat in one.seats)),
        ("the first that somebody gave up", lambda one: any(seat.forfeit for seat in one.seats)),
    ]
    for reason, is_one in firsts:
        yield from ((reason, one) for one in _first(records, is_one))
    for player in players[:_MOST_PLAYERS]:

        def is_won(one: GameRecord, player: str = player) -> bool:
            return any(seat.won and seat.player == player for seat in one.seats)

        yield from ((f"the first that {player} won", one) for one in _first(records, is_won))


def _first(
    records: Sequence[GameRecord], is_one: Callable[[GameRecord], bool]
) -> Iterator[GameRecord]:
    found = next(filter(is_one, records), None)
    if found is not None:
        yield found


def _call(cell: int, game: int, *, many: bool) -> str:
    return f"study.game({game}, cell={cell})" if many else f"study.game({game})"
