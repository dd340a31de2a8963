"""`horizons undo`: undo the latest turn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from horizons_host.commands import common
from horizons_host.commands.groups import WithExamples

if TYPE_CHECKING:
    from horizons_host.retakes import UndoResult
    from horizons_host.store import GameStore


@click.command(
    "undo",
    cls=WithExamples,
    short_help="Undo the latest turn, or the end of the game.",
    examples=("horizons undo -g mars --reason 'it was run a day too early'",),
)
@common.place_option
@click.option("--reason", required=True, metavar="TEXT", help="The reason; all players see it.")
@common.json_option
def undo_command(*, place: str, reason: str, as_json: bool) -> None:
    """Undo the latest turn, so that it can be rerun, or undo the end of the game.

    All players are notified, with the reason, by mail and in the next report. Orders for the undone
    turn still count; orders for the turn after it don't. The rerun uses different dice, because the
    report has revealed the key of the old ones; a commitment to the new key is published first.
    'horizons verify' also checks undone turns.

    If you ended the game with 'horizons end', this undoes the end and no turn: the next turn is
    open again, with the orders submitted for it. It cannot be done after the archive was opened.
    """
    from horizons_host.hosting.places import game_at
    from horizons_host.reopening import reopen_game
    from horizons_host.retakes import undo_turn

    with game_at(place) as store:
        ended = store.ending() is not None
        undo = (reopen_game if ended else undo_turn)(store, reason)
        written = _write_files(store, undo) if store.has_folder and not ended else None
    if as_json:
        common.write_json(
            {
                "turn": undo.turn,
                "attempt": undo.attempt,
                "commitment": undo.commitment,
                "given": list(undo.with_orders),
                "void": list(undo.void),
                "mails": undo.mails,
                "notices": written and str(written),
            }
        )
        return
    if ended:
        click.echo(f"Reopened the game; turn {undo.turn} is next.")
    else:
        click.echo(
            f"Undid turn {undo.turn}. The rerun (attempt {undo.attempt}) will use different dice."
        )
    click.echo(f"  Orders that still count: {', '.join(undo.with_orders) or 'none'}")
    if undo.void:
        click.echo(
            f"  Orders for turn {undo.turn + 1} that no longer count: {', '.join(undo.void)}"
        )
    if written:
        click.echo(f"  Notices for the players: {written}")
    if undo.mails:
        mails = common.counted(undo.mails, "mail")
        click.echo(f"  {mails} to send: horizons mail send -g {place}")


def _write_files(store: GameStore, undo: UndoResult) -> Path:
    from horizons_core.errors import HorizonsError
    from horizons_host.retakes import write_notices

    try:
        return write_notices(store, undo)
    except OSError as problem:
        raise HorizonsError(
            f"turn {undo.turn} was undone, but the notices could not be written:"
            f" '{problem.filename}': {problem.strerror}",
            "inform the players; those with a mail address get a mail",
        ) from problem
