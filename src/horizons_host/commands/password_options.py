"""Options for passwords from a file or a prompt, never an argument, which all users can see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import click

from horizons_host.commands.common import F, all_of
from horizons_host.commands.setting_up import pairs_option


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


def one_options(function: F) -> F:
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

    from horizons_host.reading import read_text

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
