"""Invitations for several people, and who accepted an invitation."""

import sqlalchemy as sa
from alembic import op

from horizons_host.store.migrations.kinds import WORDS

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create the tables."""
    invitation = sa.ForeignKey("invitations.id")
    op.create_table(
        "invitation_places",
        sa.Column("invitation", sa.Integer(), invitation, primary_key=True, autoincrement=False),
        sa.Column("places", sa.Integer(), nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "acceptances",
        sa.Column("invitation", sa.Integer(), sa.ForeignKey("invitations.id"), primary_key=True),
        sa.Column("account", sa.Integer(), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("at", WORDS, nullable=False),
        if_not_exists=True,
    )
