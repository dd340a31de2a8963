"""`horizons map`: draw a player's map, or the whole map."""

from __future__ import annotations

from pathlib import Path

import click

from horizons_host.commands import common
from horizons_host.commands.groups import WithExamples


@click.command(
    "map",
    cls=WithExamples,
    short_help="Draw the map that a player knows, or the complete map.",
    examples=(
        "horizons map -g mars -p Ada --out ada.svg",
        "horizons map -g mars -p Ada --out ada.html",
        "horizons map -g mars --gamemaster --turn 3 --out all.png",
    ),
)
@common.game_option
@common.player_option()
@common.gamemaster_option
@common.turn_option()
@common.out_option("The file to write: .svg, .html or .png (default: SVG to standard output).")
@common.json_option
def map_command(
    *,
    folder: Path,
    player: str | None,
    gamemaster: bool,
    turn: int | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Draw the map as SVG, as an interactive page, or as PNG, depending on the file's ending.

    With --json, print the map's data instead.
    """
    from horizons_host.charts import chart
    from horizons_host.files import write_atomically
    from horizons_host.map_files import map_drawer, map_drawing
    from horizons_host.store import GameStore

    common.either_player_or_gamemaster(player, gamemaster=gamemaster)
    if as_json and out is not None:
        raise click.UsageError("--json can't be used with --out")
    draw = map_drawing if out is None else map_drawer(out)
    with GameStore(folder) as store:
        document = chart(store, player, turn)
    if as_json:
        common.write_json(document)
        return
    if out is None:
        click.echo(draw(document), nl=False)
    else:
        write_atomically(out, draw(document), private=True)
        click.echo(f"Wrote {out}")
