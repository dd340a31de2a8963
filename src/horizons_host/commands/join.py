"""`horizons join`: add a person to a running game."""

from __future__ import annotations

from pathlib import Path

import click

from horizons_host.commands import common, password_options, setting_up
from horizons_host.commands.groups import WithExamples


@click.command(
    "join",
    cls=WithExamples,
    short_help="Add a player or a spectator to a running game.",
    examples=(
        "horizons join -g mars --player Cara --address cara@example.org",
        "horizons join -g mars --seat Sam=spectator",
    ),
)
@common.game_option
@click.option("--player", metavar="NAME", help="A new player, with an empire.")
@click.option(
    "--seat",
    metavar="NAME=ROLE",
    callback=setting_up.one_pair,
    help="A person without an empire: a spectator, or another role of the variant.",
)
@setting_up.pairs_option(
    "--option",
    "options",
    "OPTION=VALUE",
    "An option for the new player; see 'horizons variants NAME'.",
)
@password_options.one_options
@click.option("--address", metavar="MAIL", help="Their mail address, for reports and orders.")
@common.json_option
def join_command(
    *,
    folder: Path,
    player: str | None,
    seat: tuple[str, str] | None,
    options: list[tuple[str, str]],
    file: Path | None,
    prompt: bool,
    address: str | None,
    as_json: bool,
) -> None:
    """Add a person to a running game before its next turn, and write their first report.

    Spectators can join any game; players only games whose variant supports it. They get a report of
    the latest turn, and can submit orders for the next.
    """
    import horizons_core as hz
    from horizons_host.joining import join_game
    from horizons_host.report_files import write_reports
    from horizons_host.seating import one_seat
    from horizons_host.store import GameStore

    if (player is None) == (seat is None):
        raise click.UsageError("use either --player or --seat")
    if seat is not None and options:
        raise click.UsageError("--option is for players; omit it with --seat")
    name, role = seat or (player or "", "")
    if prompt and file is not None:
        raise click.UsageError("use either --ask-password or --password-file")
    guarded = prompt or file is not None
    secret = password_options.password_from(file) if guarded else None
    new = one_seat(name, role, secret, address)
    with GameStore(folder) as store:
        game, report = join_game(store, new, dict(options))
    reports = write_reports(folder, hz.variant_of(game), game.turn, {name: report})
    if as_json:
        joined = {"name": name, "role": role, "turn": game.turn, "reports": str(reports)}
        common.write_json({**setting_up.game_facts(folder, game), "joined": joined})
        return
    as_role = f" as {role}" if role else ""
    click.echo(f"{name} joins '{game.name}'{as_role} after turn {game.turn}")
    click.echo(f"Report of turn {game.turn}: {reports}")
    if address:
        click.echo(f"  1 mail to send: horizons mail send -g {folder}")
