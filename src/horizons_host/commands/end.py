"""`horizons end`: end a game by the gamemaster's word."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from horizons_host.commands import common
from horizons_host.commands.groups import WithExamples

if TYPE_CHECKING:
    from horizons_core.entities import Rank


@click.command(
    "end",
    cls=WithExamples,
    short_help="End a game, and say how everybody stands.",
    examples=(
        "horizons end -g mars --show",
        "horizons end -g mars --reason 'by agreement' --winner Ada --winner Brin",
    ),
)
@common.game_option
@click.option("--reason", default="by agreement", metavar="TEXT", help="Why the game ends.")
@click.option("--winner", "winners", multiple=True, metavar="PLAYER", help="Who has won.")
@click.option("--show", is_flag=True, help="Only show how everybody stands; end nothing.")
@common.json_option
def command(
    *, folder: Path, reason: str, winners: tuple[str, ...], show: bool, as_json: bool
) -> None:
    """End the game after its latest turn, and print the ranking.

    No turn is run and no orders are taken any more. What was stored stays as it is, so the game can
    still be shown, explained and verified. The ranking lies in reports/final.txt, and goes by mail
    to every player with an address.
    """
    from horizons_host.endings import end_game, standing_of
    from horizons_host.store import GameStore

    with GameStore(folder) as store:
        if show:
            ending, ranks = None, standing_of(store.snapshot())
        else:
            ending, ranks = end_game(store, reason, winners)
    if as_json:
        common.write_json(
            {
                "ended": ending is not None,
                "turn": ending.turn if ending else None,
                "reason": ending.reason if ending else None,
                "winners": list(ending.winners) if ending else [],
                "ranking": [{"empire": rank.empire, **rank.figures} for rank in ranks],
            }
        )
        return
    if ending is not None:
        won = f", won by {' and '.join(ending.winners)}" if ending.winners else ""
        click.echo(f"The game ended after turn {ending.turn}{won}: {ending.reason}.")
    _print(ranks)


def _print(ranks: Sequence[Rank]) -> None:
    from horizons_host.endings import ranking_lines

    if not ranks:
        click.echo("This variant does not rank its players.")
    for line in ranking_lines(ranks):
        click.echo(line)
