"""`horizons edit`: change the state of a running game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from horizons_host.commands import common
from horizons_host.commands.groups import WithExamples

if TYPE_CHECKING:
    from horizons_host.desk.edits import EditTrial


@click.command(
    "edit",
    cls=WithExamples,
    short_help="Change the state of a running game.",
    examples=(
        "horizons edit -g mars --dry-run mend.yaml",
        "horizons edit -g mars mend.yaml --reason 'ship 2 was lost by a slip of mine'",
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

    All players learn the reason and what was changed, by mail and in their next report: either the
    names of the changed parts, or the description from --tell. They can read the edit itself when
    the game is over. 'horizons verify' includes edits.
    """
    from horizons_host.desk.edits import edit_game, try_edit
    from horizons_host.hosting.places import game_at

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
    for part in view["changes"]:
        click.echo(f"  {view['empire']} sees {part['part']}: {common.changes(part)}")
