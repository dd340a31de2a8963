"""`horizons end`: end a game, or postpone its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from horizons_host.commands import common
from horizons_host.commands.groups import WithExamples

if TYPE_CHECKING:
    from horizons_core.model import Rank


_AGREED = "by agreement"


@click.command(
    "end",
    cls=WithExamples,
    short_help="End a game and print the ranking.",
    examples=(
        "horizons end -g mars --show",
        "horizons end -g mars --reason 'by agreement' --winner Ada --winner Brin",
        "horizons end -g orion --not-before 60",
    ),
)
@common.place_option
@click.option("--reason", metavar="TEXT", help=f"The reason (default: {_AGREED}).")
@click.option("--winner", "winners", multiple=True, metavar="PLAYER", help="A winner.")
@click.option("--show", is_flag=True, help="Show the ranking without ending the game.")
@click.option(
    "--not-before",
    type=click.IntRange(1, 999_999_999),
    metavar="TURN",
    help="Don't end the game: postpone its last turn to at least this turn.",
)
@common.json_option
def end_command(
    *,
    place: str,
    reason: str | None,
    winners: tuple[str, ...],
    show: bool,
    not_before: int | None,
    as_json: bool,
) -> None:
    """End the game after its latest turn, and print the ranking.

    No further turns can be run, and no orders submitted. Everything stays stored and can be shown,
    explained and verified. 'horizons undo' reopens the game. The ranking is written to
    reports/final.txt and mailed to every player with an address.

    --not-before does not end the game: if the variant has a last turn, it is postponed to at least
    that turn. Players are not notified, and the game can still be verified.
    """
    from horizons_host.endings import end_game, ranking_of
    from horizons_host.hosting.places import game_at

    if not_before is not None:
        if show or winners or reason is not None:
            raise click.UsageError("--not-before can't be used with other options")
        _postpone(place, not_before, as_json=as_json)
        return
    with game_at(place) as store:
        if show:
            ending, ranks = None, ranking_of(store.snapshot())
        else:
            ending, ranks = end_game(store, _AGREED if reason is None else reason, winners)
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


def _postpone(place: str, turn: int, *, as_json: bool) -> None:
    from horizons_host.endings import postpone_end
    from horizons_host.hosting.places import game_at

    with game_at(place) as store:
        postpone_end(store, turn)
    if as_json:
        common.write_json({"ended": False, "not_before": turn})
    else:
        click.echo(f"The game continues to at least turn {turn}. Players are not notified.")


def _print(ranks: Sequence[Rank]) -> None:
    from horizons_host.endings import ranking_lines

    if not ranks:
        click.echo("This variant does not rank its players.")
    for line in ranking_lines(ranks):
        click.echo(line)
