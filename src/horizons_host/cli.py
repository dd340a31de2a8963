"""The command line `horizons`. A command's module is imported when the command is called."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from horizons_host.commands.failures import end_for
from horizons_host.root_group import RootGroup
from horizons_host.streams import drop_unwritten, whole

#: Every command with its one line of help. `horizons --help` is made from this alone.
COMMANDS = {
    "new": "Set up a game in a new folder.",
    "chance": "Share the chance of a game, so that nobody can choose it.",
    "import": "Go on here with a game of another program.",
    "export": "Write a game for another program.",
    "join": "Take somebody into a running game.",
    "seat": "Say who plays a seat, and what is done without their orders.",
    "orders": "Check, hand in and list the players' orders.",
    "turn": "Run a turn, or several.",
    "deadline": "Say when turns are run, and what is done about missing orders.",
    "undo": "Undo the latest turn, or the end of the game, and tell everybody.",
    "edit": "Change the standing game in scenario words, and tell everybody.",
    "audit": "Show what the gamemaster did to a game.",
    "backup": "Make a backup of a game, or list them.",
    "restore": "Go on with a game as a backup has it.",
    "move": "Move a game to another folder, or to a server.",
    "mail": "Take orders and send reports by mail.",
    "press": "Write and read messages between players.",
    "announce": "Tell everybody something.",
    "notify": "Say who is told what happened, by which way.",
    "end": "End a game, and say how everybody stands.",
    "archive": "Open everything of a game that is over.",
    "report": "Show a player's report or the gamemaster's, or write all of them.",
    "map": "Draw the map that a player knows, or the whole of it.",
    "forecast": "Try a player's orders on what the player knows.",
    "explain": "Say why something happened: rules and dice.",
    "verify": "Recompute a whole game and compare.",
    "upgrade": "Say whether a game goes on the same by another version.",
    "battle": "Work out the odds of a battle, or replay one.",
    "scenario": "Run situations written as YAML.",
    "rules": "Print a variant's rulebook and what proves each clause.",
    "variants": "List the installed variants and house rules.",
    "variant": "Begin a variant of your own, and check it.",
    "serve": "Open the web server.",
    "worker": "Run the turns of a server's games.",
    "account": "List, make and delete the accounts of a web server.",
    "demo": "Play a whole game between bots.",
}


@click.group(
    "horizons",
    cls=RootGroup,
    package="horizons_host.commands",
    listed=COMMANDS,
    examples=(
        "horizons new mars --variant event_horizon --player Ada --bot Brin=greedy",
        "horizons orders submit -g mars -p Ada ada.txt",
        "horizons turn -g mars",
    ),
)
@click.version_option(package_name="horizons", prog_name="horizons")
def cli() -> None:
    """Run turn-based space games that are played by mail.

    A game lives in a folder; name it with -g, or set HORIZONS_GAME, or work inside it.

    Exit status: 0 fine, 1 the game says no, 2 wrong usage.
    """
    from horizons_host.notices import show_notices

    show_notices()


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """The entry point of `horizons`; ends the process."""
    sys.stdout, sys.stderr = whole(sys.stdout), whole(sys.stderr)
    try:
        cli.main(args=None if arguments is None else list(arguments), prog_name="horizons")
    except OSError as problem:  # the answer of --help or --version cannot be written
        status = end_for(problem)
        if status is None:
            raise
        sys.exit(status)
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        drop_unwritten(sys.stdout)
    sys.exit(0)
