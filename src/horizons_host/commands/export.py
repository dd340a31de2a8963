"""`horizons export`: write a game for another program."""

from __future__ import annotations

from pathlib import Path

import click

from horizons_host.commands import common
from horizons_host.commands.groups import WithExamples


@click.command(
    "export",
    cls=WithExamples,
    short_help="Write a game for another program.",
    examples=(
        "horizons export -g orion --format engine-json exported",
        "horizons export -g orion --format engine-json --turn 12 after-12",
        "horizons export -g mars --format stored-game mars-2026",
    ),
)
@click.argument("target", metavar="FOLDER", type=click.Path(path_type=Path))
@common.game_option
@click.option("--format", "format_", required=True, metavar="FORMAT", help="The files' format.")
@common.turn_option()
@common.json_option
def command(*, target: Path, folder: Path, format_: str, turn: int | None, as_json: bool) -> None:
    """Write the game after a turn into FOLDER, in the format of another program.

    Everything that the format has no place for stays behind: orders, seats, the secret of chance.
    The folder must be empty or not there. Only the gamemaster may see what is written, unless the
    format says otherwise.

    The format 'stored-game' keeps the whole game up to the turn, for studies and upgrades: how it
    began, all orders, what came of each turn; mail addresses and passwords are taken out. The
    chance of the game is in it, and everybody's secrets: while the game goes on it is yours alone.
    """
    import horizons_core as hz
    from horizons_host.store import GameStore
    from horizons_host.stored_games import FORMAT

    if format_ == FORMAT:
        _export_stored_game(folder, target, turn, as_json=as_json)
        return
    with GameStore(folder) as store:
        stored = store.stored(store.latest() if turn is None else turn)
    game = hz.load(dict(stored.standing))
    hz.variant_of(game).export_game(game, format_, target)
    files = sorted(path.name for path in target.iterdir())
    if as_json:
        common.write_json(
            {"folder": str(target), "format": format_, "turn": game.turn, "files": files}
        )
        return
    done = common.counted(len(files), "file")
    click.echo(f"Turn {game.turn} of '{game.name}' as {format_} in {target}: {done}")


def _export_stored_game(folder: Path, target: Path, turn: int | None, *, as_json: bool) -> None:
    from horizons_host.store import GameStore
    from horizons_host.stored_games import FILE, FORMAT, stored_game, write_stored_game

    with GameStore(folder) as store:
        game = stored_game(store, turn)
        over = store.snapshot().state["outcome"] is not None
    file = write_stored_game(game, target)
    if as_json:
        last = game.turns[-1].turn if game.turns else game.start["turn"]
        told = {"folder": str(target), "format": FORMAT, "turn": last, "files": [FILE]}
        common.write_json({**told, "over": over})
        return
    turns = common.counted(len(game.turns), "turn")
    click.echo(f"{turns} of '{game.name}' with all orders in {file}")
    if not over:
        click.echo(
            "  The game goes on: its chance and all secrets are in the file. Keep it to you."
        )
