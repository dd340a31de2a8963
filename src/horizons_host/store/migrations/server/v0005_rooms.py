"""Entries of the waiting rooms of open games."""

import sqlalchemy as sa
from alembic import op

from horizons_host.store.migrations.kinds import LONG_TEXT, WORDS

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "room_entries",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("game", WORDS, sa.ForeignKey("games.key"), nullable=False),
        sa.Column("account", sa.Integer(), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("kind", WORDS, nullable=False),
        sa.Column("text", LONG_TEXT, nullable=False),
        sa.Column("at", WORDS, nullable=False),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_index("entries_of_a_room", "room_entries", ["game"], if_not_exists=True)
