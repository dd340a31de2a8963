"""`horizons verify`: recompute a whole game and compare."""

from __future__ import annotations

from pathlib import Path

import click

from horizons_host.commands import common, failures
from horizons_host.commands.groups import WithExamples


@click.command(
    "verify",
    cls=WithExamples,
    short_help="Recompute a whole game and compare.",
    examples=("horizons verify -g mars", "horizons verify -g mars --turn 3 --json"),
)
@common.game_option
@common.turn_option("Recompute up to this turn (default: the latest).")
@common.json_option
@click.pass_context
def command(context: click.Context, *, folder: Path, turn: int | None, as_json: bool) -> None:
    """Recompute the game from turn 0 with the stored orders, and compare every turn.

    States, events and orders are held against their digests, each turn's key against what the
    reports of the turn before promised. The exit status is 1 at the first difference.
    """
    from horizons_host.progress import working
    from horizons_host.store import GameStore
    from horizons_host.verification import verify

    with GameStore(folder) as store:
        total = store.latest() if turn is None else turn
        with working("recomputing", total) as step:
            verdict = verify(store, turn, step)
    if as_json:
        common.write_json(
            {
                "sound": verdict.sound,
                "turns": verdict.turns,
                "differs_in_turn": verdict.turn,
                "difference": verdict.difference or None,
            }
        )
    elif verdict.sound:
        turns = common.counted(verdict.turns, "turn")
        click.echo(f"The set-up and {turns} recomputed: everything is as stored.")
    else:
        failures.complain(
            f"turn {verdict.turn}: {verdict.difference}",
            f"{common.counted(verdict.turns, 'turn')} before it recomputed as stored",
        )
    context.exit(0 if verdict.sound else 1)
