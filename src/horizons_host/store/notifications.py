"""Events of a game, stored in the transaction that causes them; subscriptions and deliveries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, or_, select, update

from horizons_host.store import rows
from horizons_host.store.columns import insert_record, read_record
from horizons_host.store.game_database import GameDatabase, GameSection, reads
from horizons_host.store.message_records import (
    GameEvent,
    NotificationAttempt,
    NotificationDelivery,
    Subscription,
)
from horizons_host.store.records import NewMail
from horizons_host.store.schema import (
    attempts_table,
    deliveries_table,
    event_recipients,
    events_table,
    feeds,
    notice_mutes,
    subscriptions_table,
)

#: Scopes of subscriptions.
SEAT, GAME, GAMEMASTER = "seat", "game", "gamemaster"
#: Channels of subscriptions.
WEBHOOK, MAIL, PUSH = "webhook", "mail", "push"


def record_event(connection: Connection, new: GameEvent) -> bool:
    """Store an event and queue its deliveries; return False if it was stored before."""
    table = events_table
    if new.key is not None:
        known = select(table.c.id).where(table.c.key == new.key)
        if connection.execute(known).first() is not None:
            return False
    public_number = _next(connection, table.c.number) if new.to_all else 0
    number = insert_record(connection, table, new, number=public_number)
    recipients = _recipients(connection, new)
    for seat in recipients:
        columns = event_recipients.c
        own_number = _next(connection, columns.number, columns.seat == seat)
        values = {"seat": seat, "number": own_number}
        connection.execute(insert(event_recipients).values(event=number, **values))
    for subscription in subscriptions(connection):
        if _is_for(subscription, new, recipients):
            _queue(connection, subscription, number, new.at)
    return True


def _next(connection: Connection, column: Any, *conditions: Any) -> int:
    last = connection.execute(select(func.max(column)).where(*conditions)).scalar()
    return int(last or 0) + 1


def _recipients(connection: Connection, new: GameEvent) -> list[str]:
    return [seat.name for seat in rows.seats(connection) if new.to_all or seat.name in new.seats]


def _is_for(subscription: Subscription, new: GameEvent, recipients: Sequence[str]) -> bool:
    if subscription.kinds and new.kind not in subscription.kinds:
        return False
    if subscription.scope == SEAT:
        return subscription.seat in recipients
    return new.to_all or (subscription.scope == GAMEMASTER and new.gamemaster)


def _queue(connection: Connection, subscription: Subscription, event: int, at: str) -> None:
    values = {"state": "queued", "attempts": 0, "next_attempt": at, "reason": ""}
    connection.execute(
        insert(deliveries_table).values(subscription=subscription.id, event=event, **values)
    )


def subscriptions(connection: Connection) -> list[Subscription]:
    """List the current subscriptions, oldest first."""
    table = subscriptions_table
    statement = select(table).where(table.c.removed_at.is_(None)).order_by(table.c.id)
    return [subscription_of(row) for row in connection.execute(statement)]


def subscription_of(row: Row[Any]) -> Subscription:
    """Read a subscription from a row."""
    return read_record(Subscription, subscriptions_table, row)


def insert_subscription(connection: Connection, subscription: Subscription) -> int:
    """Add a subscription for events from now on, and return its id."""
    return int(insert_record(connection, subscriptions_table, subscription))


def remove(connection: Connection, subscription: int, at: str) -> None:
    """Remove a subscription with its address and secret, and cancel its deliveries."""
    table, waits = subscriptions_table.c, deliveries_table.c
    removal = update(subscriptions_table).where(table.id == subscription)
    connection.execute(removal.values(removed_at=at, address="", secret=""))
    cancellation = update(deliveries_table).where(
        waits.subscription == subscription, waits.state.in_(("queued", "sending"))
    )
    connection.execute(cancellation.values(state="failed", reason="this way was removed"))


def wants_mail(connection: Connection, seat: str | None, kind: str) -> bool:
    """Return whether a seat wants emails about a kind of event."""
    table = notice_mutes.c
    muted = select(table.seat).where(table.seat == seat, table.kind == kind)
    return connection.execute(muted).first() is None


def remove_subscriptions(connection: Connection, seat: str, at: str) -> None:
    """Remove all subscriptions and mail settings of a seat's earlier player."""
    for subscription in subscriptions(connection):
        if subscription.scope == SEAT and subscription.seat == seat:
            remove(connection, subscription.id, at)
    for table in (feeds, notice_mutes):
        connection.execute(table.delete().where(table.c.seat == seat))


class Notifications(GameSection[GameDatabase]):
    """The events and subscriptions of a game. Every method is one transaction."""

    def note(self, event: GameEvent) -> bool:
        """Store an event in a transaction of its own; False if it was stored before."""
        with self.writing() as connection:
            return record_event(connection, event)

    def events(self, seat: str | None, last: int) -> list[GameEvent]:
        """List the latest events of a seat, or (None) the latest public ones, latest first."""
        with self.reading() as connection:
            table = events_table.c
            if seat is None:
                statement = select(events_table).where(table.to_all).order_by(table.number.desc())
            else:
                recipients = event_recipients.c
                statement = (
                    select(events_table, recipients.number.label("own"))
                    .join(event_recipients, recipients.event == table.id)
                    .where(recipients.seat == seat)
                    .order_by(recipients.number.desc())
                )
            return [_event(row, seat) for row in connection.execute(statement.limit(last))]

    # subscriptions

    subscriptions = reads(subscriptions)

    def add(self, subscription: Subscription) -> int:
        """Add a subscription for events from now on and return its id."""
        with self.writing() as connection:
            return insert_subscription(connection, subscription)

    def remove(self, subscription: int, at: str) -> None:
        """Remove a subscription."""
        with self.writing() as connection:
            remove(connection, subscription, at)

    def mails(self, seat: str) -> tuple[frozenset[str], Subscription | None]:
        """Return the kinds of events muted by a seat, and its own mail subscription."""
        with self.reading() as connection:
            table = notice_mutes.c
            muted = connection.execute(select(table.kind).where(table.seat == seat)).scalars()
            return frozenset(muted), _seat_subscription(connection, MAIL, seat)

    def set_mails(self, seat: str, muted: Collection[str], kinds: Collection[str], at: str) -> None:
        """Set the kinds that a seat mutes, and the further kinds that it wants emails about."""
        table = notice_mutes
        with self.writing() as connection:
            connection.execute(delete(table).where(table.c.seat == seat))
            for kind in sorted(muted):
                connection.execute(insert(table).values(seat=seat, kind=kind))
            _replace(connection, MAIL, seat, kinds, at)

    def push(self, seat: str) -> Subscription | None:
        """Return the subscription for push notifications of a seat's player."""
        with self.reading() as connection:
            return _seat_subscription(connection, PUSH, seat)

    def set_push(self, seat: str, kinds: Collection[str], at: str) -> None:
        """Set the kinds of events that a seat's player gets push notifications about."""
        with self.writing() as connection:
            _replace(connection, PUSH, seat, kinds, at)

    # deliveries

    def due(self, time: str, latest: str) -> list[int]:
        """List the ids of the deliveries due at a time, oldest first.

        A delivery being sent is due again when its sender's time is over. A delivery postponed
        beyond the `latest` possible time is due, too, because a wrong clock did that.
        """
        table = deliveries_table.c
        timely = or_(table.next_attempt <= time, table.next_attempt > latest)
        statement = select(table.id).where(table.state.in_(("queued", "sending")), timely)
        with self.reading() as connection:
            return list(connection.execute(statement.order_by(table.id)).scalars())

    def delivery(self, number: int) -> NotificationDelivery:
        """Return the delivery of this id."""
        with self.reading() as connection:
            return _deliveries(connection, deliveries_table.c.id == number)[0]

    def begin(self, delivery: NotificationDelivery, until: str) -> bool:
        """Mark a delivery as being sent; return False if another process has already done so."""
        table = deliveries_table.c
        same = table.state == delivery.state, table.attempts == delivery.attempts
        claimed = update(deliveries_table).where(table.id == delivery.id, *same)
        values = {"state": "sending", "attempts": delivery.attempts + 1, "next_attempt": until}
        with self.writing() as connection:
            result = connection.execute(claimed.values(**values).returning(table.id))
            return result.first() is not None

    def settle(
        self, delivery: NotificationDelivery, state: str, *, at: str, reply: str, next_attempt: str
    ) -> None:
        """Store the outcome of an attempt."""
        table, attempt = deliveries_table.c, delivery.attempts + 1
        values = {"state": state, "reason": "" if state == "sent" else reply}
        current = table.state == "sending", table.attempts == attempt
        statement = update(deliveries_table).where(table.id == delivery.id, *current)
        with self.writing() as connection:
            connection.execute(statement.values(next_attempt=next_attempt or at, **values))
            line = NotificationAttempt(delivery.id, at, attempt, state, reply)
            insert_record(connection, attempts_table, line)

    def mail(self, delivery: NotificationDelivery, mail: NewMail | None, at: str) -> bool:
        """Put an email into the outbox for a delivery; None: there is no address.

        False if that was done before.
        """
        table = deliveries_table.c
        query = update(deliveries_table).where(table.id == delivery.id, table.state == "queued")
        state, reason = ("sent", "") if mail else ("failed", "no email address is known")
        with self.writing() as connection:
            result = connection.execute(
                query.values(state=state, reason=reason).returning(table.id)
            )
            if result.first() is None:
                return False
            if mail is not None:
                rows.insert_mail(connection, mail)
            line = NotificationAttempt(delivery.id, at, delivery.attempts + 1, state, reason)
            insert_record(connection, attempts_table, line)
            return True

    def hand_over(self, delivery: NotificationDelivery) -> None:
        """Note that the server has queued a delivery, which it sends by itself."""
        table = deliveries_table.c
        statement = update(deliveries_table).where(table.id == delivery.id)
        with self.writing() as connection:
            connection.execute(statement.values(state="sent"))

    def deliveries(self, subscription: int | None = None) -> list[NotificationDelivery]:
        """List all deliveries, oldest first, or those of one subscription."""
        with self.reading() as connection:
            conditions = (
                [] if subscription is None else [deliveries_table.c.subscription == subscription]
            )
            return _deliveries(connection, *conditions)

    def tally(self) -> dict[int, Counter[str]]:
        """Count the deliveries of each subscription by state."""
        table = deliveries_table.c
        statement = select(table.subscription, table.state, func.count()).group_by(
            table.subscription, table.state
        )
        counts: dict[int, Counter[str]] = {}
        with self.reading() as connection:
            for subscription, state, count in connection.execute(statement):
                counts.setdefault(subscription, Counter())[state] = count
        return counts

    def attempts(self, last: int) -> list[NotificationAttempt]:
        """List the latest lines of the delivery log, oldest first."""
        table = attempts_table
        statement = select(table).order_by(table.c.id.desc()).limit(last)
        with self.reading() as connection:
            result = connection.execute(statement)
            return [read_record(NotificationAttempt, table, row) for row in result][::-1]


def _seat_subscription(connection: Connection, channel: str, seat: str) -> Subscription | None:
    """Return the subscription of a seat that has at most one by this channel."""
    listed = subscriptions(connection)
    return next((s for s in listed if (s.channel, s.seat) == (channel, seat)), None)


def _replace(
    connection: Connection, channel: str, seat: str, kinds: Collection[str], at: str
) -> None:
    before = _seat_subscription(connection, channel, seat)
    if before is not None:
        remove(connection, before.id, at)
    if kinds:
        subscription = Subscription(channel, SEAT, "", "", at, seat, sorted(kinds))
        insert_subscription(connection, subscription)


def _event(row: Row[Any], seat: str | None) -> GameEvent:
    """Read an event with its reader's numbering."""
    number = row.number if seat is None else row.own
    return read_record(GameEvent, events_table, row, number=number, key=None)


def _deliveries(connection: Connection, *conditions: Any) -> list[NotificationDelivery]:
    rows: Iterable[Row[Any]] = connection.execute(
        select(deliveries_table).where(*conditions).order_by(deliveries_table.c.id)
    ).all()
    return [_delivery(connection, row) for row in rows]


def _delivery(connection: Connection, row: Row[Any]) -> NotificationDelivery:
    table, recipients = subscriptions_table, event_recipients.c
    subscription = subscription_of(
        connection.execute(select(table).where(table.c.id == row.subscription)).one()
    )
    happened = events_table.c.id == row.event
    joined = events_table.outerjoin(
        event_recipients,
        (recipients.event == events_table.c.id) & (recipients.seat == subscription.seat),
    )
    statement = (
        select(events_table, recipients.number.label("own")).select_from(joined).where(happened)
    )
    event = _event(connection.execute(statement).one(), subscription.seat)
    more = {"subscription": subscription, "event": event}
    return read_record(NotificationDelivery, deliveries_table, row, **more)
