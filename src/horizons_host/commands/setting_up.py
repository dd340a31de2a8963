"""What `new` and `import` share: options for seats and mods, and the answer for programs."""

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
    """An option that may be given often, each time as `NAME=VALUE`; with its own line of help."""
    return click.option(flag, name, multiple=True, metavar=metavar, callback=_pairs, help=text)


def seats_option() -> Callable[[F], F]:
    """The option `--seat`, for people without an empire."""
    return pairs_option(
        "--seat",
        "roles",
        "NAME=ROLE",
        "A person without an empire: a spectator, or another role of the variant,"
        " such as an umpire.",
    )


def address_option(who: str) -> Callable[[F], F]:
    """The option `--address`; `who` stands for the player in its help."""
    return pairs_option(
        "--address",
        "addresses",
        f"{who}=MAIL",
        "The player's mail address, for reports and orders.",
    )


def _pairs(
    _context: click.Context, parameter: click.Parameter, values: Sequence[str]
) -> list[tuple[str, str]]:
    return [_pair(parameter, value) for value in values]


def one_pair(
    _context: click.Context, parameter: click.Parameter, value: str | None
) -> tuple[str, str] | None:
    """The callback of an option that may be given once as `NAME=VALUE`."""
    return None if value is None else _pair(parameter, value)


def _pair(parameter: click.Parameter, value: str) -> tuple[str, str]:
    """Split a `NAME=VALUE` text; the first `=` counts."""
    name, sign, rest = value.partition("=")
    if not (name and sign and rest):
        raise click.BadParameter(f"'{value}' must have the form {parameter.metavar}")
    return name, rest


def option_values(options: Sequence[tuple[str, str]]) -> dict[str, str]:
    """The options' values; raises FileError and OSError for a file that cannot be read."""
    from horizons_host.reading import read_text

    return {
        name: read_text(Path(value[1:])) if value.startswith("@") else value
        for name, value in options
    }


def empires(players: Sequence[str], bots: Sequence[str]) -> list[str]:
    """The empires in their order: the players, then those whom only bots name."""
    return [*players, *(name for name in bots if name not in players)]


def told(folder: Path, game: hz.Game) -> dict[str, Any]:
    """The beginning of the answer for programs: where the game is, and by which rules."""
    return {
        "folder": str(folder),
        "name": game.name,
        "variant": game.variant,
        "mods": list(game.mods),
    }
