"""`horizons audit`: show a game's audit log."""

from __future__ import annotations

import click

from horizons_host.commands import common
from horizons_host.commands.groups import WithExamples


@click.command(
    "audit",
    cls=WithExamples,
    short_help="Show a game's audit log.",
    examples=("horizons audit -g mars", "horizons audit -g mars --public --json"),
)
@common.place_option
@click.option("--public", is_flag=True, help="Show only entries that players can read.")
@common.json_option
def audit_command(*, place: str, public: bool, as_json: bool) -> None:
    """Show the audit log: turns run and undone, edits, seats, restored backups.

    Entries cannot be changed. Players can read them, except some, such as a postponed end, which
    they see when the game is over. The log contains no addresses, passwords or orders.
    """
    from horizons_host.clock import local_time
    from horizons_host.desk.audit import entries
    from horizons_host.hosting.places import game_at

    with game_at(place) as store:
        log = entries(store, public=public)
    if as_json:
        common.write_json([entry.to_dict(public=public) for entry in log])
        return
    if not log:
        click.echo("The audit log is empty.")
    for entry in log:
        hidden = "" if entry.public else " (hidden from players until the game is over)"
        click.echo(f"{entry.number:>4}  {local_time(entry.at)}  {entry.actor}, turn {entry.turn}:")
        click.echo(f"      {entry.words}{'' if public else hidden}")
