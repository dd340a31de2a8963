"""Settings of seats, and orders written by the program."""

import sqlalchemy as sa
from alembic import op

from horizons_host.store.migrations.kinds import LONG_TEXT, WORDS

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "arrangements",
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name"), primary_key=True),
        sa.Column("person", WORDS, nullable=False),
        sa.Column("password_hash", WORDS),
        sa.Column("policy", WORDS, nullable=False),
        sa.Column("standing_orders", LONG_TEXT, nullable=False),
        sa.Column("bot", WORDS, nullable=False),
        sa.Column("until_turn", sa.Integer(), nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "written",
        sa.Column("orders", sa.Integer(), sa.ForeignKey("orders.id"), primary_key=True),
        sa.Column("instead", WORDS, nullable=False),
        if_not_exists=True,
    )
