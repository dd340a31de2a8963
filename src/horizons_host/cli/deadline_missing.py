"""`horizons deadline vacation` and `missing`, and what commands on deadlines share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from horizons_host.cli import common
from horizons_host.cli.root import WithExamples

if TYPE_CHECKING:
    from horizons_host.deadlines.outlook import Outlook


reason_option = click.option(
    "--reason", default="", metavar="TEXT", help="The reason; all players see it."
)


def write_outlook(outlook: Outlook) -> None:
    """Write the outlook to stdout."""
    for line in outlook.words:
        click.echo(line)


@click.command(
    "vacation",
    cls=WithExamples,
    examples=(
        "horizons deadline vacation -g mars -p Ada 2026-12-24..2027-01-02",
        "horizons deadline vacation -g mars -p Ada --clear",
    ),
)
@common.place_option
@click.option("-p", "--player", required=True, metavar="NAME", help="The player who is away.")
@click.option("--clear", is_flag=True, help="Cancel current and future vacations.")
@reason_option
@click.argument("days", required=False, metavar="[DAYS]")
def vacation(*, place: str, player: str, clear: bool, reason: str, days: str | None) -> None:
    """Record that a player is away on DAYS: 2026-12-24 or 2026-12-24..2027-01-02.

    Deadlines on these days are extended to the next one after them, up to the schedule's number of
    vacation days per seat. After that the seat's missing-orders policy applies, without a grace
    period.
    """
    from horizons_host.deadlines.changes import announce_vacation, end_vacation
    from horizons_host.store.locations import game_at

    if clear == (days is not None):
        raise click.UsageError("use either DAYS or --clear")
    with game_at(place) as store:
        if days is None:
            write_outlook(end_vacation(store, player, reason=reason))
        else:
            write_outlook(announce_vacation(store, player, days, reason=reason))


@click.command(
    "missing",
    cls=WithExamples,
    examples=(
        "horizons deadline missing -g mars nothing",
        "horizons deadline missing -g mars standing all-standing.txt",
        "horizons deadline missing -g mars bot greedy --turns 2",
    ),
)
@common.place_option
@click.option(
    "--turns",
    type=click.IntRange(1, 99),
    metavar="N",
    help="Number of turns in a row (default: 1).",
)
@reason_option
@click.argument("kind", metavar="POLICY", type=click.Choice(["wait", "nothing", "standing", "bot"]))
@click.argument("choice", metavar="[FILE|BOT]", required=False)
def missing(*, place: str, turns: int | None, reason: str, kind: str, choice: str | None) -> None:
    """Set the game's missing-orders policy.

    POLICY is one of: 'wait' (the turn waits; this is the default), 'nothing' (the turn runs without
    orders), 'standing' (the orders in FILE are used), or 'bot' (BOT plays the seat for --turns
    turns in a row, then the turn waits). A seat's own policy ('horizons seat missing') takes
    precedence.
    """
    from horizons_host.cli.seat import check_missing
    from horizons_host.deadlines.missing_orders import set_game_policy
    from horizons_host.games.order_texts import read_orders
    from horizons_host.store.locations import game_at

    check_missing(kind, choice, turns)
    text = read_orders(Path(choice)) if choice and kind == "standing" else None
    with game_at(place) as store:
        write_outlook(
            set_game_policy(
                store, kind, text=text, bot=choice or "", turns=turns or 1, reason=reason
            )
        )
