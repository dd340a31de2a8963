"""`horizons lab run` and `report`: studies in files, and reports of their results.

`battles` runs a study of battles, which has a `battle` instead of seats.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from horizons_lab.commands.battles import run_battles
from horizons_lab.commands.shared import (
    Command,
    file_argument,
    json_option,
    libraries,
    other_python_option,
    out_option,
    progress_line,
    workers_of,
    workers_option,
)

if TYPE_CHECKING:
    from horizons_lab.results import Result
    from horizons_lab.statistics import Estimate


@click.command(
    "run",
    cls=Command,
    short_help="Play the games or battles of a study.",
    examples=(
        "horizons lab run study.yaml --out results",
        "horizons lab run study.yaml --out results --workers 2 --trajectory",
        "horizons lab run study.yaml --out results --workers tcp://10.0.0.7:8786 --json",
    ),
)
@file_argument("STUDY")
@out_option("the study")
@workers_option
@click.option(
    "--games",
    type=click.IntRange(min=1),
    metavar="N",
    help="How many games, or battles, a cell, instead of what STUDY says.",
)
@other_python_option
@click.option("--trajectory", is_flag=True, help="Keep orders and events of all turns, too.")
@json_option
def run(
    *,
    file: Path,
    out: Path,
    workers: str,
    games: int | None,
    other_python: bool,
    trajectory: bool,
    as_json: bool,
) -> None:
    """Play the games of the study in the file STUDY, and say who wins how often.

    Whatever ends the command, what is finished stays in DIR; called again it goes on there. In the
    end DIR has the table of all games as games.parquet, with columns.json for what its columns
    mean.

    STUDY may be one of battles, too: it has a battle, and no seats. All its cells are fought anew,
    by as many threads as there are workers, and DIR has the estimates as battles.csv.
    """
    with libraries():
        from horizons_lab.study_file import is_of_battles

        if is_of_battles(file):
            if trajectory:
                raise click.UsageError("a study of battles keeps no trajectory")
            run_battles(file, out, workers, games, as_json=as_json)
            return
        result = _run(file, out, workers, games, trajectory=trajectory, other_python=other_python)
    if as_json:
        click.echo(json.dumps(_to_dict(result, out), indent=2, ensure_ascii=False))
        return
    click.echo(f"{result.study.title or file.name}: {result.games:,} games")
    _write_rates(result)
    click.echo(f"Wrote {out}")


@click.command(
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
@json_option
def report(*, folder: Path, out: Path | None, tables: Path | None, as_json: bool) -> None:
    """Make one HTML page of the results in DIR, with tables and plots.

    Every estimate has its interval and the number of games. DIR is what `horizons lab run --out`
    wrote; the study may have been interrupted, or still run, and neither its variant nor its
    players need be installed.

    In the tables a text that a spreadsheet would take for a formula has an apostrophe in front.
    """
    with libraries():
        from horizons_lab.report.csv_files import estimate_rows, write_tables
        from horizons_lab.report.page import write_page
        from horizons_lab.report.study_report import study_report

        with progress_line() as show:
            show("reading the results")
            results = study_report(folder)
            results.work_out(show)
            show("writing the page")
            page = write_page(results, folder / "report.html" if out is None else out)
            wrote = [page, *([] if tables is None else write_tables(results, tables))]
        rows = list(estimate_rows(results.findings)) if as_json else []
    if as_json:
        answer = {"wrote": [str(path) for path in wrote], "games": results.result.games}
        answer |= {"finished": results.is_finished, "estimates": rows}
        click.echo(json.dumps(answer, indent=2, ensure_ascii=False))
        return
    for path in wrote:
        click.echo(f"Wrote {path}")


def _run(file: Path, out: Path, workers: str, games: int | None, **settings: bool) -> Result:
    import attrs

    from horizons_lab.study import Study

    study = Study.from_file(file)
    if games is not None:
        study = attrs.evolve(study, games=games)
    with progress_line() as show:
        return study.run(workers_of(workers), out=out, progress=show, **settings)


def _rates(result: Result) -> Iterator[tuple[int, str, Estimate]]:
    """Yield the win rate of every player in every cell."""
    for cell in result.study.cells:
        for player in result.players_of(cell.index):
            yield cell.index, player, result.win_rate(player, cell=cell.index)


def _to_dict(result: Result, out: Path) -> dict[str, Any]:
    from horizons_core.codec import plain

    rates = [
        {"cell": cell, "player": player, "win_rate": plain(estimate)}
        for cell, player, estimate in _rates(result)
    ]
    cells = [{"cell": cell.index, "levels": json.loads(cell.key)} for cell in result.study.cells]
    return {"games": result.games, "folder": str(out), "cells": cells, "players": rates}


def _write_rates(result: Result) -> None:
    """Print a table of win rates; with several cells, one table for each."""
    rates: dict[int, list[tuple[str, str]]] = {}
    for index, player, estimate in _rates(result):
        rates.setdefault(index, []).append((player, str(estimate)))
    for cell in result.study.cells:
        if result.study.factors:
            click.echo(f"\nCell {cell.index}: {cell.key}")
        rows = [("PLAYER", "SHARE OF GAMES WON"), *rates.get(cell.index, [])]
        width = max(len(player) for player, _ in rows)
        for player, share in rows:
            click.echo(f"{player:<{width}}  {share}")
