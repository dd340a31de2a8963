"""`horizons orders`: check, hand in and list the players' orders."""

from __future__ import annotations

from pathlib import Path

import click

from horizons_host.commands import common, diagnostics
from horizons_host.commands.groups import Group, WithExamples

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
    is an error.
    """
    from horizons_host.order_intake import OrderIntake
    from horizons_host.order_texts import read_orders
    from horizons_host.store import GameStore

    text = read_orders(file)
    with GameStore(folder) as store:
        examined = OrderIntake(store).examine(text, player)
    if as_json:
        common.write_json(
            {
                "player": examined.seat.name,
                "turn": examined.turn,
                "acceptable": not examined.errors,
                "diagnostics": list(examined.diagnostics),
            }
        )
    else:
        _note(text.source, text.note)
        diagnostics.write_remarks(text.source, examined.diagnostics)
        summary = diagnostics.tally(examined.diagnostics)
        click.echo(f"{examined.seat.name}, turn {examined.turn}: {summary}", err=True)
    context.exit(1 if examined.errors else 0)


@command.command(
    "submit",
    cls=WithExamples,
    examples=(
        "horizons orders submit -g mars -p Ada ada.txt",
        "horizons orders submit -g mars --strict ada.txt",
    ),
)
@common.game_option
@_player
@_file
@click.option("--strict", is_flag=True, help="Store nothing if there are errors.")
@common.json_option
@click.pass_context
def submit(
    context: click.Context,
    *,
    folder: Path,
    player: str | None,
    file: Path,
    strict: bool,
    as_json: bool,
) -> None:
    """Hand in the orders in FILE (- for standard input) for the coming turn.

    They replace what the player handed in before for that turn; earlier versions are kept. Orders
    with errors are stored too, since what is right in them will be carried out, but the exit status
    is 1. Nothing is stored, with exit status 1 as well, if FILE is no text, if it is empty or too
    large, if its header names another game or player, or if the seat has a password and the header
    does not give it.

    The answer is a receipt, which the player may have: every order as it was understood, what is
    wrong with it, and a forecast of the player's position as if nobody else acted.
    """
    from horizons_host.order_intake import OrderIntake
    from horizons_host.order_texts import read_orders
    from horizons_host.receipts import receipt_of, receipt_text
    from horizons_host.store import GameStore

    text = read_orders(file)
    with GameStore(folder) as store:
        examined, stored = OrderIntake(store).submit(text, player, strict=strict)
    if as_json:
        common.write_json(
            {
                "player": examined.seat.name,
                "turn": examined.turn,
                "stored": stored is not None,
                "version": stored,
                "diagnostics": list(examined.diagnostics),
                "receipt": receipt_of(examined).told(),
            }
        )
    else:
        _note(text.source, text.note)
        diagnostics.write_remarks(text.source, examined.diagnostics, err=True)
        summary = diagnostics.tally(examined.diagnostics)
        said = "not stored" if stored is None else f"stored as version {stored}"
        click.echo(f"{examined.seat.name}, turn {examined.turn}: {said}, {summary}")
        click.echo(f"\n{receipt_text(receipt_of(examined))}", nl=False)
    context.exit(1 if examined.errors else 0)


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
        ("SEAT", "PLAYED BY", "ORDERS", "SINCE", "VERSIONS", "ERRORS", "IF NONE COME IN"),
        [
            (
                row.seat,
                f"bot {row.bot}" if row.bot else row.role or "a person",
                row.state,
                local_time(row.since) if row.since else "-",
                row.versions or "-",
                row.errors if row.since else "-",
                row.without or "-",
            )
            for row in rows
        ],
    )


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
