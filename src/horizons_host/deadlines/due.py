"""Runs due turns and sends due reminders, each only once however often it is called."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from attrs import evolve, field, frozen

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock, now
from horizons_host.deadlines.decisions import (
    GAMEMASTER,
    LATE,
    WAITS,
    Decision,
    Remind,
    Run,
    Wait,
    decide,
    format_stored,
    is_stopped,
    run_reason,
    runs_at_once,
    stopped_reason,
)
from horizons_host.deadlines.outlook import outlook_of
from horizons_host.deadlines.schedules import DeadlineError
from horizons_host.deadlines.state import DRAFT, FINAL, NONE, DeadlineFacts, facts_of, quick_facts
from horizons_host.games.backups import reports_and_backup
from horizons_host.games.turns import CompletedTurn, run_and_store
from horizons_host.mail.report_mails import addresses
from horizons_host.seats.missing_orders import TurnOrders
from horizons_host.store import (
    SERVER,
    DeadlineChange,
    DeadlineMovedError,
    Deadlines,
    GameStore,
    NewMail,
    Reminder,
    TurnTakenError,
)

_STEPS = 4
#: The beginning of the kind of a reminder that the gamemaster asked for.
ASKED = "asked for"
#: Writes files after a turn; returns the problems.
Files = Callable[[GameStore, CompletedTurn], tuple[str, ...]]


def _do_nothing() -> None:
    """Do nothing when a turn begins to run."""


def remind(store: GameStore, facts: DeadlineFacts, due: Remind, clock: Clock) -> list[Reminder]:
    """Queue the emails of reminders, record the reminders, and return the new ones.

    Reminders without an address and those to the gamemaster are recorded, too (see
    `DueResult.plain`). Raises TurnTakenError.
    """
    snapshot = store.snapshot()
    game = hz.load(snapshot.state)
    at = addresses(game, snapshot.seats)
    title = game.name or hz.variant_of(game).info.title
    time, deadline = format_stored(clock().replace(microsecond=0)), format_stored(due.deadline)
    lines = outlook_of(facts, clock()).words

    def reminder(seat: str, kind: str) -> Reminder:
        mail = None
        if seat in at and seat != GAMEMASTER:
            draft = any(place.seat == seat and place.state == DRAFT for place in facts.places)
            subject, opening = _texts(facts.turn, kind, draft=draft)
            body = "".join(f"{line}\n" for line in (opening, "", *lines))
            subject = f"[{title}] {subject}"
            mail = NewMail("reminder", at[seat], subject, time, seat, facts.turn, body=body)
        return Reminder(deadline, seat, kind, time, mail)

    passed = [Reminder(deadline, seat, kind, time, passed=True) for seat, kind in due.passed]
    new = [reminder(seat, kind) for seat, kind in due.reminders]
    fresh = Deadlines(store).remind(facts.turn, facts.attempt, [*passed, *new])
    return [recorded for recorded in fresh if recorded in new]


def _texts(turn: int, kind: str, *, draft: bool) -> tuple[str, str]:
    """Return the subject and the opening sentence of a reminder."""
    if kind == LATE:
        return f"The deadline of turn {turn} has passed", "You have not submitted orders yet."
    if kind == WAITS:
        return f"Turn {turn} waits for your orders", "The turn will not run without them."
    if draft:
        opening = "Your orders are a draft. They count at the deadline."
    else:
        opening = "You have not submitted orders yet."
    return f"Orders for turn {turn} are due soon", opening


def remind_seat(store: GameStore, player: str, clock: Clock = now) -> None:
    """Remind a player of the coming deadline now, by the gamemaster's wish, once an hour.

    Raises DeadlineError if the player's orders are not missing, or without a deadline.
    """
    facts, time = facts_of(store), clock()
    deadline = facts.course.deadline
    place = next((place for place in facts.places if place.seat == player), None)
    if deadline is None or facts.over:
        raise DeadlineError(
            LocalizedText("this turn has no deadline"),
            LocalizedText("write to the player instead"),
        )
    if place is None or not place.is_person or not place.needed or place.state == FINAL:
        raise DeadlineError(
            LocalizedText("{name} needs no reminder", name=player),
            LocalizedText("only players whose orders are missing or a draft can be reminded"),
        )
    kind = f"{ASKED} {time.astimezone(UTC):%Y-%m-%d %H}"
    if not remind(store, facts, Remind(deadline, ((place.seat, kind),)), clock):
        raise DeadlineError(
            LocalizedText("{name} was reminded within the last hour", name=player),
            LocalizedText("wait an hour, or write a message"),
        )


class NotDueError(HorizonsError):
    """A turn that is no longer due because something has changed."""


@frozen
class DueResult:
    """Result of `run_due`.

    Attributes:
        ran: the turn that was run, if any; and the `reason`.
        reminders: the reminders that were sent.
        until: the time of the next action; None: after the next action of a person.
        waits: why nothing more is to be done now.
        problems: failures after the turn, with reports or the backup.
    """

    ran: CompletedTurn | None = None
    reason: str = ""
    reminders: tuple[Reminder, ...] = ()
    until: datetime | None = None
    waits: str = ""
    problems: tuple[str, ...] = field(factory=tuple)

    def plain(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "ran": self.ran.turn.game.turn if self.ran else None,
            "why": self.reason,
            "reminders": [
                {"seat": reminder.seat, "what": reminder.kind} for reminder in self.reminders
            ],
            "until": self.until and format_stored(self.until),
            "waits": self.waits,
            "problems": list(self.problems),
        }


def run_due(
    store: GameStore,
    clock: Clock = now,
    files: Files = reports_and_backup,
    begins: Callable[[], None] = _do_nothing,
) -> DueResult:
    """Run the next turn if it is due, and send reminders of its deadline.

    `begins` is called when the turn begins to run.

    However late this is called, one turn is run and not one for each deadline that has passed; the
    next is open for its minimum time. Concurrent calls run one turn. Raises the errors of
    `run_and_store` for a game that cannot be run.
    """
    result = DueResult()
    for _ in range(_STEPS):
        decision, facts = _decision(store, clock())
        if isinstance(decision, Wait):
            return evolve(result, until=decision.until, waits=decision.reason)
        try:
            if isinstance(decision, Run):
                return _run(store, facts, decision, result, clock, files, begins)
            reminders = remind(store, facts, decision, clock)
            result = evolve(result, reminders=(*result.reminders, *reminders))
        except (TurnTakenError, DeadlineMovedError, NotDueError) as problem:
            # Another process was faster: decide again.
            result = evolve(result, waits=problem.message)
    return result


def _decision(store: GameStore, time: datetime) -> tuple[Decision, DeadlineFacts]:
    """Return the decision and its facts; the game is loaded only if something may be due."""
    facts = quick_facts(store)
    decision = decide(facts, time)
    deadline = facts.course.deadline
    early = any(place.state == FINAL for place in facts.places)
    nothing_due = (deadline is None or time < deadline) and not (_when_final(facts) and early)
    if not (isinstance(decision, Wait) and nothing_due):
        facts = facts_of(store)
        decision = decide(facts, time)
    return decision, facts


def _when_final(facts: DeadlineFacts) -> bool:
    return facts.course.rule is not None and facts.course.rule.when_final


def _run(
    store: GameStore,
    facts: DeadlineFacts,
    decision: Run,
    result: DueResult,
    clock: Clock,
    files: Files,
    begins: Callable[[], None],
) -> DueResult:
    def announce(turn: int, intake: TurnOrders) -> None:
        """Raise NotDueError if the turn is not due with the current orders."""
        if turn != facts.turn or not run_reason(_with(facts, intake), clock()):
            raise NotDueError(f"turn {facts.turn} is not due any more", "")
        begins()

    change = _run_change(facts, decision.reason, clock)
    played = run_and_store(store, clock=clock, announce=announce, by=SERVER, due=change)
    return evolve(
        result, ran=played, reason=decision.reason, problems=files(store, played), waits=""
    )


def _run_change(facts: DeadlineFacts, reason: str, clock: Clock) -> DeadlineChange:
    """Return the record of a turn that runs by itself, for this reason."""
    return DeadlineChange(
        id=facts.change,
        turn=facts.turn,
        attempt=facts.attempt,
        kind="run",
        facts={"why": reason, **({"unawaited": True} if runs_at_once(facts) else {})},
        reason="",
        decided_by=SERVER,
        decided_at=format_stored(clock().replace(microsecond=0)),
    )


def unawaited_turn(store: GameStore, clock: Clock = now) -> tuple[DeadlineChange | None, str]:
    """Return the record of the next turn if it runs at once because no orders are awaited.

    Else None, with the reason if too many turns in a row have run like that.
    """
    facts = quick_facts(store)
    if runs_at_once(facts):
        return _run_change(facts, run_reason(facts, clock()), clock), ""
    return None, stopped_reason(facts) if is_stopped(facts) else ""


def _with(facts: DeadlineFacts, intake: TurnOrders) -> DeadlineFacts:
    """Return the facts with the orders of the turn that is being run."""
    states = {seat: FINAL if orders.final else DRAFT for seat, orders in intake.submitted.items()}
    places = tuple(evolve(place, state=states.get(place.seat, NONE)) for place in facts.places)
    return evolve(facts, places=places)
