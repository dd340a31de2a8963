"""Mails that are being read."""

import sqlalchemy as sa
from alembic import op

from horizons_host.store.migrations.kinds import WORDS

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "readings",
        sa.Column("key", WORDS, primary_key=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("process", WORDS, nullable=False),
        if_not_exists=True,
    )
