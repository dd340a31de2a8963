"""`horizons battle`: calculate the odds of a battle, or replay one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from horizons_host.cli import battle_luck, common
from horizons_host.cli.battle_luck import (
    key_option,
    refuse_game_options,
    threads_option,
    which_battle,
)
from horizons_host.cli.common import F, all_of
from horizons_host.cli.root import DefaultCommandGroup, WithExamples

if TYPE_CHECKING:
    from horizons_host.reports.odds import Odds


#: Default number of runs for the odds of a battle, and for each change in a sweep.
USUAL_RUNS, USUAL_SWEEP = 100_000, 20_000
#: Divisor of both without a kernel: a run takes microseconds in a kernel, milliseconds in Python.
TIMES_FEWER = 50


def _simulation_options(runs: int, text: str, *, plot: str) -> Callable[[F], F]:
    """Return FILE and the options of a command that simulates a battle; the default is `runs`.

    `text` and `plot` are the help of `--runs` and `--plot`.
    """
    return all_of(
        (
            click.argument("file", metavar="FILE", type=click.Path(path_type=Path)),
            click.option(
                "--runs",
                type=click.IntRange(1, 10_000_000),
                metavar="N",
                help=f"{text} (default: {runs:,}, or {runs // TIMES_FEWER:,} without a kernel).",
            ),
            key_option,
            threads_option,
            click.option("--plot", type=click.Path(path_type=Path), metavar="FILE", help=plot),
            common.json_option,
        )
    )


@click.group(
    "battle",
    cls=DefaultCommandGroup,
    default="odds",
    short_help="Calculate the odds of a battle, or replay one.",
    examples=(
        "horizons battle raid.yaml",
        "horizons battle sweep raid.yaml",
        "horizons battle replay raid.yaml --run 17 --out raid.html",
    ),
)
def battle_command() -> None:
    """Calculate the odds of a battle, or replay one. Without a command: odds."""


battle_command.add_command(battle_luck.show_luck)


@battle_command.command(
    "odds",
    cls=WithExamples,
    examples=(
        "horizons battle raid.yaml --runs 1000000 --threads 2",
        "horizons battle odds raid.yaml --plot raid.svg",
    ),
)
@_simulation_options(USUAL_RUNS, "Number of battles", plot="Draw a plot, as .svg or .png.")
def odds(
    *, file: Path, runs: int | None, key: str, threads: int, plot: Path | None, as_json: bool
) -> None:
    """Fight the battle in FILE many times; show who wins how often, and what is left.

    FILE is YAML with the variant and the sides. Shares of wins have 95% confidence intervals
    (Wilson); rounds and losses have five quantiles.
    """
    from horizons_core.combat import after_each_battle
    from horizons_host.cli.common import working
    from horizons_host.reports.odds import is_fought_one_by_one, key_from, read_battle
    from horizons_host.reports.odds import odds as odds_of

    if plot is not None:
        from horizons_host.reports.odds import drawable

        drawable(plot)
    setup = read_battle(file)
    one_by_one = is_fought_one_by_one(setup)
    battles = runs or _default_runs(USUAL_RUNS, one_by_one=one_by_one)
    with (
        working(f"{battles:,} battles", battles if one_by_one else None) as step,
        after_each_battle(step),
    ):
        resolver = setup.variant.combat
        result = odds_of(resolver.simulate(setup.battle, battles, key_from(key), threads=threads))
    if plot is not None:
        from horizons_host.reports.odds import plot_odds

        plot_odds(result, setup.title, plot)
    if as_json:
        common.write_json({"title": setup.title, "key": key, **result.to_dict()})
        return
    _write(setup.title, result)
    _report_fewer_runs(runs, battles, USUAL_RUNS)
    if plot is not None:
        click.echo(f"Wrote {plot}")


def _default_runs(runs: int, *, one_by_one: bool) -> int:
    """Return the default number of runs."""
    return runs // TIMES_FEWER if one_by_one else runs


def _report_fewer_runs(requested: int | None, runs: int, usual: int) -> None:
    if requested is None and runs < usual:
        click.echo(
            f"Fought {runs:,} battles instead of {usual:,}, because they have no fast"
            f" kernel; use --runs {usual} for more."
        )


def _write(title: str, result: Odds) -> None:
    from horizons_host.reports.odds import QUANTILES

    click.echo(f"{title}: {common.counted(result.runs, 'battle')}")
    shares = {**result.wins, "undecided": result.undecided}
    common.write_table(
        ("WINS", "CHANCE", "95% INTERVAL", "BATTLES"),
        [
            (side, f"{s.share:.2%}", f"{s.low:.2%} to {s.high:.2%}", f"{s.count:,}")
            for side, s in shares.items()
        ],
    )
    click.echo()
    quantiles = [f"{quantile:.0%}" for quantile in QUANTILES]
    rows: list[tuple[Any, ...]] = [("rounds", "", *_cells(result.rounds))]
    for name, sides in result.measures.items():
        rows += [(name.replace("_", " "), side, *_cells(values)) for side, values in sides.items()]
    common.write_table(("QUANTILES", "SIDE", *quantiles), rows)


def _cells(values: tuple[float, ...]) -> list[str]:
    return [f"{value:g}" for value in values]


@battle_command.command(
    "sweep",
    cls=WithExamples,
    examples=(
        "horizons battle sweep raid.yaml",
        "horizons battle sweep raid.yaml --runs 100000 --plot sweep.svg",
    ),
)
@_simulation_options(
    USUAL_SWEEP, "Number of battles for each change", plot="Draw a plot, as .svg or .png."
)
def sweep(
    *, file: Path, runs: int | None, key: str, threads: int, plot: Path | None, as_json: bool
) -> None:
    """Show what a change, such as one more ship, does to the odds of the battle in FILE.

    The battle is fought with each change of each side, with the same dice: one more ship of each
    group, and other changes that the variant defines.
    """
    from horizons_core.combat import after_each_battle
    from horizons_host.cli.common import working
    from horizons_host.reports import sweeps
    from horizons_host.reports.odds import drawable, is_fought_one_by_one, read_battle

    if plot is not None:
        drawable(plot)
    setup = read_battle(file)
    one_by_one = is_fought_one_by_one(setup)
    battles = runs or _default_runs(USUAL_SWEEP, one_by_one=one_by_one)
    total = battles * (sweeps.compared(setup) or 0) if one_by_one else 0
    with (
        working(f"{battles:,} battles for each change", total or None) as step,
        after_each_battle(step),
    ):
        swept = sweeps.sweep(setup, battles, key, threads)
    if plot is not None:
        sweeps.plot_sweep(swept, setup.title, plot)
    if as_json:
        answer = {"title": setup.title, "key": key, "runs": battles}
        common.write_json({**answer, "sides": sweeps.to_dict(swept)})
        return
    common.write_table(
        ("SIDE", "CHANGE", "CHANCE", "GAIN", "LOST"),
        [
            (side, change.label, f"{change.chance:.2%}", f"{change.chance - steps[0].chance:+.2%}",
             f"{change.lost:.2f}")
            for side, steps in swept.items()
            for change in steps
        ],
    )  # fmt: skip
    _report_fewer_runs(runs, battles, USUAL_SWEEP)
    if plot is not None:
        click.echo(f"Wrote {plot}")


@battle_command.command(
    "replay",
    cls=WithExamples,
    examples=(
        "horizons battle replay raid.yaml --run 17 --out raid.html",
        "horizons battle replay -g mars --turn 4 --luck --out battle.html",
        "horizons battle replay -g mars --turn 4 -p Ada --place 3,4 --out battle.html",
    ),
)
@which_battle(
    turn="The turn of the battle (default: the latest).",
    place="The place of the battle (default: the longest battle).",
    player="Show the battle as this player knows it (default: everything).",
)
@click.option("--luck", is_flag=True, help="Also show each side's luck.")
@common.out_option("The HTML page to write.", required=True)
def replay(
    *,
    file: Path | None,
    folder: Path,
    turn: int | None,
    place: str | None,
    player: str | None,
    key: str,
    run: int,
    luck: bool,
    out: Path,
) -> None:
    """Write an HTML page that replays a battle: of a game, or the one in FILE.

    With --luck, it also shows each side's luck, as in 'horizons battle luck'; for a game, only to
    the gamemaster.
    """
    from horizons_host.files import write_atomically
    from horizons_host.reports.battles import (
        battle_of_file,
        battle_of_game,
        luck_of_file,
        with_luck,
    )
    from horizons_host.reports.replay import replay_html
    from horizons_host.store import GameStore

    record: Mapping[str, Any]
    if file is not None:
        refuse_game_options(turn, place, player)
        record = battle_of_file(file, key, run)
        if luck:
            record = {**record, "luck": [row.to_dict() for row in luck_of_file(file, key, run)[1]]}
    else:
        if luck and player is not None:
            raise click.UsageError("luck reveals ships that the player has not seen; omit -p")
        with GameStore(folder) as store:
            record = battle_of_game(store, player, turn, place)
            record = with_luck(store, record) if luck else record
    write_atomically(out, replay_html(record), private=file is None)
    click.echo(f"Wrote {out}")
