"""Players that joined a running game, and the roles of seats without an empire."""

import sqlalchemy as sa
from alembic import op

from horizons_host.store.migrations.kinds import LONG_TEXT, WORDS

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "roles",
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name"), primary_key=True),
        sa.Column("role", WORDS, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "joinings",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("turn", sa.Integer(), sa.ForeignKey("turns.turn"), nullable=False),
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name"), nullable=False, unique=True),
        sa.Column("options", LONG_TEXT, nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.Column("digest", WORDS, nullable=False),
        sa.Column("joined_at", WORDS, nullable=False),
        if_not_exists=True,
    )
