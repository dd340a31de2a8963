"""The mails of a game: which were read, which are to go out, and what became of those that did."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from attrs import evolve
from sqlalchemy import Connection, Row, delete, func, insert, or_, select, update

from horizons_host.processes import is_gone, this_process
from horizons_host.store import inbox, rows, schema
from horizons_host.store.errors import GameStoreError
from horizons_host.store.records import Delivery, Mark, NewMail, OutgoingMail, ReadMail
from horizons_host.store.store import GameStore
from horizons_host.store.submissions import store_orders

#: Outcome of a mail that is another one once more, come by another way or kept at two places.
COPY = "a copy of a mail that was read"


class Post:
    """The mails in one game's file. Every method is one transaction."""

    def __init__(self, store: GameStore) -> None:
        self.store = store

    # mails that came in

    def mark(self, key: str) -> Mark | None:
        """What is known of a mail that was read; None for one that was not."""
        with self.store.reading() as connection:
            return _mark(connection, key)

    def begin_reading(self, key: str) -> int:
        """Note that a mail is being read, before it is; answer how often that broke off before.

        Only the end of the process breaks it off: see `end_reading`. What another process that
        lives is reading has not been broken off.
        """
        table, process = schema.readings, this_process()
        with self.store.writing() as connection:
            row = connection.execute(select(table).where(table.c.key == key)).first()
            if row is None:
                connection.execute(insert(table).values(key=key, attempts=1, process=process))
                return 0
            if row.process != process and is_gone(row.process) is False:
                return 0
            again = update(table).where(table.c.key == key)
            connection.execute(again.values(attempts=row.attempts + 1, process=process))
            return int(row.attempts)

    def end_reading(self, key: str) -> None:
        """Note that a mail has been read to its end, whatever came of it."""
        with self.store.writing() as connection:
            connection.execute(delete(schema.readings).where(schema.readings.c.key == key))

    def take(
        self, read: ReadMail, also: Callable[[Connection], Sequence[NewMail]] | None = None
    ) -> bool:
        """Store a mail's orders, its answers and that it was read: all of it, or nothing.

        What comes `also` of it is done in the same transaction; it gives further answers. False,
        and nothing stored, if another process has done so already. Raises TurnTakenError if the
        turn of the orders has been run meanwhile, NewerOrdersError if orders have come since that
        its answers do not name, and what `also` raises.
        """
        with self.store.writing() as connection:
            known = _mark(connection, read.key)
            if known is not None:
                return False
            more = [] if also is None else also(connection)
            for orders in read.orders:
                rows.expect(connection, orders.turn - 1)
                store_orders(connection, orders, read.after.get(orders.seat))
            for answer in [*read.answers, *more]:
                rows.insert_mail(connection, answer)
            for letter in read.letters:
                inbox.insert_letter(connection, letter)
            for wrong in read.wrong:
                inbox.insert_wrong(connection, wrong)
            _insert_mark(connection, read)
            if read.copy and read.done and _mark(connection, read.copy) is None:
                copied = evolve(read, key=read.copy, outcome=COPY, parts=())
                _insert_mark(connection, copied)
            return True

    def finish(self, key: str) -> None:
        """Note that a mail which concerned other games too is done; its parts are forgotten."""
        table = schema.mails
        with self.store.writing() as connection:
            connection.execute(update(table).where(table.c.key == key).values(done=True, parts=[]))

    def has_copies(self, identity: str) -> bool:
        """Whether it is known what stood in the mails of this Message-ID and sender.

        It is not of those that an older version read.
        """
        table = schema.mails.c
        with self.store.reading() as connection:
            if not schema.has(connection, schema.mails):
                return False
            wanted = select(table.key).where(table.key.startswith(f"{identity}-")).limit(1)
            return connection.execute(wanted).first() is not None

    def answered(self, since: str) -> list[str]:
        """To whom answers were made since then, an address for each answer."""
        table = schema.outbox.c
        wanted = select(table.recipient).where(table.kind == "answer", table.created_at >= since)
        with self.store.reading() as connection:
            if not schema.has(connection, schema.outbox):
                return []
            return list(connection.execute(wanted).scalars())

    def report_sent(self, seat: str, turn: int) -> str | None:
        """When a seat's report of a turn first went out: "" if it waits, None if there is none."""
        table, log = schema.outbox.c, schema.deliveries.c
        ours = table.kind == "report", table.seat == seat, table.turn == turn
        times = select(func.min(log.at)).where(
            log.mail == table.id, log.outcome.in_(("sent", "sent before"))
        )
        wanted = select(table.state, times.scalar_subquery().label("at")).where(*ours)
        with self.store.reading() as connection:
            if not schema.has(connection, schema.outbox):
                return None
            found = connection.execute(wanted).all()
        sent = [row.at for row in found if row.at]
        waits = any(row.state in {"queued", "sending"} for row in found)
        return min(sent) if sent else "" if waits else None

    # mails that go out

    def queue(self, mail: NewMail) -> None:
        """Put a mail into the outbox."""
        with self.store.writing() as connection:
            rows.insert_mail(connection, mail)

    def due(self, time: str, latest: str) -> list[int]:
        """The ids of the mails that are to be tried by this time, the oldest first.

        One that was never tried is due whatever its time, and so is one put off until later than
        the `latest` time that a mail can be put off to: the clock has been set back since.
        """
        table = schema.outbox.c
        timely = or_(table.attempts == 0, table.next_attempt <= time, table.next_attempt > latest)
        wanted = select(table.id).where(table.state == "queued", timely)
        with self.store.reading() as connection:
            if not schema.has(connection, schema.outbox):
                return []
            return list(connection.execute(wanted.order_by(table.id)).scalars())

    def outgoing(self, states: Iterable[str] | None = None) -> list[OutgoingMail]:
        """The outbox, the oldest first: all of it, or what is in one of these states."""
        table = schema.outbox
        wanted = select(table).order_by(table.c.id)
        if states is not None:
            wanted = wanted.where(table.c.state.in_(list(states)))
        with self.store.reading() as connection:
            if not schema.has(connection, schema.outbox):
                return []
            return [_outgoing(row) for row in connection.execute(wanted)]

    def one(self, number: int) -> OutgoingMail:
        """The mail of this id; raises GameStoreError."""
        found = self.waiting(number)
        if found is None:
            raise GameStoreError(
                f"no mail {number} in the outbox of '{self.store.place}'",
                "see 'horizons mail outbox'",
            )
        return found

    def waiting(self, number: int) -> OutgoingMail | None:
        """The mail of this id as it stands; None if there is none."""
        table = schema.outbox
        with self.store.reading() as connection:
            if not schema.has(connection, schema.outbox):
                return None
            row = connection.execute(select(table).where(table.c.id == number)).first()
        return None if row is None else _outgoing(row)

    def begin(self, number: int, message_ids: Iterable[str]) -> OutgoingMail | None:
        """Put down that a mail is being sent, before it is; None if it is not to be sent any more.

        The mail keeps the Message-ID it was first given: the first of these that no other mail has.
        """
        table = schema.outbox
        with self.store.writing() as connection:
            own = _own_id(connection, number, message_ids)
            chosen = update(table).where(table.c.id == number, table.c.state == "queued")
            row = connection.execute(
                chosen.values(
                    state="sending", attempts=table.c.attempts + 1, message_id=own
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
        """Put down what came of an attempt. The text of a mail that is done with is erased."""
        table = schema.outbox
        values: dict[str, Any] = {"state": state, "reason": "" if state == "sent" else reply}
        if state in {"sent", "failed"}:
            values["body"] = None
        if next_attempt:
            values["next_attempt"] = next_attempt
        with self.store.writing() as connection:
            connection.execute(update(table).where(table.c.id == mail.id).values(**values))
            connection.execute(
                insert(schema.deliveries).values(
                    mail=mail.id,
                    at=at,
                    attempt=mail.attempts,
                    recipient=mail.mail.recipient,
                    subject=mail.mail.subject,
                    message_id=mail.message_id or "",
                    outcome=outcome,
                    reply=reply,
                )
            )

    def requeue(self, mail: OutgoingMail, at: str) -> None:
        """Have a mail that failed or is held tried again; raises GameStoreError."""
        if mail.mail.kind == "answer" and mail.mail.body is None:
            raise GameStoreError(
                f"mail {mail.id} is an answer whose text is not stored",
                "ask the player to send the orders again",
            )
        table = schema.outbox
        values = {"state": "queued", "attempts": 0, "next_attempt": at, "reason": ""}
        with self.store.writing() as connection:
            connection.execute(update(table).where(table.c.id == mail.id).values(**values))

    def deliveries(self, last: int | None = None) -> list[Delivery]:
        """The delivery log, the earliest line first: all of it, or the last lines."""
        table = schema.deliveries
        wanted = select(table).order_by(table.c.id.desc())
        with self.store.reading() as connection:
            if not schema.has(connection, schema.deliveries):
                return []
            found = [_delivery(row) for row in connection.execute(wanted.limit(last))]
        return found[::-1]


def _own_id(connection: Connection, number: int, message_ids: Iterable[str]) -> str:
    """The Message-ID that a mail has, or else the first of these that no other mail has."""
    table = schema.outbox.c
    known = connection.execute(select(table.message_id).where(table.id == number)).scalar()
    if known:
        return str(known)
    for one in message_ids:
        if connection.execute(select(table.id).where(table.message_id == one)).first() is None:
            return one
    raise GameStoreError(f"mail {number} has no Message-ID", "send it again: horizons mail resend")


def _insert_mark(connection: Connection, read: ReadMail) -> None:
    connection.execute(
        insert(schema.mails).values(
            key=read.key,
            message_id=read.message_id,
            sender=read.sender,
            read_at=read.read_at,
            outcome=read.outcome,
            done=read.done,
            parts=list(read.parts),
        )
    )


def _mark(connection: Connection, key: str) -> Mark | None:
    if not schema.has(connection, schema.mails):
        return None
    table = schema.mails
    row = connection.execute(select(table).where(table.c.key == key)).first()
    return None if row is None else Mark(row.done, tuple(row.parts))


def _outgoing(row: Row[Any]) -> OutgoingMail:
    mail = NewMail(
        kind=row.kind,
        recipient=row.recipient,
        subject=row.subject,
        created_at=row.created_at,
        seat=row.seat,
        turn=row.turn,
        body=row.body,
        in_reply_to=row.in_reply_to,
        thread=row.thread,
    )
    return OutgoingMail(
        id=row.id,
        mail=mail,
        state=row.state,
        attempts=row.attempts,
        next_attempt=row.next_attempt,
        message_id=row.message_id,
        reason=row.reason,
    )


def _delivery(row: Row[Any]) -> Delivery:
    return Delivery(
        mail=row.mail,
        at=row.at,
        attempt=row.attempt,
        recipient=row.recipient,
        subject=row.subject,
        message_id=row.message_id,
        outcome=row.outcome,
        reply=row.reply,
    )
