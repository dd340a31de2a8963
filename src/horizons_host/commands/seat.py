"""`horizons seat`: who plays a seat, and what is done without their orders."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from horizons_host.commands import common, seat_papers
from horizons_host.commands.common import F
from horizons_host.commands.groups import Group, WithExamples
from horizons_host.commands.password_options import file_option, password_from

_POLICIES = ("game", "wait", "nothing", "standing", "bot")
_player = click.option("-p", "--player", required=True, metavar="NAME", help="The seat's name.")


def _clear(text: str) -> Callable[[F], F]:
    return click.option("--clear", is_flag=True, help=text)


@click.group(
    "seat",
    cls=Group,
    short_help="Say who plays a seat, and what is done without their orders.",
    examples=(
        "horizons seat show -g mars",
        "horizons seat missing -g mars -p Ada bot greedy --turns 2",
        "horizons seat hand-over -g mars -p Ada --to Eve --address eve@example.org",
    ),
)
def command() -> None:
    """Say who plays a seat, and what is done without their orders."""


@command.command("show", cls=WithExamples, examples=("horizons seat show -g mars",))
@common.place_option
@common.json_option
def show(*, place: str, as_json: bool) -> None:
    """Show who plays each seat, where mails go, and what is done when no orders come in."""
    from horizons_host.arrangements import seating
    from horizons_host.hosting.places import game_at

    with game_at(place) as store:
        seats = seating(store)
    if as_json:
        common.write_json(seats)
        return
    common.write_table(
        ("SEAT", "PLAYED BY", "ADDRESS", "PASSWORD", "IF NO ORDERS COME IN"),
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


@command.command(
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
@_clear("Take orders without a password.")
def password(*, place: str, player: str, file: Path | None, clear: bool) -> None:
    """Give a seat a password, which is asked for, or take it away.

    A password is never an argument, which all users of a machine can see. It holds until the player
    changes it by an order, where the game has such an order.
    """
    from horizons_host.arrangements import set_password
    from horizons_host.hosting.places import game_at

    if clear and file is not None:
        raise click.UsageError("a --password-file, or --clear; one of the two")
    with game_at(place) as store:
        seat = set_password(store, player, None if clear else password_from(file))
    click.echo(f"{seat.name}'s orders need {'no' if clear else 'the new'} password.")


@command.command(
    "address",
    cls=WithExamples,
    examples=(
        "horizons seat address -g mars -p Ada ada@example.org",
        "horizons seat address -g mars -p Ada --clear",
    ),
)
@common.place_option
@_player
@_clear("Send this seat's mails nowhere.")
@click.argument("address", metavar="[MAIL]", required=False)
def address(*, place: str, player: str, clear: bool, address: str | None) -> None:
    """Have a seat's mails go to another address, or to none.

    It holds for mails that wait already, and until the player changes it by an order, where the
    game has such an order. 'horizons mail address' shows who noted which.
    """
    from horizons_host.arrangements import set_address
    from horizons_host.hosting.places import game_at

    if clear == (address is not None):
        raise click.UsageError("name an address, or --clear; one of the two")
    with game_at(place) as store:
        seat = set_address(store, player, address)
    click.echo(f"{seat.name}'s mails go {f'to {address}' if address else 'nowhere'}.")


@command.command(
    "bot",
    cls=WithExamples,
    examples=(
        "horizons seat bot -g mars -p Ada greedy",
        "horizons seat bot -g mars -p Ada --clear",
    ),
)
@common.place_option
@_player
@_clear("Have a person play this seat.")
@click.argument("bot", metavar="[BOT]", required=False)
def bot(*, place: str, player: str, clear: bool, bot: str | None) -> None:
    """Have a bot play a seat from now on, or a person again.

    Orders that are in for the coming turn still count. For a few turns only, see
    'horizons seat missing'.
    """
    from horizons_host.arrangements import set_bot
    from horizons_host.hosting.places import game_at

    if clear == (bot is not None):
        raise click.UsageError("name a bot, or --clear; one of the two")
    with game_at(place) as store:
        seat = set_bot(store, player, bot)
    click.echo(f"{seat.name} is played by {f'the bot {bot}' if bot else 'a person'}.")


@command.command(
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
    help="For how many turns the bot plays, the coming one included (default: 1).",
)
@click.argument("kind", metavar="POLICY", type=click.Choice(_POLICIES))
@click.argument("what", metavar="[FILE|BOT]", required=False)
def missing(*, place: str, player: str, turns: int | None, kind: str, what: str | None) -> None:
    """Say what is done when no orders come in for a seat.

    POLICY is 'wait' (the turn waits), 'nothing' (the turn is run without them), 'standing' (the
    orders in FILE are carried out, in every turn), 'bot' (BOT plays for so many turns, after which
    the turn waits) or 'game' (what holds in the whole game, as 'horizons deadline missing' sets it:
    the turn waits where nothing is said). With a policy of its own that lets the turn go on, a seat
    is not waited for after a deadline. Orders that come in always count before
    that. Whoever had standing orders or a bot in their place is told so in their report.
    """
    from horizons_host.arrangements import BOT_TURNS, set_policy
    from horizons_host.hosting.places import game_at
    from horizons_host.order_texts import read_orders
    from horizons_host.seating import policy_words, seat_of

    check_missing(kind, what, turns)
    text = read_orders(Path(what)) if what and kind == "standing" else None
    with game_at(place) as store:
        seat = set_policy(store, player, kind, text=text, bot=what or "", turns=turns or BOT_TURNS)
        words = policy_words(seat_of(store.seats(), seat.name))
    click.echo(f"If no orders of {seat.name} come in: {words}.")


def check_missing(kind: str, what: str | None, turns: int | None) -> None:
    """Raises UsageError for words that do not belong together."""
    needs = {"standing": "the file of the standing orders", "bot": "the bot"}
    if kind in needs and what is None:
        raise click.UsageError(f"'{kind}': name {needs[kind]}")
    if kind not in needs and what is not None:
        raise click.UsageError(f"'{kind}' takes nothing behind it")
    if turns is not None and kind != "bot":
        raise click.UsageError("--turns is for 'bot'; leave it out")


@command.command(
    "hand-over",
    cls=WithExamples,
    examples=(
        "horizons seat hand-over -g mars -p Ada --to Eve --address eve@example.org",
        "horizons seat hand-over -g mars -p Ada --to Eve --password-file eve.secret",
    ),
)
@common.place_option
@_player
@click.option("--to", "person", required=True, metavar="PERSON", help="Who plays from now on.")
@click.option("--address", metavar="MAIL", help="Where their mails go (default: nowhere).")
@file_option("Their password is the first line of FILE (default: none).")
def hand_over(
    *, place: str, player: str, person: str, address: str | None, file: Path | None
) -> None:
    """Hand a seat to another person.

    The seat keeps its name, under which orders are given. Password, address, bot and policy of the
    one before hold no longer. Orders that are in for the coming turn count until new ones come.
    """
    from horizons_host.arrangements import hand_over as handed
    from horizons_host.hosting.places import game_at

    with game_at(place) as store:
        words = None if file is None else password_from(file)
        seat = handed(store, player, person, words, address)
        given = seat.name in store.snapshot().orders
    click.echo(f"{seat.name} is played by {person.strip()}.")
    if given:
        click.echo("  Orders for the coming turn are in, and count until new ones come.")


command.add_command(seat_papers.papers)
command.add_command(seat_papers.sheet)
