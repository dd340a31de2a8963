"""`horizons battle luck`, and the options of commands on battles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from horizons_host.cli import common
from horizons_host.cli.common import F, all_of
from horizons_host.cli.root import WithExamples

if TYPE_CHECKING:
    from horizons_core.luck import Luck


key_option = click.option(
    "--key",
    default="0",
    show_default=True,
    metavar="K",
    help="The key of the dice: a number or words. The same key gives the same battles.",
)
threads_option = click.option(
    "--threads",
    type=click.IntRange(1, 256),
    default=2,
    show_default=True,
    metavar="N",
    help="Number of processors; it does not affect the result.",
)
#: The highest number of a run.
_LAST_RUN = 2**63
#: Maximum number of simulated battles for an expectation.
MAX_RUNS = 1_000_000


def which_battle(turn: str, place: str, player: str) -> Callable[[F], F]:
    """Return the arguments that select a battle, of a game or in FILE, with help for the former."""
    options = (
        click.argument("file", metavar="[FILE]", required=False, type=click.Path(path_type=Path)),
        common.game_option,
        common.turn_option(turn),
        click.option("--place", metavar="PLACE", help=place),
        common.player_option(player),
        key_option,
        click.option(
            "--run",
            type=click.IntRange(0, _LAST_RUN),
            default=0,
            metavar="I",
            help="For a battle in FILE: the number of the run in 'battle odds'.",
        ),
    )
    return all_of(options)


def refuse_game_options(turn: int | None, place: str | None, player: str | None) -> None:
    """Raise UsageError if options for a game's battles are used with FILE."""
    if turn is not None or place is not None or player is not None:
        raise click.UsageError("--turn, --place and --player can't be used with FILE")


@click.command(
    "luck",
    cls=WithExamples,
    short_help="Show each side's luck in battles: results against expectation.",
    examples=(
        "horizons battle luck raid.yaml --run 17",
        "horizons battle luck -g mars",
        "horizons battle luck -g mars --turn 4 --place 3,4 --json",
    ),
)
@which_battle(
    turn="Only battles of this turn (default: all turns).",
    place="Only battles at this place.",
    player="Show what this player can see, after the end of the game.",
)
@click.option(
    "--runs",
    type=click.IntRange(2, MAX_RUNS),
    default=2_000,
    show_default=True,
    metavar="N",
    help="Number of simulated battles for the expectation.",
)
@threads_option
@common.json_option
def show_luck(
    *,
    file: Path | None,
    folder: Path,
    turn: int | None,
    place: str | None,
    player: str | None,
    key: str,
    run: int,
    runs: int,
    threads: int,
    as_json: bool,
) -> None:
    """Show each side's luck, in one run of the battle in FILE or in a game's battles.

    Luck is the result minus the mean of many simulated battles between the same ships. It is given
    with its standard deviation (SD) and their quotient Z. The average luck is 0; over many battles,
    Z is between -1 and 1 in two of three cases. "won" is 1 for a win, 0 for a loss, and an equal
    share if nobody wins.

    For a game, its turns are replayed and the luck of its battles is added up. Expectations depend
    on all ships of both sides, so during a game only the gamemaster sees luck.
    """
    if file is None:
        _game(folder, turn, place, player, runs, threads, as_json=as_json)
        return
    refuse_game_options(turn, place, player)
    from horizons_host.reports.battles import luck_of_file

    setup, entries = luck_of_file(file, key, run, runs, threads)
    if as_json:
        rows = [luck.to_dict() for luck in entries]
        common.write_json(
            {"title": setup.title, "key": key, "run": run, "runs": runs, "luck": rows}
        )
        return
    click.echo(f"{setup.title}: run {run} against {common.counted(runs, 'battle')}")
    _write(entries)


def _game(
    folder: Path,
    turn: int | None,
    place: str | None,
    player: str | None,
    runs: int,
    threads: int,
    *,
    as_json: bool,
) -> None:
    from horizons_host.cli.common import working
    from horizons_host.reports.battles import luck_of_game, total_luck
    from horizons_host.store import GameStore

    with GameStore(folder) as store:
        turns = [turn] if turn is not None else range(store.first() + 1, store.latest() + 1)
        with working("replaying the battles", len(turns)) as step:
            battles = list(
                luck_of_game(store, turns, place, player, runs=runs, threads=threads, step=step)
            )
    entries = total_luck(battles)
    if as_json:
        answer = {"runs": runs, "luck": [luck.to_dict() for luck in entries]}
        common.write_json({**answer, "battles": [battle.to_dict() for battle in battles]})
        return
    when = f"turn {turn}" if turn is not None else f"turns {turns[0]} to {turns[-1]}"
    click.echo(
        f"{common.counted(len(battles), 'battle')} in {when},"
        f" each against {common.counted(runs, 'battle')}"
    )
    _write(entries)


def _write(entries: Sequence[Luck]) -> None:
    common.write_table(
        ("MEASURE", "SIDE", "ACTUAL", "EXPECTED", "LUCK", "SD", "Z"),
        [
            (
                luck.measure,
                luck.side,
                f"{luck.actual:,.6g}",
                f"{luck.mean:,.2f}",
                f"{luck.amount:+,.2f}",
                f"{luck.deviation:,.2f}",
                "-" if luck.z is None else f"{luck.z:+.2f}",
            )
            for luck in entries
        ],
    )
