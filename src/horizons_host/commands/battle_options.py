"""Options shared by commands on battles."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from horizons_host.commands import common
from horizons_host.commands.common import F, all_of

key_option = click.option(
    "--key",
    default="0",
    show_default=True,
    metavar="K",
    help="The key of the dice: a number or words. The same key gives the same battles.",
)
threads_option = click.option(
    "--threads",
    type=click.IntRange(1, 256),
    default=2,
    show_default=True,
    metavar="N",
    help="Number of processors; it does not affect the result.",
)
#: The highest number of a run.
_LAST_RUN = 2**63


def which_battle(turn: str, place: str, player: str) -> Callable[[F], F]:
    """Return the arguments that select a battle, of a game or in FILE, with help for the former."""
    options = (
        click.argument("file", metavar="[FILE]", required=False, type=click.Path(path_type=Path)),
        common.game_option,
        common.turn_option(turn),
        click.option("--place", metavar="PLACE", help=place),
        common.player_option(player),
        key_option,
        click.option(
            "--run",
            type=click.IntRange(0, _LAST_RUN),
            default=0,
            metavar="I",
            help="For a battle in FILE: the number of the run in 'battle odds'.",
        ),
    )
    return all_of(options)


def of_file_alone(turn: int | None, place: str | None, player: str | None) -> None:
    """Raise UsageError if options for a game's battles are used with FILE."""
    if turn is not None or place is not None or player is not None:
        raise click.UsageError("--turn, --place and --player can't be used with FILE")
