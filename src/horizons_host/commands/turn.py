"""`horizons turn`: run a turn, or several."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from horizons_host.commands import common, diagnostics
from horizons_host.commands.groups import WithExamples

if TYPE_CHECKING:
    from horizons_host.store import GameStore
    from horizons_host.turns import Intake, Played

OUTCOME = "outcome"


def _goal(
    _context: click.Context, _parameter: click.Parameter, value: str | None
) -> int | str | None:
    if value is None or value == OUTCOME:
        return value
    if not value.isdigit() or not value.isascii() or len(value) > 9:
        raise click.BadParameter(f"'{value}' is neither a turn's number nor '{OUTCOME}'")
    return int(value)


@click.command(
    "turn",
    cls=WithExamples,
    short_help="Run a turn, or several.",
    examples=(
        "horizons turn -g mars",
        "horizons turn -g mars --dry-run",
        "horizons turn -g mars --bots greedy --until outcome --yes",
    ),
)
@common.game_option
@click.option("--dry-run", is_flag=True, help="Say what would change for whom; store nothing.")
@click.option("--bots", "substitute", metavar="BOT", help="Have this bot play for missing orders.")
@click.option(
    "--until", "goal", metavar="N|outcome", callback=_goal, help="Run turns up to this one."
)
@click.option("-y", "--yes", is_flag=True, help="Do not ask before several turns without orders.")
@common.json_option
def command(
    *,
    folder: Path,
    dry_run: bool,
    substitute: str | None,
    goal: int | str | None,
    yes: bool,
    as_json: bool,
) -> None:
    """Run the next turn from the orders that are in, store it and write the reports.

    Seats of bots are played by their bots. Whoever handed in nothing gives no orders, and is named;
    with --bots a bot plays for them. A turn is stored whole or not at all: if this is stopped at
    any moment the game stands before the turn or after it.
    """
    from horizons_host.store import GameStore

    if dry_run and goal is not None:
        raise click.UsageError("--dry-run tries one turn; leave --until out")
    with GameStore(folder) as store:
        if dry_run:
            _try_out(store, substitute, as_json=as_json)
            return
        if goal is not None and not yes:
            _ask(store, substitute)
        _run(store, substitute, goal, as_json=as_json)


def _ask(store: GameStore, substitute: str | None) -> None:
    """On a terminal, ask before people's seats stay without orders for several turns."""
    people = [seat.name for seat in store.seats() if not (seat.bot or seat.role)]
    if people and substitute is None and sys.stdin.isatty():
        names = ", ".join(people)
        question = f"{names} can give no orders between these turns; go on?"
        if not click.confirm(question, err=True):
            click.get_current_context().exit(1)


def _run(
    store: GameStore, substitute: str | None, goal: int | str | None, *, as_json: bool
) -> None:
    from horizons_core.errors import HorizonsError
    from horizons_host.progress import working

    latest = store.latest()
    if isinstance(goal, int) and goal <= latest:
        raise HorizonsError(
            f"turn {goal} has been run already", f"the game stands at turn {latest}"
        )
    total = goal - latest if isinstance(goal, int) else None
    done: list[dict[str, Any]] = []
    with working("running turns" if goal else "running the turn", total) as step:
        while True:
            done.append(_one_turn(store, substitute, as_json=as_json))
            step()
            reached = goal is None or done[-1]["turn"] == goal
            if reached or done[-1]["outcome"] is not None:
                break
    if as_json:
        common.write_json(done if goal is not None else done[0])


def _one_turn(store: GameStore, substitute: str | None, *, as_json: bool) -> dict[str, Any]:
    from horizons_host.turns import run_and_store

    played = run_and_store(store, substitute=substitute, announce=_announce)
    told = _told(played)
    told["reports"] = str(_write_files(store, played))
    if not as_json:
        _write_turn(told)
    return told


def _announce(turn: int, intake: Intake) -> None:
    if intake.missing:
        click.echo(f"turn {turn}: no orders from {', '.join(intake.missing)}", err=True)


def _write_files(store: GameStore, played: Played) -> Path:
    from horizons_core.errors import HorizonsError
    from horizons_host.report_files import write_reports

    turn = played.turn
    try:
        return write_reports(store.folder, turn.variant, turn.game.turn, played.reports)
    except OSError as problem:
        raise HorizonsError(
            f"turn {turn.game.turn} was run and stored, but its reports could not be written:"
            f" '{problem.filename}': {problem.strerror}",
            f"mend that, then: horizons report --all -g '{store.folder}'",
        ) from problem


def _told(played: Played) -> dict[str, Any]:
    import horizons_core as hz
    from horizons_core.codec import plain

    turn, intake = played.turn, played.intake
    outcome = turn.game.outcome
    return {
        "turn": turn.game.turn,
        "digest": turn.digest,
        "missing": list(intake.missing),
        "bots": {orders.seat: orders.source for orders in intake.written},
        "errors": _remarks(played, "error"),
        "warnings": _remarks(played, "warning"),
        "outcome": outcome and plain(outcome),
        "events": len(turn.events),
        "version": hz.__version__,
    }


def _remarks(played: Played, severity: str) -> dict[str, int]:
    """By empire, and by seat without one that gave orders, how many remarks there are."""
    senders = {*(empire.id for empire in played.turn.game.empires), *played.intake.texts}
    return {
        sender: sum(remark.severity == severity for remark in remarks)
        for sender, remarks in played.turn.diagnostics.items()
        if sender in senders
    }


def _write_turn(told: dict[str, Any]) -> None:
    click.echo(f"Turn {told['turn']}: {common.counted(told['events'], 'event')}")
    for empire, errors in told["errors"].items():
        by = f" ({told['bots'][empire]})" if empire in told["bots"] else ""
        orders = "no orders" if empire in told["missing"] else common.counted(errors, "error")
        if told["warnings"][empire]:
            orders += f", {common.counted(told['warnings'][empire], 'warning')}"
        click.echo(f"  {empire}{by}: {orders}")
    click.echo(f"  Reports: {told['reports']}")
    if told["outcome"]:
        click.echo(_outcome(told["outcome"]))


def _outcome(outcome: dict[str, Any]) -> str:
    winners = " and ".join(outcome["winners"]) or "nobody"
    how = "drawn between" if len(outcome["winners"]) > 1 else "won by"
    return f"The game is over: {how} {winners} ({outcome['reason']})."


def _try_out(store: GameStore, substitute: str | None, *, as_json: bool) -> None:
    from horizons_host.dry_run import effects
    from horizons_host.progress import working
    from horizons_host.turns import play

    with working("trying the turn"):
        played = play(store.snapshot(), substitute=substitute, announce=_announce)
        told = _told(played)
        told["effects"] = [effect.told() for effect in effects(played)]
    if as_json:
        common.write_json(told)
        return
    click.echo(f"Turn {told['turn']} would be so; nothing was stored.")
    for effect in told["effects"]:
        _write_effect(effect, click.echo)
    if told["outcome"]:
        click.echo(_outcome(told["outcome"]))


def _write_effect(effect: dict[str, Any], write: Callable[[str], None]) -> None:
    write(f"\n{effect['empire']}")
    for code, count in effect["events"].items():
        write(f"  {count:>5} {code}")
    for part in effect["changes"]:
        counts = {"new": part["added"], "gone": part["removed"], "changed": part["changed"]}
        words = ", ".join(f"{count} {word}" for word, count in counts.items() if count)
        write(f"  {part['part']}: {words}")
    if effect["diagnostics"]:
        write(f"  orders: {diagnostics.tally(effect['diagnostics'])}")
        diagnostics.write_remarks("    orders", effect["diagnostics"])
