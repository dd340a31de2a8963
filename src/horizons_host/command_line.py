"""The `horizons` command line. A command's module is imported when the command is called."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from horizons_host.commands.failures import end_for
from horizons_host.root_group import RootGroup
from horizons_host.streams import checked_stream, drop_unwritten

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
    "mail": "Receive orders and send reports by mail.",
    "message": "Send and read messages between players.",
    "announce": "Send an announcement to all players.",
    "notify": "Manage webhooks, feeds and mail subscriptions.",
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
    "account": "List, create and delete accounts of a web server.",
    "demo": "Play a whole game between bots.",
}

#: The function of each command, whose module is imported when the command is called.
SOURCES = {
    "new": "horizons_host.commands.new.new_command",
    "seed": "horizons_host.commands.seed.seed_command",
    "import": "horizons_host.commands.import.import_command",
    "export": "horizons_host.commands.export.export_command",
    "join": "horizons_host.commands.join.join_command",
    "seat": "horizons_host.commands.seat.seat_command",
    "orders": "horizons_host.commands.orders.orders_command",
    "turn": "horizons_host.commands.turn.turn_command",
    "deadline": "horizons_host.commands.deadline.deadline_command",
    "undo": "horizons_host.commands.undo.undo_command",
    "edit": "horizons_host.commands.edit.edit_command",
    "audit": "horizons_host.commands.audit.audit_command",
    "backup": "horizons_host.commands.backup.backup_command",
    "restore": "horizons_host.commands.restore.restore_command",
    "move": "horizons_host.commands.move.move_command",
    "mail": "horizons_host.commands.mail.mail_command",
    "message": "horizons_host.commands.message.message_command",
    "announce": "horizons_host.commands.announce.announce_command",
    "notify": "horizons_host.commands.notify.notify_command",
    "end": "horizons_host.commands.end.end_command",
    "archive": "horizons_host.commands.archive.archive_command",
    "report": "horizons_host.commands.report.report_command",
    "map": "horizons_host.commands.map.map_command",
    "forecast": "horizons_host.commands.forecast.forecast_command",
    "explain": "horizons_host.commands.explain.explain_command",
    "verify": "horizons_host.commands.verify.verify_command",
    "upgrade": "horizons_host.commands.upgrade.upgrade_command",
    "battle": "horizons_host.commands.battle.battle_command",
    "scenario": "horizons_host.commands.scenario.scenario_command",
    "rules": "horizons_host.commands.rules.rules_command",
    "variants": "horizons_host.commands.variants.variants_command",
    "variant": "horizons_host.commands.variant.variant_command",
    "serve": "horizons_host.commands.serve.serve_command",
    "worker": "horizons_host.commands.worker.worker_command",
    "account": "horizons_host.commands.account.account_command",
    "demo": "horizons_host.commands.demo.demo_command",
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
    from horizons_host.notices import show_log_messages

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
