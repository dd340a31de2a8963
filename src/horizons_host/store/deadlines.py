"""Deadlines of a game: decisions, drafts, and sent reminders."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection

from horizons_host.store import audit, decisions, events, order_rows, rows, schema, undo
from horizons_host.store.columns import insert_record
from horizons_host.store.database import GameStoreError, turn_taken
from horizons_host.store.message_records import GameEvent
from horizons_host.store.records import AuditEntry, DeadlineChange, NewMail, Reminder, next_attempt
from horizons_host.store.store import GameStore
from horizons_host.store.submissions import demand_version


class Deadlines:
    """The deadline data in a game's file. Every method is one transaction."""

    def __init__(self, store: GameStore) -> None:
        self.store = store

    def changes(self) -> tuple[DeadlineChange, ...]:
        """List all decisions, in order."""
        with self.store.reading() as connection:
            return decisions.changes(connection)

    def decide(
        self, change: DeadlineChange, entry: AuditEntry, mails: Iterable[NewMail] = ()
    ) -> DeadlineChange:
        """Store a decision with its audit entry, and queue the mails about it.

        `change.id` is the last decision known when this one was made. Raises TurnTakenError if a
        turn was run or undone meanwhile, GameStoreError if another process changed the deadlines
        meanwhile or the game was ended.
        """
        with self.store.writing() as connection:
            _expect(connection, change.turn, change.attempt)
            if decisions.last_change(connection) != change.id:
                raise GameStoreError(
                    "someone else has just changed the deadlines",
                    "check them first: horizons deadline show",
                )
            stored = decisions.insert_change(connection, change)
            audit.insert_entry(connection, entry)
            facts = {"turn": change.turn, "change": change.kind, "words": str(entry.words)}
            events.record_event(
                connection,
                GameEvent("deadline", change.decided_at, change.turn - 1, facts, to_all=True),
            )
            for mail in mails:
                _queue(connection, mail, "deadline")
            return stored

    def sent_reminders(self, turn: int, attempt: int) -> frozenset[tuple[str, str, str]]:
        """Return the reminders sent for a turn: deadline, seat ("": gamemaster), kind."""
        with self.store.reading() as connection:
            return decisions.sent_reminders(connection, turn, attempt)

    def remind(self, turn: int, attempt: int, new: Sequence[Reminder]) -> list[Reminder]:
        """Store new reminders with their mails, and return those that were not sent before.

        Raises TurnTakenError if the turn was run or undone meanwhile.
        """
        with self.store.writing() as connection:
            _expect(connection, turn, attempt)
            known = decisions.sent_reminders(connection, turn, attempt)
            fresh = [r for r in new if (r.deadline, r.seat, r.kind) not in known]
            for reminder in fresh:
                insert_record(connection, schema.reminded, reminder, turn=turn, attempt=attempt)
                _notify(connection, turn, reminder)
            return fresh

    def mark(
        self, seat: str, turn: int, time: str, *, final: bool, after: int | None = None
    ) -> bool:
        """Mark a seat's orders for the coming turn as final or draft; False if it has none.

        Raises TurnTakenError if the turn was run meanwhile, NewerOrdersError unless `after`
        is the latest version, or None.
        """
        with self.store.writing() as connection:
            rows.expect(connection, turn - 1)
            number = order_rows.latest(connection, turn, seat)
            if number is None:
                return False
            demand_version(connection, turn, seat, after)
            order_rows.mark(connection, number, turn, time, final=final)
            return True


def _notify(connection: Connection, turn: int, reminder: Reminder) -> None:
    """Notify the seat of a reminder, unless it was sent for another deadline already."""
    if reminder.passed:
        return
    facts = {"turn": turn, "deadline": reminder.deadline, "what": reminder.kind}
    seats, gamemaster = ([reminder.seat], False) if reminder.seat else ([], True)
    event = GameEvent(
        "reminder", reminder.reminded_at, turn - 1, facts, seats, gamemaster=gamemaster
    )
    events.record_event(connection, event)
    if reminder.mail is not None:
        _queue(connection, reminder.mail, "reminder")


def _queue(connection: Connection, mail: NewMail, kind: str) -> None:
    """Put a mail about an event into the outbox, if its seat wants such mails."""
    if events.wants_mail(connection, mail.seat, kind):
        rows.insert_mail(connection, mail)


def _expect(connection: Connection, turn: int, attempt: int) -> None:
    """Raise TurnTakenError unless this attempt at this turn is the next one."""
    rows.expect(connection, turn - 1)
    if next_attempt(undo.attempts(connection, turn)) != attempt:
        raise turn_taken(turn, rows.latest(connection))
