"""`horizons deadline vacation` and `horizons deadline missing`: who is away, missing orders."""

from __future__ import annotations

from pathlib import Path

import click

from horizons_host.commands import common
from horizons_host.commands.deadline_options import reason_option, write_outlook
from horizons_host.commands.groups import WithExamples


@click.command(
    "vacation",
    cls=WithExamples,
    examples=(
        "horizons deadline vacation -g mars -p Ada 2026-12-24..2027-01-02",
        "horizons deadline vacation -g mars -p Ada --clear",
    ),
)
@common.place_option
@click.option("-p", "--player", required=True, metavar="NAME", help="Who is away.")
@click.option("--clear", is_flag=True, help="Take vacations back that are not over.")
@reason_option
@click.argument("days", required=False, metavar="[DAYS]")
def vacation(*, place: str, player: str, clear: bool, reason: str, days: str | None) -> None:
    """Note that a player is away on DAYS, written 2026-12-24 or 2026-12-24..2027-01-02.

    A deadline that falls on these days is put off to the next one after them, on as many days in
    all as the rule grants each seat; beyond those the seat's policy is applied, without grace.
    """
    from horizons_host.deadlines.vacations import announce_vacation, end_vacation
    from horizons_host.hosting.places import game_at

    if clear == (days is not None):
        raise click.UsageError("name days, or --clear; one of the two")
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
@click.option("--turns", type=click.IntRange(1, 99), metavar="N", help="So many turns in a row.")
@reason_option
@click.argument("kind", metavar="POLICY", type=click.Choice(["wait", "nothing", "standing", "bot"]))
@click.argument("what", metavar="[FILE|BOT]", required=False)
def missing(*, place: str, turns: int | None, reason: str, kind: str, what: str | None) -> None:
    """Say what is done in the whole game when no orders come in for a seat.

    POLICY is 'wait' (the turn waits, as it does where nothing is said), 'nothing' (the turn is run
    without them), 'standing' (the orders in FILE are carried out) or 'bot' (BOT plays for the seat,
    so many turns in a row, after which the turn waits). What 'horizons seat missing' says for one
    seat counts before this.
    """
    from horizons_host.commands.seat import check_missing
    from horizons_host.deadlines.missing import set_game_policy
    from horizons_host.hosting.places import game_at
    from horizons_host.order_texts import read_orders

    check_missing(kind, what, turns)
    text = read_orders(Path(what)) if what and kind == "standing" else None
    with game_at(place) as store:
        write_outlook(
            set_game_policy(store, kind, text=text, bot=what or "", turns=turns or 1, reason=reason)
        )
