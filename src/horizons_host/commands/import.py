"""`horizons import`: import a game from another program."""  # noqa: N999 - its name

from __future__ import annotations

from pathlib import Path

import click

from horizons_host.commands import common, password_options, setting_up
from horizons_host.commands.groups import WithExamples


@click.command(
    "import",
    cls=WithExamples,
    short_help="Import a game from another program.",
    examples=(
        "horizons import far_horizons --format engine-json -g orion exported",
        "horizons import far_horizons --format engine-json -g orion exported --player Vogons=Ada",
    ),
)
@click.argument("variant", metavar="VARIANT")
@click.argument("source", metavar="FOLDER", type=click.Path(path_type=Path))
@common.game_option
@click.option(
    "--format", "format_", required=True, metavar="FORMAT", help="The format of the files."
)
@setting_up.pairs_option(
    "--player",
    "players",
    "NAME=PLAYER",
    "The player of this empire (default: a player with the empire's name).",
)
@setting_up.pairs_option("--bot", "bots", "PLAYER=BOT", "Have a bot play this seat.")
@password_options.many_options("PLAYER")
@setting_up.address_option("PLAYER")
@setting_up.mods_option
@click.option("--name", metavar="TEXT", help="The game's name (default: the folder's).")
@common.json_option
def import_command(
    *,
    variant: str,
    source: Path,
    folder: Path,
    format_: str,
    players: list[tuple[str, str]],
    bots: list[tuple[str, str]],
    password_files: list[tuple[str, str]],
    prompts: tuple[str, ...],
    addresses: list[tuple[str, str]],
    mods: tuple[str, ...],
    name: str | None,
    as_json: bool,
) -> None:
    """Import a game of VARIANT from FOLDER into the folder chosen with -g.

    The game keeps its turn number, and the reports of that turn are written. Its dice come from a
    new random seed. If anything goes wrong, the command changes nothing.
    """
    import horizons_core as hz
    from horizons_host.game_setup import store_game
    from horizons_host.progress import working
    from horizons_host.report_files import turn_folder
    from horizons_host.seating import seats_from
    from horizons_host.store import SetUp

    rules = hz.load_variant(variant, mods)
    title = folder.resolve().name if name is None else name
    with working("reading the game"):
        game = rules.import_game(format_, source, players=dict(players), name=title)
        names = [empire.id for empire in game.empires]
        secrets = password_options.passwords_from(password_files, prompts)
        seats = seats_from(rules, names, bots, secrets, addresses)
        store_game(folder, rules, game, seats, SetUp("import"))
    reports = turn_folder(folder, game.turn)
    if as_json:
        common.write_json(
            {
                **setting_up.game_facts(folder, game),
                "turn": game.turn,
                "seats": [
                    {"name": seat.name, "plays": game.empire(seat.name).name, "bot": seat.bot}
                    for seat in seats
                ],
                "reports": str(reports),
            }
        )
        return
    turns = common.counted(game.turn, "turn")
    click.echo(f"Game '{game.name}' of {rules.info.title} in {folder}, {turns} played")
    for seat in seats:
        empire_name = game.empire(seat.name).name
        plays = f" plays {empire_name}" if empire_name != seat.name else ""
        click.echo(f"  {seat.name}{plays}" + (f" (bot {seat.bot})" if seat.bot else ""))
    click.echo(f"Reports of turn {game.turn}: {reports}")
