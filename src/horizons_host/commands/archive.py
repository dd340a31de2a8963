"""`horizons archive`: open everything of a game that is over."""

from __future__ import annotations

from pathlib import Path

import click

from horizons_host.commands import common
from horizons_host.commands.groups import WithExamples


@click.command(
    "archive",
    cls=WithExamples,
    short_help="Open everything of a game that is over.",
    examples=("horizons archive -g mars --out mars-archive",),
)
@common.place_option
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    required=True,
    help="The new folder into which it is written.",
)
@common.json_option
def command(*, place: str, out: Path, as_json: bool) -> None:
    """Write the archive of a game that is over: a folder for everybody, with everybody's eyes.

    It has all reports of all, also of turns that were taken back, the whole game by turn as only
    the gamemaster saw it, the orders, the edits, the audit, and the game with the secret of its
    chance: 'horizons verify --archive' plays that again and compares all of it, without the
    gamemaster's file. Mail addresses and passwords are not in it. It is noted down that the archive
    was opened; from then on no turn can be taken back, for all dice are known.
    """
    import horizons_core as hz
    from horizons_host.desk.archive import archive, note_opened
    from horizons_host.desk.archive_pages import INDEX, write_archive
    from horizons_host.hosting.places import game_at
    from horizons_host.progress import working

    with game_at(place) as store, working("writing the archive"):
        archive(store)  # a game that goes on is refused before anything is noted down
        note_opened(store)
        found, plate = archive(store), store.plate()
        variant = hz.load_variant(plate.variant, plate.mods, plate.data_mods)
        files = write_archive(variant, found, out)
    if as_json:
        common.write_json({"folder": str(out), "files": files, "turns": len(found.turns) - 1})
        return
    click.echo(f"Wrote {common.counted(files, 'file')}; begin with {out / INDEX}")
    click.echo(f"  Anybody can check it: horizons verify --archive {out}")
