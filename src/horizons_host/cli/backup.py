"""`horizons backup` and `restore`: copy a game or a server, and bring back a copy."""

from __future__ import annotations

from pathlib import Path

import click

from horizons_host.cli import common
from horizons_host.cli.root import WithExamples


@click.command(
    "backup",
    cls=WithExamples,
    short_help="Back up a game or a server, or list backups.",
    examples=(
        "horizons backup -g mars",
        "horizons backup -g mars --out /media/stick/mars.sqlite",
        "horizons backup -g mars --list",
        "horizons backup --server games --out /media/stick/games-2026-03-01",
    ),
)
@common.place_option
@common.out_option("Write to this new file.")
@click.option("--list", "listed", is_flag=True, help="List the backups in the game's folder.")
@click.option(
    "--server",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Copy a web server's folder, with all games, to the new folder --out.",
)
@click.option(
    "--files",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The folder with the backups and other files of a PostgreSQL server's games.",
)
@common.json_option
def backup_command(
    *,
    place: str,
    out: Path | None,
    listed: bool,
    server: Path | None,
    files: Path | None,
    as_json: bool,
) -> None:
    """Back up a game: write a consistent copy of its file, even while it is in use.

    Backups have a number, and are in the folder 'backups' in the game's folder. 'horizons turn'
    makes one after each turn, and keeps the last 10; those you make yourself are kept. To survive a
    disk failure, write backups to another disk with --out.

    With --server, the command copies the accounts and all games of a web server, which can keep
    running. Back up games on a PostgreSQL server with its own tools, such as pg_dump.
    """
    from horizons_host.games.backups import back_up, back_up_to
    from horizons_host.store.locations import game_at

    if listed and out is not None:
        raise click.UsageError("--list can't be used with --out")
    if server is not None:
        _back_up_server(server, out, listed=listed, as_json=as_json)
        return
    if listed:
        _list(place, files, as_json=as_json)
        return
    with game_at(place, files) as store:
        file = back_up(store) if out is None else back_up_to(store, out)
    if as_json:
        common.write_json({"file": str(file)})
    else:
        click.echo(f"Wrote {file}")


def _back_up_server(server: Path, out: Path | None, *, listed: bool, as_json: bool) -> None:
    from horizons_host.games.backups import back_up_server

    if out is None or listed:
        raise click.UsageError("--server needs --out, and can't be used with --list")
    keys = back_up_server(server, out)
    if as_json:
        common.write_json({"folder": str(out), "games": keys})
    else:
        click.echo(f"Wrote {out}: accounts and {common.counted(len(keys), 'game')}")


def _list(place: str, files: Path | None, *, as_json: bool) -> None:
    from horizons_host.games.backups import backups
    from horizons_host.store.locations import folder_of

    rows = [backup.to_dict() for backup in backups(folder_of(place, files))]
    if as_json:
        common.write_json(rows)
        return
    common.write_table(
        ("NUMBER", "TURN", "MADE", "BYTES", "FILE"),
        [
            (row["number"], row["turn"], row["reason"], f"{row['bytes']:,}", row["file"])
            for row in rows
        ],
    )


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

    The current game is backed up first. Turns after the backup are undone as with 'horizons undo':
    players are notified, and reruns use different dice. Sent emails are not sent again. Seats keep
    their current passwords, addresses, bots and policies, and orders for the next turn are kept if
    they still apply.

    If the game's file was damaged or lost, the program cannot know which emails were sent. It holds
    all emails until you release them: see 'horizons mail outbox'.
    """
    from horizons_host.games.backups import backup_named
    from horizons_host.games.restores import restore

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
        click.echo(f"  {common.counted(result.mails, 'email')} {state} -g {folder}")
