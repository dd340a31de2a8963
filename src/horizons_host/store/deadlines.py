"""The deadlines of a game in its file: what was decided on them, drafts, who was reminded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, insert

from horizons_host.store import auditing, deadline_rows, order_marks, rows, schema, telling, undoing
from horizons_host.store.auditing import AuditEntry
from horizons_host.store.errors import GameStoreError, taken
from horizons_host.store.notice_records import Happening
from horizons_host.store.records import DeadlineChange, NewMail, Reminder, next_attempt
from horizons_host.store.store import GameStore
from horizons_host.store.submissions import demand_version


class Deadlines:
    """What one game's file holds of deadlines. Every method is one transaction."""

    def __init__(self, store: GameStore) -> None:
        self.store = store

    def changes(self) -> tuple[DeadlineChange, ...]:
        """All that was decided, in order."""
        with self.store.reading() as connection:
            return deadline_rows.changes(connection)

    def decide(
        self, change: DeadlineChange, entry: AuditEntry, mails: Iterable[NewMail] = ()
    ) -> DeadlineChange:
        """Note a change down, for the audit as well, and queue the mails that tell of it.

        `change.id` is the last change that was known when it was made. Raises TurnTakenError if a
        turn has been run or taken back meanwhile, GameStoreError if somebody else has changed the
        deadlines meanwhile or the game was ended.
        """
        with self.store.writing() as connection:
            _expect(connection, change.turn, change.attempt)
            if deadline_rows.last_change(connection) != change.id:
                raise GameStoreError(
                    "someone else has just changed the deadlines",
                    "check them first: horizons deadline show",
                )
            stored = deadline_rows.insert_change(connection, change)
            auditing.note(connection, entry)
            facts = {"turn": change.turn, "change": change.kind, "words": str(entry.words)}
            telling.note(
                connection,
                Happening("deadline", change.decided_at, change.turn - 1, facts, everybody=True),
            )
            for mail in mails:
                _queue(connection, mail, "deadline")
            return stored

    def told(self, turn: int, attempt: int) -> frozenset[tuple[str, str, str]]:
        """What was told of a turn's deadlines: which deadline, to whom ("": gamemaster), what."""
        with self.store.reading() as connection:
            return deadline_rows.told(connection, turn, attempt)

    def remind(self, turn: int, attempt: int, new: Sequence[Reminder]) -> list[Reminder]:
        """Note down what is being told, with its mails; gives what nobody has told before.

        Raises TurnTakenError if the turn has been run or taken back meanwhile.
        """
        with self.store.writing() as connection:
            _expect(connection, turn, attempt)
            known = deadline_rows.told(connection, turn, attempt)
            fresh = [one for one in new if (one.deadline, one.seat, one.what) not in known]
            for one in fresh:
                row = {"deadline": one.deadline, "seat": one.seat, "what": one.what}
                connection.execute(
                    insert(schema.reminded).values(
                        turn=turn, attempt=attempt, told_at=one.told_at, **row
                    )
                )
                _tell(connection, turn, one)
            return fresh

    def mark(
        self, seat: str, turn: int, time: str, *, final: bool, after: int | None = None
    ) -> bool:
        """Say that a seat's orders for the coming turn are final, or a draft; False: it has none.

        Raises TurnTakenError if the turn has been run meanwhile, NewerOrdersError unless `after`
        is the latest version, or None.
        """
        with self.store.writing() as connection:
            rows.expect(connection, turn - 1)
            number = order_marks.latest(connection, turn, seat)
            if number is None:
                return False
            demand_version(connection, turn, seat, after)
            order_marks.mark(connection, number, turn, time, final=final)
            return True


def _tell(connection: Connection, turn: int, one: Reminder) -> None:
    """Have a reminder be told by every way; one that only stands for another is not."""
    if one.passed:
        return
    facts = {"turn": turn, "deadline": one.deadline, "what": one.what}
    seats, gamemaster = ([one.seat], False) if one.seat else ([], True)
    happened = Happening("reminder", one.told_at, turn - 1, facts, seats, gamemaster=gamemaster)
    telling.note(connection, happened)
    if one.mail is not None:
        _queue(connection, one.mail, "reminder")


def _queue(connection: Connection, mail: NewMail, kind: str) -> None:
    """Put a mail about a kind of happening into the outbox, if its seat wants such."""
    if telling.wants_mail(connection, mail.seat, kind):
        rows.insert_mail(connection, mail)


def _expect(connection: Connection, turn: int, attempt: int) -> None:
    """Raises TurnTakenError unless this attempt at this turn is the next one."""
    rows.expect(connection, turn - 1)
    if next_attempt(undoing.attempts(connection, turn)) != attempt:
        raise taken(turn, rows.latest(connection))
