"""Doing what is due: running a turn, reminding people. Doing it again does nothing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from attrs import evolve, field, frozen

from horizons_core.errors import HorizonsError
from horizons_host.clock import Clock, now
from horizons_host.deadlines.decisions import Decision, Run, Wait, decide, stamped, why_run
from horizons_host.deadlines.facts import DRAFT, FINAL, NONE, Facts, facts_of, quick_facts
from horizons_host.deadlines.reminders import remind
from horizons_host.missing_orders import Intake
from horizons_host.store import (
    SERVER,
    DeadlineChange,
    DeadlineMovedError,
    GameStore,
    Reminder,
    TurnTakenError,
)
from horizons_host.turn_files import reports_and_backup
from horizons_host.turns import Played, run_and_store

_STEPS = 4
#: What is done about files after a turn; gives what went wrong.
Files = Callable[[GameStore, Played], tuple[str, ...]]


class NotDueError(HorizonsError):
    """A turn that is not due any more: something has changed since it was."""


@frozen
class Done:
    """What came of it.

    Attributes:
        ran: the turn that was run, if one was; `why` says for what.
        told: who was told what by mail.
        until: when there is something to do again; None: when somebody has done something.
        waits: why nothing more is to be done now.
        problems: what could not be done after the turn: reports, a backup.
    """

    ran: Played | None = None
    why: str = ""
    told: tuple[Reminder, ...] = ()
    until: datetime | None = None
    waits: str = ""
    problems: tuple[str, ...] = field(factory=tuple)

    def plain(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "ran": self.ran.turn.game.turn if self.ran else None,
            "why": self.why,
            "told": [{"seat": one.seat, "what": one.what} for one in self.told],
            "until": self.until and stamped(self.until),
            "waits": self.waits,
            "problems": list(self.problems),
        }


def run_due(store: GameStore, clock: Clock = now, files: Files = reports_and_backup) -> Done:
    """Run the coming turn if it is due, and tell people of its deadline: at most one turn.

    However late this is called, one turn is run and not one for each deadline that went by; the
    next is open for its minimum time. Two that call it at the same time run one turn. Raises what
    `run_and_store` raises for a game that cannot be run.
    """
    done = Done()
    for _ in range(_STEPS):
        decision, facts = _decision(store, clock())
        if isinstance(decision, Wait):
            return evolve(done, until=decision.until, waits=decision.why)
        try:
            if isinstance(decision, Run):
                return _run(store, facts, decision, done, clock, files)
            told = remind(store, facts, decision, clock)
            done = evolve(done, told=(*done.told, *told))
        except (TurnTakenError, DeadlineMovedError, NotDueError) as problem:
            done = evolve(done, waits=problem.message)  # somebody was faster: look again
    return done


def _decision(store: GameStore, time: datetime) -> tuple[Decision, Facts]:
    """What is to be done; the game itself is only loaded if that may be more than waiting."""
    facts = quick_facts(store)
    decision = decide(facts, time)
    deadline = facts.course.deadline
    early = any(place.state == FINAL for place in facts.places)
    calm = deadline is None or (time < deadline and not (_when_final(facts) and early))
    if not (isinstance(decision, Wait) and calm):
        facts = facts_of(store)
        decision = decide(facts, time)
    return decision, facts


def _when_final(facts: Facts) -> bool:
    return facts.course.rule is not None and facts.course.rule.when_final


def _run(
    store: GameStore, facts: Facts, decision: Run, done: Done, clock: Clock, files: Files
) -> Done:
    def announce(turn: int, intake: Intake) -> None:
        """Raises NotDueError if the orders of this very moment no more make the turn due."""
        if turn != facts.turn or not why_run(_with(facts, intake), clock()):
            raise NotDueError(f"turn {facts.turn} is not due any more", "")

    why = DeadlineChange(
        id=facts.change,
        turn=facts.turn,
        attempt=facts.attempt,
        kind="run",
        facts={"why": decision.why},
        reason="",
        decided_by=SERVER,
        decided_at=stamped(clock().replace(microsecond=0)),
    )
    played = run_and_store(store, clock=clock, announce=announce, by=SERVER, due=why)
    return evolve(done, ran=played, why=decision.why, problems=files(store, played), waits="")


def _with(facts: Facts, intake: Intake) -> Facts:
    """The facts with the orders that a turn is being run with."""
    states = {seat: FINAL if orders.final else DRAFT for seat, orders in intake.given.items()}
    places = tuple(evolve(one, state=states.get(one.seat, NONE)) for one in facts.places)
    return evolve(facts, places=places)
