"""Private notes of players, a text for each turn."""

import sqlalchemy as sa
from alembic import op

from horizons_host.store.migrations.kinds import LONG_TEXT, WORDS

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "notes",
        sa.Column("account", sa.Integer(), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("game", WORDS, sa.ForeignKey("games.key"), primary_key=True),
        sa.Column("turn", sa.Integer(), primary_key=True),
        sa.Column("text", LONG_TEXT, nullable=False),
        sa.Column("opened_at", WORDS),
        sa.Column("written_at", WORDS, nullable=False),
        if_not_exists=True,
    )
