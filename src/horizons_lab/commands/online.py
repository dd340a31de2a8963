"""`horizons lab play`: play a seat on a server with a bot or a program."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from horizons_lab.commands.shared import CommandWithExamples, require_libraries


@click.command(
    "play",
    cls=CommandWithExamples,
    short_help="Play your seat on a server with a bot or a program.",
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
    help="A program that answers with a line of JSON per turn, as in studies.",
)
@click.option(
    "--token-file",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    metavar="FILE",
    help="A file with a token, created on your account page on the server.",
)
@click.option("--seed", default="", help="The random seed of the player (default: random).")
@click.option(
    "--every",
    type=click.IntRange(min=5),
    default=60,
    show_default=True,
    metavar="SECONDS",
    help="How often to ask the server for a new turn.",
)
@click.option("--once", is_flag=True, help="Submit orders for the next turn, then exit.")
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
    """Play your seat of GAME on SERVER until the game ends.

    GAME is the game's key, the last part of its page's address. The player is a BOT of the variant,
    or a program. Orders that are already submitted are not replaced.
    """
    if (bot is None) == (program is None):
        raise click.UsageError("use either a bot or --program")
    with require_libraries():
        from horizons_lab.online_play import play_seat
        from horizons_lab.programs import Outside

        source = str(bot) if program is None else Outside(tuple(shlex.split(program)))
        for line in play_seat(server, game, token_file, source, seed=seed, every=every, once=once):
            click.echo(line)
