"""`horizons announce`: send an announcement to all players."""

from __future__ import annotations

from pathlib import Path

import click

from horizons_host.commands import common
from horizons_host.commands.groups import WithExamples


@click.command(
    "announce",
    cls=WithExamples,
    short_help="Send an announcement to all players.",
    examples=(
        "horizons announce -g mars --subject 'The deadline is Friday' note.txt",
        "horizons announce -g mars - < note.txt",
    ),
)
@common.place_option
@click.option("--subject", default="", metavar="TEXT", help="The subject.")
@common.json_option
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
def announce_command(*, place: str, subject: str, as_json: bool, file: Path) -> None:
    """Send the text in FILE (- for standard input) to all players as an announcement.

    All players get it as a message, and by mail if they have an address. Replies go to the
    gamemaster.
    """
    from horizons_host.hosting.places import game_at
    from horizons_host.press.posting import Draft, send
    from horizons_host.press.texts import read_text

    draft = Draft(None, read_text(file), subject, to_all=True)
    with game_at(place) as store:
        message = send(store, draft)
    if as_json:
        common.write_json(message.to_dict())
        return
    click.echo(f"Announced to all: {message.subject}")
