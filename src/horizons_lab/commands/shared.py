"""What the lab's commands have in common: help with examples, missing libraries, progress."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

_F = TypeVar("_F", bound=Callable[..., Any])


class Command(click.Command):
    """A command whose help ends with examples that can be typed as they stand."""

    def __init__(self, *arguments: Any, examples: Sequence[str], **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.examples = tuple(examples)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples under the options."""
        super().format_epilog(ctx, formatter)
        with formatter.section("Examples"):
            for example in self.examples:
                formatter.write(f"{'':>{formatter.current_indent}}{example}\n")


class Group(Command, click.Group):
    """A group of such commands."""


@contextmanager
def libraries() -> Iterator[None]:
    """Say what to install if a library of the lab is not there."""
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _show_warning
            yield
    except ModuleNotFoundError as problem:
        from horizons_lab.errors import StudyError

        raise StudyError(
            f"the lab needs {problem.name}, which is not installed",
            "install it with the lab's other libraries: pip install 'horizons[lab]'",
        ) from problem


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    click.echo(f"Warning: {message}", err=True)


@contextmanager
def shown() -> Iterator[Callable[[object], None]]:
    """A line on stderr that says how far the work is, if a person looks; it goes at the end."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return

    def show(told: object) -> None:
        click.echo(f"\r{told}\x1b[K", err=True, nl=False)

    try:
        yield show
    finally:
        click.echo("\r\x1b[K", err=True, nl=False)


def workers_of(given: str) -> int | str:
    """Workers as they are typed: a number of processes, or the name or address of a cluster."""
    return int(given) if given.isdecimal() else given


def options_of(given: Iterable[str]) -> dict[str, str]:
    """Options as they are typed, `NAME=VALUE` each, by name; raises BadParameter."""
    found = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise click.BadParameter(f"'{text}' is not NAME=VALUE", param_hint="--option")
        found[name] = value
    return found


def write_columns(rows: Iterable[Sequence[str]]) -> None:
    """Write rows with columns below each other to stdout."""
    told = [list(row) for row in rows]
    widths = [max(len(row[column]) for row in told) for column in range(len(told[0]))]
    for row in told:
        cells = (f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
        click.echo("  ".join(cells).rstrip())


def file_argument(metavar: str) -> Callable[[_F], _F]:
    """The argument that names the file of a study or a tournament."""
    return click.argument("file", metavar=metavar, type=click.Path(path_type=Path))


def out_option(what: str) -> Callable[[_F], _F]:
    """The option `--out`: the folder in which this goes on."""
    return click.option(
        "-o",
        "--out",
        type=click.Path(path_type=Path),
        metavar="DIR",
        required=True,
        help=f"The folder of the results: a new one, or one in which {what} goes on.",
    )


#: The option `--workers`: who plays.
workers_option = click.option(
    "--workers",
    default="1",
    show_default=True,
    metavar="N",
    help="How many processes play; 'dask', or the address of a Dask scheduler.",
)
#: The option `--other-python`: a folder of another Python is gone on with.
other_python_option = click.option(
    "--other-python",
    is_flag=True,
    help="Go on in a folder that was begun with another Python, numpy or numba.",
)
#: The option `--json`, for programs.
json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for programs.")
