"""Players that joined by a turn."""

import sqlalchemy as sa
from alembic import op

from horizons_host.store.migrations.kinds import WORDS

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "arrivals",
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name"), primary_key=True),
        sa.Column("turn", sa.Integer(), sa.ForeignKey("turns.turn"), nullable=False),
        if_not_exists=True,
    )
