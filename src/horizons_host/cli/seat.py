"""`horizons seat`: change the players, passwords and policies of seats, and hand seats over."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from horizons_host.cli import common
from horizons_host.cli.common import F
from horizons_host.cli.root import CommandGroup, WithExamples
from horizons_host.cli.seat_options import file_option, password_from

if TYPE_CHECKING:
    from horizons_host.games.order_intake import OrderStatus

_POLICIES = ("game", "wait", "nothing", "standing", "bot")


@click.command(
    "handover",
    cls=WithExamples,
    examples=(
        "horizons seat handover -g mars -p Ada --out ada.html",
        "horizons seat handover -g mars -p Ada --out ada",
        "horizons seat handover -g mars -p Ada --json",
    ),
)
@common.place_option
@click.option("-p", "--player", required=True, metavar="NAME", help="The seat's name.")
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE.html|FOLDER",
    help="Write an HTML page, or a new folder with all reports in all formats.",
)
@common.json_option
def handover(*, place: str, player: str, out: Path | None, as_json: bool) -> None:
    """Write the handover page of a seat, for a replacement player.

    It contains all reports of the seat (including undone turns), its orders with remarks, its
    missing-orders policy, and the list of emails sent to it. Email addresses and passwords are
    removed.
    """
    import horizons_core as hz
    from horizons_host.seats.handover import handover, write_handover
    from horizons_host.store.locations import game_at

    if as_json == (out is not None):
        raise click.UsageError("use either --out or --json")
    with game_at(place) as store:
        content, info = handover(store, player), store.info()
    if out is None:
        common.write_json(content.to_dict())
        return
    variant = hz.load_variant(info.variant, info.mods, info.data_mods)
    written = write_handover(variant, content, out)
    click.echo(f"Wrote {common.counted(len(written), 'file')}: {out}")


@click.command("sheet", cls=WithExamples, examples=("horizons seat sheet -g mars",))
@common.place_option
@common.json_option
def sheet(*, place: str, as_json: bool) -> None:
    """Show the turn sheet: orders and reliability of every seat.

    Of the turns that needed orders, reliability counts those for which the player submitted them.
    """
    from horizons_host.clock import local_time
    from horizons_host.seats.handover import turn_sheet
    from horizons_host.store.locations import game_at

    with game_at(place) as store:
        turns = turn_sheet(store)
    if as_json:
        common.write_json(turns.to_dict())
        return
    attempt = f", attempt {turns.attempt}" if turns.attempt > 1 else ""
    title = f" ({turns.coming.title})" if turns.coming.title else ""
    click.echo(f"Turn {turns.turn}{title}{attempt}")
    common.write_table(
        ("SEAT", "PLAYED BY", "ORDERS", "SUBMITTED", "LAST SEEN", "MISSING ORDERS"),
        [
            (
                row.orders.seat,
                f"bot {row.orders.bot}" if row.orders.bot else row.holder.person,
                _orders(row.orders),
                f"{row.reliability.submitted} of {row.reliability.due}",
                local_time(row.last_seen) if row.last_seen else "-",
                row.orders.without or "-",
            )
            for row in turns.rows
        ],
    )


def _orders(standing: OrderStatus) -> str:
    """Return the state of a seat's orders: "none", "draft", "final, 2 errors"."""
    errors = f", {common.counted(standing.errors, 'error')}" if standing.errors else ""
    if standing.ready == "none" and not standing.needed:
        return "not needed"
    return f"{standing.ready or standing.state}{errors}"


_player = click.option("-p", "--player", required=True, metavar="NAME", help="The seat's name.")


def _clear(text: str) -> Callable[[F], F]:
    return click.option("--clear", is_flag=True, help=text)


@click.group(
    "seat",
    cls=CommandGroup,
    renamed={"papers": "handover", "hand-over": "replace"},
    short_help="Manage seats: players, addresses, passwords, missing orders.",
    examples=(
        "horizons seat show -g mars",
        "horizons seat missing -g mars -p Ada bot greedy --turns 2",
        "horizons seat replace -g mars -p Ada --to Eve --address eve@example.org",
    ),
)
def seat_command() -> None:
    """Manage seats: players, addresses, passwords, missing orders."""


@seat_command.command("show", cls=WithExamples, examples=("horizons seat show -g mars",))
@common.place_option
@common.json_option
def show(*, place: str, as_json: bool) -> None:
    """Show all seats with player, address and missing-orders policy."""
    from horizons_host.seats.changes import seat_rows
    from horizons_host.store.locations import game_at

    with game_at(place) as store:
        seats = seat_rows(store)
    if as_json:
        common.write_json(seats)
        return
    common.write_table(
        ("SEAT", "PLAYED BY", "ADDRESS", "PASSWORD", "MISSING ORDERS"),
        [
            (
                seat["seat"],
                f"bot {seat['bot']}" if seat["bot"] else seat["role"] or seat["person"],
                seat["address"] or "-",
                "yes" if seat["password"] else "no",
                seat["without"] or "-",
            )
            for seat in seats
        ],
    )


@seat_command.command(
    "password",
    cls=WithExamples,
    examples=(
        "horizons seat password -g mars -p Ada",
        "horizons seat password -g mars -p Ada --password-file ada.secret",
        "horizons seat password -g mars -p Ada --clear",
    ),
)
@common.place_option
@_player
@file_option("Read the password from the first line of FILE (- for standard input).")
@_clear("Accept orders without a password.")
def password(*, place: str, player: str, file: Path | None, clear: bool) -> None:
    """Set or remove the password of a seat.

    You are prompted for the password, because all users of a machine can see arguments. It is valid
    until you change it, or until the player changes it with an order, if the game has such an
    order.
    """
    from horizons_host.seats.changes import set_password
    from horizons_host.store.locations import game_at

    if clear and file is not None:
        raise click.UsageError("use either --password-file or --clear")
    with game_at(place) as store:
        seat = set_password(store, player, None if clear else password_from(file))
    click.echo(f"{seat.name}'s orders {'need no' if clear else 'now need the new'} password.")


@seat_command.command(
    "address",
    cls=WithExamples,
    examples=(
        "horizons seat address -g mars -p Ada ada@example.org",
        "horizons seat address -g mars -p Ada --clear",
    ),
)
@common.place_option
@_player
@_clear("Send no email to this seat.")
@click.argument("address", metavar="[MAIL]", required=False)
def address(*, place: str, player: str, clear: bool, address: str | None) -> None:
    """Set or remove the email address of a seat.

    The new address also applies to emails in the outbox. It is valid until you change it, or until
    the player changes it with an order, if the game has such an order. 'horizons mail address'
    shows who set each address.
    """
    from horizons_host.seats.changes import set_address
    from horizons_host.store.locations import game_at

    if clear == (address is not None):
        raise click.UsageError("use either an address or --clear")
    with game_at(place) as store:
        seat = set_address(store, player, address)
    click.echo(f"{seat.name}'s email address: {address or 'none'}.")


@seat_command.command(
    "bot",
    cls=WithExamples,
    examples=(
        "horizons seat bot -g mars -p Ada greedy",
        "horizons seat bot -g mars -p Ada --clear",
    ),
)
@common.place_option
@_player
@_clear("Return the seat to a person.")
@click.argument("bot", metavar="[BOT]", required=False)
def bot(*, place: str, player: str, clear: bool, bot: str | None) -> None:
    """Let a bot play a seat, or return it to a person.

    Orders already submitted for the next turn still count. To let a bot play for a few turns only,
    use 'horizons seat missing'.
    """
    from horizons_host.seats.changes import set_bot
    from horizons_host.store.locations import game_at

    if clear == (bot is not None):
        raise click.UsageError("use either a bot or --clear")
    with game_at(place) as store:
        seat = set_bot(store, player, bot)
    click.echo(f"{seat.name} is now played by {f'the bot {bot}' if bot else 'a person'}.")


@seat_command.command(
    "missing",
    cls=WithExamples,
    examples=(
        "horizons seat missing -g mars -p Ada wait",
        "horizons seat missing -g mars -p Ada nothing",
        "horizons seat missing -g mars -p Ada standing ada-standing.txt",
        "horizons seat missing -g mars -p Ada bot greedy --turns 2",
        "horizons seat missing -g mars -p Ada game",
    ),
)
@common.place_option
@_player
@click.option(
    "--turns",
    type=click.IntRange(1, 999_999),
    metavar="N",
    help="Number of turns the bot plays, including the next one (default: 1).",
)
@click.argument("kind", metavar="POLICY", type=click.Choice(_POLICIES))
@click.argument("choice", metavar="[FILE|BOT]", required=False)
def missing(*, place: str, player: str, turns: int | None, kind: str, choice: str | None) -> None:
    """Set the missing-orders policy of a seat.

    POLICY is one of: 'wait' (the turn waits), 'nothing' (the turn runs without orders), 'standing'
    (the orders in FILE are used every turn), 'bot' (BOT plays for --turns turns, then the turn
    waits), or 'game' (the game's policy, set with 'horizons deadline missing'; by default the turn
    waits).

    Submitted orders always take precedence. After a deadline, there is no grace period for a seat
    whose own policy lets the turn run. The player's report says if standing orders or a bot were
    used.
    """
    from horizons_host.games.order_texts import read_orders
    from horizons_host.seats.changes import BOT_TURNS, set_policy
    from horizons_host.seats.seats import policy_words, seat_of
    from horizons_host.store.locations import game_at

    check_missing(kind, choice, turns)
    text = read_orders(Path(choice)) if choice and kind == "standing" else None
    with game_at(place) as store:
        seat = set_policy(
            store, player, kind, text=text, bot=choice or "", turns=turns or BOT_TURNS
        )
        words = policy_words(seat_of(store.seats(), seat.name))
    click.echo(f"If {seat.name}'s orders are missing: {words}.")


def check_missing(kind: str, choice: str | None, turns: int | None) -> None:
    """Raise UsageError for arguments that do not fit together."""
    needs = {"standing": "a file with standing orders", "bot": "the name of a bot"}
    if kind in needs and choice is None:
        raise click.UsageError(f"'{kind}' needs {needs[kind]}")
    if kind not in needs and choice is not None:
        raise click.UsageError(f"'{kind}' takes no further argument")
    if turns is not None and kind != "bot":
        raise click.UsageError("--turns is for 'bot' only; omit it")


@seat_command.command(
    "replace",
    cls=WithExamples,
    examples=(
        "horizons seat replace -g mars -p Ada --to Eve --address eve@example.org",
        "horizons seat replace -g mars -p Ada --to Eve --password-file eve.secret",
    ),
)
@common.place_option
@_player
@click.option("--to", "person", required=True, metavar="PERSON", help="The new player.")
@click.option("--address", metavar="MAIL", help="Their email address (default: none).")
@file_option("Their password: the first line of FILE (default: none).")
def hand_over(
    *, place: str, player: str, person: str, address: str | None, file: Path | None
) -> None:
    """Hand over a seat to another person.

    The seat keeps its name. The previous player's password, address, bot and missing-orders policy
    are removed. Orders already submitted for the next turn count until they are replaced.
    """
    from horizons_host.seats.changes import hand_over as handed
    from horizons_host.store.locations import game_at

    with game_at(place) as store:
        password = None if file is None else password_from(file)
        seat = handed(store, player, person, password, address)
        submitted = seat.name in store.snapshot().orders
    click.echo(f"{seat.name} is now played by {person.strip()}.")
    if submitted:
        click.echo("  Orders already submitted for the next turn count until they are replaced.")


seat_command.add_command(handover)
seat_command.add_command(sheet)
