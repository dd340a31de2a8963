"""The server's own tables in release 0.2.0, the oldest that are read."""

import sqlalchemy as sa
from alembic import op

from horizons_host.store.migrations.kinds import LONG_TEXT, WORDS

revision = "0002"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "accounts",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("name", WORDS, nullable=False),
        sa.Column("folded_name", WORDS, nullable=False, unique=True),
        sa.Column("mail", WORDS, nullable=False),
        sa.Column("folded_mail", WORDS, unique=True),
        sa.Column("confirmed_at", WORDS),
        sa.Column("password_hash", WORDS),
        sa.Column("settings", LONG_TEXT, nullable=False),
        sa.Column("made_at", WORDS, nullable=False),
        sa.Column("left_at", WORDS),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_table(
        "attempts",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("what", WORDS, nullable=False),
        sa.Column("at", WORDS, nullable=False),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_index("attempts_at_something", "attempts", ["what", "at"], if_not_exists=True)
    op.create_table(
        "facts",
        sa.Column("name", WORDS, primary_key=True),
        sa.Column("value", WORDS, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "counters",
        sa.Column("name", WORDS, primary_key=True),
        sa.Column("value", sa.Integer(), nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "feeds",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("key_hash", WORDS, nullable=False, unique=True),
        sa.Column("account", sa.Integer(), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("kind", WORDS, nullable=False),
        sa.Column("game", WORDS, nullable=False),
        sa.Column("made_at", WORDS, nullable=False),
        sa.UniqueConstraint("account", "kind", "game", name="one_feed_of_a_kind"),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_table(
        "games",
        sa.Column("key", WORDS, primary_key=True),
        sa.Column("name", WORDS, nullable=False),
        sa.Column("variant", WORDS, nullable=False),
        sa.Column("mods", LONG_TEXT, nullable=False),
        sa.Column("terms", LONG_TEXT, nullable=False),
        sa.Column("state", WORDS, nullable=False),
        sa.Column("made_at", WORDS, nullable=False),
        sa.Column("started_at", WORDS),
        sa.Column("ended_at", WORDS),
        sa.Column("chance", LONG_TEXT, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "jobs",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("kind", WORDS, nullable=False),
        sa.Column("game", WORDS, nullable=False),
        sa.Column("once", WORDS, nullable=False, unique=True),
        sa.Column("facts", LONG_TEXT, nullable=False),
        sa.Column("state", WORDS, nullable=False),
        sa.Column("due_at", WORDS, nullable=False),
        sa.Column("holder", WORDS, nullable=False),
        sa.Column("held_until", WORDS, nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("says", LONG_TEXT, nullable=False),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_index("jobs_that_are_due", "jobs", ["state", "due_at", "id"], if_not_exists=True)
    op.create_table(
        "mails",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("recipient", WORDS, nullable=False),
        sa.Column("subject", WORDS, nullable=False),
        sa.Column("body", LONG_TEXT, nullable=False),
        sa.Column("made_at", WORDS, nullable=False),
        sa.Column("state", WORDS, nullable=False),
        sa.Column("reason", WORDS, nullable=False),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_table(
        "read_mails",
        sa.Column("key", WORDS, primary_key=True),
        sa.Column("at", WORDS, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "invitations",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("key_hash", WORDS, nullable=False, unique=True),
        sa.Column("game", WORDS, sa.ForeignKey("games.key"), nullable=False),
        sa.Column("role", WORDS, nullable=False),
        sa.Column("seat", WORDS, nullable=False),
        sa.Column("made_by", sa.Integer(), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("made_at", WORDS, nullable=False),
        sa.Column("ends_at", WORDS, nullable=False),
        sa.Column("used_by", sa.Integer(), sa.ForeignKey("accounts.id")),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_table(
        "links",
        sa.Column("key_hash", WORDS, primary_key=True),
        sa.Column("account", sa.Integer(), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("purpose", WORDS, nullable=False),
        sa.Column("mail", WORDS, nullable=False),
        sa.Column("made_at", WORDS, nullable=False),
        sa.Column("ends_at", WORDS, nullable=False),
        if_not_exists=True,
    )
    op.create_index("links_of_an_account", "links", ["account"], if_not_exists=True)
    op.create_table(
        "members",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("game", WORDS, sa.ForeignKey("games.key"), nullable=False),
        sa.Column("account", sa.Integer(), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("role", WORDS, nullable=False),
        sa.Column("seat", WORDS, nullable=False),
        sa.Column("joined_at", WORDS, nullable=False),
        sa.Column("left_at", WORDS),
        sa.Column("given", sa.Integer(), nullable=False),
        sa.Column("due", sa.Integer(), nullable=False),
        sa.Column("promise", WORDS, nullable=False),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_index("games_of_an_account", "members", ["account"], if_not_exists=True)
    op.create_index("members_of_a_game", "members", ["game"], if_not_exists=True)
    op.create_table(
        "sessions",
        sa.Column("key_hash", WORDS, primary_key=True),
        sa.Column("account", sa.Integer(), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("agent", WORDS, nullable=False),
        sa.Column("made_at", WORDS, nullable=False),
        sa.Column("seen_at", WORDS, nullable=False),
        sa.Column("ends_at", WORDS, nullable=False),
        if_not_exists=True,
    )
    op.create_index("sessions_of_an_account", "sessions", ["account"], if_not_exists=True)
    op.create_table(
        "tokens",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("account", sa.Integer(), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("name", WORDS, nullable=False),
        sa.Column("key_hash", WORDS, nullable=False, unique=True),
        sa.Column("made_at", WORDS, nullable=False),
        sa.Column("seen_at", WORDS),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_index("tokens_of_an_account", "tokens", ["account"], if_not_exists=True)
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
