"""The games of a study in order, played on demand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from horizons_core.errors import did_you_mean
from horizons_lab.balance.budget import within_budget
from horizons_lab.engines import StudyTask, Workers, engine_of
from horizons_lab.errors import StudyError
from horizons_lab.records import GameId, GameRecord
from horizons_lab.study import Study

#: Number of games that a message names.
_MOST_NAMED = 5


@contextmanager
def play_cell(study: Study, cell: int, workers: Workers) -> Iterator[Iterator[GameRecord]]:
    """Yield the games of a cell in order, up to the study's number or the budget.

    Only the requested games are played, save those under way in other processes, which end with
    the block. Raises StudyError as `Study.run` does.
    """
    ids = (GameId(cell, game) for game in range(within_budget(study.games)))
    games = engine_of(workers).play(StudyTask(study), ids)

    try:
        yield in_order(game.record for game in games)
    finally:
        close = getattr(games, "close", None)
        if close is not None:
            close()


def in_order(records: Iterable[GameRecord]) -> Iterator[GameRecord]:
    """Yield records in the order of their numbers, each as soon as all before it have arrived."""
    waiting: dict[int, GameRecord] = {}
    following = 0
    for record in records:
        waiting[record.game] = record
        while following in waiting:
            yield waiting.pop(following)
            following += 1


def pick_cell(study: Study, cell: int | None) -> int:
    """Return the index of the cell to play; raises StudyError if it is ambiguous or unknown."""
    count = len(study.cells)
    if cell is None and count == 1:
        return 0
    if cell is None or not 0 <= cell < count:
        problem = f"the study has {count} cells" if cell is None else f"there is no cell {cell}"
        raise StudyError(problem, f"choose one, from cell=0 to cell={count - 1}")
    return cell


def labels(study: Study, cell: int) -> tuple[str, ...]:
    """Return the players' labels, seat by seat in the first game."""
    return tuple(entrant.label for entrant in study.setup(study.cells[cell]).entrants)


def check_player(study: Study, cell: int, player: str) -> None:
    """Raise StudyError unless the player takes part."""
    known = labels(study, cell)
    if player not in known:
        raise StudyError(f"'{player}' does not play", did_you_mean(player, known))


def rotation(study: Study, cell: int) -> int:
    """Return the number of games after which every player has had every seat; 1 if none moves."""
    return len(labels(study, cell)) if study.rotate else 1


def list_games(label: str, games: Sequence[int], cell: int = 0) -> str:
    """Return a phrase that names some games and how to replay one; empty without games."""
    if not games:
        return ""
    some = ", ".join(str(game) for game in games[:_MOST_NAMED])
    more = " and others" if len(games) > _MOST_NAMED else ""
    call = f"study.game({games[0]}, cell={cell})" if cell else f"study.game({games[0]})"
    return f"; {label}: {'games' if games[1:] else 'game'} {some}{more} ({call} plays it again)"
