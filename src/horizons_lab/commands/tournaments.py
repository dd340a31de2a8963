"""`horizons lab tournament` and `league`: rate several players."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from horizons_lab.commands.shared import (
    CommandWithExamples,
    file_argument,
    json_option,
    other_python_option,
    out_option,
    progress_line,
    require_libraries,
    workers_of,
    workers_option,
    write_columns,
)

if TYPE_CHECKING:
    from horizons_lab.tournaments.league import League
    from horizons_lab.tournaments.results import TournamentResult


@click.command(
    "tournament",
    cls=CommandWithExamples,
    short_help="Play a tournament between several players, and rate them.",
    examples=(
        "horizons lab tournament bots.yaml --out results",
        "horizons lab tournament bots.yaml --out results --workers 2 --league league.json",
        "horizons lab tournament bots.yaml --out results --json",
    ),
)
@file_argument("TOURNAMENT")
@out_option("the tournament")
@workers_option
@click.option(
    "--league",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Add the games to this league; the file is created if necessary.",
)
@other_python_option
@json_option
def tournament(
    *,
    file: Path,
    out: Path,
    workers: str,
    league: Path | None,
    other_python: bool,
    as_json: bool,
) -> None:
    """Play the tournament in the file TOURNAMENT, and show the standings.

    If the command is interrupted, finished games stay in DIR; repeat it to continue. At the end,
    DIR contains standings.csv, pairs.csv and cross-table.csv, and a folder for each round with the
    table of its games.

    An unknown player has a rating of 25 points; a player with 6.5 points more wins three games of
    four. Each rating has its 95% interval.
    """
    with require_libraries():
        from horizons_lab.tournaments.league import League
        from horizons_lab.tournaments.results import write_tables
        from horizons_lab.tournaments.tournament import Tournament

        plan = Tournament.from_file(file)
        if league is not None:
            League.read(league, plan)  # reports errors in the league before any game is played
        with progress_line() as show:
            result = plan.run(
                workers_of(workers), out=out, progress=show, other_python=other_python
            )
        wrote = write_tables(result, out)
        updated = None
        if league is not None:
            updated = League.read(league, plan).with_tournament(result)
            updated.write(league)
            wrote = [*wrote, league]
    if as_json:
        answer = {"wrote": [str(path) for path in wrote], **_to_dict(result)}
        answer |= {} if updated is None else {"league": _members(updated)}
        click.echo(json.dumps(answer, indent=2, ensure_ascii=False))
        return
    click.echo(f"{plan.title or file.name}: {len(result.records):,} games")
    _write_result(result)
    if updated is not None:
        click.echo("\nThe league")
        _write_league(updated)
    for path in wrote:
        click.echo(f"Wrote {path}")


@click.command(
    "league",
    cls=CommandWithExamples,
    short_help="Show the ratings of a league.",
    examples=("horizons lab league league.json", "horizons lab league league.json --json"),
)
@click.argument("file", metavar="LEAGUE", type=click.Path(path_type=Path))
@json_option
def league(*, file: Path, as_json: bool) -> None:
    """Show the ratings in the file LEAGUE, written by `horizons lab tournament --league`."""
    with require_libraries():
        from horizons_lab.tournaments.league import League

        ratings = League.load(file)
    if as_json:
        click.echo(json.dumps({"players": _members(ratings)}, indent=2, ensure_ascii=False))
        return
    _write_league(ratings)


def _to_dict(result: TournamentResult) -> dict[str, Any]:
    return {
        "games": len(result.records),
        "standings": result.table.to_dicts(),
        "pairs": result.pairs.to_dicts(),
    }


def _members(league: League) -> list[dict[str, Any]]:
    return [
        {
            "player": member.player,
            "version": member.version,
            "rating": member.rating.mean,
            "deviation": member.rating.deviation,
            "games": member.rating.games,
        }
        for member in league.standings
    ]


def _write_result(result: TournamentResult) -> None:
    """Print the standings and the table of players against each other."""
    standings = result.standings
    head = ["", "PLAYER", "RATING", *(["POINTS"] if result.plan.is_swiss else [])]
    rows = []
    for row in standings:
        points = [f"{row.points:g}"] if result.plan.is_swiss else []
        rows.append([str(row.rank), row.player, str(row.rating), *points])
    write_columns([head, *rows])
    click.echo("\nPoints and games by opponent")
    numbers = [str(row.rank) for row in standings]
    cross = [[str(rank), player, *cells] for rank, player, *cells in result.cross_table.rows()]
    write_columns([["", "PLAYER", *numbers], *cross])


def _write_league(league: League) -> None:
    rows = [[row.player, row.version, str(row.rating)] for row in league.standings]
    write_columns([["PLAYER", "VERSION", "RATING"], *rows])
