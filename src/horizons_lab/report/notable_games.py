"""Games that are worth a look: the short, the long, the lost, and those that broke off."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import attrs

from horizons_lab.factors import Cell
from horizons_lab.records import GameRecord
from horizons_lab.results import Result

#: Most players for whom a game that they won is named.
_MOST_PLAYERS = 6


@attrs.frozen
class NotableGame:
    """A game that is worth a look.

    Attributes:
        reasons: why it is.
        call: the Python call that plays it again.
        record: its result.
    """

    reasons: tuple[str, ...]
    call: str
    record: GameRecord

    @property
    def winners(self) -> tuple[str, ...]:
        """The players who won it."""
        return tuple(dict.fromkeys(seat.player for seat in self.record.seats if seat.won))


def notable_games(cells: Sequence[tuple[Cell, Result]]) -> list[NotableGame]:
    """Select games of a study to look at first, by reason; each is listed once."""
    index = {cell.key: cell.index for cell, _ in cells}
    records = [record for _, result in cells for record in result.records]
    players = dict.fromkeys(seat.player for record in records for seat in record.seats)
    selected: dict[tuple[int, int], tuple[list[str], GameRecord]] = {}
    for reason, record in _chosen(records, list(players)):
        key = index[record.cell], record.game
        selected.setdefault(key, ([], record))[0].append(reason)
    return [
        NotableGame(tuple(reasons), _call(cell, game, many=len(index) > 1), record)
        for (cell, game), (reasons, record) in selected.items()
    ]


def _chosen(
    records: Sequence[GameRecord], players: Sequence[str]
) -> Iterator[tuple[str, GameRecord]]:
    yield "the shortest", min(records, key=lambda game: game.turns)
    yield "the longest", max(records, key=lambda game: game.turns)
    firsts: list[tuple[str, Callable[[GameRecord], bool]]] = [
        ("the first that reached the turn limit", lambda game: not game.ended),
        ("the first without a winner", lambda game: not any(seat.won for seat in game.seats)),
        ("the first with a forfeit", lambda game: any(seat.forfeit for seat in game.seats)),
    ]
    for reason, matches in firsts:
        yield from ((reason, game) for game in _first(records, matches))
    for player in players[:_MOST_PLAYERS]:

        def is_won(game: GameRecord, player: str = player) -> bool:
            return any(seat.won and seat.player == player for seat in game.seats)

        yield from ((f"the first that {player} won", game) for game in _first(records, is_won))


def _first(
    records: Sequence[GameRecord], matches: Callable[[GameRecord], bool]
) -> Iterator[GameRecord]:
    game = next(filter(matches, records), None)
    if game is not None:
        yield game


def _call(cell: int, game: int, *, many: bool) -> str:
    return f"study.game({game}, cell={cell})" if many else f"study.game({game})"
