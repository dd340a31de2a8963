"""`horizons restore`: go on with a game as a backup has it."""

from __future__ import annotations

from pathlib import Path

import click

from horizons_host.commands import common
from horizons_host.commands.groups import WithExamples


@click.command(
    "restore",
    cls=WithExamples,
    short_help="Go on with a game as a backup has it.",
    examples=(
        "horizons restore -g mars 12",
        "horizons restore -g mars /media/stick/mars.sqlite",
    ),
)
@common.game_option
@click.argument("backup", metavar="BACKUP")
@common.json_option
def command(*, folder: Path, backup: str, as_json: bool) -> None:
    """Go on with a game as BACKUP has it: a number of 'horizons backup --list', or a file.

    The game as it was becomes a backup, too. What happened in the world meanwhile stays: mails that
    were sent are not sent again, passwords, addresses, bots and policies of seats hold on, and so
    do orders for the next turn if the game has come the same way. Turns after the backup are
    taken back as by 'horizons undo': players are told, and the next attempt has other dice. Where
    the game's file is damaged or gone nobody knows what was sent, so mails are held until you
    say so: see 'horizons mail outbox'.
    """
    from horizons_host.backups import backup_named
    from horizons_host.restores import restore

    source = backup_named(folder, backup)
    done = restore(folder, source)
    if as_json:
        common.write_json(
            {
                "turn": done.turn,
                "former": done.former and str(done.former),
                "attempt": done.attempt,
                "gone": list(done.gone),
                "given": list(done.given),
                "mails": done.mails,
                "held": done.held,
            }
        )
        return
    click.echo(f"The game stands after turn {done.turn}, as in {source}.")
    if done.former:
        click.echo(f"  As it was before: {done.former}")
    if done.attempt > 1:
        click.echo(f"  Turn {done.turn + 1} will be attempt {done.attempt}, with other dice.")
    click.echo(f"  Orders for it that are in: {', '.join(done.given) or 'none'}")
    if done.gone:
        click.echo(f"  They had joined since: {', '.join(done.gone)}; see 'horizons join'")
    if done.mails:
        how = "are held: horizons mail outbox" if done.held else "to be sent: horizons mail send"
        click.echo(f"  {common.counted(done.mails, 'mail')} {how} -g {folder}")
