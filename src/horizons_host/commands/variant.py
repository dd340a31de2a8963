"""`horizons variant`: begin a variant of your own."""

from __future__ import annotations

from pathlib import Path

import click

from horizons_host.commands import common
from horizons_host.commands.groups import Group, WithExamples


@click.group(
    "variant",
    cls=Group,
    short_help="Begin a variant of your own.",
    examples=("horizons variant new my_game",),
)
def command() -> None:
    """Begin a variant of your own."""


@command.command(
    "new",
    cls=WithExamples,
    examples=("horizons variant new my_game", "horizons variant new my_game --dir games"),
)
@click.argument("name")
@click.option(
    "--dir",
    "folder",
    type=click.Path(path_type=Path),
    default=Path(),
    metavar="DIR",
    help="The folder to make it in (default: this one).",
)
def new(*, name: str, folder: Path) -> None:
    """Write the skeleton of a variant called NAME, which runs and passes its own tests."""
    from horizons_host.scaffold import write_skeleton

    written = write_skeleton(name, folder)
    for path in written:
        click.echo(str(path))
    click.echo(f"Wrote {common.counted(len(written), 'file')}.")
