"""`horizons seat handover` and `sheet`: papers for a replacement, and the turn sheet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from horizons_host.commands import common
from horizons_host.commands.groups import WithExamples

if TYPE_CHECKING:
    from horizons_host.order_intake import OrderStatus


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

    It contains all reports of the seat (also of undone turns), its orders with remarks, its
    missing-orders policy, and the list of mails sent to it. Mail addresses and passwords are
    removed.
    """
    import horizons_core as hz
    from horizons_host.desk.handover import handover
    from horizons_host.desk.handover_pages import write_handover
    from horizons_host.hosting.places import game_at

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

    Reliability counts the turns for which the player submitted orders, of those that needed orders.
    """
    from horizons_host.clock import local_time
    from horizons_host.desk.turn_sheet import turn_sheet
    from horizons_host.hosting.places import game_at

    with game_at(place) as store:
        turns = turn_sheet(store)
    if as_json:
        common.write_json(turns.to_dict())
        return
    attempt = f", attempt {turns.attempt}" if turns.attempt > 1 else ""
    click.echo(f"Turn {turns.turn}{attempt}")
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
    return f"{standing.ready or standing.state}{errors}"
