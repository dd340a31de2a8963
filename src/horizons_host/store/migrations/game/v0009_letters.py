"""Letters to the gamemaster, and failed passwords."""

import sqlalchemy as sa
from alembic import op

from horizons_host.store.migrations.kinds import LONG_TEXT, WORDS

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "letters",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("sender", WORDS, nullable=False),
        sa.Column("subject", WORDS, nullable=False),
        sa.Column("text", LONG_TEXT, nullable=False),
        sa.Column("came_at", WORDS, nullable=False),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_table(
        "wrong_passwords",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name"), nullable=False),
        sa.Column("sender", WORDS, nullable=False),
        sa.Column("at", WORDS, nullable=False),
        if_not_exists=True,
    )
    op.create_index(
        "wrong_passwords_of_a_seat", "wrong_passwords", ["seat", "at"], if_not_exists=True
    )
