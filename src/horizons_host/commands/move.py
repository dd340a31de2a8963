"""`horizons move`: move a game to another place, such as a server."""

from __future__ import annotations

from pathlib import Path

import click

from horizons_host.commands.common import counted, json_option, write_json
from horizons_host.commands.groups import WithExamples


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
    by accident. If interrupted, repeat the same command. Put passwords in ~/.pgpass.
    """
    if (goal is None) != reopen:
        raise click.UsageError("use either TO or --reopen")
    if goal is None:
        _reopen(origin, files)
        return
    from horizons_host.hosting.moving import move
    from horizons_host.hosting.places import place_of

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
    from horizons_host.hosting.moving import reopen
    from horizons_host.hosting.places import place_of

    with place_of(origin, files) as place:
        reopen(place)
    click.echo(f"The game in '{origin.rpartition('@')[2]}' can be played again.")
