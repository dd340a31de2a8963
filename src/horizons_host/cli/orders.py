"""`horizons orders` and `forecast`: check, submit, list and forecast orders."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from horizons_host.cli import common
from horizons_host.cli.root import CommandGroup, WithExamples

if TYPE_CHECKING:
    from horizons_host.store import GameStore


_file = click.argument("file", metavar="FILE", type=click.Path(path_type=Path, allow_dash=True))
_player = common.player_option("The player (default: the one named in the orders' header).")


@click.group(
    "orders",
    cls=CommandGroup,
    short_help="Check, submit and list orders.",
    examples=("horizons orders status -g mars",),
)
def orders_command() -> None:
    """Check, submit and list orders."""


@orders_command.command(
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
    """Check the orders in FILE (- for standard input) without submitting them.

    Each remark is a line FILE:LINE:COLUMN: severity: message. The exit status is 1 if there is an
    error, such as a wrong or missing password.
    """
    from horizons_host.games.order_intake import OrderIntake
    from horizons_host.games.order_texts import read_orders
    from horizons_host.store import GameStore

    text = read_orders(file)
    with GameStore(folder) as store:
        examined = OrderIntake(store, max_steps=None).examine(text, player)
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
        common.write_remarks(text.source, remarks)
        summary = common.tally(remarks)
        click.echo(f"{examined.seat.name}, turn {examined.turn}: {summary}", err=True)
    context.exit(0 if acceptable else 1)


@orders_command.command(
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
@click.option("--strict", is_flag=True, help="Reject the orders if they contain errors.")
@click.option(
    "--on-behalf",
    "reason",
    metavar="REASON",
    help="Submit as the gamemaster, without the player's password. All players can read"
    " the reason.",
)
@click.option("--draft", is_flag=True, help="Submit as a draft; see 'horizons orders final'.")
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
    """Submit the orders in FILE (- for standard input) for the next turn.

    They replace the player's earlier orders for that turn, which stay stored; submitting the same
    orders again changes nothing. Orders with errors are stored too, because their correct part will
    be carried out, but the exit status is 1. It is also 1 if the file is rejected: because it is
    empty, too large or not text, because its header names another game or player, or because the
    seat's password is wrong or missing.

    With --on-behalf, the gamemaster submits orders for a player. The player is notified by email
    and in the turn's report, and the audit log records it.

    The output is a receipt for the player: every order as it was understood, remarks, and a
    forecast of the player's position if no other player acted.
    """
    from horizons_host.games.edits import orders_on_behalf
    from horizons_host.games.order_intake import OrderIntake
    from horizons_host.games.order_texts import read_orders
    from horizons_host.games.receipts import receipt_of, receipt_text
    from horizons_host.store import GameStore

    if strict and reason is not None:
        raise click.UsageError("--strict can't be used with --on-behalf; check the orders first")
    text = read_orders(file)
    with GameStore(folder) as store:
        examined, stored = (
            OrderIntake(store, max_steps=None).submit(text, player, strict=strict, final=not draft)
            if reason is None
            else orders_on_behalf(store, text, player, reason, final=not draft, max_steps=None)
        )
        _notify_server(store)
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
                "receipt": receipt_of(examined).to_dict(),
            }
        )
    else:
        _note(text.source, text.note)
        common.write_remarks(text.source, examined.diagnostics, err=True)
        summary = common.tally(examined.diagnostics)
        outcome = "not stored" if stored is None else stored.words
        outcome += ", a draft" if draft and stored is not None else ""
        click.echo(f"{examined.seat.name}, turn {examined.turn}: {outcome}, {summary}")
        click.echo(f"\n{receipt_text(receipt_of(examined))}", nl=False)
    context.exit(1 if examined.errors else 0)


def _notify_server(store: GameStore) -> None:
    """Notify the game's server, which runs the turn if it waited only for these orders."""
    from horizons_host.store.hosting import server_of

    data = server_of(store.folder)
    if data is not None:
        from horizons_host.server.jobs.deadlines import notify_of_orders

        notify_of_orders(data, store)


def _note(source: str, note: str) -> None:
    if note:
        click.echo(f"{source}: note: {note}", err=True)


@orders_command.command(
    "status",
    cls=WithExamples,
    examples=("horizons orders status -g mars",),
)
@common.game_option
@common.turn_option("The turn the orders are for (default: the next).")
@common.json_option
def status(*, folder: Path, turn: int | None, as_json: bool) -> None:
    """Show each seat's orders: status, time, versions and errors."""
    from horizons_host.clock import local_time
    from horizons_host.deadlines.state import NextTurn, next_turn
    from horizons_host.games.order_intake import order_status
    from horizons_host.store import GameStore

    with GameStore(folder) as store:
        number, rows = order_status(store, turn)
        coming = next_turn(store) if number == store.latest() + 1 else NextTurn()
    if as_json:
        facts = {"turn": number, "stage": coming.stage, "title": coming.title}
        common.write_json({**facts, "seats": [row.to_dict() for row in rows]})
        return
    click.echo(f"Orders for turn {number}{f' ({coming.title})' if coming.title else ''}")
    common.write_table(
        ("SEAT", "PLAYED BY", "ORDERS", "READY", "SINCE", "VERSIONS", "ERRORS", "IF MISSING"),
        [
            (
                row.seat,
                f"bot {row.bot}" if row.bot else row.role or "person",
                _state(row.state) if row.ready != "none" or row.needed else "not needed",
                row.ready or "-",
                local_time(row.since) if row.since else "-",
                row.versions or "-",
                row.errors if row.since else "-",
                row.without or "-",
            )
            for row in rows
        ],
    )


def _state(state: str) -> str:
    """Return the state of a seat's orders as the table shows it."""
    return "ok" if state == "fine" else state


@orders_command.command(
    "final", cls=WithExamples, examples=("horizons orders final -g mars -p Ada",)
)
@common.game_option
@click.option("-p", "--player", required=True, metavar="NAME", help="The player.")
def final(*, folder: Path, player: str) -> None:
    """Mark a player's orders for the next turn as final.

    If the game's deadlines allow it, the turn runs as soon as all orders are final. Draft orders
    count at the deadline, too. Newly submitted orders replace final ones, and are final unless
    submitted with --draft.
    """
    _mark(folder, player, final=True)


@orders_command.command(
    "draft", cls=WithExamples, examples=("horizons orders draft -g mars -p Ada",)
)
@common.game_option
@click.option("-p", "--player", required=True, metavar="NAME", help="The player.")
def draft(*, folder: Path, player: str) -> None:
    """Withdraw a player's final orders: make them a draft again.

    They count at the deadline, but the turn does not run before it.
    """
    _mark(folder, player, final=False)


def _mark(folder: Path, player: str, *, final: bool) -> None:
    from horizons_host.deadlines.missing_orders import mark_orders
    from horizons_host.store import GameStore

    with GameStore(folder) as store:
        mark = mark_orders(store, player, final=final)
        turn = store.latest() + 1
        _notify_server(store)
    errors = f" ({common.counted(mark.errors, 'error')})" if mark.errors else ""
    state = "final" if final else "a draft and count at the deadline"
    click.echo(f"{mark.seat}'s orders for turn {turn}{errors} are {state}.")


@orders_command.command(
    "template",
    cls=WithExamples,
    examples=("horizons orders template -g mars -p Ada -o ada.txt",),
)
@common.game_option
@click.option("-p", "--player", required=True, metavar="NAME", help="The player's name.")
@common.out_option("Write to this file instead of standard output.")
def template(*, folder: Path, player: str, out: Path | None) -> None:
    """Print an order template for the next turn, with every order of its stage explained."""
    import horizons_core as hz
    from horizons_host.files import write_atomically
    from horizons_host.seats.seats import seat_of
    from horizons_host.store import GameStore

    with GameStore(folder) as store:
        info = store.info()
        seat = seat_of(store.seats(), player)
        turn = store.latest() + 1
        variant = hz.load_variant(info.variant, info.mods, info.data_mods)
        stage = {"stage": variant.stage(store.position().game)} if variant.stages else {}
    text = variant.language.template(info.name, seat.name, seat.role, turn, **stage)
    if out is None:
        click.echo(text, nl=False)
    else:
        write_atomically(out, text, private=True)
        click.echo(f"Wrote {out}")


@click.command(
    "forecast",
    cls=WithExamples,
    short_help="Forecast the effect of a player's orders.",
    examples=("horizons forecast -g mars -p Ada", "horizons forecast -g mars -p Ada ada.txt"),
)
@common.game_option
@click.option("-p", "--player", required=True, metavar="NAME", help="The player's name.")
@click.argument(
    "file", metavar="[FILE]", required=False, type=click.Path(path_type=Path, allow_dash=True)
)
@common.json_option
def forecast_command(*, folder: Path, player: str, file: Path | None, as_json: bool) -> None:
    """Forecast the effect of a player's orders if no other player acted.

    The orders are those in FILE (- for standard input), by default the ones submitted for the next
    turn. The forecast uses only what the player knows, and its dice are not the game's.
    """
    from horizons_host.cli.common import working
    from horizons_host.games.forecasts import forecast_of
    from horizons_host.games.order_texts import read_orders
    from horizons_host.store import GameStore

    text = None if file is None else read_orders(file)
    with GameStore(folder) as store, working("forecast"):
        result = forecast_of(store, player, text)
    forecast = result.view["forecast"]
    if as_json:
        answer = {"player": result.view.empire, "turn": result.view.turn, "source": result.source}
        common.write_json({**answer, "view": dict(result.view.data)})
        return
    click.echo(f"{result.view.empire}, turn {result.view.turn}, by {result.source}")
    _write_events(forecast["events"])
    _write_ledger(forecast["ledger"])
    common.write_remarks(result.source, forecast["diagnostics"])


def _write_events(events: list[Mapping[str, Any]]) -> None:
    click.echo("\nEvents" if events else "\nNo events.")
    for event in events:
        click.echo(f"  {event['phase']}: {event['text']}")


def _write_ledger(entries: list[Mapping[str, Any]]) -> None:
    click.echo("\nLedger" if entries else "\nNo ledger entries.")
    sums: dict[tuple[str, str], float] = {}
    for entry in entries:
        if entry["place"] is None:
            click.echo(f"  {entry['amount']:+8,} {entry['account']:<12} {entry['reason']}")
        else:  # flows through places are summed up
            key = entry["account"], entry["reason"]
            sums[key] = sums.get(key, 0) + entry["amount"]
    for (account, reason), amount in sums.items():
        click.echo(f"  {amount:+12,.2f} {account:<12} {reason}")
