"""`horizons import`, `export`, `move` and `archive`: copy or move a game to another place."""

from __future__ import annotations

from pathlib import Path

import click

from horizons_host.cli import common, seat_options
from horizons_host.cli.common import counted, json_option, write_json
from horizons_host.cli.root import WithExamples


@click.command(
    "import",
    cls=WithExamples,
    short_help="Import a game from another program.",
    examples=(
        "horizons import far_horizons --format engine-json -g orion exported",
        "horizons import far_horizons --format engine-json -g orion exported --player Vogons=Ada",
    ),
)
@click.argument("variant", metavar="VARIANT")
@click.argument("source", metavar="FOLDER", type=click.Path(path_type=Path))
@common.game_option
@click.option(
    "--format", "format_", required=True, metavar="FORMAT", help="The format of the files."
)
@seat_options.pairs_option(
    "--player",
    "players",
    "NAME=PLAYER",
    "The player of this empire (default: a player with the empire's name).",
)
@seat_options.pairs_option("--bot", "bots", "PLAYER=BOT", "Have a bot play this seat.")
@seat_options.many_options("PLAYER")
@seat_options.address_option("PLAYER")
@seat_options.mods_option
@click.option("--name", metavar="TEXT", help="The game's name (default: the folder's).")
@common.json_option
def import_command(
    *,
    variant: str,
    source: Path,
    folder: Path,
    format_: str,
    players: list[tuple[str, str]],
    bots: list[tuple[str, str]],
    password_files: list[tuple[str, str]],
    prompts: tuple[str, ...],
    addresses: list[tuple[str, str]],
    mods: tuple[str, ...],
    name: str | None,
    as_json: bool,
) -> None:
    """Import a game of VARIANT from FOLDER into the folder chosen with -g.

    The game keeps its turn number, and the reports of that turn are written. Its dice come from a
    new random seed. If anything goes wrong, the command changes nothing.
    """
    from horizons_host.cli.common import working
    from horizons_host.games.setup import store_game
    from horizons_host.reports.files import turn_folder
    from horizons_host.seats.seats import seats_from
    from horizons_host.store import SetUp

    rules = common.rules_of(variant, mods)
    title = folder.resolve().name if name is None else name
    with working("reading the game"):
        game = rules.import_game(format_, source, players=dict(players), name=title)
        names = [empire.id for empire in game.empires]
        secrets = seat_options.passwords_from(password_files, prompts)
        seats = seats_from(rules, names, bots, secrets, addresses)
        store_game(folder, rules, game, seats, SetUp("import"))
    reports = turn_folder(folder, game.turn)
    if as_json:
        common.write_json(
            {
                **seat_options.game_facts(folder, game),
                "turn": game.turn,
                "seats": [
                    {"name": seat.name, "plays": game.empire(seat.name).name, "bot": seat.bot}
                    for seat in seats
                ],
                "reports": str(reports),
            }
        )
        return
    turns = common.counted(game.turn, "turn")
    click.echo(f"Game '{game.name}' of {rules.info.title} in {folder}, {turns} played")
    for seat in seats:
        empire_name = game.empire(seat.name).name
        plays = f" plays {empire_name}" if empire_name != seat.name else ""
        click.echo(f"  {seat.name}{plays}" + (f" (bot {seat.bot})" if seat.bot else ""))
    click.echo(f"Reports of turn {game.turn}: {reports}")


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
    set-up, all orders and every turn's result, without email addresses and passwords. It includes
    the random seed and all hidden information: keep it to yourself until the game is over.
    """
    import horizons_core as hz
    from horizons_host.games.upgrades import FORMAT
    from horizons_host.store import GameStore

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
    from horizons_host.games.upgrades import FILE, FORMAT, stored_game, write_stored_game
    from horizons_host.store import GameStore

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


@click.command(
    "move",
    cls=WithExamples,
    short_help="Move a game to another folder or to a database server.",
    examples=[
        "horizons move mars 'postgresql+psycopg://horizons@db.example/games#mars'",
        "horizons move 'postgresql+psycopg://horizons@db.example/games#mars' mars",
        "horizons move mars copy-of-mars --keep",
        "horizons move mars --reopen",
    ],
)
@click.argument("origin", metavar="FROM")
@click.argument("goal", metavar="TO", required=False)
@click.option("--keep", is_flag=True, help="Keep the original playable: TO is a copy.")
@click.option("--reopen", is_flag=True, help="Make the game at FROM playable again after a move.")
@click.option(
    "--files",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The folder for files of the server's games: backups, reports, mail journal.",
)
@json_option
def move_command(
    origin: str, goal: str | None, *, keep: bool, reopen: bool, files: Path | None, as_json: bool
) -> None:
    """Move a game to another folder or to a database server.

    FROM and TO are game folders, or addresses of a PostgreSQL server with the game's key. The
    command copies and compares all tables, then marks the original as moved, so that no one uses it
    by accident. If it is interrupted, repeat it. Put passwords in ~/.pgpass.
    """
    if (goal is None) != reopen:
        raise click.UsageError("use either TO or --reopen")
    if goal is None:
        _reopen(origin, files)
        return
    from horizons_host.games.moving import move
    from horizons_host.store.locations import place_of

    with place_of(origin, files) as source, place_of(goal, files) as target:
        result = move(source, target, keep=keep)
    if as_json:
        write_json(
            {
                "from": result.origin,
                "to": result.goal,
                "tables": result.tables,
                "rows": result.rows,
                "turn": result.turn,
                "kept": result.is_copy,
            }
        )
        return
    verb = "copied" if keep else "moved"
    click.echo(f"The game was {verb} to '{result.goal}', at turn {result.turn}.")
    click.echo(f"Compared {counted(result.rows, 'row')} in {counted(result.tables, 'table')}.")
    if not keep:
        click.echo(f"The game in '{result.origin}' is marked as moved and can't be played there.")


def _reopen(origin: str, files: Path | None) -> None:
    from horizons_host.games.moving import reopen
    from horizons_host.store.locations import place_of

    with place_of(origin, files) as place:
        reopen(place)
    click.echo(f"The game in '{origin.rpartition('@')[2]}' can be played again.")


@click.command(
    "archive",
    cls=WithExamples,
    short_help="Write the archive of a finished game.",
    examples=("horizons archive -g mars --out mars-archive",),
)
@common.place_option
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    required=True,
    help="The new folder to write.",
)
@common.json_option
def archive_command(*, place: str, out: Path, as_json: bool) -> None:
    """Write the archive of a finished game: a folder that shows everything, for all players.

    It contains all reports of all players, including undone turns, the gamemaster's view of every
    turn, the orders, edits and audit log, and the game with its random seed. With it, 'horizons
    verify --archive' can replay the game and compare everything, without the gamemaster's files.
    Email addresses and passwords are left out.

    The audit log records that the archive was opened. After that no turn can be undone, because all
    dice are known.
    """
    import horizons_core as hz
    from horizons_host.cli.common import working
    from horizons_host.games.archive import INDEX, archive, record_opening, write_archive
    from horizons_host.store.locations import game_at

    with game_at(place) as store, working("writing the archive"):
        archive(store)  # refuses an unfinished game before anything is recorded
        record_opening(store)
        content, info = archive(store), store.info()
        variant = hz.load_variant(info.variant, info.mods, info.data_mods)
        files = write_archive(variant, content, out)
    if as_json:
        common.write_json({"folder": str(out), "files": files, "turns": len(content.turns) - 1})
        return
    click.echo(f"Wrote {common.counted(files, 'file')}; start with {out / INDEX}")
    click.echo(f"  To verify it: horizons verify --archive {out}")
