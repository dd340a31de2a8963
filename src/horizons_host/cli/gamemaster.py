"""`horizons edit`, `end` and `audit`: change a game, end it, and show the audit log."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from horizons_host.cli import common
from horizons_host.cli.root import WithExamples

if TYPE_CHECKING:
    from horizons_core.model import Rank
    from horizons_host.games.edits import EditTrial

_AGREED = "by agreement"


@click.command(
    "edit",
    cls=WithExamples,
    short_help="Change the state of a running game.",
    examples=(
        "horizons edit -g mars --dry-run fix.yaml",
        "horizons edit -g mars fix.yaml --reason 'ship 2 was lost by my mistake'",
    ),
)
@common.place_option
@click.option("--reason", metavar="TEXT", help="The reason; all players see it.")
@click.option(
    "--tell", "words", metavar="TEXT", help="Your description of the change, for the players."
)
@click.option("--dry-run", is_flag=True, help="Show what each player would see; store nothing.")
@common.json_option
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
def edit_command(
    *,
    place: str,
    reason: str | None,
    words: str | None,
    dry_run: bool,
    as_json: bool,
    file: Path,
) -> None:
    """Change the state of a game before its next turn.

    FILE is YAML with a 'state' as in a scenario of the variant, and nothing else, such as 'state:
    {stock: {Ada: {hull: 40}}}'. Everything you omit stays as it is. An edit that would make the
    game invalid is rejected.

    All players learn the reason and what was changed, by email and in their next report: either the
    names of the changed parts, or the description from --tell. They can read the edit itself when
    the game is over. 'horizons verify' includes edits.
    """
    from horizons_host.games.edits import edit_game, try_edit
    from horizons_host.store.locations import game_at

    if reason is None and not dry_run:
        raise click.UsageError("add --reason TEXT, or use --dry-run")
    text = _read(file)
    with game_at(place) as store:
        tried = (
            try_edit(store, text) if dry_run else edit_game(store, text, reason or "", words or "")
        )
    if as_json:
        common.write_json({"stored": not dry_run, **_plain(tried)})
        return
    outcome = "would change as follows; nothing was stored." if dry_run else "was changed."
    click.echo(f"The game after turn {tried.turn} {outcome}")
    for view in _plain(tried)["seen"]:
        _write(view)


def _read(file: Path) -> str:
    from horizons_core.data_text import DataError, read_file
    from horizons_core.errors import HorizonsError

    try:
        return read_file(file).decode()
    except DataError as problem:
        raise HorizonsError(f"{file}: {problem.reason}", problem.hint) from problem
    except UnicodeDecodeError as problem:
        raise HorizonsError(f"{file} is not a text file", "save it as UTF-8") from problem


def _plain(tried: EditTrial) -> dict[str, Any]:
    return {
        "turn": tried.turn,
        "kinds": list(tried.kinds),
        "seen": [view.to_dict() for view in tried.effects],
    }


def _write(view: dict[str, Any]) -> None:
    if not view["changes"]:
        click.echo(f"  {view['empire']} sees no difference.")
    elif not view["sentences"]:
        click.echo(f"  {view['empire']} sees details that have no name in the game.")
    for sentence in view["sentences"]:
        click.echo(f"  {view['empire']}: {sentence}")


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
    reports/final.txt and emailed to every player with an address.

    --not-before does not end the game: if the variant has a last turn, it is postponed to at least
    that turn. Players are not notified, and the game can still be verified.
    """
    from horizons_host.games.endings import end_game, ranking_of
    from horizons_host.store.locations import game_at

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
    from horizons_host.games.endings import postpone_end
    from horizons_host.store.locations import game_at

    with game_at(place) as store:
        postpone_end(store, turn)
    if as_json:
        common.write_json({"ended": False, "not_before": turn})
    else:
        click.echo(f"The game continues to at least turn {turn}. Players are not notified.")


def _print(ranks: Sequence[Rank]) -> None:
    from horizons_host.games.endings import ranking_lines

    if not ranks:
        click.echo("This variant does not rank its players.")
    for line in ranking_lines(ranks):
        click.echo(line)


@click.command(
    "audit",
    cls=WithExamples,
    short_help="Show a game's audit log.",
    examples=("horizons audit -g mars", "horizons audit -g mars --public --json"),
)
@common.place_option
@click.option("--public", is_flag=True, help="Show only entries that players can read.")
@common.json_option
def audit_command(*, place: str, public: bool, as_json: bool) -> None:
    """Show the audit log: turns run and undone, edits, seats, restored backups.

    Entries cannot be changed. Players can read all but a few, such as a postponed end, which
    they see when the game is over. The log contains no addresses, passwords or orders.
    """
    from horizons_host.clock import local_time
    from horizons_host.games.audit import entries
    from horizons_host.store.locations import game_at

    with game_at(place) as store:
        log = entries(store, public=public)
    if as_json:
        common.write_json([entry.to_dict(public=public) for entry in log])
        return
    if not log:
        click.echo("The audit log is empty.")
    for entry in log:
        hidden = "" if entry.public else " (hidden from players until the game is over)"
        click.echo(f"{entry.number:>4}  {local_time(entry.at)}  {entry.actor}, turn {entry.turn}:")
        click.echo(f"      {entry.words}{'' if public else hidden}")
