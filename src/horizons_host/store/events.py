"""Events, stored in the transaction that causes them, and their queued deliveries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update

from horizons_host.store import rows
from horizons_host.store.columns import insert_record, read_record
from horizons_host.store.message_records import GameEvent, Subscription
from horizons_host.store.schema import (
    deliveries_table,
    event_recipients,
    events_table,
    feeds,
    notice_mutes,
    subscriptions_table,
)

#: Scopes of subscriptions.
SEAT, GAME, GAMEMASTER = "seat", "game", "gamemaster"


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
    """Tell whether a seat wants mails about a kind of event."""
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
