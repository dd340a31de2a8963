"""The notifications of accounts: the queue of push notifications, and the log of all deliveries.

Emails and posts to webhooks wait in the stores of their games. When one is delivered or refused,
the log gets an entry, which the account can read.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from attrs import evolve, field, frozen
from sqlalchemy import Connection, Row, func, insert, or_, select, update

from horizons_core.localized_text import LocalizedText
from horizons_host.clock import stamp
from horizons_host.server import tables
from horizons_host.server.security.responses import without_locations
from horizons_host.server.service import Service
from horizons_host.server.tables import in_past

#: States of a push notification that is not sent yet, or is being sent.
WAITING, SENDING = "waiting", "sending"
#: Final states of an entry: the receiving server accepted or refused it, or it was not sent because
#: there was no more need. A delayed email or post gets another entry with its next attempt.
ACCEPTED, REFUSED, DROPPED, DELAYED = "accepted", "refused", "dropped", "delayed"
#: Number of entries of an account that pages show, and that are kept.
SHOWN, MAX_KEPT = 50, 100
#: How long entries are kept at most; and at least, as they prevent sending again.
_KEPT, _KEPT_AT_LEAST = timedelta(days=30), timedelta(days=2)
_MAX_REPLY_LENGTH = 200
#: Number of entries that are removed at once.
_MAX_REMOVED = 500


@frozen
class Notification:
    """A notification of an account.

    Attributes:
        once: its unique name.
        channel: "push", "mail" or "webhook".
        game: the key of its game, or "".
        kind: the kind of event.
        recipient: the browser, email address or host that it goes to.
        device: the number of the browser, or 0.
        facts: the facts of the event that its text is made from; of an email, its subject.
        due_at: when it is sent, if it waits.
        made_at: when it was queued; `at`, when its state last changed.
        reply: the answer of the receiving server, or the reason for its state.
    """

    once: str
    account: int
    channel: str
    game: str
    kind: str
    recipient: str
    state: str
    made_at: str
    at: str
    due_at: str = ""
    device: int = 0
    facts: Mapping[str, Any] = field(factory=dict)
    attempts: int = 0
    reply: str = ""
    id: int = 0

    @property
    def reason(self) -> str:
        """The receiving server's answer, or the reason for which it was not sent."""
        stored = self.facts.get("reason")
        return self.reply if stored is None else LocalizedText.from_dict(stored)


_FIELDS = tuple(column.key for column in tables.notifications.columns)


def _from_row(row: Row[Any]) -> Notification:
    return Notification(**{name: getattr(row, name) for name in _FIELDS})


def add_notification(connection: Connection, new: Notification) -> bool:
    """Store a notification within a transaction; return False if it was stored before."""
    table = tables.notifications
    if connection.execute(select(table.c.id).where(table.c.once == new.once)).first():
        return False
    values = {name: getattr(new, name) for name in _FIELDS if name != "id"}
    connection.execute(insert(table).values(**values))
    return True


def log_delivery(
    service: Service,
    account: int,
    channel: str,
    once: str,
    *,
    game: str,
    kind: str,
    recipient: str,
    state: str,
    reply: str,
    subject: str = "",
) -> None:
    """Log the delivery of an email or a post; a `once` that was logged before changes nothing."""
    time, reply = stamp(service.clock), without_locations(reply)[:_MAX_REPLY_LENGTH]
    entry = Notification(
        *(once, account, channel, game, kind, recipient, state, time, time),
        facts={"subject": subject} if subject else {},
        reply=reply,
    )
    with service.database.writing() as connection:
        add_notification(connection, entry)


def deliveries_of(service: Service, account: int, game: str | None = None) -> list[Notification]:
    """List the latest notifications of an account, in all games or one, latest first."""
    table = tables.notifications
    statement = select(table).where(table.c.account == account)
    if game is not None:
        statement = statement.where(table.c.game == game)
    statement = statement.order_by(table.c.id.desc()).limit(SHOWN)
    return [_from_row(row) for row in service.database.select_rows(statement)]


def due_notifications(service: Service, longest: timedelta) -> list[int]:
    """List the ids of the push notifications that are due, oldest first.

    One that is postponed by more than the `longest` time was postponed by a wrong clock.
    """
    table, time = tables.notifications.c, stamp(service.clock)
    timely = or_(table.due_at <= time, table.due_at > stamp(lambda: service.clock() + longest))
    statement = select(table.id).where(table.state.in_((WAITING, SENDING)), timely)
    return [row.id for row in service.database.select_rows(statement.order_by(table.id))]


def next_due(service: Service) -> str | None:
    """Return when the next push notification is due, or None."""
    table = tables.notifications.c
    statement = select(func.min(table.due_at)).where(table.state.in_((WAITING, SENDING)))
    due = service.database.select_rows(statement)[0][0]
    return None if due is None else str(due)


def begin_sending(service: Service, number: int, until: str) -> Notification | None:
    """Mark a notification as being sent, and return it; None if another worker sends it.

    If its worker dies, it is due again after `until`.
    """
    table = tables.notifications
    with service.database.writing() as connection:
        row = connection.execute(select(table).where(table.c.id == number)).first()
        held = row is not None and row.state == SENDING and row.due_at > stamp(service.clock)
        if row is None or held or row.state not in {WAITING, SENDING}:
            return None
        values = {"state": SENDING, "due_at": until, "attempts": row.attempts + 1}
        connection.execute(update(table).where(table.c.id == number).values(**values))
    return evolve(_from_row(row), **values)


def settle(
    service: Service, notification: Notification, state: str, reply: str, due_at: str = ""
) -> None:
    """Store the outcome of an attempt to send a notification; `reply` may be a reason of ours."""
    table = tables.notifications
    same = table.c.id == notification.id, table.c.attempts == notification.attempts
    values: dict[str, Any] = {"state": state, "reply": reply[:_MAX_REPLY_LENGTH], "due_at": due_at}
    if isinstance(reply, LocalizedText):
        values["facts"] = {**notification.facts, "reason": reply.to_dict()}
    with service.database.writing() as connection:
        statement = update(table).where(*same, table.c.state == SENDING)
        connection.execute(statement.values(**values, at=stamp(service.clock)))


def remove_old(service: Service) -> None:
    """Remove old entries of the log, and those beyond the number that is kept."""
    table = tables.notifications.c
    settled = table.state.in_((ACCEPTED, REFUSED, DROPPED, DELAYED))
    place = func.row_number().over(partition_by=table.account, order_by=table.id.desc())
    ranked = select(table.id, table.at, place.label("place")).where(settled).subquery()
    surplus = (ranked.c.place > MAX_KEPT) & (ranked.c.at < in_past(service.clock, _KEPT_AT_LEAST))
    old = select(ranked.c.id).where(surplus | (ranked.c.at < in_past(service.clock, _KEPT)))
    numbers = [row.id for row in service.database.select_rows(old.limit(_MAX_REMOVED))]
    if numbers:
        with service.database.writing() as connection:
            connection.execute(tables.notifications.delete().where(table.id.in_(numbers)))
