"""The audit log, edits, and the order of changes between turns."""

import sqlalchemy as sa
from alembic import op

from horizons_host.store.migrations.kinds import LONG_TEXT, WORDS

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "audit",
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("at", WORDS, nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("actor", WORDS, nullable=False),
        sa.Column("action", WORDS, nullable=False),
        sa.Column("facts", LONG_TEXT, nullable=False),
        sa.Column("words", LONG_TEXT, nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_table(
        "edits",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("turn", sa.Integer(), sa.ForeignKey("turns.turn"), nullable=False),
        sa.Column("text", LONG_TEXT, nullable=False),
        sa.Column("words", WORDS, nullable=False),
        sa.Column("reason", WORDS, nullable=False),
        sa.Column("actor", WORDS, nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.Column("digest", WORDS, nullable=False),
        sa.Column("edited_at", WORDS, nullable=False),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_table(
        "between_turns",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("turn", sa.Integer(), sa.ForeignKey("turns.turn"), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("kind", WORDS, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_table(
        "undone_reports",
        sa.Column("undone", sa.Integer(), sa.ForeignKey("undone.id"), primary_key=True),
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name"), primary_key=True),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "on_behalf",
        sa.Column("orders", sa.Integer(), sa.ForeignKey("orders.id"), primary_key=True),
        sa.Column("actor", WORDS, nullable=False),
        sa.Column("reason", WORDS, nullable=False),
        if_not_exists=True,
    )
