"""Options, help texts and progress displays that the lab's commands share."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

_F = TypeVar("_F", bound=Callable[..., Any])


class CommandWithExamples(click.Command):
    """A command whose help ends with examples that can be copied."""

    def __init__(self, *arguments: Any, examples: Sequence[str], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.examples = tuple(examples)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples under the options."""
        super().format_epilog(ctx, formatter)
        with formatter.section("Examples"):
            for example in self.examples:
                formatter.write(f"{'':>{formatter.current_indent}}{example}\n")


class GroupWithExamples(CommandWithExamples, click.Group):
    """A group of commands whose help ends with examples."""


@contextmanager
def require_libraries() -> Iterator[None]:
    """Show warnings on stderr, and name the package to install if a library is missing."""
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _show_warning
            yield
    except ModuleNotFoundError as problem:
        from horizons_lab.checks import StudyError

        raise StudyError(
            f"the lab needs {problem.name}, which is not installed",
            "install it with: pip install 'horizons[lab]'",
        ) from problem


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    click.echo(f"Warning: {message}", err=True)


@contextmanager
def progress_line() -> Iterator[Callable[[object], None]]:
    """Show progress in a line on stderr, if it is a terminal; the line disappears at the end."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return

    def show(status: object) -> None:
        click.echo(f"\r{status}\x1b[K", err=True, nl=False)

    try:
        yield show
    finally:
        click.echo("\r\x1b[K", err=True, nl=False)


def workers_of(value: str) -> int | str:
    """Parse `--workers`: a number of processes, or the name or address of a cluster."""
    return int(value) if value.isdecimal() else value


def options_of(arguments: Iterable[str]) -> dict[str, str]:
    """Parse options typed as `NAME=VALUE` into a dict; raises BadParameter."""
    options = {}
    for text in arguments:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise click.BadParameter(
                f"'{text}' must have the form NAME=VALUE", param_hint="--option"
            )
        options[name] = value
    return options


def write_columns(rows: Iterable[Sequence[str]]) -> None:
    """Print rows as aligned columns."""
    table = [list(row) for row in rows]
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    for row in table:
        cells = (f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
        click.echo("  ".join(cells).rstrip())


def file_argument(metavar: str) -> Callable[[_F], _F]:
    """Return the argument that names the file of a study or a tournament."""
    return click.argument("file", metavar=metavar, type=click.Path(path_type=Path))


def out_option(subject: str) -> Callable[[_F], _F]:
    """Return the option `--out`: the folder of the results."""
    return click.option(
        "-o",
        "--out",
        type=click.Path(path_type=Path),
        metavar="DIR",
        required=True,
        help="The folder for the results: a new one, or one that contains an unfinished"
        f" run of {subject}.",
    )


#: The option `--workers`: processes or a cluster.
workers_option = click.option(
    "--workers",
    default="1",
    show_default=True,
    metavar="N",
    help="Number of processes; 'dask', or the address of a Dask scheduler.",
)
#: The option `--other-python`: continue a folder of another Python.
other_python_option = click.option(
    "--other-python",
    is_flag=True,
    help="Continue in a folder that was started with another Python, numpy or numba.",
)
#: The option `--json`, for programs.
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for scripts.")


_OPTIONS = (
    click.option("--mod", "mods", multiple=True, metavar="MOD", help="Add a house rule."),
    click.option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        help="Change the value of an option.",
    ),
    click.option(
        "--variant", metavar="VARIANT", help="Use another variant: a name, or the path of a file."
    ),
    click.option(
        "--python",
        type=click.Path(path_type=Path),
        metavar="PYTHON",
        help="Use the Python of an environment with other versions of the rules.",
    ),
)


def change_options(function: _F) -> _F:
    """Add `--mod`, `--option`, `--variant` and `--python`: a change of rules, or other versions."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function
