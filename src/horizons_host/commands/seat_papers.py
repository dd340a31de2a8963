"""`horizons seat papers` and `sheet`: what a replacement needs, and how every seat stands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from horizons_host.commands import common
from horizons_host.commands.groups import WithExamples

if TYPE_CHECKING:
    from horizons_host.order_intake import Standing


@click.command(
    "papers",
    cls=WithExamples,
    examples=(
        "horizons seat papers -g mars -p Ada --out ada.html",
        "horizons seat papers -g mars -p Ada --out ada",
        "horizons seat papers -g mars -p Ada --json",
    ),
)
@common.place_option
@click.option("-p", "--player", required=True, metavar="NAME", help="The seat's name.")
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE.html|FOLDER",
    help="Write one page, or a new folder with all reports in all forms.",
)
@common.json_option
def papers(*, place: str, player: str, out: Path | None, as_json: bool) -> None:
    """Write all that belongs to a seat, for a replacement: the hand-over page.

    That is every report that those got who held the seat, of turns that were taken back too, their
    orders with the remarks on them, what is done when orders are missing, and which mails went to
    the seat. Mail addresses and passwords are taken out.
    """
    import horizons_core as hz
    from horizons_host.desk.handover import handover
    from horizons_host.desk.handover_pages import write_handover
    from horizons_host.hosting.places import game_at

    if as_json == (out is not None):
        raise click.UsageError("say where, with --out, or ask for --json; one of the two")
    with game_at(place) as store:
        found, plate = handover(store, player), store.plate()
    if out is None:
        common.write_json(found.told())
        return
    variant = hz.load_variant(plate.variant, plate.mods, plate.data_mods)
    written = write_handover(variant, found, out)
    click.echo(f"Wrote {common.counted(len(written), 'file')}: {out}")


@click.command("sheet", cls=WithExamples, examples=("horizons seat sheet -g mars",))
@common.place_option
@common.json_option
def sheet(*, place: str, as_json: bool) -> None:
    """Show the turn sheet: how every seat stands, who holds it, and how reliable they are.

    Reliability is for how many turns the holder gave orders, of those for which they were due.
    """
    from horizons_host.clock import local_time
    from horizons_host.desk.turn_sheet import turn_sheet
    from horizons_host.hosting.places import game_at

    with game_at(place) as store:
        found = turn_sheet(store)
    if as_json:
        common.write_json(found.told())
        return
    again = f", attempt {found.attempt}" if found.attempt > 1 else ""
    click.echo(f"Before turn {found.turn}{again}")
    common.write_table(
        ("SEAT", "PLAYED BY", "ORDERS", "GIVEN OF DUE", "LAST SEEN", "IF NO ORDERS COME IN"),
        [
            (
                row.standing.seat,
                f"bot {row.standing.bot}" if row.standing.bot else row.holder.person,
                _orders(row.standing),
                f"{row.reliability.given} of {row.reliability.due}",
                local_time(row.seen) if row.seen else "-",
                row.standing.without or "-",
            )
            for row in found.rows
        ],
    )


def _orders(standing: Standing) -> str:
    """How a seat stands with its orders: "none", "draft", "final, 2 errors"."""
    errors = f", {common.counted(standing.errors, 'error')}" if standing.errors else ""
    return f"{standing.ready or standing.state}{errors}"
