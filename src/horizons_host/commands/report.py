"""`horizons report`: show a report, or write all reports to files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from horizons_host.commands import common
from horizons_host.commands.groups import WithExamples

if TYPE_CHECKING:
    from horizons_host.store import GameStore


@click.command(
    "report",
    cls=WithExamples,
    short_help="Show a report, or write reports to files.",
    examples=(
        "horizons report -g mars -p Ada",
        "horizons report -g mars -p Ada --turn 3 --format html --out ada.html",
        "horizons report -g mars --all",
        "horizons report -g mars --gamemaster --turn 3",
    ),
)
@common.game_option
@common.player_option()
@common.gamemaster_option
@common.turn_option()
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "html", "json"]),
    default="text",
    show_default=True,
    help="The format.",
)
@click.option(
    "--taken-back",
    "run",
    type=click.IntRange(min=1),
    metavar="N",
    help="Show the player's report of the Nth undone run of the turn.",
)
@click.option(
    "--all", "write_all", is_flag=True, help="Write all reports of all turns, in all formats."
)
@common.out_option("Write to this file; with --all, to this folder (default: reports).")
def report_command(
    *,
    folder: Path,
    player: str | None,
    gamemaster: bool,
    turn: int | None,
    form: str,
    run: int | None,
    write_all: bool,
    out: Path | None,
) -> None:
    """Show a player's report as stored with the turn, or write all reports to files.

    With --gamemaster, the report covers the whole game, with all orders and events. With --all, the
    players' own reports are written, of all turns or of the one given with --turn. With
    --taken-back and --turn, you can read reports of undone turns.
    """
    from horizons_host.store import GameStore

    if [player is not None, gamemaster, write_all].count(True) != 1:
        raise click.UsageError("use one of -p NAME, --gamemaster and --all")
    if run is not None and (player is None or turn is None):
        raise click.UsageError("--taken-back needs -p NAME and -t N")
    with GameStore(folder) as store:
        if write_all:
            _write_all(store, turn, out)
        else:
            _show(store, player, turn, run, form, out)


def _show(
    store: GameStore,
    player: str | None,
    turn: int | None,
    run: int | None,
    form: str,
    out: Path | None,
) -> None:
    """Show the report of a player, or of the gamemaster for None."""
    from horizons_core.plugins import load_variant
    from horizons_host.files import write_atomically
    from horizons_host.gamemaster_report import gamemaster_report
    from horizons_host.report_files import rendered
    from horizons_host.seating import seat_of
    from horizons_host.store import UndoneRuns

    number = store.latest() if turn is None else turn
    info = store.info()
    if player is None:
        document = gamemaster_report(store, number)
    else:
        seat = seat_of(store.seats(), player).name
        document = (
            store.report(number, seat)
            if run is None
            else UndoneRuns(store).report(number, run, seat)
        )
    text = rendered(lambda: load_variant(info.variant, info.mods, info.data_mods), document, form)
    if out is None:
        click.echo(text, nl=False)
    else:
        write_atomically(out, text, private=True)
        click.echo(f"Wrote {out}")


def _write_all(store: GameStore, turn: int | None, out: Path | None) -> None:
    from horizons_core.plugins import load_variant
    from horizons_host.progress import working
    from horizons_host.report_files import REPORTS, reports_of, write_into

    info = store.info()
    variant = load_variant(info.variant, info.mods, info.data_mods)
    target = store.folder / REPORTS if out is None else out
    turns = range(store.latest() + 1) if turn is None else [turn]
    written = 0
    with working("writing reports", len(turns)) as step:
        for number in turns:
            documents = {seat: store.report(number, seat) for seat in store.reported(number)}
            written += len(write_into(reports_of(target, number), variant, documents))
            step()
    click.echo(f"Wrote {common.counted(written, 'file')} to {target}")
