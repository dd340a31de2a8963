"""Templates and facts of the audit log's texts, to show them in other languages."""

import sqlalchemy as sa
from alembic import op

from horizons_host.store.migrations.kinds import LONG_TEXT

revision = "0015"
down_revision = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "audit_texts",
        sa.Column("number", sa.Integer(), sa.ForeignKey("audit.number"), primary_key=True),
        sa.Column("text", LONG_TEXT, nullable=False),
        if_not_exists=True,
    )
