"""`horizons restore`: restore a game from a backup."""

from __future__ import annotations

from pathlib import Path

import click

from horizons_host.commands import common
from horizons_host.commands.groups import WithExamples


@click.command(
    "restore",
    cls=WithExamples,
    short_help="Restore a game from a backup.",
    examples=(
        "horizons restore -g mars 12",
        "horizons restore -g mars /media/stick/mars.sqlite",
    ),
)
@common.game_option
@click.argument("backup", metavar="BACKUP")
@common.json_option
def restore_command(*, folder: Path, backup: str, as_json: bool) -> None:
    """Restore a game from BACKUP: a number from 'horizons backup --list', or a file.

    The current game is backed up first. Turns after the backup are undone as by 'horizons undo':
    players are notified, and reruns use different dice. Sent mails are not sent again. Seats keep
    their current passwords, addresses, bots and policies, and orders for the next turn are kept if
    they still apply.

    If the game's file was damaged or lost, the program cannot know which mails were sent. It holds
    all mails until you release them: see 'horizons mail outbox'.
    """
    from horizons_host.backups import backup_named
    from horizons_host.restores import restore

    source = backup_named(folder, backup)
    result = restore(folder, source)
    if as_json:
        common.write_json(
            {
                "turn": result.turn,
                "former": result.former and str(result.former),
                "attempt": result.attempt,
                "gone": list(result.gone),
                "given": list(result.with_orders),
                "mails": result.mails,
                "held": result.held,
            }
        )
        return
    click.echo(f"Restored the game as of turn {result.turn} from {source}.")
    if result.former:
        click.echo(f"  Backup of the replaced game: {result.former}")
    if result.attempt > 1:
        click.echo(
            f"  Turn {result.turn + 1} will be attempt {result.attempt}, with different dice."
        )
    click.echo(f"  Orders that still count: {', '.join(result.with_orders) or 'none'}")
    if result.gone:
        click.echo(
            f"  Joined after the backup: {', '.join(result.gone)}; add them with 'horizons join'"
        )
    if result.mails:
        state = "held: horizons mail outbox" if result.held else "to send: horizons mail send"
        click.echo(f"  {common.counted(result.mails, 'mail')} {state} -g {folder}")
