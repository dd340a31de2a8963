"""`horizons seed`: make a random seed from the players' shares."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from horizons_host.commands import common, failures, setting_up
from horizons_host.commands.groups import CommandGroup, WithExamples

if TYPE_CHECKING:
    from horizons_host.shared_chance import SharedChance

_BEGIN = "horizons seed begin mars --variant event_horizon --player Ada=1f... --player Brin=c0..."
_folder = click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))


@click.group(
    "seed",
    cls=CommandGroup,
    short_help="Let every player contribute to a game's random seed.",
    examples=(
        "horizons seed draw -p Ada",
        _BEGIN,
        "horizons seed reveal mars --player Ada=9b...",
    ),
)
def seed_command() -> None:
    """Make a game's random seed together, so that no single person can choose it.

    Each player draws a random share and sends its hash to the gamemaster. With all hashes, the
    gamemaster runs 'begin', which draws a share of its own, and publishes the output. Then the
    players reveal their shares, and 'horizons new --shared-chance' makes the random seed from all
    of them.
    """


@seed_command.command("draw", cls=WithExamples, examples=("horizons seed draw -p Ada",))
@common.player_option()
@common.json_option
def draw(*, player: str | None, as_json: bool) -> None:
    """Draw a player's random share; keep it, and send its hash."""
    from horizons_host.shared_chance import draw_share

    if player is None:
        raise click.UsageError("add --player NAME")
    share, promise = draw_share(player)
    if as_json:
        common.write_json({"player": player, "share": share, "commitment": promise})
        return
    click.echo(f"Send to the gamemaster now:   {player}={promise}")
    click.echo(f"Keep secret until asked:      {player}={share}")


@seed_command.command(
    "begin",
    cls=WithExamples,
    examples=(_BEGIN,),
)
@_folder
@click.option("--variant", required=True, metavar="V", help="The variant to play.")
@setting_up.pairs_option("--player", "players", "NAME=HASH", "The hash of a player's share.")
@setting_up.pairs_option(
    "--bot", "bots", "NAME=BOT", "A seat played by a bot, as in 'horizons new'."
)
@setting_up.mods_option
@setting_up.pairs_option("--option", "options", "OPTION=VALUE", "An option, as in 'horizons new'.")
@common.json_option
def begin_(
    *,
    folder: Path,
    variant: str,
    players: list[tuple[str, str]],
    bots: list[tuple[str, str]],
    mods: tuple[str, ...],
    options: list[tuple[str, str]],
    as_json: bool,
) -> None:
    """Record the hashes of all shares, and draw the gamemaster's share.

    This fixes the set-up: rules, options and players. Send the output to all players before you ask
    for their shares. It can be done only once for a game.
    """
    import horizons_core as hz
    from horizons_host.shared_chance import begin, plan_of

    names = setting_up.empires([name for name, _ in players], [name for name, _ in bots])
    rules = hz.load_variant(variant, mods)
    plan = plan_of(rules, setting_up.option_values(options), names)
    _write(begin(folder, plan, dict(players)), as_json=as_json)


@seed_command.command(
    "reveal", cls=WithExamples, examples=("horizons seed reveal mars --player Ada=9b...",)
)
@_folder
@setting_up.pairs_option("--player", "players", "NAME=SHARE", "A player's share.")
@common.json_option
def reveal_(*, folder: Path, players: list[tuple[str, str]], as_json: bool) -> None:
    """Record shares that players reveal, and list those still missing."""
    from horizons_host.shared_chance import reveal

    chance = reveal(folder, dict(players))
    _write(chance, as_json=as_json)
    if chance.withheld:
        failures.warn(f"shares still missing: {', '.join(chance.withheld)}")


def _write(chance: SharedChance, *, as_json: bool) -> None:
    """Write the public information about the shares."""
    public = chance.to_dict()
    if as_json:
        common.write_json({**public, "withheld": chance.withheld})
        return
    click.echo(f"Hash of the set-up:\n  {public['set_up']}")
    click.echo(f"Hash of the gamemaster's share:\n  {public['gamemaster']}")
    for name, player in public["players"].items():
        click.echo(f"Hash of {name}'s share:\n  {player['commitment']}")
        if player["share"]:
            click.echo(f"{name}'s share:\n  {player['share']}")
