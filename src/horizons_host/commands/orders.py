"""`horizons orders`: check, hand in and list the players' orders."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from horizons_host.commands import common, diagnostics
from horizons_host.commands.groups import Group, WithExamples

if TYPE_CHECKING:
    from horizons_host.store import GameStore

_file = click.argument("file", metavar="FILE", type=click.Path(path_type=Path, allow_dash=True))
_player = common.player_option("Whose orders these are (default: as their header says).")


@click.group(
    "orders",
    cls=Group,
    short_help="Check, hand in and list the players' orders.",
    examples=("horizons orders status -g mars",),
)
def command() -> None:
    """Check, hand in and list the players' orders."""


@command.command(
    "check",
    cls=WithExamples,
    examples=(
        "horizons orders check -g mars -p Ada ada.txt",
        "horizons orders check -g mars -p Ada - < ada.txt",
    ),
)
@common.game_option
@_player
@_file
@common.json_option
@click.pass_context
def check(
    context: click.Context, *, folder: Path, player: str | None, file: Path, as_json: bool
) -> None:
    """Say what is wrong with the orders in FILE (- for standard input) and store nothing.

    Every remark is a line FILE:LINE:COLUMN: severity: message. The exit status is 1 if one of them
    is an error, such as a wrong or missing password.
    """
    from horizons_host.order_intake import OrderIntake
    from horizons_host.order_texts import read_orders
    from horizons_host.store import GameStore

    text = read_orders(file)
    with GameStore(folder) as store:
        examined = OrderIntake(store, most_steps=None).examine(text, player)
    password = examined.claim.password_remarks()
    remarks = [*password, *examined.diagnostics]
    acceptable = not (examined.errors or password)
    if as_json:
        common.write_json(
            {
                "player": examined.seat.name,
                "turn": examined.turn,
                "acceptable": acceptable,
                "diagnostics": remarks,
            }
        )
    else:
        _note(text.source, text.note)
        diagnostics.write_remarks(text.source, remarks)
        summary = diagnostics.tally(remarks)
        click.echo(f"{examined.seat.name}, turn {examined.turn}: {summary}", err=True)
    context.exit(0 if acceptable else 1)


@command.command(
    "submit",
    cls=WithExamples,
    examples=(
        "horizons orders submit -g mars -p Ada ada.txt",
        "horizons orders submit -g mars --strict ada.txt",
        "horizons orders submit -g mars -p Ada --draft ada.txt",
    ),
)
@common.game_option
@_player
@_file
@click.option("--strict", is_flag=True, help="Store nothing if there are errors.")
@click.option(
    "--on-behalf",
    "reason",
    metavar="REASON",
    help="Hand them in as the gamemaster, without the player's password; all may read why.",
)
@click.option("--draft", is_flag=True, help="They are not final: see 'horizons orders final'.")
@common.json_option
@click.pass_context
def submit(
    context: click.Context,
    *,
    folder: Path,
    player: str | None,
    file: Path,
    strict: bool,
    reason: str | None,
    draft: bool,
    as_json: bool,
) -> None:
    """Hand in the orders in FILE (- for standard input) for the coming turn.

    They replace what the player handed in before for that turn, and the answer names it; earlier
    versions are kept. Orders equal to the latest version are no new one. Orders
    with errors are stored too, since what is right in them will be carried out, but the exit status
    is 1. Nothing is stored, with exit status 1 as well, if FILE is no text, if it is empty or too
    large, if its header names another game or player, or if the seat has a password and the header
    does not give it.

    With --on-behalf it is the gamemaster who orders: the player is told at once by mail and in the
    report of the turn, and it stands in the audit.

    The answer is a receipt, which the player may have: every order as it was understood, what is
    wrong with it, and a forecast of the player's position as if nobody else acted.
    """
    from horizons_host.desk.behalf import orders_on_behalf
    from horizons_host.order_intake import OrderIntake
    from horizons_host.order_texts import read_orders
    from horizons_host.receipts import receipt_of, receipt_text
    from horizons_host.store import GameStore

    if strict and reason is not None:
        raise click.UsageError("--strict is for a player's own orders; check them first")
    text = read_orders(file)
    with GameStore(folder) as store:
        examined, stored = (
            OrderIntake(store, most_steps=None).submit(text, player, strict=strict, final=not draft)
            if reason is None
            else orders_on_behalf(store, text, player, reason, final=not draft, most_steps=None)
        )
        _tell_server(store)
    if as_json:
        common.write_json(
            {
                "player": examined.seat.name,
                "turn": examined.turn,
                "stored": stored is not None,
                "version": None if stored is None else stored.version,
                "replaced": stored.version - 1 if stored and stored.replaced else None,
                "repeated": stored is not None and stored.repeated,
                "final": examined.final,
                "diagnostics": list(examined.diagnostics),
                "receipt": receipt_of(examined).told(),
            }
        )
    else:
        _note(text.source, text.note)
        diagnostics.write_remarks(text.source, examined.diagnostics, err=True)
        summary = diagnostics.tally(examined.diagnostics)
        said = "not stored" if stored is None else stored.words
        said += ", a draft" if draft and stored is not None else ""
        click.echo(f"{examined.seat.name}, turn {examined.turn}: {said}, {summary}")
        click.echo(f"\n{receipt_text(receipt_of(examined))}", nl=False)
    context.exit(1 if examined.errors else 0)


def _tell_server(store: GameStore) -> None:
    """Have the server whose game this is run the turn, if it waited for these orders alone."""
    from horizons_host.hosting.folders import server_of

    data = server_of(store.folder)
    if data is not None:
        from horizons_host.server.beside import orders_came

        orders_came(data, store)


def _note(source: str, note: str) -> None:
    if note:
        click.echo(f"{source}: note: {note}", err=True)


@command.command(
    "status",
    cls=WithExamples,
    examples=("horizons orders status -g mars",),
)
@common.game_option
@common.turn_option("The turn the orders are for (default: the coming one).")
@common.json_option
def status(*, folder: Path, turn: int | None, as_json: bool) -> None:
    """Say whose orders are in, since when, in which version, and with how many errors."""
    from horizons_host.clock import local_time
    from horizons_host.order_intake import standing
    from horizons_host.store import GameStore

    with GameStore(folder) as store:
        number, rows = standing(store, turn)
    if as_json:
        common.write_json({"turn": number, "seats": [row.told() for row in rows]})
        return
    click.echo(f"Orders for turn {number}")
    common.write_table(
        ("SEAT", "PLAYED BY", "ORDERS", "READY", "SINCE", "VERSIONS", "ERRORS", "IF NONE COME IN"),
        [
            (
                row.seat,
                f"bot {row.bot}" if row.bot else row.role or "a person",
                row.state,
                row.ready or "-",
                local_time(row.since) if row.since else "-",
                row.versions or "-",
                row.errors if row.since else "-",
                row.without or "-",
            )
            for row in rows
        ],
    )


@command.command("final", cls=WithExamples, examples=("horizons orders final -g mars -p Ada",))
@common.game_option
@click.option("-p", "--player", required=True, metavar="NAME", help="Whose orders are final.")
def final(*, folder: Path, player: str) -> None:
    """Say that a player's orders for the coming turn are final.

    Where deadlines have it so, a turn is run as soon as all orders are final. Orders that were
    handed in as a draft count at the deadline all the same. New orders replace final ones, and say
    for themselves whether they are final.
    """
    _mark(folder, player, final=True)


@command.command("draft", cls=WithExamples, examples=("horizons orders draft -g mars -p Ada",))
@common.game_option
@click.option("-p", "--player", required=True, metavar="NAME", help="Whose orders are a draft.")
def draft(*, folder: Path, player: str) -> None:
    """Say that a player's orders for the coming turn are only a draft.

    They count at the deadline, but the turn is not run before it.
    """
    _mark(folder, player, final=False)


def _mark(folder: Path, player: str, *, final: bool) -> None:
    from horizons_host.deadlines.readiness import mark_orders
    from horizons_host.store import GameStore

    with GameStore(folder) as store:
        found = mark_orders(store, player, final=final)
        turn = store.latest() + 1
        _tell_server(store)
    errors = f", with {common.counted(found.errors, 'error')}" if found.errors else ""
    said = "final" if final else "a draft, which counts at the deadline"
    click.echo(f"{found.seat}'s orders for turn {turn} are {said}{errors}.")


@command.command(
    "template",
    cls=WithExamples,
    examples=("horizons orders template -g mars -p Ada -o ada.txt",),
)
@common.game_option
@click.option("-p", "--player", required=True, metavar="NAME", help="The player's name.")
@common.out_option("Write into this file instead of to the screen.")
def template(*, folder: Path, player: str, out: Path | None) -> None:
    """Print an empty set of orders for the coming turn, every order explained in comments."""
    import horizons_core as hz
    from horizons_host.files import write_atomically
    from horizons_host.seating import seat_of
    from horizons_host.store import GameStore

    with GameStore(folder) as store:
        plate = store.plate()
        seat = seat_of(store.seats(), player)
        turn = store.latest() + 1
    language = hz.load_variant(plate.variant, plate.mods, plate.data_mods).language
    text = language.template(plate.name, seat.name, seat.role, turn)
    if out is None:
        click.echo(text, nl=False)
    else:
        write_atomically(out, text, private=True)
        click.echo(f"Wrote {out}")
