"""`horizons backup`: copy a game's file."""

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
    ),
)
@common.game_option
@common.out_option("Write into this file, which must not be there yet.")
@click.option("--list", "listed", is_flag=True, help="Only list the backups in the game's folder.")
@common.json_option
def command(*, folder: Path, out: Path | None, listed: bool, as_json: bool) -> None:
    """Make a backup of a game: a copy of its file, of one moment, while others may go on.

    It lies in the folder 'backups' of the game's folder, with a running number, and stays there.
    'horizons turn' makes one after each turn; of these the last 10 are kept. For the day on which
    the disk fails, write one elsewhere with --out.
    """
    from horizons_host.backups import back_up, back_up_to
    from horizons_host.store import GameStore

    if listed and out is not None:
        raise click.UsageError("--list writes nothing; leave --out out")
    if listed:
        _list(folder, as_json=as_json)
        return
    with GameStore(folder) as store:
        file = back_up(store) if out is None else back_up_to(store, out)
    if as_json:
        common.write_json({"file": str(file)})
    else:
        click.echo(f"Wrote {file}")


def _list(folder: Path, *, as_json: bool) -> None:
    from horizons_host.backups import backups

    found = [backup.told() for backup in backups(folder)]
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
