"""Options for game, player and JSON, and output functions, shared by commands."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

game_option = click.option(
    "-g",
    "--game",
    "folder",
    type=click.Path(path_type=Path),
    default=Path(),
    envvar="HORIZONS_GAME",
    metavar="DIR",
    help="The game's folder (default: HORIZONS_GAME, or the current folder).",
)
place_option = click.option(
    "-g",
    "--game",
    "place",
    default=".",
    envvar="HORIZONS_GAME",
    metavar="DIR|ADDRESS",
    help="The game's folder, or its address on a PostgreSQL server (default:"
    " HORIZONS_GAME, or the current folder).",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for scripts.")
gamemaster_option = click.option(
    "--gamemaster", is_flag=True, help="Show everything, including hidden information."
)


def player_option(text: str = "The player's name.") -> Callable[[F], F]:
    """Return the option `-p` with this help."""
    return click.option("-p", "--player", metavar="NAME", help=text)


def out_option(text: str, *, required: bool = False) -> Callable[[F], F]:
    """Return the option `--out` with this help."""
    return click.option(
        "-o",
        "--out",
        type=click.Path(path_type=Path),
        metavar="FILE",
        required=required,
        help=text,
    )


def turn_option(text: str = "The turn (default: the latest).") -> Callable[[F], F]:
    """Return the option `--turn` with this help."""
    return click.option("-t", "--turn", type=click.IntRange(min=0), metavar="N", help=text)


def all_of(options: Sequence[Callable[[F], F]]) -> Callable[[F], F]:
    """Combine arguments and options, in the order of the help."""

    def add(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return add


def either_player_or_gamemaster(player: str | None, *, gamemaster: bool) -> None:
    """Raise UsageError unless exactly one of the two is given."""
    if (player is None) != gamemaster:
        raise click.UsageError("use either -p NAME or --gamemaster")


def write_json(data: Any) -> None:
    """Write JSON to stdout."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


def write_table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a table to stdout in columns."""
    cells = [list(headings), *([str(cell) for cell in row] for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(headings))]
    for row in cells:
        line = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        click.echo(line.rstrip())


def counted(number: int, singular: str, plural: str = "") -> str:
    """Return a number with its noun: `1 error`, `2 errors`."""
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"


def changes(part: Mapping[str, Any]) -> str:
    """Return the changes of a part of a view in words: `2 new, 1 changed`."""
    counts = {"new": part["added"], "gone": part["removed"], "changed": part["changed"]}
    return ", ".join(f"{count} {word}" for word, count in counts.items() if count)
