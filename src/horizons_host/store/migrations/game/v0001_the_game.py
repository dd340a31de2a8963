"""The first tables: a game, its seats, their orders, its turns and their reports."""

import sqlalchemy as sa
from alembic import op

from horizons_host.store.migrations.kinds import LONG_TEXT, WORDS

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("name", WORDS, nullable=False),
        sa.Column("variant", WORDS, nullable=False),
        sa.Column("mods", LONG_TEXT, nullable=False),
        sa.Column("options", LONG_TEXT, nullable=False),
        sa.Column("seeded", sa.Boolean(), nullable=False),
        sa.Column("created_at", WORDS, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "seats",
        sa.Column("position", sa.Integer(), primary_key=True),
        sa.Column("name", WORDS, nullable=False, unique=True),
        sa.Column("bot", WORDS),
        sa.Column("password_hash", WORDS),
        if_not_exists=True,
    )
    op.create_table(
        "orders",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name"), nullable=False),
        sa.Column("text", LONG_TEXT, nullable=False),
        sa.Column("submitted_at", WORDS, nullable=False),
        sa.Column("source", WORDS, nullable=False),
        sa.Column("diagnostics", LONG_TEXT, nullable=False),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_index("orders_of_a_turn", "orders", ["turn", "seat", "id"], if_not_exists=True)
    op.create_table(
        "turns",
        sa.Column("turn", sa.Integer(), primary_key=True),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.Column("digest", WORDS, nullable=False),
        sa.Column("events", sa.LargeBinary(), nullable=False),
        sa.Column("events_digest", WORDS, nullable=False),
        sa.Column("orders", LONG_TEXT, nullable=False),
        sa.Column("orders_digest", WORDS, nullable=False),
        sa.Column("turn_key", WORDS, nullable=False),
        sa.Column("versions", LONG_TEXT, nullable=False),
        sa.Column("run_at", WORDS, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "reports",
        sa.Column("turn", sa.Integer(), sa.ForeignKey("turns.turn"), primary_key=True),
        sa.Column("empire", WORDS, sa.ForeignKey("seats.name"), primary_key=True),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        if_not_exists=True,
    )
