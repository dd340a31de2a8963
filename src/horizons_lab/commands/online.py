"""`horizons lab play`: play a seat on a server with a bot or a program."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from horizons_lab.commands.shared import Command, libraries


@click.command(
    "play",
    cls=Command,
    short_help="Play one's seat on a server by a bot, or by a program.",
    examples=(
        "horizons lab play https://games.example.org mars greedy --token-file token",
        "horizons lab play http://127.0.0.1:8000 mars --program 'perl miner.pl' --token-file token",
    ),
)
@click.argument("server")
@click.argument("game")
@click.argument("bot", required=False)
@click.option(
    "--program",
    metavar="COMMAND",
    help="A program that answers a line of JSON for each turn, as in studies.",
)
@click.option(
    "--token-file",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    metavar="FILE",
    help="The file with a token, which the page of one's account on the server makes.",
)
@click.option("--seed", default="", help="For the player's chance; drawn if it is left out.")
@click.option(
    "--every",
    type=click.IntRange(min=5),
    default=60,
    show_default=True,
    metavar="SECONDS",
    help="How often the server is asked whether a turn was run.",
)
@click.option("--once", is_flag=True, help="Give orders for the coming turn, and end.")
def play(
    *,
    server: str,
    game: str,
    bot: str | None,
    program: str | None,
    token_file: Path,
    seed: str,
    every: int,
    once: bool,
) -> None:
    """Play one's seat of GAME at SERVER until the game ends.

    GAME is the key of the game, the last part of its page's address. Who plays is a BOT of the
    game's rules, or a program. Orders that are in already, by whatever way, are left as they are.
    """
    if (bot is None) == (program is None):
        raise click.UsageError("name a bot, or a --program; one of the two")
    with libraries():
        from horizons_lab.online.following import follow
        from horizons_lab.outside import Outside

        source = str(bot) if program is None else Outside(tuple(shlex.split(program)))
        for line in follow(server, game, token_file, source, seed=seed, every=every, once=once):
            click.echo(line)
