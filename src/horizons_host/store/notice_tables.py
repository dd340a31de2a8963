"""Tables of events, and of their delivery to subscriptions."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, ForeignKey, Index, Table, UniqueConstraint

from horizons_host.store.columns import (
    CheckedInteger,
    CheckedJson,
    CheckedText,
    are_texts,
    is_mapping,
)
from horizons_host.store.tables import metadata, since

#: Events, written together with the change they report. `number` counts the public ones, and is 0
#: for others; an event with a `key` is stored once.
events_table = Table(
    "happenings",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("number", CheckedInteger, nullable=False),
    Column("kind", CheckedText, nullable=False),
    Column("at", CheckedText, nullable=False),
    Column("turn", CheckedInteger, nullable=False),
    Column("everybody", Boolean, key="to_all", nullable=False),
    Column("gamemaster", Boolean, nullable=False),
    Column("facts", CheckedJson(is_mapping), nullable=False),
    Column("key", CheckedText, unique=True),
    sqlite_autoincrement=True,
    info=since(13),
)
#: Recipients of an event, each seat with its own numbering.
event_recipients = Table(
    "happening_hearers",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("happening", CheckedInteger, ForeignKey("happenings.id"), key="event", nullable=False),
    Column("seat", CheckedText, ForeignKey("seats.name"), nullable=False),
    Column("number", CheckedInteger, nullable=False),
    UniqueConstraint("seat", "number"),
    UniqueConstraint("event", "seat"),
    info=since(13),
)
#: Subscriptions: `channel` is "webhook" or "mail", `scope` whether it belongs to a "seat" (it is
#: removed with its player), to the "game" or to the "gamemaster".
subscriptions_table = Table(
    "notice_ways",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("how", CheckedText, key="channel", nullable=False),
    Column("scope", CheckedText, nullable=False),
    Column("seat", CheckedText, ForeignKey("seats.name")),
    Column("address", CheckedText, nullable=False),
    Column("secret", CheckedText, nullable=False),
    Column("kinds", CheckedJson(are_texts), nullable=False),
    Column("added_at", CheckedText, nullable=False),
    Column("removed_at", CheckedText),
    sqlite_autoincrement=True,
    info=since(13),
)
#: Deliveries of an event to a subscription, each once, and their state.
deliveries_table = Table(
    "tellings",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("way", CheckedInteger, ForeignKey("notice_ways.id"), key="subscription", nullable=False),
    Column("happening", CheckedInteger, ForeignKey("happenings.id"), key="event", nullable=False),
    Column("state", CheckedText, nullable=False),
    Column("attempts", CheckedInteger, nullable=False),
    Column("next_attempt", CheckedText, nullable=False),
    Column("reason", CheckedText, nullable=False),
    UniqueConstraint("subscription", "event"),
    Index("tellings_that_are_due", "state", "next_attempt", "id"),
    sqlite_autoincrement=True,
    info=since(13),
)
#: The delivery log: attempts at deliveries, and their outcomes.
attempts_table = Table(
    "telling_attempts",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("telling", CheckedInteger, ForeignKey("tellings.id"), key="delivery", nullable=False),
    Column("at", CheckedText, nullable=False),
    Column("attempt", CheckedInteger, nullable=False),
    Column("outcome", CheckedText, nullable=False),
    Column("reply", CheckedText, nullable=False),
    sqlite_autoincrement=True,
    info=since(13),
)
#: Feeds of seats by tokens in the store, as older versions had them; not read any more.
feeds = Table(
    "feeds",
    metadata,
    Column("seat", CheckedText, ForeignKey("seats.name"), primary_key=True),
    Column("token", CheckedText, nullable=False, unique=True),
    Column("made_at", CheckedText, nullable=False),
    info=since(13),
)
#: Kinds of events that a seat wants no mails about.
notice_mutes = Table(
    "notice_mutes",
    metadata,
    Column("seat", CheckedText, ForeignKey("seats.name"), primary_key=True),
    Column("kind", CheckedText, primary_key=True),
    info=since(13),
)
NOTIFICATION_TABLES = (
    *(events_table, event_recipients, subscriptions_table, deliveries_table, attempts_table),
    *(feeds, notice_mutes),
)
