"""Decisions about deadlines, marks of drafts, and sent reminders."""

import sqlalchemy as sa
from alembic import op

from horizons_host.store.migrations.kinds import LONG_TEXT, WORDS

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "deadline_changes",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("kind", WORDS, nullable=False),
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name")),
        sa.Column("facts", LONG_TEXT, nullable=False),
        sa.Column("reason", WORDS, nullable=False),
        sa.Column("decided_by", WORDS, nullable=False),
        sa.Column("decided_at", WORDS, nullable=False),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_table(
        "order_marks",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("orders", sa.Integer(), sa.ForeignKey("orders.id"), nullable=False),
        sa.Column("final", sa.Boolean(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("marked_at", WORDS, nullable=False),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_index("marks_of_orders", "order_marks", ["orders", "id"], if_not_exists=True)
    op.create_table(
        "reminded",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("deadline", WORDS, nullable=False),
        sa.Column("seat", WORDS, nullable=False),
        sa.Column("what", WORDS, nullable=False),
        sa.Column("told_at", WORDS, nullable=False),
        sa.UniqueConstraint("turn", "attempt", "deadline", "seat", "what", name="told_once"),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
