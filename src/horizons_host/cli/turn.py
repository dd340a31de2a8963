"""`horizons turn` and `undo`: run turns, and undo the latest."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from horizons_host.cli import common, root
from horizons_host.cli.root import WithExamples

if TYPE_CHECKING:
    from horizons_host.games.turns import CompletedTurn
    from horizons_host.games.undo import UndoResult
    from horizons_host.seats.missing_orders import TurnOrders
    from horizons_host.store import DeadlineChange, GameStore


OUTCOME = "outcome"


def _goal(
    _context: click.Context, _parameter: click.Parameter, value: str | None
) -> int | str | None:
    if value is None or value == OUTCOME:
        return value
    if not value.isdigit() or not value.isascii() or len(value) > 9:
        raise click.BadParameter(f"'{value}' must be a turn number or '{OUTCOME}'")
    return int(value)


@click.command(
    "turn",
    cls=WithExamples,
    short_help="Run the next turn, or several turns.",
    examples=(
        "horizons turn -g mars",
        "horizons turn -g mars --dry-run",
        "horizons turn -g mars --bots greedy --until outcome --yes",
    ),
)
@common.game_option
@click.option(
    "--dry-run", is_flag=True, help="Show what would change for each player; store nothing."
)
@click.option("--bots", "substitute", metavar="BOT", help="Let this bot play for missing orders.")
@click.option(
    "--until",
    "goal",
    metavar="N|outcome",
    callback=_goal,
    help="Run all turns up to this one, or until the game ends.",
)
@click.option("-y", "--yes", is_flag=True, help="Run the turn even if orders are missing.")
@common.json_option
def turn_command(
    *,
    folder: Path,
    dry_run: bool,
    substitute: str | None,
    goal: int | str | None,
    yes: bool,
    as_json: bool,
) -> None:
    """Run the next turn with the submitted orders, store it and write the reports.

    The turn runs when all players have submitted orders. If some are missing, it waits, unless
    their missing-orders policy ('horizons seat missing') or --bots covers them, or --yes is given.
    Bots play their own seats. If the turns after it need no orders, they are run, too.

    A turn is stored completely or not at all, even if the command is interrupted. After each turn,
    the command writes a backup to the folder 'backups' in the game's folder and keeps the last 10.
    """
    from horizons_host.store import GameStore

    if dry_run and goal is not None:
        raise click.UsageError("--dry-run runs a single turn; omit --until")
    with GameStore(folder) as store:
        if dry_run:
            _try_out(store, substitute, as_json=as_json)
            return
        if goal is not None:
            _check_goal(store, substitute, goal, yes=yes)
        _run(store, substitute, goal, yes=yes, as_json=as_json)


def _check_goal(store: GameStore, substitute: str | None, goal: int | str, *, yes: bool) -> None:
    """Raise HorizonsError unless all turns up to a goal can be run without further orders."""
    from horizons_core.errors import HorizonsError
    from horizons_host.seats.missing_orders import awaited_later, demand_orders

    snapshot = store.snapshot()
    latest = snapshot.turn
    if isinstance(goal, int) and goal <= latest:
        raise HorizonsError(f"turn {goal} has already been run", f"the latest turn is {latest}")
    later = goal if isinstance(goal, int) else latest + 2
    if later > latest + 1 and not yes and substitute is None:
        demand_orders(later, awaited_later(snapshot, later))


def _run(
    store: GameStore,
    substitute: str | None,
    goal: int | str | None,
    *,
    yes: bool,
    as_json: bool,
) -> None:
    from horizons_host.cli.common import working

    total = goal - store.latest() if isinstance(goal, int) else None
    results: list[dict[str, Any]] = []
    with working("running turns" if goal else "running the turn", total) as step:
        while True:
            results.append(_one_turn(store, substitute, yes=yes, as_json=as_json))
            step()
            reached = goal is None or results[-1]["turn"] == goal
            if reached or results[-1]["outcome"] is not None:
                break
        more = _run_unawaited(store, as_json=as_json)
    if as_json and goal is None:
        common.write_json({**results[0], **({"then": more} if more else {})})
    elif as_json:
        common.write_json([*results, *more])


def _run_unawaited(store: GameStore, *, as_json: bool) -> list[dict[str, Any]]:
    """Run the following turns at once as long as they need no orders; return their facts."""
    from horizons_host.deadlines.due import unawaited_turn
    from horizons_host.store import DeadlineMovedError, TurnTakenError

    results: list[dict[str, Any]] = []
    change, stopped = unawaited_turn(store)
    with suppress(TurnTakenError, DeadlineMovedError):  # the game's server was faster
        while change is not None:
            results.append(_one_turn(store, None, yes=True, as_json=as_json, due=change))
            change, stopped = unawaited_turn(store)
    if stopped:
        root.warn(stopped, "look at the game, and then run: horizons turn")
    return results


def _one_turn(
    store: GameStore,
    substitute: str | None,
    *,
    yes: bool,
    as_json: bool,
    due: DeadlineChange | None = None,
) -> dict[str, Any]:
    from horizons_host.games.turns import run_and_store
    from horizons_host.store import GAMEMASTER, SERVER

    announce = _announce if yes else _demand
    by = GAMEMASTER if due is None else SERVER
    played = run_and_store(store, substitute=substitute, announce=announce, by=by, due=due)
    facts = _facts(played)
    facts["backup"] = _back_up(store, played.turn.game.turn)
    facts["reports"] = str(_write_turn_files(store, played))
    if not as_json:
        _write_turn(facts)
    if played.new_code:
        root.warn(
            "the program's code has changed since the previous turn, but not its version",
            "run 'horizons verify' to check that earlier turns replay identically; if you did not"
            " expect a change, undo the turn and install the version that ran the others",
        )
    return facts


def _announce(turn: int, intake: TurnOrders) -> None:
    if intake.missing:
        click.echo(f"Turn {turn}: no orders from {', '.join(intake.missing)}", err=True)


def _demand(turn: int, intake: TurnOrders) -> None:
    """Raise TurnWaitsError if a turn waits for orders; else name the missing ones."""
    from horizons_host.seats.missing_orders import demand_orders

    demand_orders(turn, intake.awaited)
    _announce(turn, intake)


def _write_turn_files(store: GameStore, played: CompletedTurn) -> Path:
    from horizons_core.errors import HorizonsError
    from horizons_host.reports.files import write_reports

    turn = played.turn
    try:
        return write_reports(store.folder, turn.variant, turn.game.turn, played.reports)
    except OSError as problem:
        raise HorizonsError(
            f"turn {turn.game.turn} was run and stored, but its reports could not be"
            f" written: '{problem.filename}': {problem.strerror}",
            f"fix this, then run: horizons report --all -g '{store.folder}'",
        ) from problem


def _back_up(store: GameStore, turn: int) -> str | None:
    """Make a backup and return its file, or None with a warning; the turn is stored anyway."""
    from horizons_core.errors import HorizonsError
    from horizons_host.games.backups import AFTER_TURN, back_up

    try:
        return str(back_up(store, AFTER_TURN))
    except (HorizonsError, OSError) as problem:
        reason = str(problem)
        if isinstance(problem, OSError):
            reason = f"'{problem.filename}': {problem.strerror}"
        root.warn(
            f"turn {turn} was run and stored, but no backup could be made: {reason}",
            f"fix this, then run: horizons backup -g '{store.folder}'",
        )
        return None


def _facts(played: CompletedTurn) -> dict[str, Any]:
    import horizons_core as hz
    from horizons_core.codec import plain

    turn, intake = played.turn, played.intake
    outcome = turn.game.outcome
    return {
        "turn": turn.game.turn,
        "title": hz.variant_of(played.before).turn_title(played.before),
        "digest": turn.digest,
        "missing": list(intake.missing),
        "bots": {
            orders.seat: orders.source
            for orders in intake.written
            if orders.seat not in intake.instead
        },
        "instead": dict(intake.instead),
        "errors": _remarks(played, "error"),
        "warnings": _remarks(played, "warning"),
        "outcome": outcome and plain(outcome),
        "events": len(turn.events),
        "version": hz.__version__,
        "new_code": played.new_code,
    }


def _remarks(played: CompletedTurn, severity: str) -> dict[str, int]:
    """Count remarks by empire, and by seat without an empire that submitted orders."""
    senders = {*(empire.id for empire in played.turn.game.empires), *played.intake.texts}
    return {
        sender: sum(remark.severity == severity for remark in remarks)
        for sender, remarks in played.turn.diagnostics.items()
        if sender in senders
    }


def _write_turn(facts: dict[str, Any]) -> None:
    from horizons_host.reports.files import titled_turn

    title = titled_turn(facts["turn"], facts["title"])
    click.echo(f"{title}: {common.counted(facts['events'], 'event')}")
    for empire, errors in facts["errors"].items():
        written = {**facts["bots"], **facts["instead"]}
        by = f" ({written[empire]})" if empire in written else ""
        orders = "no orders" if empire in facts["missing"] else common.counted(errors, "error")
        if facts["warnings"][empire]:
            orders += f", {common.counted(facts['warnings'][empire], 'warning')}"
        click.echo(f"  {empire}{by}: {orders}")
    click.echo(f"  Reports: {facts['reports']}")
    if facts["outcome"]:
        click.echo(_outcome(facts["outcome"]))


def _outcome(outcome: dict[str, Any]) -> str:
    winners = " and ".join(outcome["winners"]) or "nobody"
    verb = "drawn between" if len(outcome["winners"]) > 1 else "won by"
    return f"The game is over: {verb} {winners} ({outcome['reason']})."


def _try_out(store: GameStore, substitute: str | None, *, as_json: bool) -> None:
    from horizons_host.cli.common import working
    from horizons_host.games.forecasts import effects
    from horizons_host.games.turns import play_turn

    with working("running the turn as a test"):
        played = play_turn(store.snapshot(), substitute=substitute, announce=_announce)
        facts = _facts(played)
        facts["effects"] = [effect.to_dict() for effect in effects(played)]
    if as_json:
        common.write_json(facts)
        return
    click.echo(f"Dry run of turn {facts['turn']}; nothing was stored.")
    for effect in facts["effects"]:
        _write_effect(effect, click.echo)
    if facts["outcome"]:
        click.echo(_outcome(facts["outcome"]))


def _write_effect(effect: dict[str, Any], write: Callable[[str], None]) -> None:
    write(f"\n{effect['empire']}")
    for sentence in effect["sentences"]:
        write(f"  {sentence}")
    if effect["diagnostics"]:
        write(f"  orders: {common.tally(effect['diagnostics'])}")
        common.write_remarks("    orders", effect["diagnostics"])


@click.command(
    "undo",
    cls=WithExamples,
    short_help="Undo the latest turn, or the end of the game.",
    examples=("horizons undo -g mars --reason 'it was run a day too early'",),
)
@common.place_option
@click.option("--reason", required=True, metavar="TEXT", help="The reason; all players see it.")
@common.json_option
def undo_command(*, place: str, reason: str, as_json: bool) -> None:
    """Undo the latest turn, so that it can be rerun, or undo the end of the game.

    All players are notified, with the reason, by email and in the next report. Orders for the
    undone turn still count; orders for the turn after it don't. The rerun uses different dice,
    because the report has revealed the key of the old ones; a commitment to the new key is
    published first. 'horizons verify' also checks undone turns.

    If you ended the game with 'horizons end', this undoes the end and no turn: the next turn is
    open again, with the orders submitted for it. It cannot be done after the archive was opened.
    """
    from horizons_host.games.undo import reopen_game, undo_turn
    from horizons_host.store.locations import game_at

    with game_at(place) as store:
        ended = store.ending() is not None
        undo = (reopen_game if ended else undo_turn)(store, reason)
        written = _write_undone_files(store, undo) if store.has_folder and not ended else None
    if as_json:
        common.write_json(
            {
                "turn": undo.turn,
                "attempt": undo.attempt,
                "commitment": undo.commitment,
                "given": list(undo.with_orders),
                "void": list(undo.void),
                "mails": undo.mails,
                "notices": written and str(written),
            }
        )
        return
    if ended:
        click.echo(f"Reopened the game; turn {undo.turn} is next.")
    else:
        click.echo(
            f"Undid turn {undo.turn}. The rerun (attempt {undo.attempt}) will use different dice."
        )
    click.echo(f"  Orders that still count: {', '.join(undo.with_orders) or 'none'}")
    if undo.void:
        click.echo(
            f"  Orders for turn {undo.turn + 1} that no longer count: {', '.join(undo.void)}"
        )
    if written:
        click.echo(f"  Notices for the players: {written}")
    if undo.mails:
        mails = common.counted(undo.mails, "email")
        click.echo(f"  {mails} to send: horizons mail send -g {place}")


def _write_undone_files(store: GameStore, undo: UndoResult) -> Path:
    from horizons_core.errors import HorizonsError
    from horizons_host.games.undo import write_notices

    try:
        return write_notices(store, undo)
    except OSError as problem:
        raise HorizonsError(
            f"turn {undo.turn} was undone, but the notices could not be written:"
            f" '{problem.filename}': {problem.strerror}",
            "inform the players; those with an email address get an email",
        ) from problem
