"""`horizons backup`: copy a game's file, or those of a whole server."""

from __future__ import annotations

from pathlib import Path

import click

from horizons_host.commands import common
from horizons_host.commands.groups import WithExamples


@click.command(
    "backup",
    cls=WithExamples,
    short_help="Make a backup of a game, or list them.",
    examples=(
        "horizons backup -g mars",
        "horizons backup -g mars --out /media/stick/mars.sqlite",
        "horizons backup -g mars --list",
        "horizons backup --server games --out /media/stick/games-2026-03-01",
    ),
)
@common.place_option
@common.out_option("Write into this file, which must not be there yet.")
@click.option("--list", "listed", is_flag=True, help="Only list the backups in the game's folder.")
@click.option(
    "--server",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Copy the folder of a web server, with all its games, into the new folder --out.",
)
@click.option(
    "--files",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The folder for files of a PostgreSQL server's games, in which their backups lie.",
)
@common.json_option
def command(
    *,
    place: str,
    out: Path | None,
    listed: bool,
    server: Path | None,
    files: Path | None,
    as_json: bool,
) -> None:
    """Make a backup of a game: a copy of its file, of one moment, while others may go on.

    It lies in the folder 'backups' of the game's folder, with a running number, and stays there.
    'horizons turn' makes one after each turn; of these the last 10 are kept. For the day on which
    the disk fails, write one elsewhere with --out.

    With --server it is a copy of the people and all games of a web server, which may run on
    meanwhile. Games on a PostgreSQL server are backed up by its own tools, such as pg_dump.
    """
    from horizons_host.backups import back_up, back_up_to
    from horizons_host.hosting.places import game_at

    if listed and out is not None:
        raise click.UsageError("--list writes nothing; leave --out out")
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
    from horizons_host.hosting.backups import back_up_server

    if out is None or listed:
        raise click.UsageError("--server wants --out, a new folder for the copy, and no --list")
    keys = back_up_server(server, out)
    if as_json:
        common.write_json({"folder": str(out), "games": keys})
    else:
        click.echo(f"Wrote {out}: the people and {common.counted(len(keys), 'game')}")


def _list(place: str, files: Path | None, *, as_json: bool) -> None:
    from horizons_host.backups import backups
    from horizons_host.hosting.places import folder_of

    found = [backup.told() for backup in backups(folder_of(place, files))]
    if as_json:
        common.write_json(found)
        return
    common.write_table(
        ("NUMBER", "TURN", "MADE", "BYTES", "FILE"),
        [
            (one["number"], one["turn"], one["reason"], f"{one['bytes']:,}", one["file"])
            for one in found
        ],
    )
