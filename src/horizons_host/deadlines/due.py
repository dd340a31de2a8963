"""Running due turns and sending due reminders; repeated calls have no further effect."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from attrs import evolve, field, frozen

from horizons_core.errors import HorizonsError
from horizons_host.clock import Clock, now
from horizons_host.deadlines.decisions import Decision, Run, Wait, decide, format_stored, run_reason
from horizons_host.deadlines.facts import DRAFT, FINAL, NONE, DeadlineFacts, facts_of, quick_facts
from horizons_host.deadlines.reminders import remind
from horizons_host.missing_orders import TurnOrders
from horizons_host.store import (
    SERVER,
    DeadlineChange,
    DeadlineMovedError,
    GameStore,
    Reminder,
    TurnTakenError,
)
from horizons_host.turn_files import reports_and_backup
from horizons_host.turns import CompletedTurn, run_and_store

_STEPS = 4
#: Writes files after a turn; returns the problems.
Files = Callable[[GameStore, CompletedTurn], tuple[str, ...]]


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


def run_due(store: GameStore, clock: Clock = now, files: Files = reports_and_backup) -> DueResult:
    """Run the next turn if it is due, and send reminders of its deadline.

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
                return _run(store, facts, decision, result, clock, files)
            reminders = remind(store, facts, decision, clock)
            result = evolve(result, reminders=(*result.reminders, *reminders))
        except (TurnTakenError, DeadlineMovedError, NotDueError) as problem:
            # Another process was faster: decide again.
            result = evolve(result, waits=problem.message)
    return result


def _decision(store: GameStore, time: datetime) -> tuple[Decision, DeadlineFacts]:
    """Return the decision and its facts; loads the game only if there may be something to do."""
    facts = quick_facts(store)
    decision = decide(facts, time)
    deadline = facts.course.deadline
    early = any(place.state == FINAL for place in facts.places)
    calm = deadline is None or (time < deadline and not (_when_final(facts) and early))
    if not (isinstance(decision, Wait) and calm):
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
) -> DueResult:
    def announce(turn: int, intake: TurnOrders) -> None:
        """Raise NotDueError if the turn is not due with the current orders."""
        if turn != facts.turn or not run_reason(_with(facts, intake), clock()):
            raise NotDueError(f"turn {facts.turn} is not due any more", "")

    change = DeadlineChange(
        id=facts.change,
        turn=facts.turn,
        attempt=facts.attempt,
        kind="run",
        facts={"why": decision.reason},
        reason="",
        decided_by=SERVER,
        decided_at=format_stored(clock().replace(microsecond=0)),
    )
    played = run_and_store(store, clock=clock, announce=announce, by=SERVER, due=change)
    return evolve(
        result, ran=played, reason=decision.reason, problems=files(store, played), waits=""
    )


def _with(facts: DeadlineFacts, intake: TurnOrders) -> DeadlineFacts:
    """Return the facts with the orders of the turn that is being run."""
    states = {seat: FINAL if orders.final else DRAFT for seat, orders in intake.submitted.items()}
    places = tuple(evolve(place, state=states.get(place.seat, NONE)) for place in facts.places)
    return evolve(facts, places=places)
