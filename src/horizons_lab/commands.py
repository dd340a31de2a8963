"""`horizons lab`: running a study that stands in a file, and reporting what came of it.

The host finds this group by its entry point. The module imports click and nothing else: what a
command needs is imported when it is called.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from horizons_lab.results import Result
    from horizons_lab.statistics import Estimate


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


@click.group(
    "lab",
    cls=Group,
    short_help="Play many games between bots, and say what they prove.",
    examples=(
        "horizons lab run study.yaml --out results --workers 2",
        "horizons lab report results",
    ),
)
def command() -> None:
    """Play many games between bots, and say what they prove.

    A study is a YAML file: who plays what, how often, and what is measured.
    """


@command.command(
    "run",
    cls=Command,
    short_help="Play the games of a study.",
    examples=(
        "horizons lab run study.yaml --out results",
        "horizons lab run study.yaml --out results --workers 2 --trajectory",
        "horizons lab run study.yaml --out results --workers tcp://10.0.0.7:8786 --json",
    ),
)
@click.argument("file", metavar="STUDY", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    required=True,
    help="The folder of the results: a new one, or one in which the study goes on.",
)
@click.option(
    "--workers",
    default="1",
    show_default=True,
    metavar="N",
    help="How many processes play; 'dask', or the address of a Dask scheduler.",
)
@click.option(
    "--games",
    type=click.IntRange(min=1),
    metavar="N",
    help="How many games a cell, instead of what STUDY says.",
)
@click.option("--trajectory", is_flag=True, help="Keep orders and events of all turns, too.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for programs.")
def run(
    *, file: Path, out: Path, workers: str, games: int | None, trajectory: bool, as_json: bool
) -> None:
    """Play the games of the study in the file STUDY, and say who wins how often.

    Whatever ends the command, what is finished stays in DIR; called again it goes on there. In the
    end DIR has the table of all games as games.parquet, with columns.json for what its columns
    mean.
    """
    with _libraries():
        result = _run(file, out, workers, games, trajectory=trajectory)
    if as_json:
        click.echo(json.dumps(_told(result, out), indent=2, ensure_ascii=False))
        return
    click.echo(f"{result.study.title or file.name}: {result.games:,} games")
    _write_rates(result)
    click.echo(f"Wrote {out}")


@command.command(
    "report",
    cls=Command,
    short_help="Make a page and tables of a study's results.",
    examples=(
        "horizons lab report results",
        "horizons lab report results --out raids.html --csv tables",
        "horizons lab report results --json",
    ),
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The page; DIR/report.html unless told.",
)
@click.option(
    "--csv",
    "tables",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Write games.csv, turns.csv and summary.csv into this folder, too.",
)
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for programs.")
def report(*, folder: Path, out: Path | None, tables: Path | None, as_json: bool) -> None:
    """Make one HTML page of the results in DIR, with tables and plots.

    Every estimate has its interval and the number of games. DIR is what `horizons lab run --out`
    wrote; the study may have been interrupted, or still run, and neither its variant nor its
    players need be installed.

    In the tables a text that a spreadsheet would take for a formula has an apostrophe in front.
    """
    with _libraries():
        from horizons_lab.report.csv_files import estimate_rows, write_tables
        from horizons_lab.report.page import write_page
        from horizons_lab.report.study_report import study_report

        with _shown() as show:
            show("reading the results")
            made = study_report(folder)
            made.work_out(show)
            show("writing the page")
            page = write_page(made, folder / "report.html" if out is None else out)
            wrote = [page, *([] if tables is None else write_tables(made, tables))]
        rows = list(estimate_rows(made.findings)) if as_json else []
    if as_json:
        told = {"wrote": [str(path) for path in wrote], "games": made.result.games}
        told |= {"finished": made.is_finished, "estimates": rows}
        click.echo(json.dumps(told, indent=2, ensure_ascii=False))
        return
    for path in wrote:
        click.echo(f"Wrote {path}")


def _run(file: Path, out: Path, workers: str, games: int | None, *, trajectory: bool) -> Result:
    import attrs

    from horizons_lab.study import Study

    study = Study.from_file(file)
    if games is not None:
        study = attrs.evolve(study, games=games)
    with _shown() as show:
        given = int(workers) if workers.isdecimal() else workers
        return study.run(given, out=out, trajectory=trajectory, progress=show)


@contextmanager
def _libraries() -> Iterator[None]:
    """Say what to install if a library of the lab is not there."""
    try:
        yield
    except ModuleNotFoundError as problem:
        from horizons_lab.errors import StudyError

        raise StudyError(
            f"the lab needs {problem.name}, which is not installed",
            "install it with the lab's other libraries: pip install 'horizons[lab]'",
        ) from problem


@contextmanager
def _shown() -> Iterator[Callable[[object], None]]:
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


def _rates(result: Result) -> Iterator[tuple[int, str, Estimate]]:
    """The win rate of every player in every cell."""
    for cell in result.study.cells:
        for player in result.players_of(cell.index):
            yield cell.index, player, result.win_rate(player, cell=cell.index)


def _told(result: Result, out: Path) -> dict[str, Any]:
    from horizons_core.codec import plain

    rates = [
        {"cell": cell, "player": player, "win_rate": plain(estimate)}
        for cell, player, estimate in _rates(result)
    ]
    cells = [{"cell": cell.index, "levels": json.loads(cell.key)} for cell in result.study.cells]
    return {"games": result.games, "folder": str(out), "cells": cells, "players": rates}


def _write_rates(result: Result) -> None:
    """Write a table of win rates to stdout; with several cells, a table for each."""
    told: dict[int, list[tuple[str, str]]] = {}
    for index, player, estimate in _rates(result):
        told.setdefault(index, []).append((player, str(estimate)))
    for cell in result.study.cells:
        if result.study.factors:
            click.echo(f"\nCell {cell.index}: {cell.key}")
        rows = [("PLAYER", "SHARE OF GAMES WON"), *told.get(cell.index, [])]
        width = max(len(player) for player, _ in rows)
        for player, rate in rows:
            click.echo(f"{player:<{width}}  {rate}")
