"""Data that the rights of accounts, invitations and webhooks are checked against."""

import sqlalchemy as sa
from alembic import op

from horizons_host.store.migrations.kinds import WORDS

revision = "0003"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    account = sa.ForeignKey("accounts.id")
    op.create_table(
        "sign_ups",
        sa.Column("account", sa.Integer(), account, primary_key=True, autoincrement=False),
        sa.Column("browser_hash", WORDS, nullable=False),
        if_not_exists=True,
    )
    invitation = sa.ForeignKey("invitations.id")
    op.create_table(
        "replacements",
        sa.Column("invitation", sa.Integer(), invitation, primary_key=True, autoincrement=False),
        sa.Column("account", sa.Integer(), sa.ForeignKey("accounts.id"), nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "webhooks",
        sa.Column("secret_hash", WORDS, primary_key=True),
        sa.Column("game", WORDS, sa.ForeignKey("games.key"), nullable=False),
        sa.Column("account", sa.Integer(), sa.ForeignKey("accounts.id"), nullable=False),
        if_not_exists=True,
    )
