"""`horizons forecast`: forecast a turn from a player's orders and knowledge."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from horizons_host.commands import common, diagnostics
from horizons_host.commands.groups import WithExamples


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
    from horizons_host.forecasts import forecast_of
    from horizons_host.order_texts import read_orders
    from horizons_host.progress import working
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
    diagnostics.write_remarks(result.source, forecast["diagnostics"])


def _write_events(events: list[Mapping[str, Any]]) -> None:
    click.echo("\nEvents" if events else "\nNo events.")
    for event in events:
        click.echo(f"  {event['phase']}: {event['text']}")


def _write_ledger(entries: list[Mapping[str, Any]]) -> None:
    click.echo("\nLedger" if entries else "\nNo bookings.")
    sums: dict[tuple[str, str], float] = {}
    for entry in entries:
        if entry["place"] is None:
            click.echo(f"  {entry['amount']:+8,} {entry['account']:<12} {entry['reason']}")
        else:  # flows through places are summed up
            key = entry["account"], entry["reason"]
            sums[key] = sums.get(key, 0) + entry["amount"]
    for (account, reason), amount in sums.items():
        click.echo(f"  {amount:+12,.2f} {account:<12} {reason}")
