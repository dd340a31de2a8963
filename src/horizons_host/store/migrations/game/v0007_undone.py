"""Undone turns."""

import sqlalchemy as sa
from alembic import op

from horizons_host.store.migrations.kinds import LONG_TEXT, WORDS

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "undone",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("reason", WORDS, nullable=False),
        sa.Column("undone_at", WORDS, nullable=False),
        sa.Column("run_at", WORDS, nullable=False),
        sa.Column("digest", WORDS, nullable=False),
        sa.Column("events_digest", WORDS, nullable=False),
        sa.Column("orders", LONG_TEXT, nullable=False),
        sa.Column("orders_digest", WORDS, nullable=False),
        sa.Column("turn_key", WORDS, nullable=False),
        sa.Column("last_order", sa.Integer(), nullable=False),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
