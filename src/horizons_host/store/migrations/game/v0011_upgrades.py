"""Decisions about versions."""

import sqlalchemy as sa
from alembic import op

from horizons_host.store.migrations.kinds import LONG_TEXT, WORDS

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "upgrades",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("kind", WORDS, nullable=False),
        sa.Column("versions", LONG_TEXT, nullable=False),
        sa.Column("before", LONG_TEXT, nullable=False),
        sa.Column("found", WORDS, nullable=False),
        sa.Column("says", LONG_TEXT, nullable=False),
        sa.Column("decided_at", WORDS, nullable=False),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
