"""`horizons battle luck`: what the dice did, against what was to be expected of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from horizons_host.commands import common
from horizons_host.commands.battle_options import of_file_alone, threads_option, which_battle
from horizons_host.commands.groups import WithExamples

if TYPE_CHECKING:
    from horizons_core.luck import Luck

#: The most battles that are fought to find out what was to be expected.
MOST_RUNS = 1_000_000


@click.command(
    "luck",
    cls=WithExamples,
    short_help="Say what the dice of a battle did against what was to be expected.",
    examples=(
        "horizons battle luck raid.yaml --run 17",
        "horizons battle luck -g mars",
        "horizons battle luck -g mars --turn 4 --place 3,4 --json",
    ),
)
@which_battle(
    turn="Only battles of this turn (default: of all turns).",
    place="Only battles at this place.",
    player="As this player may know it, once the game has ended.",
)
@click.option(
    "--runs",
    type=click.IntRange(2, MOST_RUNS),
    default=2_000,
    show_default=True,
    metavar="N",
    help="How often to fight each battle to find out what was to be expected.",
)
@threads_option
@common.json_option
def command(
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
    """Say what the dice did for each side, in one run of the battle in FILE or in a game's battles.

    Luck is what came of a battle less the mean of many others between the same ships, with their
    standard deviation (SD), and their quotient Z. It is 0 on average for everybody; added up over
    many battles, two of three have a Z between -1 and 1. "won" is 1 for a victory, 0 for another's,
    and an equal share each if nobody wins.

    The battles of a game are added up. For that its turns are run again. What was to be expected
    depends on all ships of both sides: while a game goes on, its luck is the gamemaster's to know.
    """
    if file is None:
        _game(folder, turn, place, player, runs, threads, as_json=as_json)
        return
    of_file_alone(turn, place, player)
    from horizons_host.luck import luck_of_file

    found, lucks = luck_of_file(file, key, run, runs, threads)
    if as_json:
        told = [one.told() for one in lucks]
        common.write_json(
            {"title": found.title, "key": key, "run": run, "runs": runs, "luck": told}
        )
        return
    click.echo(f"{found.title}: run {run} against {common.counted(runs, 'battle')}")
    _write(lucks)


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
    from horizons_host.luck import luck_of_game, together
    from horizons_host.progress import working
    from horizons_host.store import GameStore

    with GameStore(folder) as store:
        turns = [turn] if turn is not None else range(store.first() + 1, store.latest() + 1)
        with working("fighting the battles again", len(turns)) as step:
            battles = list(
                luck_of_game(store, turns, place, player, runs=runs, threads=threads, step=step)
            )
    lucks = together(battles)
    if as_json:
        told = {"runs": runs, "luck": [one.told() for one in lucks]}
        common.write_json({**told, "battles": [one.told() for one in battles]})
        return
    when = f"turn {turn}" if turn is not None else f"turns {turns[0]} to {turns[-1]}"
    click.echo(
        f"{common.counted(len(battles), 'battle')} in {when},"
        f" each against {common.counted(runs, 'battle')}"
    )
    _write(lucks)


def _write(lucks: Sequence[Luck]) -> None:
    common.write_table(
        ("MEASURE", "SIDE", "ACTUAL", "EXPECTED", "LUCK", "SD", "Z"),
        [
            (
                one.measure,
                one.side,
                f"{one.actual:,.6g}",
                f"{one.mean:,.2f}",
                f"{one.amount:+,.2f}",
                f"{one.deviation:,.2f}",
                "-" if one.z is None else f"{one.z:+.2f}",
            )
            for one in lucks
        ],
    )
