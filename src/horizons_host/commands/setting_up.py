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
    "--mod", "mods", multiple=True, metavar="MOD", help="A house rule; order counts."
)


def pairs_option(flag: str, name: str, metavar: str, text: str) -> Callable[[F], F]:
    """An option that may be given often, each time as `NAME=VALUE`; with its own line of help."""
    return click.option(flag, name, multiple=True, metavar=metavar, callback=_pairs, help=text)


def password_option(who: str) -> Callable[[F], F]:
    """The option `--password`; `who` stands for the player in its help."""
    return pairs_option(
        "--password",
        "passwords",
        f"{who}=PASSWORD",
        "Take this player's orders only with this password in their header.",
    )


def address_option(who: str) -> Callable[[F], F]:
    """The option `--address`; `who` stands for the player in its help."""
    return pairs_option(
        "--address",
        "addresses",
        f"{who}=MAIL",
        "Send this player's reports to this mail address, and take orders from it.",
    )


def _pairs(
    _context: click.Context, parameter: click.Parameter, values: Sequence[str]
) -> list[tuple[str, str]]:
    """Split `NAME=VALUE` texts; the first `=` counts."""
    found = []
    for value in values:
        name, sign, rest = value.partition("=")
        if not (name and sign and rest):
            raise click.BadParameter(f"'{value}' is not of the form {parameter.metavar}")
        found.append((name, rest))
    return found


def told(folder: Path, game: hz.Game) -> dict[str, Any]:
    """The beginning of the answer for programs: where the game is, and by which rules."""
    return {
        "folder": str(folder),
        "name": game.name,
        "variant": game.variant,
        "mods": list(game.mods),
    }
