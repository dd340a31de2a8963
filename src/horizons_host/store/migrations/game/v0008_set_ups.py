"""The creation of games."""

import sqlalchemy as sa
from alembic import op

from horizons_host.store.migrations.kinds import LONG_TEXT, WORDS

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "set_ups",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("made", WORDS, nullable=False),
        sa.Column("options", LONG_TEXT, nullable=False),
        sa.Column("shares", LONG_TEXT, nullable=False),
        if_not_exists=True,
    )
