"""`horizons chance`: players and gamemaster share the chance of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from horizons_host.commands import common, failures, setting_up
from horizons_host.commands.groups import Group, WithExamples

if TYPE_CHECKING:
    from horizons_host.shared_chance import SharedChance

_BEGIN = "horizons chance begin mars --variant event_horizon --player Ada=1f... --player Brin=c0..."
_folder = click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))


@click.group(
    "chance",
    cls=Group,
    short_help="Share the chance of a game, so that nobody can choose it.",
    examples=(
        "horizons chance draw -p Ada",
        _BEGIN,
        "horizons chance reveal mars --player Ada=9b...",
    ),
)
def command() -> None:
    """Share the chance of a game before it is set up, so that nobody can choose it.

    Each player draws a share and sends its hash. The gamemaster begins with all hashes, draws a
    share as well and tells everybody all hashes. Then the players reveal their shares, and
    'horizons new --shared-chance' makes the game of all of them.
    """


@command.command("draw", cls=WithExamples, examples=("horizons chance draw -p Ada",))
@common.player_option()
@common.json_option
def draw(*, player: str | None, as_json: bool) -> None:
    """Draw a player's share of chance: keep the share, and send its hash to the gamemaster."""
    from horizons_host.shared_chance import drawn_share

    if player is None:
        raise click.UsageError("name the player: --player NAME")
    share, promise = drawn_share(player)
    if as_json:
        common.write_json({"player": player, "share": share, "commitment": promise})
        return
    click.echo(f"Send this to the gamemaster now: {player}={promise}")
    click.echo(f"Send this when you are asked:    {player}={share}")


@command.command(
    "begin",
    cls=WithExamples,
    examples=(_BEGIN,),
)
@_folder
@click.option("--variant", required=True, metavar="V", help="The variant to play.")
@setting_up.pairs_option("--player", "players", "NAME=HASH", "The hash of a player's share.")
@setting_up.pairs_option("--bot", "bots", "NAME=BOT", "A seat that a bot plays, as in 'new'.")
@setting_up.mods_option
@setting_up.pairs_option("--option", "options", "OPTION=VALUE", "An option, as in 'new'.")
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
    """Take in the hashes of all players' shares and draw the gamemaster's: once for a game.

    What is to be set up is fixed with it: the rules, the options, and who plays. What is printed is
    for all players. Send it before you ask for their shares.
    """
    import horizons_core as hz
    from horizons_host.shared_chance import begin, plan_of

    names = setting_up.empires([name for name, _ in players], [name for name, _ in bots])
    rules = hz.load_variant(variant, mods)
    plan = plan_of(rules, setting_up.option_values(options), names)
    _write(begin(folder, plan, dict(players)), as_json=as_json)


@command.command(
    "reveal", cls=WithExamples, examples=("horizons chance reveal mars --player Ada=9b...",)
)
@_folder
@setting_up.pairs_option("--player", "players", "NAME=SHARE", "A player's share.")
@common.json_option
def reveal_(*, folder: Path, players: list[tuple[str, str]], as_json: bool) -> None:
    """Take in shares that players reveal, and say whose are still to come."""
    from horizons_host.shared_chance import reveal

    chance = reveal(folder, dict(players))
    _write(chance, as_json=as_json)
    if chance.withheld:
        failures.warn(f"shares are still to come from: {', '.join(chance.withheld)}")


def _write(chance: SharedChance, *, as_json: bool) -> None:
    """What everybody may know of the shares."""
    told = chance.told()
    if as_json:
        common.write_json({**told, "withheld": chance.withheld})
        return
    click.echo(f"Hash of the set-up that was announced:\n  {told['set_up']}")
    click.echo(f"Hash of the share of the gamemaster:\n  {told['gamemaster']}")
    for name, player in told["players"].items():
        click.echo(f"Hash of the share of {name}:\n  {player['commitment']}")
        if player["share"]:
            click.echo(f"Share of {name}:\n  {player['share']}")
