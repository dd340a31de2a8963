"""Tables of events, and of their delivery to subscriptions."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, ForeignKey, Index, Table, UniqueConstraint

from horizons_host.store.columns import Json, Whole, Words, are_texts, is_mapping
from horizons_host.store.tables import metadata, since

#: Events, written together with the change they report. `number` counts the public ones, and is 0
#: for others; an event with a `key` is stored once.
happenings = Table(
    "happenings",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("number", Whole, nullable=False),
    Column("kind", Words, nullable=False),
    Column("at", Words, nullable=False),
    Column("turn", Whole, nullable=False),
    Column("everybody", Boolean, nullable=False),
    Column("gamemaster", Boolean, nullable=False),
    Column("facts", Json(is_mapping), nullable=False),
    Column("key", Words, unique=True),
    sqlite_autoincrement=True,
    info=since(13),
)
#: Recipients of an event, each seat with its own numbering.
happening_hearers = Table(
    "happening_hearers",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("happening", Whole, ForeignKey("happenings.id"), nullable=False),
    Column("seat", Words, ForeignKey("seats.name"), nullable=False),
    Column("number", Whole, nullable=False),
    UniqueConstraint("seat", "number"),
    UniqueConstraint("happening", "seat"),
    info=since(13),
)
#: Subscriptions: `how` is "webhook" or "mail", `scope` whether it belongs to a "seat" (it is
#: removed with its player), to the "game" or to the "gamemaster".
notice_ways = Table(
    "notice_ways",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("how", Words, nullable=False),
    Column("scope", Words, nullable=False),
    Column("seat", Words, ForeignKey("seats.name")),
    Column("address", Words, nullable=False),
    Column("secret", Words, nullable=False),
    Column("kinds", Json(are_texts), nullable=False),
    Column("added_at", Words, nullable=False),
    Column("removed_at", Words),
    sqlite_autoincrement=True,
    info=since(13),
)
#: Deliveries of an event to a subscription, each once, and their state.
tellings = Table(
    "tellings",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("way", Whole, ForeignKey("notice_ways.id"), nullable=False),
    Column("happening", Whole, ForeignKey("happenings.id"), nullable=False),
    Column("state", Words, nullable=False),
    Column("attempts", Whole, nullable=False),
    Column("next_attempt", Words, nullable=False),
    Column("reason", Words, nullable=False),
    UniqueConstraint("way", "happening"),
    Index("tellings_that_are_due", "state", "next_attempt", "id"),
    sqlite_autoincrement=True,
    info=since(13),
)
#: The delivery log: attempts at deliveries, and their outcomes.
telling_attempts = Table(
    "telling_attempts",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("telling", Whole, ForeignKey("tellings.id"), nullable=False),
    Column("at", Words, nullable=False),
    Column("attempt", Whole, nullable=False),
    Column("outcome", Words, nullable=False),
    Column("reply", Words, nullable=False),
    sqlite_autoincrement=True,
    info=since(13),
)
#: Feeds of seats by tokens in the store, as older versions had them; not read any more.
feeds = Table(
    "feeds",
    metadata,
    Column("seat", Words, ForeignKey("seats.name"), primary_key=True),
    Column("token", Words, nullable=False, unique=True),
    Column("made_at", Words, nullable=False),
    info=since(13),
)
#: Kinds of events that a seat wants no mails about.
notice_mutes = Table(
    "notice_mutes",
    metadata,
    Column("seat", Words, ForeignKey("seats.name"), primary_key=True),
    Column("kind", Words, primary_key=True),
    info=since(13),
)
NOTICE_TABLES = (
    *(happenings, happening_hearers, notice_ways, tellings, telling_attempts),
    *(feeds, notice_mutes),
)
