"""`horizons lab replay`: stored games of players under a change of rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from horizons_lab.commands.change_options import change_options
from horizons_lab.commands.shared import CommandWithExamples, json_option, options_of, write_columns

if TYPE_CHECKING:
    from horizons_core.stored_games import GameVerdict


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
