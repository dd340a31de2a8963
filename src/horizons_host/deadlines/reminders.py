"""Reminder mails before and after a deadline; each is sent once."""

from __future__ import annotations

import horizons_core as hz
from horizons_host.clock import Clock
from horizons_host.deadlines.decisions import GAMEMASTER, LATE, WAITS, Remind, format_stored
from horizons_host.deadlines.facts import DRAFT, DeadlineFacts
from horizons_host.deadlines.outlook import outlook_of
from horizons_host.report_mails import addresses
from horizons_host.store import Deadlines, GameStore, NewMail, Reminder


def remind(store: GameStore, facts: DeadlineFacts, due: Remind, clock: Clock) -> list[Reminder]:
    """Queue the mails of reminders, record the reminders, and return the new ones.

    Reminders without an address and those to the gamemaster are recorded, too (see `Done.to_dict`).
    Raises TurnTakenError.
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
