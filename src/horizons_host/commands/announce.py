"""`horizons announce`: a message of the gamemaster's to everybody."""

from __future__ import annotations

from pathlib import Path

import click

from horizons_host.commands import common
from horizons_host.commands.groups import WithExamples


@click.command(
    "announce",
    cls=WithExamples,
    short_help="Tell everybody something.",
    examples=(
        "horizons announce -g mars --subject 'The deadline is Friday' note.txt",
        "horizons announce -g mars - < note.txt",
    ),
)
@common.place_option
@click.option("--subject", default="", metavar="TEXT", help="What it is about.")
@common.json_option
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
def command(*, place: str, subject: str, as_json: bool, file: Path) -> None:
    """Tell everybody the text in FILE (- for standard input).

    All players get it as a message, and by mail if they have an address. Whoever answers it writes
    to the gamemaster.
    """
    from horizons_host.hosting.places import game_at
    from horizons_host.press.posting import Draft, send
    from horizons_host.press.texts import read_text

    draft = Draft(None, read_text(file), subject, everybody=True)
    with game_at(place) as store:
        message = send(store, draft)
    if as_json:
        common.write_json(message.told())
        return
    click.echo(f"Announced to all: {message.subject}")
