"""`horizons undo`: take the latest turn back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from horizons_host.commands import common
from horizons_host.commands.groups import WithExamples

if TYPE_CHECKING:
    from horizons_host.retakes import Reopened
    from horizons_host.store import GameStore


@click.command(
    "undo",
    cls=WithExamples,
    short_help="Undo the latest turn, or the end of the game, and tell everybody.",
    examples=("horizons undo -g mars --reason 'it was run a day too early'",),
)
@common.place_option
@click.option("--reason", required=True, metavar="TEXT", help="Why; all players are told.")
@common.json_option
def command(*, place: str, reason: str, as_json: bool) -> None:
    """Undo the latest turn, so that it can be run once more; or the end of the game.

    Nothing of that is secret: every player is told, with the reason, by mail and in the report of
    the next attempt. Orders for the turn still count, those for the turn after it do not. The next
    attempt has other dice, since the report showed the key of these; their own key is promised to
    everybody before. 'horizons verify' recomputes attempts that were taken back, too.

    Of a game that was ended by 'horizons end' the end is undone, and no turn: the turn after it is
    open again, and orders for it still count. That cannot be done once the archive was opened.
    """
    from horizons_host.hosting.places import game_at
    from horizons_host.reopening import reopen_game
    from horizons_host.retakes import undo_turn

    with game_at(place) as store:
        ended = store.ending() is not None
        done = (reopen_game if ended else undo_turn)(store, reason)
        written = _write_files(store, done) if store.has_folder and not ended else None
    if as_json:
        common.write_json(
            {
                "turn": done.turn,
                "attempt": done.attempt,
                "commitment": done.commitment,
                "given": list(done.given),
                "void": list(done.void),
                "mails": done.mails,
                "notices": written and str(written),
            }
        )
        return
    if ended:
        click.echo(f"The game was reopened; turn {done.turn} is open again.")
    else:
        click.echo(f"Turn {done.turn} was taken back; attempt {done.attempt} has other dice.")
    click.echo(f"  Orders for it that are in: {', '.join(done.given) or 'none'}")
    if done.void:
        click.echo(f"  Orders for turn {done.turn + 1} that count no more: {', '.join(done.void)}")
    if written:
        click.echo(f"  What players are told: {written}")
    if done.mails:
        mails = common.counted(done.mails, "mail")
        click.echo(f"  {mails} to be sent: horizons mail send -g {place}")


def _write_files(store: GameStore, done: Reopened) -> Path:
    from horizons_core.errors import HorizonsError
    from horizons_host.retakes import write_notices

    try:
        return write_notices(store, done)
    except OSError as problem:
        raise HorizonsError(
            f"turn {done.turn} was taken back, but its notices could not be written:"
            f" '{problem.filename}': {problem.strerror}",
            "tell the players; those with an address get theirs by mail",
        ) from problem
