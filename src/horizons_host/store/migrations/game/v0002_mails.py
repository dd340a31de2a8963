"""Incoming and outgoing mails, addresses, and the end of a game."""

import sqlalchemy as sa
from alembic import op

from horizons_host.store.migrations.kinds import LONG_TEXT, WORDS

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "addresses",
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name"), primary_key=True),
        sa.Column("address", WORDS, nullable=False),
        sa.Column("redirect", WORDS),
        if_not_exists=True,
    )
    op.create_table(
        "endings",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("reason", WORDS, nullable=False),
        sa.Column("winners", LONG_TEXT, nullable=False),
        sa.Column("ended_at", WORDS, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "mails",
        sa.Column("key", WORDS, primary_key=True),
        sa.Column("message_id", WORDS, nullable=False),
        sa.Column("sender", WORDS, nullable=False),
        sa.Column("read_at", WORDS, nullable=False),
        sa.Column("outcome", WORDS, nullable=False),
        sa.Column("done", sa.Boolean(), nullable=False),
        sa.Column("parts", LONG_TEXT, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("kind", WORDS, nullable=False),
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name")),
        sa.Column("turn", sa.Integer()),
        sa.Column("recipient", WORDS, nullable=False),
        sa.Column("subject", WORDS, nullable=False),
        sa.Column("body", LONG_TEXT),
        sa.Column("in_reply_to", WORDS, nullable=False),
        sa.Column("thread", WORDS, nullable=False),
        sa.Column("created_at", WORDS, nullable=False),
        sa.Column("state", WORDS, nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_attempt", WORDS, nullable=False),
        sa.Column("message_id", WORDS, unique=True),
        sa.Column("reason", WORDS, nullable=False),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_index(
        "mails_that_are_due", "outbox", ["state", "next_attempt", "id"], if_not_exists=True
    )
    op.create_table(
        "deliveries",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("mail", sa.Integer(), sa.ForeignKey("outbox.id"), nullable=False),
        sa.Column("at", WORDS, nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("recipient", WORDS, nullable=False),
        sa.Column("subject", WORDS, nullable=False),
        sa.Column("message_id", WORDS, nullable=False),
        sa.Column("outcome", WORDS, nullable=False),
        sa.Column("reply", WORDS, nullable=False),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
