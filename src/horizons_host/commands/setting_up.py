"""Options for seats and mods, and JSON output, shared by `new` and `import`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from horizons_host.commands.common import F

if TYPE_CHECKING:
    import horizons_core as hz

mods_option = click.option(
    "--mod",
    "mods",
    multiple=True,
    metavar="MOD",
    help="A house rule: its name, or a TOML file, which is copied into the game. Order matters.",
)


def pairs_option(flag: str, name: str, metavar: str, text: str) -> Callable[[F], F]:
    """Return an option that can be repeated, each time with `NAME=VALUE`."""
    return click.option(flag, name, multiple=True, metavar=metavar, callback=_pairs, help=text)


def seats_option() -> Callable[[F], F]:
    """Return the option `--seat`, for people without an empire."""
    return pairs_option(
        "--seat",
        "roles",
        "NAME=ROLE",
        "A person without an empire: a spectator, or another role of the variant,"
        " such as an umpire.",
    )


def address_option(metavar: str) -> Callable[[F], F]:
    """Return the option `--address` for players, called `metavar` in the help."""
    return pairs_option(
        "--address",
        "addresses",
        f"{metavar}=MAIL",
        "The player's mail address, for reports and orders.",
    )


def _pairs(
    _context: click.Context, parameter: click.Parameter, values: Sequence[str]
) -> list[tuple[str, str]]:
    return [_pair(parameter, value) for value in values]


def one_pair(
    _context: click.Context, parameter: click.Parameter, value: str | None
) -> tuple[str, str] | None:
    """Parse the `NAME=VALUE` of an option that can't be repeated."""
    return None if value is None else _pair(parameter, value)


def _pair(parameter: click.Parameter, value: str) -> tuple[str, str]:
    """Split a `NAME=VALUE` text; the first `=` counts."""
    name, sign, rest = value.partition("=")
    if not (name and sign and rest):
        raise click.BadParameter(f"'{value}' must have the form {parameter.metavar}")
    return name, rest


def option_values(options: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Return values of options, read from files for `@FILE`; raises FileError, OSError."""
    from horizons_host.reading import read_text

    return {
        name: read_text(Path(value[1:])) if value.startswith("@") else value
        for name, value in options
    }


def empires(players: Sequence[str], bots: Sequence[str]) -> list[str]:
    """Return the empires in order: the players, then those named only with bots."""
    return [*players, *(name for name in bots if name not in players)]


def game_facts(folder: Path, game: hz.Game) -> dict[str, Any]:
    """Return the game's folder, name and rules for JSON output."""
    return {
        "folder": str(folder),
        "name": game.name,
        "variant": game.variant,
        "mods": list(game.mods),
    }
