"""Helpers for all commands, such as shared options, tables and progress bars."""

from __future__ import annotations

import json
import logging
import os
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from horizons_core import Variant

F = TypeVar("F", bound=Callable[..., Any])


def _with_variant(_context: click.Context, _option: click.Parameter, value: Any) -> Any:
    """Register the game's variant from its file if it is not installed; return the value."""
    if value is not None and Path(value, "variant.txt").is_file():
        from horizons_host.games.setup import use_variant_of

        use_variant_of(Path(value))
    return value


game_option = click.option(
    "-g",
    "--game",
    "folder",
    type=click.Path(path_type=Path),
    default=Path(),
    envvar="HORIZONS_GAME",
    callback=_with_variant,
    metavar="DIR",
    help="The game's folder (default: HORIZONS_GAME, or the current folder).",
)
place_option = click.option(
    "-g",
    "--game",
    "place",
    default=".",
    envvar="HORIZONS_GAME",
    callback=_with_variant,
    metavar="DIR|ADDRESS",
    help="The game's folder, or its address on a PostgreSQL server (default:"
    " HORIZONS_GAME, or the current folder).",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for scripts.")
gamemaster_option = click.option(
    "--gamemaster", is_flag=True, help="Show everything, including hidden information."
)
#: Delay in seconds before the bar appears.
PATIENCE_SECONDS = 1.0


def rules_of(variant: str, mods: Sequence[str]) -> Variant:
    """Load rules by the name of an installed variant, or from a Python file or a folder.

    A path ends in `.py` or contains a slash. Raises UnknownNameError, PluginError.
    """
    import horizons_core as hz
    from horizons_core.plugins import add_variant_file

    if variant.endswith(".py") or "/" in variant or os.sep in variant:
        variant = add_variant_file(Path(variant))
    return hz.load_variant(variant, mods)


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


def write_remarks(source: str, remarks: Iterable[Mapping[str, Any]], *, err: bool = False) -> None:
    """Write remarks as `SOURCE:LINE:COLUMN: severity: message (hint)`."""
    for remark in remarks:
        place = f":{remark['line']}:{remark['column']}" if remark["line"] else ""
        hint = f" ({remark['hint']})" if remark["hint"] else ""
        click.echo(f"{source}{place}: {remark['severity']}: {remark['message']}{hint}", err=err)


def tally(remarks: Iterable[Mapping[str, Any]]) -> str:
    """Count remarks by severity: `2 errors, 1 note`, or `no remarks`."""
    severities = [remark["severity"] for remark in remarks]
    counts = [(severities.count(severity), severity) for severity in ("error", "warning", "note")]
    return ", ".join(counted(n, severity) for n, severity in counts if n) or "no remarks"


def _ignore_step() -> None:
    """Ignore a step if there is no bar."""


@contextmanager
def working(label: str, total: int | None = None) -> Iterator[Callable[[], None]]:
    """Show a bar while the block runs; call the yielded function after each of `total` steps.

    Without a total the bar only shows activity. If stderr is not a terminal, nothing is shown.
    """
    if not sys.stderr.isatty():
        yield _ignore_step
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = [TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()]
    if total is not None:
        columns.insert(2, MofNCompleteColumn())
    bar = Progress(
        *columns,
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=sys.stdout.isatty(),  # else output to a pipe would go to the terminal
    )
    task = bar.add_task(label, total=total)
    timer = threading.Timer(PATIENCE_SECONDS, bar.start)
    timer.daemon = True
    timer.start()
    try:
        yield lambda: bar.advance(task)
    finally:
        timer.cancel()
        timer.join()  # it may just be starting the bar
        bar.stop()


class _Lines(logging.Handler):
    """Log handler that writes to the current `sys.stderr`, which a progress bar may replace."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            _keep(self.format(record))
        else:
            click.echo(self.format(record), err=True)


def _keep(text: str) -> None:
    """Write a traceback to a file and name it, unless a server's log has it."""
    if logging.getLogger().handlers:
        return
    with tempfile.NamedTemporaryFile(
        "w", prefix="horizons-", suffix=".log", delete=False, encoding="utf-8"
    ) as file:
        file.write(f"{text}\n")
    click.echo(f"The traceback is in {file.name}", err=True)


_LINES = _Lines()


def show_log_messages() -> None:
    """Print the core's log messages on the command line."""
    logger = logging.getLogger("horizons_core")
    logger.setLevel(logging.INFO)
    logger.addHandler(_LINES)  # adding it twice has no effect
