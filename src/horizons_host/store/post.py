"""The mails of a game: which were read, which are to go out, and what became of those that did."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from horizons_core.codec import canonical
from horizons_host.processes import is_gone, this_process
from horizons_host.store import rows, schema
from horizons_host.store.errors import GameStoreError
from horizons_host.store.records import Delivery, Mark, NewMail, OutgoingMail, ReadMail
from horizons_host.store.store import GameStore


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

    def take(self, read: ReadMail) -> bool:
        """Store a mail's orders, its answers and that it was read: all of it, or nothing.

        False, and nothing stored, if another process has done so already. Raises TurnTakenError if
        the turn of the orders has been run meanwhile.
        """
        with self.store.writing() as connection:
            known = _mark(connection, read.key)
            if known is not None:
                return False
            for orders in read.orders:
                rows.expect(connection, orders.turn - 1)
                rows.insert_orders(connection, orders)
            for answer in read.answers:
                rows.insert_mail(connection, answer)
            connection.execute(
                insert(schema.mails).values(
                    key=read.key,
                    message_id=read.message_id,
                    sender=read.sender,
                    read_at=read.read_at,
                    outcome=read.outcome,
                    done=read.done,
                    parts=canonical(list(read.parts)).decode(),
                )
            )
            return True

    def finish(self, key: str) -> None:
        """Note that a mail which concerned other games too is done; its parts are forgotten."""
        table = schema.mails
        with self.store.writing() as connection:
            connection.execute(
                update(table).where(table.c.key == key).values(done=True, parts="[]")
            )

    def answered(self, recipient: str, since: str) -> int:
        """How many answers were made for this address since then."""
        table = schema.outbox.c
        wanted = select(func.count()).where(
            table.kind == "answer", table.recipient == recipient, table.created_at >= since
        )
        with self.store.reading() as connection:
            if schema.version_of(connection) < 2:
                return 0
            return int(connection.execute(wanted).scalar_one())

    # addresses

    def redirect(self, seat: str, address: str | None) -> None:
        """Have a seat's mails go to this address from now on, those that wait included.

        None: to the game's own again.
        """
        outbox = schema.outbox
        with self.store.writing() as connection:
            connection.execute(_placed(connection, seat, address))
            if address is not None:
                waiting = outbox.c.seat == seat, outbox.c.state.in_(("queued", "held"))
                connection.execute(update(outbox).where(*waiting).values(recipient=address))

    # mails that go out

    def queue(self, mail: NewMail) -> None:
        """Put a mail into the outbox."""
        with self.store.writing() as connection:
            rows.insert_mail(connection, mail)

    def due(self, time: str) -> list[int]:
        """The ids of the mails that are to be tried by this time, the oldest first."""
        table = schema.outbox.c
        wanted = select(table.id).where(table.state == "queued", table.next_attempt <= time)
        with self.store.reading() as connection:
            if schema.version_of(connection) < 2:
                return []
            return list(connection.execute(wanted.order_by(table.id)).scalars())

    def outgoing(self, states: Iterable[str] | None = None) -> list[OutgoingMail]:
        """The outbox, the oldest first: all of it, or what is in one of these states."""
        table = schema.outbox
        wanted = select(table).order_by(table.c.id)
        if states is not None:
            wanted = wanted.where(table.c.state.in_(list(states)))
        with self.store.reading() as connection:
            if schema.version_of(connection) < 2:
                return []
            return [_outgoing(row) for row in connection.execute(wanted)]

    def one(self, number: int) -> OutgoingMail:
        """The mail of this id; raises GameStoreError."""
        found = [mail for mail in self.outgoing() if mail.id == number]
        if not found:
            raise GameStoreError(
                f"no mail {number} in the outbox of '{self.store.folder}'",
                "'horizons mail outbox' lists them",
            )
        return found[0]

    def begin(self, number: int, message_id: str) -> OutgoingMail | None:
        """Put down that a mail is being sent, before it is; None if it is not to be sent any more.

        The mail keeps the Message-ID it was first given.
        """
        table = schema.outbox
        with self.store.writing() as connection:
            chosen = update(table).where(table.c.id == number, table.c.state == "queued")
            row = connection.execute(
                chosen.values(
                    state="sending",
                    attempts=table.c.attempts + 1,
                    message_id=func.coalesce(table.c.message_id, message_id),
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
                f"mail {mail.id} is an answer, and its text is not kept",
                "have the player send the orders again",
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
            if schema.version_of(connection) < 2:
                return []
            found = [_delivery(row) for row in connection.execute(wanted.limit(last))]
        return found[::-1]


def _mark(connection: Connection, key: str) -> Mark | None:
    if schema.version_of(connection) < 2:
        return None
    table = schema.mails
    row = connection.execute(select(table).where(table.c.key == key)).first()
    return None if row is None else Mark(row.done, tuple(json.loads(row.parts)))


def _placed(connection: Connection, seat: str, address: str | None) -> Any:
    table = schema.addresses
    if connection.execute(select(table).where(table.c.seat == seat)).first() is None:
        return insert(table).values(seat=seat, address="", redirect=address)
    return update(table).where(table.c.seat == seat).values(redirect=address)


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
