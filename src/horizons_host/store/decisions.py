"""The gamemaster's decisions about deadlines and rules versions, and reminders of deadlines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import evolve
from sqlalchemy import Connection, func, select

from horizons_host.store import history, notifications, rows, schema, submissions
from horizons_host.store.columns import insert_record, read_record
from horizons_host.store.database import GameStoreError, read_once, turn_taken
from horizons_host.store.game_database import GameDatabase, GameSection, reads
from horizons_host.store.message_records import GameEvent
from horizons_host.store.records import (
    MIGRATED,
    PINNED,
    AuditEntry,
    DeadlineChange,
    NewMail,
    Reminder,
    Upgrade,
)
from horizons_host.store.submissions import demand_version


@read_once
def changes(connection: Connection) -> tuple[DeadlineChange, ...]:
    """List all decisions about deadlines, in order."""
    table = schema.deadline_changes
    result = connection.execute(select(table).order_by(table.c.id))
    return tuple(read_record(DeadlineChange, table, row) for row in result)


def last_change(connection: Connection) -> int:
    """Return the number of the last decision; 0 for none."""
    number = connection.execute(select(func.max(schema.deadline_changes.c.id))).scalar()
    return number or 0


@read_once
def sent_reminders(
    connection: Connection, turn: int, attempt: int
) -> frozenset[tuple[str, str, str]]:
    """Return the reminders sent for a turn: deadline, seat, and kind of reminder."""
    table = schema.reminded.c
    statement = select(table.deadline, table.seat, table.kind)
    rows = connection.execute(statement.where(table.turn == turn, table.attempt == attempt))
    return frozenset((row.deadline, row.seat, row.kind) for row in rows)


def insert_change(connection: Connection, change: DeadlineChange) -> DeadlineChange:
    """Store a decision and return it with its number."""
    return evolve(change, id=insert_record(connection, schema.deadline_changes, change))


#: Parts of a saved game that name its rules.
_RULES_NAMES = {"variant": "version", "rules": "rules"}


@read_once
def decided(connection: Connection) -> tuple[Upgrade, ...]:
    """List all decisions, in order."""
    table = schema.upgrades
    result = connection.execute(select(table).order_by(table.c.id))
    return tuple(read_record(Upgrade, table, row) for row in result)


def decide(connection: Connection, new: Upgrade) -> None:
    """Store a decision; raises TurnTakenError if another turn was run meanwhile."""
    rows.expect(connection, new.turn)
    number = insert_record(connection, schema.upgrades, new)
    if new.kind == MIGRATED:
        history.record_change(connection, new.turn, history.MIGRATED, number)


def pinned(connection: Connection) -> Mapping[str, Any] | None:
    """Return the versions that the game is pinned to, or None."""
    decisions = decided(connection)
    return decisions[-1].versions if decisions and decisions[-1].kind == PINNED else None


def migrated(
    connection: Connection, turn: int, order: Mapping[tuple[str, int], tuple[int, int]]
) -> tuple[Upgrade | None, int]:
    """Return the last migration between this turn and the next, or None.

    With it the attempt at the next turn that followed.
    """
    migrations = [u for u in decided(connection) if u.kind == MIGRATED and u.turn == turn]
    attempts = [attempt for (kind, _), (_, attempt) in order.items() if kind == history.MIGRATED]
    return (migrations[-1] if migrations else None), (attempts[-1] if attempts else 1)


def rules_names(connection: Connection, turn: int) -> dict[str, str]:
    """Return the rules' names in the state of a turn since its migration; empty without one."""
    moves = [u for u in decided(connection) if u.kind == MIGRATED and u.turn >= turn]
    return {part: moves[-1].versions[name] for name, part in _RULES_NAMES.items()} if moves else {}


class Deadlines(GameSection[GameDatabase]):
    """The deadline data in a game's file. Every method is one transaction."""

    changes = reads(changes)

    def decide(
        self, change: DeadlineChange, entry: AuditEntry, mails: Iterable[NewMail] = ()
    ) -> DeadlineChange:
        """Store a decision with its audit entry, and queue the emails about it.

        `change.id` is the last decision known when this one was made. Raises TurnTakenError if a
        turn was run or undone meanwhile, GameStoreError if another process changed the deadlines
        meanwhile or the game was ended.
        """
        with self.writing() as connection:
            _expect(connection, change.turn, change.attempt)
            if last_change(connection) != change.id:
                raise GameStoreError(
                    "someone else has just changed the deadlines",
                    "check them first: horizons deadline show",
                )
            stored = insert_change(connection, change)
            history.insert_entry(connection, entry)
            facts = {"turn": change.turn, "change": change.kind, "words": str(entry.words)}
            notifications.record_event(
                connection,
                GameEvent("deadline", change.decided_at, change.turn - 1, facts, to_all=True),
            )
            for mail in mails:
                _queue(connection, mail, "deadline")
            return stored

    sent_reminders = reads(sent_reminders)

    def remind(self, turn: int, attempt: int, new: Sequence[Reminder]) -> list[Reminder]:
        """Store new reminders with their emails, and return those that were not sent before.

        Raises TurnTakenError if the turn was run or undone meanwhile.
        """
        with self.writing() as connection:
            _expect(connection, turn, attempt)
            known = sent_reminders(connection, turn, attempt)
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
        with self.writing() as connection:
            rows.expect(connection, turn - 1)
            number = submissions.latest_id(connection, turn, seat)
            if number is None:
                return False
            demand_version(connection, turn, seat, after)
            submissions.mark(connection, number, turn, time, final=final)
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
    notifications.record_event(connection, event)
    if reminder.mail is not None:
        _queue(connection, reminder.mail, "reminder")


def _queue(connection: Connection, mail: NewMail, kind: str) -> None:
    """Put an email about an event into the outbox, if its seat wants such emails."""
    if notifications.wants_mail(connection, mail.seat, kind):
        rows.insert_mail(connection, mail)


def _expect(connection: Connection, turn: int, attempt: int) -> None:
    """Raise TurnTakenError unless this attempt at this turn is the next one."""
    rows.expect(connection, turn - 1)
    if history.next_attempt(history.attempts(connection, turn)) != attempt:
        raise turn_taken(turn, rows.latest(connection))


class Upgrades(GameSection[GameDatabase]):
    """The decisions about a game's versions. Every method is one transaction."""

    decided = reads(decided)

    def decide(self, upgrade: Upgrade, entry: AuditEntry | None = None) -> None:
        """Store a decision after the latest turn.

        Raises TurnTakenError if another turn was run meanwhile, GameStoreError if the game was
        ended before.
        """
        with self.writing() as connection:
            decide(connection, upgrade)
            history.insert_entry(connection, entry)
