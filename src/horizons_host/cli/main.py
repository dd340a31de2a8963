"""The `horizons` command line. A command's module is imported when the command is called."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn, TextIO

import click

from horizons_host.cli.root import RootGroup, end_for

#: Every command with its line in `horizons --help`, which imports no command module.
COMMANDS = {
    "new": "Set up a game in a new folder.",
    "seed": "Let every player contribute to a game's random seed.",
    "import": "Import a game from another program.",
    "export": "Export a game for another program.",
    "join": "Add a player or a spectator to a running game.",
    "seat": "Manage seats: players, addresses, passwords, missing orders.",
    "orders": "Check, submit and list orders.",
    "turn": "Run the next turn, or several turns.",
    "deadline": "Set and show deadlines, and run turns that are due.",
    "undo": "Undo the latest turn, or the end of the game.",
    "edit": "Change the state of a running game.",
    "audit": "Show a game's audit log.",
    "backup": "Back up a game or a server, or list backups.",
    "restore": "Restore a game from a backup.",
    "move": "Move a game to another folder or to a database server.",
    "mail": "Receive orders and send reports by email.",
    "message": "Send and read messages between players.",
    "announce": "Send an announcement to all players.",
    "notify": "Manage webhooks, feeds and email subscriptions.",
    "end": "End a game and print the ranking.",
    "archive": "Write the archive of a finished game.",
    "report": "Show a report, or write reports to files.",
    "map": "Draw the map that a player knows, or the complete map.",
    "forecast": "Forecast the effect of a player's orders.",
    "explain": "Explain events: the rules and dice behind them.",
    "verify": "Replay a game and compare every turn and report.",
    "upgrade": "Check whether a game replays identically after an upgrade.",
    "battle": "Calculate the odds of a battle, or replay one.",
    "scenario": "Run scenarios from YAML files.",
    "rules": "Print a rulebook and show which clauses are tested.",
    "variants": "List or describe installed variants and house rules.",
    "variant": "Create a variant of your own, and check it.",
    "serve": "Run the web server.",
    "worker": "Run turns and other jobs of a server.",
    "account": "Manage accounts of a web server.",
    "demo": "Play a whole game between bots.",
}

#: The function of each command, whose module is imported when the command is called.
SOURCES = {
    "new": "horizons_host.cli.new.new_command",
    "seed": "horizons_host.cli.new.seed_command",
    "import": "horizons_host.cli.transfer.import_command",
    "export": "horizons_host.cli.transfer.export_command",
    "join": "horizons_host.cli.new.join_command",
    "seat": "horizons_host.cli.seat.seat_command",
    "orders": "horizons_host.cli.orders.orders_command",
    "turn": "horizons_host.cli.turn.turn_command",
    "deadline": "horizons_host.cli.deadline.deadline_command",
    "undo": "horizons_host.cli.turn.undo_command",
    "edit": "horizons_host.cli.gamemaster.edit_command",
    "audit": "horizons_host.cli.gamemaster.audit_command",
    "backup": "horizons_host.cli.backup.backup_command",
    "restore": "horizons_host.cli.backup.restore_command",
    "move": "horizons_host.cli.transfer.move_command",
    "mail": "horizons_host.cli.mail.mail_command",
    "message": "horizons_host.cli.message.message_command",
    "announce": "horizons_host.cli.message.announce_command",
    "notify": "horizons_host.cli.notify.notify_command",
    "end": "horizons_host.cli.gamemaster.end_command",
    "archive": "horizons_host.cli.transfer.archive_command",
    "report": "horizons_host.cli.report.report_command",
    "map": "horizons_host.cli.report.map_command",
    "forecast": "horizons_host.cli.orders.forecast_command",
    "explain": "horizons_host.cli.report.explain_command",
    "verify": "horizons_host.cli.verify.verify_command",
    "upgrade": "horizons_host.cli.verify.upgrade_command",
    "battle": "horizons_host.cli.battle.battle_command",
    "scenario": "horizons_host.cli.rulebook.scenario_command",
    "rules": "horizons_host.cli.rulebook.rules_command",
    "variants": "horizons_host.cli.variants.variants_command",
    "variant": "horizons_host.cli.variants.variant_command",
    "serve": "horizons_host.cli.server.serve_command",
    "worker": "horizons_host.cli.server.worker_command",
    "account": "horizons_host.cli.server.account_command",
    "demo": "horizons_host.cli.variants.demo_command",
}


@click.group(
    "horizons",
    cls=RootGroup,
    sources=SOURCES,
    listed=COMMANDS,
    renamed={"press": "message", "chance": "seed"},
    examples=(
        "horizons new mars --variant event_horizon --player Ada --bot Brin=greedy",
        "horizons orders submit -g mars -p Ada ada.txt",
        "horizons turn -g mars",
    ),
)
@click.version_option(package_name="horizons", prog_name="horizons")
def cli() -> None:
    """Run turn-based space games that are played by mail or on the web.

    A game lives in a folder. Choose it with -g, set HORIZONS_GAME, or work inside it.

    Exit status: 0 success, 1 error (such as orders with errors), 2 wrong usage.
    """
    from horizons_host.cli.common import show_log_messages

    show_log_messages()


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit; the entry point of `horizons`."""
    sys.stdout, sys.stderr = checked_stream(sys.stdout), checked_stream(sys.stderr)
    try:
        cli.main(args=None if arguments is None else list(arguments), prog_name="horizons")
    except OSError as problem:  # the output of --help or --version cannot be written
        status = end_for(problem)
        if status is None:
            raise
        sys.exit(status)
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        drop_unwritten(sys.stdout)
    sys.exit(0)


def checked_stream(stream: TextIO) -> TextIO:
    """Wrap a stream so that it writes everything or raises OSError, and escapes characters.

    Without buffers (PYTHONUNBUFFERED, `python -u`) Python silently drops what a full disk or a
    closed pipe did not accept.
    """
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    # A terminal that cannot show a player's name must not stop a turn.
    stream.reconfigure(errors="backslashreplace")
    if not isinstance(stream.buffer, io.RawIOBase):
        return stream
    encoding = stream.encoding
    buffered = io.BufferedWriter(stream.detach())
    return io.TextIOWrapper(
        buffered, encoding=encoding, errors="backslashreplace", line_buffering=True
    )


def drop_unwritten(stream: TextIO) -> None:
    """Discard unwritten output after an error was shown, or Python complains at exit."""
    try:
        stream.flush()
    except OSError:
        null_device = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null_device, stream.fileno())
        os.close(null_device)
