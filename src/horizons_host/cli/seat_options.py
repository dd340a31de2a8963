"""Options for seats, mods and passwords, shared by commands that add players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from horizons_host.cli.common import F, all_of

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
        "The player's email address, for reports and orders.",
    )


def _pairs(
    _context: click.Context, parameter: click.Parameter, values: Sequence[str]
) -> list[tuple[str, str]]:
    return [_pair(parameter, value) for value in values]


def single_pair(
    _context: click.Context, parameter: click.Parameter, value: str | None
) -> tuple[str, str] | None:
    """Parse the `NAME=VALUE` of an option that can't be repeated."""
    return None if value is None else _pair(parameter, value)


def _pair(parameter: click.Parameter, value: str) -> tuple[str, str]:
    """Split a `NAME=VALUE` text; the first `=` counts."""
    name, equals, rest = value.partition("=")
    if not (name and equals and rest):
        raise click.BadParameter(f"'{value}' must have the form {parameter.metavar}")
    return name, rest


def option_values(options: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Return values of options, read from files for `@FILE`; raises FileError, OSError."""
    from horizons_host.files import read_text

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


def many_options(metavar: str) -> Callable[[F], F]:
    """Return `--password-file` and `--ask-password` for many players, shown as `metavar`."""
    options = (
        pairs_option(
            "--password-file",
            "password_files",
            f"{metavar}=FILE",
            "Require a password in the header of this player's orders: the first"
            " line of FILE (- for standard input).",
        ),
        click.option(
            "--ask-password",
            "prompts",
            multiple=True,
            metavar=metavar,
            help="Require a password for this player's orders, and prompt for it.",
        ),
        _refused_option(f"--password-file {metavar}=FILE or --ask-password {metavar}"),
    )
    return all_of(options)


def single_password_options(function: F) -> F:
    """Add `--password-file` and `--ask-password` for one player."""
    options = (
        file_option("Require a password in the header of their orders: the first line of FILE (-"
            " for standard input)."),
        click.option("--ask-password", "prompt", is_flag=True, help="Prompt for the password."),
        _refused_option("--password-file FILE or --ask-password"),
    )  # fmt: skip
    return all_of(options)(function)


def file_option(text: str) -> Callable[[F], F]:
    """Return the option `--password-file` for one player, with this help."""
    return click.option(
        "--password-file",
        "file",
        type=click.Path(path_type=Path, allow_dash=True),
        metavar="FILE",
        help=text,
    )


def passwords_from(
    files: Sequence[tuple[str, str]], prompts: Sequence[str]
) -> list[tuple[str, str]]:
    """Return players' passwords from files or prompts; raises FileError, OSError, Abort."""
    passwords = [(name, password_from(Path(file))) for name, file in files]
    return passwords + [(name, password_from(None, f"Password of {name}")) for name in prompts]


def password_from(file: Path | None, question: str = "Password") -> str:
    """Return the first line of a file (`-`: standard input), or without a file prompt for it twice.

    Raises FileError, OSError, and Abort if there is no answer.
    """
    import sys

    from horizons_host.files import read_text

    if file is None:
        typed: str = click.prompt(
            question, hide_input=True, confirmation_prompt=True, err=True, prompt_suffix=": "
        )
        return typed
    text = sys.stdin.read() if str(file) == "-" else read_text(file)
    return text.partition("\n")[0].rstrip("\r")


def _refused_option(remedy: str) -> Callable[[F], F]:
    """Return the option `--password`, which is refused: the list of processes shows arguments."""

    def refuse(_context: click.Context, _parameter: click.Parameter, value: object) -> None:
        if value is not None:
            raise click.UsageError(
                "all users of this machine can see a password in an argument; choose"
                f" a new password and pass it with {remedy}"
            )

    return click.option(
        "--password", hidden=True, expose_value=False, callback=refuse, help="Refused."
    )
