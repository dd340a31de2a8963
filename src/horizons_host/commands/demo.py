"""`horizons demo`: play a whole game between bots."""

from __future__ import annotations

from pathlib import Path

import click

from horizons_host.commands import common
from horizons_host.commands.groups import WithExamples


@click.command(
    "demo",
    cls=WithExamples,
    short_help="Play a whole game between bots.",
    examples=("horizons demo", "horizons demo --dir fleet-week --turns 30"),
)
@click.option(
    "--dir",
    "folder",
    type=click.Path(path_type=Path),
    default=Path("horizons-demo"),
    show_default=True,
    metavar="DIR",
    help="The game's folder; if it exists, a number is added.",
)
@click.option(
    "--turns",
    type=click.IntRange(1, 500),
    default=15,
    show_default=True,
    metavar="N",
    help="The game's turn limit.",
)
@common.json_option
def demo_command(*, folder: Path, turns: int, as_json: bool) -> None:
    """Play a whole game of four empires between bots, and show where the files are.

    It is a game like any other: read its reports, explain events, verify it.
    """
    from horizons_host.demo import fresh_folder, play_demo
    from horizons_host.progress import working

    place = fresh_folder(folder)
    if not as_json:
        click.echo(f"Playing {turns} turns of Event Horizon between four bots in {place} ...")
    with working("playing", turns) as step:
        result = play_demo(place, turns, step)
    if as_json:
        common.write_json(result.to_dict())
        return
    battles = common.counted(result.battles, "battle")
    click.echo(f"Played {result.turns} turns, with {battles}. {result.ending}")
    click.echo(f"  Reports  {result.report}")
    click.echo(f"  Map      {result.map}")
    if result.replay:
        click.echo(f"  Battle   {result.replay}")
    click.echo("Try next:")
    click.echo(f"  horizons explain -g '{place}' -p {result.player}")
    click.echo(f"  horizons verify -g '{place}'")
