"""`horizons lab run` and `report`: run a study from a file, and report its results.

`battles` runs a study of battles, which has a `battle` instead of seats.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from horizons_lab.commands.shared import (
    CommandWithExamples,
    file_argument,
    json_option,
    other_python_option,
    out_option,
    progress_line,
    require_libraries,
    workers_of,
    workers_option,
    write_columns,
)

if TYPE_CHECKING:
    from horizons_lab.battle_results import BattleResult
    from horizons_lab.battle_study import BattleStudy
    from horizons_lab.results import Result
    from horizons_lab.statistics import Estimate


def run_battles(file: Path, out: Path, threads: str, runs: int | None, *, as_json: bool) -> None:
    """Fight the battles of the study in a file, then write and print the results.

    Raises click.UsageError for threads that are not a number, StudyError, BattleError, OSError.
    """
    import attrs

    from horizons_lab.battle_study import BattleStudy
    from horizons_lab.report.battle_results import check_folder, write_battles

    if not threads.isdecimal() or int(threads) < 1:
        raise click.UsageError("battles use threads: --workers must be a number, 1 or more")
    study = BattleStudy.from_file(file)
    if runs is not None:
        study = attrs.evolve(study, runs=runs)
    check_folder(out)
    with progress_line() as show:
        result = study.run(
            threads=int(threads), progress=lambda done: show(f"{done} of {len(study.cells)} cells")
        )
    write_battles(study, result, out)
    if as_json:
        click.echo(json.dumps(_battles_to_dict(study, result, out), indent=2, ensure_ascii=False))
        return
    many = f" in each of {len(study.cells)} cells" if study.factors else ""
    click.echo(f"{study.title or file.name}: {study.runs:,} battles{many}")
    _write_battle_rates(study, result)
    click.echo(f"Wrote {out}")


def _battles_to_dict(study: BattleStudy, result: BattleResult, out: Path) -> dict[str, Any]:
    from horizons_core.codec import plain

    rates = [
        {"cell": cell.index, "side": side, "win_rate": plain(result.win_rate(side, cell=index))}
        for index, cell in enumerate(study.cells)
        for side in result.cells[index].sides
    ]
    cells = [{"cell": cell.index, "levels": json.loads(cell.key)} for cell in study.cells]
    return {"battles": study.runs, "folder": str(out), "cells": cells, "sides": rates}


def _write_battle_rates(study: BattleStudy, result: BattleResult) -> None:
    """Print a table of the shares won; with several cells, one table for each."""
    for index, cell in enumerate(study.cells):
        if study.factors:
            click.echo(f"\nCell {cell.index}: {cell.key}")
        sides = result.cells[index].sides
        rates = [(side, str(result.win_rate(side, cell=index))) for side in sides]
        write_columns([("SIDE", "SHARE OF BATTLES WON"), *rates])


@click.command(
    "run",
    cls=CommandWithExamples,
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
    help="Number of games or battles per cell (default: as in STUDY).",
)
@other_python_option
@click.option("--trajectory", is_flag=True, help="Also store orders and events of all turns.")
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
    """Play the games of the study in the file STUDY, and show the win rates.

    If the command is interrupted, finished games stay in DIR; repeat it to continue. At the end,
    DIR contains the table of all games as games.parquet, with a description of its columns in
    columns.json.

    STUDY can also be a study of battles, with a battle instead of seats. All its cells are fought
    every time, with as many threads as workers, and DIR contains the estimates as battles.csv.
    """
    with require_libraries():
        from horizons_lab.study_data import is_battle_study

        if is_battle_study(file):
            if trajectory:
                raise click.UsageError("--trajectory is not available for a study of battles")
            run_battles(file, out, workers, games, as_json=as_json)
            return
        result = _run(file, out, workers, games, trajectory=trajectory, other_python=other_python)
    if as_json:
        click.echo(json.dumps(_games_to_dict(result, out), indent=2, ensure_ascii=False))
        return
    click.echo(f"{result.study.title or file.name}: {result.games:,} games")
    _write_game_rates(result)
    click.echo(f"Wrote {out}")


@click.command(
    "report",
    cls=CommandWithExamples,
    short_help="Write a page and tables with the results of a study.",
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
    help="The page (default: DIR/report.html).",
)
@click.option(
    "--csv",
    "tables",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Also write games.csv, turns.csv and summary.csv to this folder.",
)
@json_option
def report(*, folder: Path, out: Path | None, tables: Path | None, as_json: bool) -> None:
    """Write an HTML page with the results in DIR, with tables and plots.

    Every estimate has its confidence interval and the number of games. DIR is the folder written by
    `horizons lab run --out`. The study can be interrupted or still running, and its variant and
    players needn't be installed.

    In the tables, text that a spreadsheet would read as a formula begins with an apostrophe.
    """
    with require_libraries():
        from horizons_lab.report.csv_files import estimate_rows, write_tables
        from horizons_lab.report.page import write_page
        from horizons_lab.report.study_report import study_report

        with progress_line() as show:
            show("reading the results")
            results = study_report(folder)
            results.compute(show)
            show("writing the page")
            page = write_page(results, folder / "report.html" if out is None else out)
            wrote = [page, *([] if tables is None else write_tables(results, tables))]
        rows = list(estimate_rows(results.estimates)) if as_json else []
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


def _games_to_dict(result: Result, out: Path) -> dict[str, Any]:
    from horizons_core.codec import plain

    rates = [
        {"cell": cell, "player": player, "win_rate": plain(estimate)}
        for cell, player, estimate in _rates(result)
    ]
    cells = [{"cell": cell.index, "levels": json.loads(cell.key)} for cell in result.study.cells]
    return {"games": result.games, "folder": str(out), "cells": cells, "players": rates}


def _write_game_rates(result: Result) -> None:
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
