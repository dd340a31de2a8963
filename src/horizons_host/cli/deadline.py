"""`horizons deadline`: set the schedule of turns, run due turns, and export the calendar."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from horizons_host.cli import common, root
from horizons_host.cli.common import F
from horizons_host.cli.deadline_missing import missing, reason_option, vacation, write_outlook
from horizons_host.cli.root import CommandGroup, WithExamples

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
    and a backup are written as with 'horizons turn'.
    """
    from horizons_host.deadlines.due import run_due
    from horizons_host.store.locations import game_at

    with game_at(place) as store:
        result = run_due(store)
    if as_json:
        common.write_json(result.plain())
    else:
        _write(result)
    for problem in result.problems:
        root.print_error(problem, f"fix this, then run: horizons report --all -g '{place}'")
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
    from horizons_host.store.locations import game_at

    with game_at(place) as store:
        text = calendar(store).decode()
    if out is None:
        click.echo(text, nl=False)
    else:
        write_atomically(out, text)
        click.echo(f"Wrote {out}")


_by = click.option(
    "--by", "hours", type=click.IntRange(1), metavar="HOURS", help="Extend by this many hours."
)


def _to(text: str) -> Callable[[F], F]:
    return click.option("--to", metavar="TIME", help=text)


@click.group(
    "deadline",
    cls=CommandGroup,
    short_help="Set and show deadlines, and run turns that are due.",
    examples=(
        'horizons deadline set -g mars "Mon and Thu 20:00 Europe/Berlin" --grace 12',
        "horizons deadline show -g mars",
        "horizons deadline extend -g mars --by 24 --reason 'Ada is travelling'",
        "horizons deadline run -g mars",
    ),
)
def deadline_command() -> None:
    """Set and show deadlines, and run turns that are due.

    A game's deadlines follow a schedule in its time zone, even across daylight saving changes. To
    run due turns and send reminders, call 'horizons deadline run' every few minutes; a web server
    does so by itself. All changes are recorded, and players with an email address are notified.
    """


@deadline_command.command("show", cls=WithExamples, examples=("horizons deadline show -g mars",))
@common.place_option
@click.option("--history", is_flag=True, help="Show all changes of deadlines and who made them.")
@common.json_option
def show(*, place: str, history: bool, as_json: bool) -> None:
    """Show the deadline, missing orders, and what happens next."""
    from horizons_host.deadlines.changes import history as all_changes
    from horizons_host.deadlines.outlook import outlook
    from horizons_host.store.locations import game_at

    with game_at(place) as store:
        if history:
            _write_history(all_changes(store), as_json=as_json)
            return
        forecast = outlook(store)
    if as_json:
        common.write_json(forecast.to_dict(gamemaster=True))
        return
    write_outlook(forecast)
    if forecast.rule is not None:
        from horizons_host.deadlines.rules import rule_from

        click.echo()
        for line in rule_from(forecast.rule).words:
            click.echo(line)


def _write_history(changes: Sequence[dict[str, Any]], *, as_json: bool) -> None:
    from horizons_host.clock import local_time

    if as_json:
        common.write_json(changes)
        return
    if not changes:
        click.echo("No deadline changes yet.")
        return
    rows = [
        (
            local_time(change["at"]),
            change["turn"],
            change["by"],
            change["kind"],
            change["seat"] or "-",
            change["reason"] or "-",
        )
        for change in changes
    ]
    common.write_table(("AT", "TURN", "BY", "WHAT", "SEAT", "REASON"), rows)


@deadline_command.command(
    "set",
    cls=WithExamples,
    examples=(
        'horizons deadline set -g mars "Mon and Thu 20:00 Europe/Berlin"',
        'horizons deadline set -g mars "every 3 days 18:00" --zone America/New_York',
        "horizons deadline set -g mars --grace 12 --when-final --minimum 48",
        "horizons deadline set -g mars --holiday 2026-12-24..2027-01-02 --remind 48 --remind 6",
        'horizons deadline set -g mars --stage retreats "daily 20:00"',
        "horizons deadline set -g mars --clear",
    ),
)
@common.place_option
@click.argument("rule", required=False, metavar="[RULE]")
@click.option("--zone", metavar="ZONE", help="The time zone, such as Europe/Berlin.")
@click.option("--start", metavar="DAY", help="First day of the schedule (default: today).")
@click.option(
    "--grace",
    "grace_hours",
    type=int,
    metavar="HOURS",
    help="Grace period for missing orders after a deadline.",
)
@click.option(
    "--when-final/--not-when-final",
    default=None,
    help="Run a turn early, once all orders are final.",
)
@click.option(
    "--minimum",
    "minimum_hours",
    type=int,
    metavar="HOURS",
    help="Minimum time between a turn and its deadline.",
)
@click.option(
    "--holiday",
    "holidays",
    multiple=True,
    metavar="DAYS",
    help="Days without deadlines: DAY or DAY..DAY.",
)
@click.option(
    "--remind",
    "reminder_hours",
    type=int,
    multiple=True,
    metavar="HOURS",
    help="Send reminders this long before a deadline; 0 for none.",
)
@click.option(
    "--vacation-days",
    type=int,
    metavar="N",
    help="Days of vacation per seat that extend deadlines.",
)
@click.option(
    "--stage",
    metavar="NAME",
    help="Set the schedule of this stage of the game; with --clear, remove it.",
)
@click.option("--clear", is_flag=True, help="Remove all deadlines.")
@reason_option
def set_(
    *,
    place: str,
    rule: str | None,
    holidays: Sequence[str],
    reminder_hours: Sequence[int],
    stage: str | None,
    clear: bool,
    reason: str,
    **parts: Any,
) -> None:
    """Set or change the schedule; options you omit stay as they are.

    RULE looks like "Mon and Thu 20:00 Europe/Berlin", "daily 20:00", "every 3 days 18:00", "every 2
    weeks on Fri 18:00", "monthly on 1 and 15 20:00", or a daily, weekly or monthly recurrence rule
    of RFC 5545, "FREQ=WEEKLY;BYDAY=MO,TH;BYHOUR=20;BYMINUTE=0". When clocks change, a time that is
    skipped is read with the earlier offset, and a time that occurs twice is the first of the two.

    In a game with stages, a stage can have a RULE of its own (--stage, with --zone and --start).

    The deadline of the next turn stays, unless you change the times. Then it moves to the first
    scheduled time that leaves the minimum time from now.
    """
    from horizons_host.deadlines.changes import clear_rule, set_rule, set_stage_schedule
    from horizons_host.store.locations import game_at

    named: dict[str, Any] = {name: value for name, value in parts.items() if value is not None}
    named |= {"rule": rule} if rule is not None else {}
    named |= {"holidays": list(holidays)} if holidays else {}
    if reminder_hours:
        named["reminder_hours"] = [hours for hours in reminder_hours if hours]
    if clear == bool(named):
        raise click.UsageError("use either a rule and options, or --clear")
    if stage is not None and not clear and rule is None:
        raise click.UsageError("--stage takes a rule, or --clear")
    with game_at(place) as store:
        if stage is not None:
            write_outlook(set_stage_schedule(store, stage, named, reason=reason))
        elif clear:
            write_outlook(clear_rule(store, reason=reason))
        else:
            write_outlook(set_rule(store, named, reason=reason))


def _add_change(name: str, function: str, text: str, *examples: str) -> click.Command:
    """Add a command that calls a function of `changes` and shows the outlook."""

    @deadline_command.command(name, cls=WithExamples, help=text, examples=examples)
    @common.place_option
    @reason_option
    def decide(*, place: str, reason: str) -> None:
        from horizons_host.deadlines import changes
        from horizons_host.store.locations import game_at

        with game_at(place) as store:
            write_outlook(getattr(changes, function)(store, reason=reason))

    return decide


_add_change(
    "pause",
    "pause",
    "Pause the game: no deadlines until you resume it. Players can submit orders.",
    "horizons deadline pause -g mars --reason 'summer holidays'",
)
_add_change(
    "hold",
    "hold",
    "Hold the next turn: it does not run by itself until released. The deadline stays.",
    "horizons deadline hold -g mars --reason 'a dispute about turn 3'",
)
_add_change(
    "release",
    "release",
    "Release a held turn. It runs at once if its deadline has passed.",
    "horizons deadline release -g mars",
)
_add_change(
    "skip",
    "skip",
    "Skip the next deadline: the turn is due at the one after it.",
    "horizons deadline skip -g mars --reason Easter",
)


@deadline_command.command(
    "resume",
    cls=WithExamples,
    examples=(
        "horizons deadline resume -g mars",
        'horizons deadline resume -g mars --to "2026-11-30 20:00"',
    ),
)
@common.place_option
@_to("The new deadline, in the game's time zone (default: by schedule).")
@reason_option
def resume(*, place: str, to: str | None, reason: str) -> None:
    """Resume a paused game.

    The earlier deadline stays if it leaves as much time as before the pause, or the minimum time,
    or 24 hours. Otherwise the deadline moves to the first scheduled time that does.
    """
    from horizons_host.deadlines import changes
    from horizons_host.store.locations import game_at

    with game_at(place) as store:
        write_outlook(changes.resume(store, to=to or "", reason=reason))


@deadline_command.command(
    "extend",
    cls=WithExamples,
    examples=(
        "horizons deadline extend -g mars --by 24 --reason 'the mail server was away'",
        'horizons deadline extend -g mars --to "2026-11-30 20:00"',
    ),
)
@common.place_option
@_to("The new deadline, in the game's time zone.")
@_by
@reason_option
def extend(*, place: str, to: str | None, hours: int | None, reason: str) -> None:
    """Extend the deadline of the next turn. The schedule stays."""
    from horizons_host.deadlines import changes
    from horizons_host.store.locations import game_at

    if (to is None) == (hours is None):
        raise click.UsageError("use either --to TIME or --by HOURS")
    with game_at(place) as store:
        write_outlook(changes.extend(store, to=to or "", hours=hours or 0, reason=reason))


for _below in (vacation, missing, ics, run):
    deadline_command.add_command(_below)
