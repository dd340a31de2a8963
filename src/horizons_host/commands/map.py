"""`horizons map`: draw the map that a player knows, or the whole of it."""

from __future__ import annotations

from pathlib import Path

import click

from horizons_host.commands import common
from horizons_host.commands.groups import WithExamples


@click.command(
    "map",
    cls=WithExamples,
    short_help="Draw the map that a player knows, or the whole of it.",
    examples=(
        "horizons map -g mars -p Ada --out ada.svg",
        "horizons map -g mars --gamemaster --turn 3 --out all.svg",
    ),
)
@common.game_option
@common.player_option()
@common.gamemaster_option
@common.turn_option()
@common.out_option("The SVG file to write (default: to the screen).")
@common.json_option
def command(
    *,
    folder: Path,
    player: str | None,
    gamemaster: bool,
    turn: int | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Draw the map as SVG; with --json give the map's document instead."""
    from horizons_host.charts import chart
    from horizons_host.files import write_atomically
    from horizons_host.store import GameStore

    common.either_player_or_gamemaster(player, gamemaster=gamemaster)
    with GameStore(folder) as store:
        document = chart(store, player, turn)
    if as_json:
        common.write_json(document)
        return
    from horizons_core.report import map_svg

    drawing = str(map_svg(document, standalone=True))
    if out is None:
        click.echo(drawing, nl=False)
    else:
        write_atomically(out, drawing, private=True)
        click.echo(f"Wrote {out}")
