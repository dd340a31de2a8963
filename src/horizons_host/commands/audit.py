"""`horizons audit`: what was done to a game by those who run it."""

from __future__ import annotations

import click

from horizons_host.commands import common
from horizons_host.commands.groups import WithExamples


@click.command(
    "audit",
    cls=WithExamples,
    short_help="Show what the gamemaster did to a game.",
    examples=("horizons audit -g mars", "horizons audit -g mars --public --json"),
)
@common.place_option
@click.option("--public", is_flag=True, help="Only what the players may read.")
@common.json_option
def command(*, place: str, public: bool, as_json: bool) -> None:
    """Show what was done to a game: turns run and taken back, edits, seats, backups restored.

    Each act is noted down with the act itself, and no note is ever changed. Players may read it; of
    some acts, such as an end that was put off, they know only when the game is over. No address,
    password or order stands in it.
    """
    from horizons_host.clock import local_time
    from horizons_host.desk.audit import entries
    from horizons_host.hosting.places import game_at

    with game_at(place) as store:
        found = entries(store, public=public)
    if as_json:
        common.write_json([entry.told(public=public) for entry in found])
        return
    if not found:
        click.echo("Nothing was noted down yet.")
    for entry in found:
        hidden = "" if entry.public else " (players do not see this before the game is over)"
        click.echo(f"{entry.number:>4}  {local_time(entry.at)}  {entry.actor}, turn {entry.turn}:")
        click.echo(f"      {entry.words}{'' if public else hidden}")
