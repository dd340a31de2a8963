"""`horizons lab run` for studies of battles."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from horizons_lab.commands.shared import progress_line, write_columns

if TYPE_CHECKING:
    from horizons_lab.battles.results import BattleResult
    from horizons_lab.battles.study import BattleStudy


def run_battles(file: Path, out: Path, threads: str, runs: int | None, *, as_json: bool) -> None:
    """Fight the battles of the study in a file, then write and print the results.

    Raises click.UsageError for threads that are not a number, StudyError, BattleError, OSError.
    """
    import attrs

    from horizons_lab.battles.study import BattleStudy
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
        click.echo(json.dumps(_to_dict(study, result, out), indent=2, ensure_ascii=False))
        return
    many = f" in each of {len(study.cells)} cells" if study.factors else ""
    click.echo(f"{study.title or file.name}: {study.runs:,} battles{many}")
    _write_rates(study, result)
    click.echo(f"Wrote {out}")


def _to_dict(study: BattleStudy, result: BattleResult, out: Path) -> dict[str, Any]:
    from horizons_core.codec import plain

    rates = [
        {"cell": cell.index, "side": side, "win_rate": plain(result.win_rate(side, cell=index))}
        for index, cell in enumerate(study.cells)
        for side in result.cells[index].sides
    ]
    cells = [{"cell": cell.index, "levels": json.loads(cell.key)} for cell in study.cells]
    return {"battles": study.runs, "folder": str(out), "cells": cells, "sides": rates}


def _write_rates(study: BattleStudy, result: BattleResult) -> None:
    """Print a table of the shares won; with several cells, one table for each."""
    for index, cell in enumerate(study.cells):
        if study.factors:
            click.echo(f"\nCell {cell.index}: {cell.key}")
        sides = result.cells[index].sides
        rates = [(side, str(result.win_rate(side, cell=index))) for side in sides]
        write_columns([("SIDE", "SHARE OF BATTLES WON"), *rates])
