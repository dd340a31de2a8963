"""The emails of a game: those that were read, and the outbox with its deliveries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from attrs import evolve
from sqlalchemy import Connection, Row, delete, func, insert, or_, select, update

from horizons_host.processes import is_gone, this_process
from horizons_host.store import rows, schema
from horizons_host.store.columns import insert_record, read_record
from horizons_host.store.database import GameStoreError
from horizons_host.store.game_database import GameSection
from horizons_host.store.records import (
    InboxMail,
    MailAttempt,
    NewMail,
    OutgoingMail,
    ReadingState,
    ReadMail,
    WrongPassword,
)
from horizons_host.store.store import GameStore
from horizons_host.store.submissions import store_orders


class GamemasterInbox(GameSection[GameStore]):
    """The emails to the gamemaster and failed passwords in a game's file."""

    def inbox_mails(self, last: int | None = None) -> list[InboxMail]:
        """List the emails, oldest first: all of them, or the latest ones."""
        table = schema.inbox_mails
        with self.reading() as connection:
            statement = select(table).order_by(table.c.id.desc()).limit(last)
            result = connection.execute(statement)
            return [read_record(InboxMail, table, row) for row in result][::-1]

    def inbox_mail(self, number: int) -> InboxMail:
        """Return the mail of this id; raises GameStoreError."""
        matches = [inbox_mail for inbox_mail in self.inbox_mails() if inbox_mail.id == number]
        if not matches:
            raise GameStoreError(
                f"no mail {number} in the inbox of '{self.store.place}'",
                "see 'horizons mail inbox'",
            )
        return matches[0]

    def senders_since(self, time: str) -> list[str]:
        """List the senders of the emails since then, an address for each mail."""
        table = schema.inbox_mails.c
        with self.reading() as connection:
            statement = select(table.sender).where(table.came_at >= time)
            return list(connection.execute(statement).scalars())

    def wrong_passwords(self, seat: str, since: str) -> list[WrongPassword]:
        """List the failed passwords for a seat since then, oldest first."""
        table = schema.wrong_passwords
        with self.reading() as connection:
            statement = select(table).where(table.c.seat == seat, table.c.at >= since)
            rows = connection.execute(statement.order_by(table.c.id))
            return [read_record(WrongPassword, table, row) for row in rows]

    def noticed(self, seat: str, since: str) -> bool:
        """Return whether a seat's player was sent a notice since then."""
        table = schema.outbox.c
        with self.reading() as connection:
            conditions = table.kind == "notice", table.seat == seat, table.created_at >= since
            return connection.execute(select(table.id).where(*conditions)).first() is not None


#: Outcome of an email of which another copy was read, such as one received by another route.
COPY = "a copy of a mail that was read"


class GameMails(GameSection[GameStore]):
    """The emails in a game's file. Every method is one transaction."""

    # incoming emails

    def mark(self, key: str) -> ReadingState | None:
        """Return the record of an email that was read, or None."""
        with self.reading() as connection:
            return _mark(connection, key)

    def begin_reading(self, key: str) -> int:
        """Record that an email is about to be read; return how often that was interrupted before.

        Only the end of the process interrupts it: see `end_reading`. An email that another running
        process is reading was not interrupted.
        """
        table, process = schema.readings, this_process()
        with self.writing() as connection:
            row = connection.execute(select(table).where(table.c.key == key)).first()
            if row is None:
                connection.execute(insert(table).values(key=key, attempts=1, process=process))
                return 0
            if row.process != process and is_gone(row.process) is False:
                return 0
            statement = update(table).where(table.c.key == key)
            connection.execute(statement.values(attempts=row.attempts + 1, process=process))
            return int(row.attempts)

    def end_reading(self, key: str) -> None:
        """Record that an email was read completely, whatever the result."""
        with self.writing() as connection:
            connection.execute(delete(schema.readings).where(schema.readings.c.key == key))

    def take(
        self, read: ReadMail, also: Callable[[Connection], Sequence[NewMail]] | None = None
    ) -> bool:
        """Store an email's orders and answers, and that it was read, in one transaction.

        `also` runs in the same transaction and returns further answers. Returns False and stores
        nothing if another process has done so already. Raises TurnTakenError if the turn of the
        orders was run meanwhile, NewerOrdersError if there are newer orders that the answers do not
        mention, and what `also` raises.
        """
        with self.writing() as connection:
            known = _mark(connection, read.key)
            if known is not None:
                return False
            further_answers = [] if also is None else also(connection)
            for orders in read.orders:
                rows.expect(connection, orders.turn - 1)
                store_orders(connection, orders, read.after.get(orders.seat))
            for answer in [*read.answers, *further_answers]:
                rows.insert_mail(connection, answer)
            for inbox_mail in read.inbox_mails:
                insert_record(connection, schema.inbox_mails, inbox_mail)
            for wrong in read.wrong:
                insert_record(connection, schema.wrong_passwords, wrong)
            insert_record(connection, schema.mails, read)
            if read.copy and read.is_done and _mark(connection, read.copy) is None:
                copied = evolve(read, key=read.copy, outcome=COPY, parts=())
                insert_record(connection, schema.mails, copied)
            return True

    def finish(self, key: str) -> None:
        """Record that an email to several games is done; its parts are deleted."""
        table = schema.mails
        with self.writing() as connection:
            connection.execute(
                update(table).where(table.c.key == key).values(is_done=True, parts=[])
            )

    def has_copies(self, identity: str) -> bool:
        """Return whether the contents of the emails with this Message-ID and sender are recorded.

        Those that an older version read are not.
        """
        table = schema.mails.c
        with self.reading() as connection:
            statement = select(table.key).where(table.key.startswith(f"{identity}-")).limit(1)
            return connection.execute(statement).first() is not None

    def answered_addresses(self, since: str) -> list[str]:
        """List the recipients of answers since then, an address for each answer."""
        table = schema.outbox.c
        statement = select(table.recipient).where(table.kind == "answer", table.created_at >= since)
        with self.reading() as connection:
            return list(connection.execute(statement).scalars())

    def report_sent(self, seat: str, turn: int) -> str | None:
        """Return when a seat's report of a turn was first sent; "" if queued, None if missing."""
        table, log = schema.outbox.c, schema.deliveries.c
        conditions = table.kind == "report", table.seat == seat, table.turn == turn
        times = select(func.min(log.at)).where(
            log.mail == table.id, log.outcome.in_(("sent", "sent before"))
        )
        statement = select(table.state, times.scalar_subquery().label("at")).where(*conditions)
        with self.reading() as connection:
            rows = connection.execute(statement).all()
        sent = [row.at for row in rows if row.at]
        waits = any(row.state in {"queued", "sending"} for row in rows)
        return min(sent) if sent else "" if waits else None

    # outgoing emails

    def queue(self, mail: NewMail) -> None:
        """Put an email into the outbox."""
        with self.writing() as connection:
            rows.insert_mail(connection, mail)

    def due(self, time: str, latest: str) -> list[int]:
        """List the ids of the emails that are due at a time, oldest first.

        An email that was never tried is always due, and so is one postponed beyond the `latest`
        possible time: the clock has been set back since.
        """
        table = schema.outbox.c
        timely = or_(table.attempts == 0, table.next_attempt <= time, table.next_attempt > latest)
        statement = select(table.id).where(table.state == "queued", timely)
        with self.reading() as connection:
            return list(connection.execute(statement.order_by(table.id)).scalars())

    def outgoing(self, states: Iterable[str] | None = None) -> list[OutgoingMail]:
        """List the outbox, oldest first: all emails, or those in one of these states."""
        table = schema.outbox
        statement = select(table).order_by(table.c.id)
        if states is not None:
            statement = statement.where(table.c.state.in_(list(states)))
        with self.reading() as connection:
            return [_outgoing(row) for row in connection.execute(statement)]

    def mail(self, number: int) -> OutgoingMail:
        """Return the mail of this id; raises GameStoreError."""
        mail = self.waiting(number)
        if mail is None:
            raise GameStoreError(
                f"no mail {number} in the outbox of '{self.store.place}'",
                "see 'horizons mail outbox'",
            )
        return mail

    def waiting(self, number: int) -> OutgoingMail | None:
        """Return the mail of this id, or None."""
        table = schema.outbox
        with self.reading() as connection:
            row = connection.execute(select(table).where(table.c.id == number)).first()
        return None if row is None else _outgoing(row)

    def begin(self, number: int, message_ids: Iterable[str]) -> OutgoingMail | None:
        """Mark an email as being sent, before it is; None if it is no longer queued.

        The mail keeps its Message-ID: at first the first of these that no other mail has.
        """
        table = schema.outbox
        with self.writing() as connection:
            own_id = _own_id(connection, number, message_ids)
            chosen = update(table).where(table.c.id == number, table.c.state == "queued")
            row = connection.execute(
                chosen.values(
                    state="sending", attempts=table.c.attempts + 1, message_id=own_id
                ).returning(table)
            ).first()
            return None if row is None else _outgoing(row)

    def settle(
        self,
        mail: OutgoingMail,
        state: str,
        outcome: str,
        *,
        at: str,
        reply: str = "",
        next_attempt: str = "",
    ) -> None:
        """Store the outcome of an attempt. The text of a finished mail is deleted."""
        table = schema.outbox
        values: dict[str, Any] = {"state": state, "reason": "" if state == "sent" else reply}
        if state in {"sent", "failed"}:
            values["body"] = None
        if next_attempt:
            values["next_attempt"] = next_attempt
        attempt = MailAttempt(
            mail=mail.id,
            at=at,
            attempt=mail.attempts,
            recipient=mail.mail.recipient,
            subject=mail.mail.subject,
            message_id=mail.message_id or "",
            outcome=outcome,
            reply=reply,
        )
        with self.writing() as connection:
            connection.execute(update(table).where(table.c.id == mail.id).values(**values))
            insert_record(connection, schema.deliveries, attempt)

    def requeue(self, mail: OutgoingMail, at: str) -> None:
        """Retry an email that failed or is held; raises GameStoreError."""
        if mail.mail.kind == "answer" and mail.mail.body is None:
            raise GameStoreError(
                f"mail {mail.id} is an answer whose text is not stored",
                "ask the player to send the orders again",
            )
        table = schema.outbox
        values = {"state": "queued", "attempts": 0, "next_attempt": at, "reason": ""}
        with self.writing() as connection:
            connection.execute(update(table).where(table.c.id == mail.id).values(**values))

    def deliveries(self, last: int | None = None) -> list[MailAttempt]:
        """List the delivery log, oldest line first: all of it, or the latest lines."""
        table = schema.deliveries
        statement = select(table).order_by(table.c.id.desc())
        with self.reading() as connection:
            result = connection.execute(statement.limit(last))
            return [read_record(MailAttempt, table, row) for row in result][::-1]


def _own_id(connection: Connection, number: int, message_ids: Iterable[str]) -> str:
    """Return an email's Message-ID, or the first of these that no other mail has."""
    table = schema.outbox.c
    known = connection.execute(select(table.message_id).where(table.id == number)).scalar()
    if known:
        return str(known)
    for message_id in message_ids:
        if (
            connection.execute(select(table.id).where(table.message_id == message_id)).first()
            is None
        ):
            return message_id
    raise GameStoreError(f"mail {number} has no Message-ID", "send it again: horizons mail resend")


def _mark(connection: Connection, key: str) -> ReadingState | None:
    table = schema.mails
    row = connection.execute(select(table).where(table.c.key == key)).first()
    return None if row is None else ReadingState(row.is_done, tuple(row.parts))


def _outgoing(row: Row[Any]) -> OutgoingMail:
    mail = read_record(NewMail, schema.outbox, row)
    return read_record(OutgoingMail, schema.outbox, row, mail=mail)
