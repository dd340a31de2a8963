"""`horizons export`: write a game for another program."""

from __future__ import annotations

from pathlib import Path

import click

from horizons_host.commands import common
from horizons_host.commands.groups import WithExamples


@click.command(
    "export",
    cls=WithExamples,
    short_help="Export a game for another program.",
    examples=(
        "horizons export -g orion --format engine-json exported",
        "horizons export -g orion --format engine-json --turn 12 after-12",
        "horizons export -g mars --format stored-game mars-2026",
    ),
)
@click.argument("target", metavar="FOLDER", type=click.Path(path_type=Path))
@common.game_option
@click.option(
    "--format", "format_", required=True, metavar="FORMAT", help="The format of the files."
)
@common.turn_option()
@common.json_option
def export_command(
    *, target: Path, folder: Path, format_: str, turn: int | None, as_json: bool
) -> None:
    """Write the game after a turn to FOLDER, in the format of another program.

    FOLDER must be empty or new. Orders, seats, the random seed and whatever else the format lacks
    are left out. Don't show the files to players, unless the format says that you can.

    The format 'stored-game' contains the whole game up to the turn, for studies and upgrades: the
    set-up, all orders and every turn's result, without mail addresses and passwords. It includes
    the random seed and all hidden information: keep it to yourself until the game is over.
    """
    import horizons_core as hz
    from horizons_host.store import GameStore
    from horizons_host.stored_games import FORMAT

    if format_ == FORMAT:
        _export_stored_game(folder, target, turn, as_json=as_json)
        return
    with GameStore(folder) as store:
        stored = store.stored(store.latest() if turn is None else turn)
    game = hz.load(dict(stored.current_state))
    hz.variant_of(game).export_game(game, format_, target)
    files = sorted(path.name for path in target.iterdir())
    if as_json:
        common.write_json(
            {"folder": str(target), "format": format_, "turn": game.turn, "files": files}
        )
        return
    count = common.counted(len(files), "file")
    click.echo(f"Wrote turn {game.turn} of '{game.name}' as {format_} to {target}: {count}")


def _export_stored_game(folder: Path, target: Path, turn: int | None, *, as_json: bool) -> None:
    from horizons_host.store import GameStore
    from horizons_host.stored_games import FILE, FORMAT, stored_game, write_stored_game

    with GameStore(folder) as store:
        game = stored_game(store, turn)
        over = store.snapshot().state["outcome"] is not None
    file = write_stored_game(game, target)
    if as_json:
        last = game.turns[-1].turn if game.turns else game.start["turn"]
        answer = {"folder": str(target), "format": FORMAT, "turn": last, "files": [FILE]}
        common.write_json({**answer, "over": over})
        return
    turns = common.counted(len(game.turns), "turn")
    click.echo(f"Wrote {turns} of '{game.name}' with all orders: {file}")
    if not over:
        click.echo(
            "  Keep the file to yourself: it contains the game's random seed and all"
            " hidden information."
        )
