"""`horizons archive`: write the archive of a finished game."""

from __future__ import annotations

from pathlib import Path

import click

from horizons_host.commands import common
from horizons_host.commands.groups import WithExamples


@click.command(
    "archive",
    cls=WithExamples,
    short_help="Write the archive of a finished game.",
    examples=("horizons archive -g mars --out mars-archive",),
)
@common.place_option
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    required=True,
    help="The new folder to write.",
)
@common.json_option
def archive_command(*, place: str, out: Path, as_json: bool) -> None:
    """Write the archive of a finished game: a folder that shows everything, for all players.

    It contains all reports of all players, also of undone turns, the gamemaster's view of every
    turn, the orders, edits and audit log, and the game with its random seed. With it, 'horizons
    verify --archive' can replay the game and compare everything, without the gamemaster's files.
    Mail addresses and passwords are left out.

    The audit log records that the archive was opened. After that no turn can be undone, because all
    dice are known.
    """
    import horizons_core as hz
    from horizons_host.desk.archive import archive, record_opening
    from horizons_host.desk.archive_pages import INDEX, write_archive
    from horizons_host.hosting.places import game_at
    from horizons_host.progress import working

    with game_at(place) as store, working("writing the archive"):
        archive(store)  # refuses an unfinished game before anything is recorded
        record_opening(store)
        content, info = archive(store), store.info()
        variant = hz.load_variant(info.variant, info.mods, info.data_mods)
        files = write_archive(variant, content, out)
    if as_json:
        common.write_json({"folder": str(out), "files": files, "turns": len(content.turns) - 1})
        return
    click.echo(f"Wrote {common.counted(files, 'file')}; start with {out / INDEX}")
    click.echo(f"  To verify it: horizons verify --archive {out}")
