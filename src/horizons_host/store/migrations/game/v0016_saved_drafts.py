"""Drafts that the web page saves while they are written."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "saved_drafts",
        sa.Column("orders", sa.Integer(), sa.ForeignKey("orders.id"), primary_key=True),
        sa.Column("replaced", sa.Integer(), nullable=False),
        if_not_exists=True,
    )
