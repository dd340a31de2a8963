"""Files of a stored turn: its reports in all formats, and a backup of the game.

Both can be recreated, so that a turn counts without them: problems are returned as texts.
"""

from __future__ import annotations

from horizons_core.errors import HorizonsError
from horizons_host.backups import AFTER_TURN, back_up
from horizons_host.report_files import write_reports
from horizons_host.store import GameStore
from horizons_host.turns import CompletedTurn


def reports_and_backup(store: GameStore, played: CompletedTurn) -> tuple[str, ...]:
    """Write both to the game's folder; return the problems."""
    if not store.has_folder:
        return ()
    turn, problems = played.turn, []
    try:
        write_reports(store.folder, turn.variant, turn.game.turn, played.reports)
    except OSError as problem:
        problems.append(f"{_prefix(played)} its reports could not be written: {problem}")
    return (*problems, *backup_alone(store, played))


def backup_alone(store: GameStore, played: CompletedTurn) -> tuple[str, ...]:
    """Make only the backup, if reports are rendered from the store on request."""
    if not store.has_folder:
        return ()
    try:
        back_up(store, AFTER_TURN)
    except (HorizonsError, OSError) as problem:
        return (f"{_prefix(played)} no backup could be made: {problem}",)
    return ()


def _prefix(played: CompletedTurn) -> str:
    return f"turn {played.turn.game.turn} was run and stored, but"
