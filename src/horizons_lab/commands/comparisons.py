"""`horizons lab compare` and `replay`: measure the effects of a change of rules."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import click

from horizons_lab.commands.shared import (
    CommandWithExamples,
    change_options,
    file_argument,
    json_option,
    options_of,
    other_python_option,
    out_option,
    progress_line,
    require_libraries,
    workers_of,
    workers_option,
    write_columns,
)

if TYPE_CHECKING:
    from horizons_core.stored_games import GameVerdict
    from horizons_lab.comparisons.compare import Divergence, RulesComparison
    from horizons_lab.comparisons.comparison import Comparison

#: Default number of games to search for their first difference.
_SEARCHED_GAMES = 3


@click.command(
    "replay",
    cls=CommandWithExamples,
    short_help="Replay stored games of people under changed rules.",
    examples=(
        "horizons lab replay mars/stored-game.json --mod shared_mining",
        "horizons lab replay mars/stored-game.json --option turn_limit=50 --json",
        "horizons lab replay */stored-game.json --python ../new/bin/python",
    ),
)
@click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@change_options
@click.option("--keep-set-up", is_flag=True, help="Keep the stored set-up; change only the turns.")
@json_option
@click.pass_context
def replay(
    context: click.Context,
    *,
    files: tuple[Path, ...],
    mods: tuple[str, ...],
    options: tuple[str, ...],
    variant: str | None,
    python: Path | None,
    keep_set_up: bool,
    as_json: bool,
) -> None:
    """Replay the orders of people in the game in each FILE under changed rules.

    A FILE is written by 'horizons export --format stored-game'. The dice are the same. For each
    turn, the output shows whether it is identical; if not, the first difference and who sees it.
    House rules and options apply from the set-up on, unless --keep-set-up is given.

    The exit status is 1 if a game is not identical in all turns.
    """
    from horizons_lab.comparisons.stored import compare_stored

    change: dict[str, Any] = {"mods": mods, "options": options_of(options), "variant": variant}
    set_up_again = False if keep_set_up else None
    verdicts = [
        (file, compare_stored(file, **change, python=python, set_up_again=set_up_again))
        for file in files
    ]
    if as_json:
        answer = [{"file": str(file), **verdict.to_dict()} for file, verdict in verdicts]
        click.echo(json.dumps(answer, indent=2, ensure_ascii=False))
    else:
        for file, verdict in verdicts:
            _print_verdict(file, verdict)
    context.exit(0 if all(verdict.status == "same" for _, verdict in verdicts) else 1)


def _print_verdict(file: Path, verdict: GameVerdict) -> None:
    """Print the verdict on a game, and a line for each turn with its first difference."""
    by = f"{verdict.variant} {verdict.version}".strip()
    mods = f" with {', '.join(verdict.mods)}" if verdict.mods else ""
    click.echo(f"{file}: '{verdict.name}' by {by}{mods}: {verdict}")
    rows = [("TURN", "STATUS", "FIRST DIFFERENCE")]
    rows += [
        (str(turn.turn), turn.status, turn.reason or str(turn.difference or ""))
        for turn in verdict.turns
    ]
    write_columns(rows)


@click.command(
    "compare",
    cls=CommandWithExamples,
    short_help="Compare a study with and without a change of rules.",
    examples=(
        "horizons lab compare study.yaml --mod shared_mining --out results",
        "horizons lab compare study.yaml --option turn_limit=50 --out results --workers 2",
        "horizons lab compare study.yaml --python ../new/bin/python --out results --json",
    ),
)
@file_argument("STUDY")
@out_option("the comparison")
@change_options
@workers_option
@click.option("--games", type=click.IntRange(min=1), metavar="N", help="Number of games per cell.")
@click.option(
    "--look",
    type=click.IntRange(min=0),
    default=_SEARCHED_GAMES,
    show_default=True,
    metavar="N",
    help="Number of differing games in which to find the first difference.",
)
@other_python_option
@json_option
def compare(
    *,
    file: Path,
    out: Path,
    mods: tuple[str, ...],
    options: tuple[str, ...],
    variant: str | None,
    python: Path | None,
    workers: str,
    games: int | None,
    look: int,
    other_python: bool,
    as_json: bool,
) -> None:
    """Play the study in the file STUDY with and without a change of rules, with the same dice.

    The change can be an added house rule (--mod), another value of an option, another variant, or
    other versions in another environment (--python). Because both games of a pair have the same
    dice, their differences are far more precise than those of two studies; each has its confidence
    interval. At the end, DIR contains changes.csv, both results, and turns.csv if there are
    measures by turn.
    """
    with require_libraries():
        from horizons_lab.comparisons.compare import RulesComparison
        from horizons_lab.comparisons.comparison import write_tables

        changes = {"mods": mods, "options": options_of(options), "variant": variant}
        settings = {"other_python": other_python}
        if python is None:
            comparison = _with_rules(file, {**changes, **settings}, out, workers, games)
        else:
            comparison = _with_versions(file, changes, python, out, workers, games)
        wrote = write_tables(comparison, out)
        rows = comparison.table.to_dicts()
        differences: list[tuple[int, int, Divergence]] = []
        if isinstance(comparison, RulesComparison):
            differences += _first_differences(comparison, look)
    if as_json:
        answer: dict[str, Any] = {"wrote": [str(path) for path in wrote]}
        answer |= {"pairs": len(comparison.pairs), "same": comparison.same, "changes": rows}
        answer["first_differences"] = [
            {"cell": cell, "game": game, "difference": str(difference)}
            for cell, game, difference in differences
        ]
        click.echo(json.dumps(answer, indent=2, ensure_ascii=False))
        return
    _print_changes(comparison)
    for cell, game, difference in differences:
        place = f"game {game}" + (f" of cell {cell}" if cell else "")
        click.echo(f"{place}: {difference}")
    for path in wrote:
        click.echo(f"Wrote {path}")


def _with_rules(
    file: Path, changes: dict[str, Any], out: Path, workers: str, games: int | None
) -> Comparison:
    from horizons_lab.comparisons.compare import compare as compare_rules
    from horizons_lab.study import Study

    study = Study.from_file(file)
    if games is not None:
        study = attrs.evolve(study, games=games)
    with progress_line() as show:
        return compare_rules(study, **changes, workers=workers_of(workers), out=out, progress=show)


def _with_versions(
    file: Path, changes: dict[str, Any], python: Path, out: Path, workers: str, games: int | None
) -> Comparison:
    from horizons_lab.comparisons.versions import compare_versions

    if any(changes.values()):
        raise click.UsageError("--python compares versions: omit --mod, --option and --variant")
    return compare_versions(file, python, out, workers=workers_of(workers), games=games)


def _first_differences(
    comparison: RulesComparison, maximum: int
) -> Iterator[tuple[int, int, Divergence]]:
    """Yield cell, game and first difference of pairs that ended differently, at most `maximum`."""
    cells = {cell.key: cell.index for cell in comparison.before.study.cells}
    for before, _ in comparison.moved_pairs[:maximum]:
        cell = cells[before.cell]
        if difference := comparison.first_difference(before.game, cell):
            yield cell, before.game, difference


def _print_changes(comparison: Comparison) -> None:
    """Print the changes, cell by cell."""
    study = comparison.before.study
    click.echo(
        f"{study.title or study.variant}: {len(comparison.pairs):,} pairs of games,", nl=False
    )
    click.echo(f" {comparison.same:,} with the same result")
    for cell in study.cells:
        if study.factors:
            click.echo(f"\nCell {cell.index}: {cell.key}")
        rows = [("QUANTITY", "PLAYER", "BEFORE", "AFTER", "DIFFERENCE")]
        for change in comparison.changes:
            if change.cell == cell.index:
                values = (change.before.rounded[0], change.after.rounded[0])
                rows.append((change.column, change.player, *values, str(change.difference)))
        write_columns(rows)
