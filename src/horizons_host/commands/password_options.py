"""The options for passwords: from a file or asked for, never an argument that all users can see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import click

from horizons_host.commands.common import F, all_of
from horizons_host.commands.setting_up import pairs_option


def many_options(who: str) -> Callable[[F], F]:
    """`--password-file` and `--ask-password` for any players; `who` stands for one in the help."""
    options = (
        pairs_option(
            "--password-file",
            "password_files",
            f"{who}=FILE",
            "Require a password in the header of this player's orders: the first"
            " line of FILE (- for standard input).",
        ),
        click.option(
            "--ask-password",
            "asked",
            multiple=True,
            metavar=who,
            help="Require a password for this player's orders, and prompt for it.",
        ),
        _refused_option(f"--password-file {who}=FILE or --ask-password {who}"),
    )
    return all_of(options)


def one_options(function: F) -> F:
    """`--password-file` and `--ask-password` for one player."""
    options = (
        file_option("Require a password in the header of their orders: the first line of FILE (-"
            " for standard input)."),
        click.option("--ask-password", "asked", is_flag=True, help="Prompt for the password."),
        _refused_option("--password-file FILE or --ask-password"),
    )  # fmt: skip
    return all_of(options)(function)


def file_option(text: str) -> Callable[[F], F]:
    """The option `--password-file` for one player, with its own line of help."""
    return click.option(
        "--password-file",
        "file",
        type=click.Path(path_type=Path, allow_dash=True),
        metavar="FILE",
        help=text,
    )


def passwords_from(files: Sequence[tuple[str, str]], asked: Sequence[str]) -> list[tuple[str, str]]:
    """The players' passwords, from files or typed now; raises FileError, OSError, Abort."""
    found = [(name, password_from(Path(file))) for name, file in files]
    return found + [(name, password_from(None, f"Password of {name}")) for name in asked]


def password_from(file: Path | None, question: str = "Password") -> str:
    """The first line of a file (of standard input for `-`); without a file what is typed twice.

    Raises FileError, OSError, and Abort where nobody answers.
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
    """The option `--password`, which is refused: an argument stands in the list of processes."""

    def refuse(_context: click.Context, _parameter: click.Parameter, given: object) -> None:
        if given is not None:
            raise click.UsageError(
                "all users of this machine can see a password in an argument; choose"
                f" a new password and pass it with {remedy}"
            )

    return click.option(
        "--password", hidden=True, expose_value=False, callback=refuse, help="Refused."
    )
