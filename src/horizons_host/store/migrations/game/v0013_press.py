"""Messages between seats; events, their subscriptions and deliveries."""

import sqlalchemy as sa
from alembic import op

from horizons_host.store.migrations.kinds import LONG_TEXT, WORDS

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Create the tables."""
    _make_press()
    _make_notices()


def _make_press() -> None:
    op.create_table(
        "press_rules",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("at", WORDS, nullable=False),
        sa.Column("who", WORDS, nullable=False),
        sa.Column("anonymous", sa.Boolean(), nullable=False),
        sa.Column("with_turn", sa.Boolean(), nullable=False),
        sa.Column("opened", sa.Boolean(), nullable=False),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_table(
        "messages",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("sender", WORDS),
        sa.Column("audience", LONG_TEXT, nullable=False),
        sa.Column("everybody", sa.Boolean(), nullable=False),
        sa.Column("gamemaster", sa.Boolean(), nullable=False),
        sa.Column("thread", sa.Integer(), nullable=False),
        sa.Column("subject", WORDS, nullable=False),
        sa.Column("text", LONG_TEXT, nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("anonymous", sa.Boolean(), nullable=False),
        sa.Column("veiled", sa.Boolean(), nullable=False),
        sa.Column("opens", sa.Boolean(), nullable=False),
        sa.Column("sent_at", WORDS, nullable=False),
        sa.Column("released_at", WORDS),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_index(
        "messages_of_a_sender",
        "messages",
        ["sender", "sent_at"],
        if_not_exists=True,
    )
    op.create_index(
        "messages_of_a_thread",
        "messages",
        ["thread"],
        if_not_exists=True,
    )
    op.create_table(
        "message_copies",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("message", sa.Integer(), sa.ForeignKey("messages.id"), nullable=False),
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("token", WORDS, nullable=False, unique=True),
        sa.Column("read_at", WORDS),
        sa.UniqueConstraint("seat", "number"),
        sa.UniqueConstraint("message", "seat"),
        if_not_exists=True,
    )
    op.create_table(
        "message_blocks",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name"), nullable=False),
        sa.Column("sender", WORDS, nullable=False),
        sa.Column("anonymous", sa.Boolean(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", WORDS, nullable=False),
        sa.UniqueConstraint("seat", "sender", "anonymous", "number"),
        if_not_exists=True,
    )
    op.create_table(
        "message_reports",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("message", sa.Integer(), sa.ForeignKey("messages.id"), nullable=False),
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name"), nullable=False),
        sa.Column("reason", WORDS, nullable=False),
        sa.Column("at", WORDS, nullable=False),
        sa.UniqueConstraint("message", "seat"),
        if_not_exists=True,
    )


def _make_notices() -> None:
    op.create_table(
        "happenings",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", WORDS, nullable=False),
        sa.Column("at", WORDS, nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("everybody", sa.Boolean(), nullable=False),
        sa.Column("gamemaster", sa.Boolean(), nullable=False),
        sa.Column("facts", LONG_TEXT, nullable=False),
        sa.Column("key", WORDS, unique=True),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_table(
        "happening_hearers",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("happening", sa.Integer(), sa.ForeignKey("happenings.id"), nullable=False),
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.UniqueConstraint("seat", "number"),
        sa.UniqueConstraint("happening", "seat"),
        if_not_exists=True,
    )
    op.create_table(
        "notice_ways",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("how", WORDS, nullable=False),
        sa.Column("scope", WORDS, nullable=False),
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name")),
        sa.Column("address", WORDS, nullable=False),
        sa.Column("secret", WORDS, nullable=False),
        sa.Column("kinds", LONG_TEXT, nullable=False),
        sa.Column("added_at", WORDS, nullable=False),
        sa.Column("removed_at", WORDS),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_table(
        "tellings",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("way", sa.Integer(), sa.ForeignKey("notice_ways.id"), nullable=False),
        sa.Column("happening", sa.Integer(), sa.ForeignKey("happenings.id"), nullable=False),
        sa.Column("state", WORDS, nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_attempt", WORDS, nullable=False),
        sa.Column("reason", WORDS, nullable=False),
        sa.UniqueConstraint("way", "happening"),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_index(
        "tellings_that_are_due",
        "tellings",
        ["state", "next_attempt", "id"],
        if_not_exists=True,
    )
    op.create_table(
        "telling_attempts",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("telling", sa.Integer(), sa.ForeignKey("tellings.id"), nullable=False),
        sa.Column("at", WORDS, nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("outcome", WORDS, nullable=False),
        sa.Column("reply", WORDS, nullable=False),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_table(
        "feeds",
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name"), primary_key=True),
        sa.Column("token", WORDS, nullable=False, unique=True),
        sa.Column("made_at", WORDS, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "notice_mutes",
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name"), primary_key=True),
        sa.Column("kind", WORDS, primary_key=True),
        if_not_exists=True,
    )
