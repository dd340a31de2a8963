"""`horizons deadline run` and `horizons deadline ics`: due turns, and the calendar."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from horizons_host.commands import common, failures
from horizons_host.commands.groups import WithExamples

if TYPE_CHECKING:
    from horizons_host.deadlines.due import DueResult


@click.command(
    "run",
    cls=WithExamples,
    examples=("horizons deadline run -g mars",),
)
@common.place_option
@common.json_option
@click.pass_context
def run(context: click.Context, *, place: str, as_json: bool) -> None:
    """Run the next turn if it is due, and send reminders.

    Call this every few minutes, with cron or a timer. It prints nothing if there is nothing to do,
    and repeated calls are safe. Even after a long gap, only one turn runs. Call 'horizons mail
    read' before it, so that orders sent in time count, and 'horizons mail send' after it. Reports
    and a backup are written as by 'horizons turn'.
    """
    from horizons_host.deadlines.due import run_due
    from horizons_host.hosting.places import game_at

    with game_at(place) as store:
        result = run_due(store)
    if as_json:
        common.write_json(result.plain())
    else:
        _write(result)
    for problem in result.problems:
        failures.complain(problem, f"fix this, then run: horizons report --all -g '{place}'")
    context.exit(1 if result.problems else 0)


def _write(result: DueResult) -> None:
    from horizons_host.deadlines.decisions import GAMEMASTER, LATE, WAITS

    if result.ran is not None:
        turn = result.ran.turn.game.turn
        click.echo(f"Ran turn {turn}: {result.reason}.")
        for seat, substitute in result.ran.intake.instead.items():
            click.echo(f"  {seat}: {substitute}")
        for seat in result.ran.intake.missing:
            click.echo(f"  {seat}: no orders")
    words = {LATE: "the deadline has passed", WAITS: "the turn waits"}
    for notice in result.reminders:
        if notice.seat == GAMEMASTER:
            click.echo(f"{result.waits[:1].upper()}{result.waits[1:]}.")
        else:
            click.echo(f"Reminded {notice.seat}: {words.get(notice.kind, f'{notice.kind} left')}.")


@click.command(
    "ics",
    cls=WithExamples,
    examples=(
        "horizons deadline ics -g mars",
        "horizons deadline ics -g mars -o mars.ics",
    ),
)
@common.place_option
@common.out_option("Write to this file instead of standard output.")
def ics(*, place: str, out: Path | None) -> None:
    """Print upcoming deadlines as a calendar (iCalendar), safe to publish."""
    from horizons_host.deadlines.calendar import ics as calendar
    from horizons_host.files import write_atomically
    from horizons_host.hosting.places import game_at

    with game_at(place) as store:
        text = calendar(store).decode()
    if out is None:
        click.echo(text, nl=False)
    else:
        write_atomically(out, text)
        click.echo(f"Wrote {out}")
