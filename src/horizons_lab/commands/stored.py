"""`horizons lab replay`: stored games of players under a change of rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from horizons_lab.commands.change_options import change_options
from horizons_lab.commands.shared import Command, json_option, options_of, write_columns

if TYPE_CHECKING:
    from horizons_core.stored_games import GameVerdict


@click.command(
    "replay",
    cls=Command,
    short_help="Play stored games of people again, by other rules.",
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
@click.option(
    "--keep-set-up", is_flag=True, help="Begin with the set-up as it was; change the turns alone."
)
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
    """Play the orders of people again, in the games that each FILE has, by other rules.

    A FILE is what 'horizons export --format stored-game' writes. The dice are the same ones. Of
    each turn it is said whether it comes out the same; where it does not, what differs first and
    who sees that. House rules and options are in force from the set-up on, unless it is kept.

    The exit status is 1 if a game is not the same in all turns.
    """
    from horizons_lab.comparisons.stored import compare_stored

    change: dict[str, Any] = {"mods": mods, "options": options_of(options), "variant": variant}
    set_up_again = False if keep_set_up else None
    verdicts = [
        (file, compare_stored(file, **change, python=python, set_up_again=set_up_again))
        for file in files
    ]
    if as_json:
        answer = [{"file": str(file), **verdict.told()} for file, verdict in verdicts]
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
