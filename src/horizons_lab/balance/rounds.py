"""The games of a study one after the other, as they are asked for, and who won them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from horizons_core.errors import did_you_mean
from horizons_lab.balance.budget import within_budget
from horizons_lab.engines import Task, Workers, engine_of
from horizons_lab.errors import StudyError
from horizons_lab.records import GameId, GameRecord
from horizons_lab.study import Study

__all__ = ["check_player", "chosen_cell", "in_order", "labels", "listed", "played", "rotation"]

#: How many games a message names.
_NAMED = 5


@contextmanager
def played(study: Study, cell: int, workers: Workers) -> Iterator[Iterator[GameRecord]]:
    """The games of a cell in the order of their numbers, up to the study's number or the budget.

    No more are played than are asked for, save those under way in other processes, which end with
    the block. Raises StudyError as `Study.run` does.
    """
    wanted = (GameId(cell, game) for game in range(within_budget(study.games)))
    games = engine_of(workers).play(Task(study), wanted)

    try:
        yield in_order(game.record for game in games)
    finally:
        close = getattr(games, "close", None)
        if close is not None:
            close()


def in_order(records: Iterable[GameRecord]) -> Iterator[GameRecord]:
    """Records in the order of their numbers, each as soon as all before it are there."""
    waiting: dict[int, GameRecord] = {}
    given = 0
    for record in records:
        waiting[record.game] = record
        while given in waiting:
            yield waiting.pop(given)
            given += 1


def chosen_cell(study: Study, cell: int | None) -> int:
    """The index of the cell that is played; raises StudyError if it is not clear which."""
    count = len(study.cells)
    if cell is None and count == 1:
        return 0
    if cell is None or not 0 <= cell < count:
        said = "is not said" if cell is None else f"is not there: {cell}"
        raise StudyError(f"which of {count} cells {said}", f"give cell=0 up to {count - 1}")
    return cell


def labels(study: Study, cell: int) -> tuple[str, ...]:
    """Who plays, seat by seat in the first game."""
    return tuple(entrant.label for entrant in study.setup(study.cells[cell]).entrants)


def check_player(study: Study, cell: int, player: str) -> None:
    """Raise StudyError for somebody who does not play."""
    known = labels(study, cell)
    if player not in known:
        raise StudyError(f"'{player}' does not play", did_you_mean(player, known))


def rotation(study: Study, cell: int) -> int:
    """After how many games everybody has sat in every seat: 1 if nobody moves."""
    return len(labels(study, cell)) if study.rotate else 1


def listed(what: str, games: Sequence[int], cell: int = 0) -> str:
    """Some games, for a message, with how to look at one: empty if there are none."""
    if not games:
        return ""
    some = ", ".join(str(game) for game in games[:_NAMED])
    more = " and others" if len(games) > _NAMED else ""
    call = f"study.game({games[0]}, cell={cell})" if cell else f"study.game({games[0]})"
    return f"; {what}: {'games' if games[1:] else 'game'} {some}{more} ({call} plays it again)"
