"""The tables of a game in release 0.2.0, the oldest that is read."""

import sqlalchemy as sa
from alembic import op

from horizons_host.store.migrations.kinds import LONG_TEXT, WORDS

revision = "0014"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("name", WORDS, nullable=False),
        sa.Column("variant", WORDS, nullable=False),
        sa.Column("mods", LONG_TEXT, nullable=False),
        sa.Column("options", LONG_TEXT, nullable=False),
        sa.Column("seeded", sa.Boolean(), nullable=False),
        sa.Column("created_at", WORDS, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "seats",
        sa.Column("position", sa.Integer(), primary_key=True),
        sa.Column("name", WORDS, nullable=False, unique=True),
        sa.Column("bot", WORDS),
        sa.Column("password_hash", WORDS),
        if_not_exists=True,
    )
    op.create_table(
        "orders",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name"), nullable=False),
        sa.Column("text", LONG_TEXT, nullable=False),
        sa.Column("submitted_at", WORDS, nullable=False),
        sa.Column("source", WORDS, nullable=False),
        sa.Column("diagnostics", LONG_TEXT, nullable=False),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_index("orders_of_a_turn", "orders", ["turn", "seat", "id"], if_not_exists=True)
    op.create_table(
        "turns",
        sa.Column("turn", sa.Integer(), primary_key=True),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.Column("digest", WORDS, nullable=False),
        sa.Column("events", sa.LargeBinary(), nullable=False),
        sa.Column("events_digest", WORDS, nullable=False),
        sa.Column("orders", LONG_TEXT, nullable=False),
        sa.Column("orders_digest", WORDS, nullable=False),
        sa.Column("turn_key", WORDS, nullable=False),
        sa.Column("versions", LONG_TEXT, nullable=False),
        sa.Column("run_at", WORDS, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "reports",
        sa.Column("turn", sa.Integer(), sa.ForeignKey("turns.turn"), primary_key=True),
        sa.Column("empire", WORDS, sa.ForeignKey("seats.name"), primary_key=True),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "addresses",
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name"), primary_key=True),
        sa.Column("address", WORDS, nullable=False),
        sa.Column("redirect", WORDS),
        if_not_exists=True,
    )
    op.create_table(
        "endings",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("reason", WORDS, nullable=False),
        sa.Column("winners", LONG_TEXT, nullable=False),
        sa.Column("ended_at", WORDS, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "mails",
        sa.Column("key", WORDS, primary_key=True),
        sa.Column("message_id", WORDS, nullable=False),
        sa.Column("sender", WORDS, nullable=False),
        sa.Column("read_at", WORDS, nullable=False),
        sa.Column("outcome", WORDS, nullable=False),
        sa.Column("done", sa.Boolean(), nullable=False),
        sa.Column("parts", LONG_TEXT, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("kind", WORDS, nullable=False),
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name")),
        sa.Column("turn", sa.Integer()),
        sa.Column("recipient", WORDS, nullable=False),
        sa.Column("subject", WORDS, nullable=False),
        sa.Column("body", LONG_TEXT),
        sa.Column("in_reply_to", WORDS, nullable=False),
        sa.Column("thread", WORDS, nullable=False),
        sa.Column("created_at", WORDS, nullable=False),
        sa.Column("state", WORDS, nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_attempt", WORDS, nullable=False),
        sa.Column("message_id", WORDS, unique=True),
        sa.Column("reason", WORDS, nullable=False),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_index(
        "mails_that_are_due", "outbox", ["state", "next_attempt", "id"], if_not_exists=True
    )
    op.create_table(
        "deliveries",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("mail", sa.Integer(), sa.ForeignKey("outbox.id"), nullable=False),
        sa.Column("at", WORDS, nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("recipient", WORDS, nullable=False),
        sa.Column("subject", WORDS, nullable=False),
        sa.Column("message_id", WORDS, nullable=False),
        sa.Column("outcome", WORDS, nullable=False),
        sa.Column("reply", WORDS, nullable=False),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_table(
        "postponements",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("not_before", sa.Integer(), nullable=False),
        sa.Column("decided_at", WORDS, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "roles",
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name"), primary_key=True),
        sa.Column("role", WORDS, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "joinings",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("turn", sa.Integer(), sa.ForeignKey("turns.turn"), nullable=False),
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name"), nullable=False, unique=True),
        sa.Column("options", LONG_TEXT, nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.Column("digest", WORDS, nullable=False),
        sa.Column("joined_at", WORDS, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "readings",
        sa.Column("key", WORDS, primary_key=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("process", WORDS, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "arrangements",
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name"), primary_key=True),
        sa.Column("person", WORDS, nullable=False),
        sa.Column("password_hash", WORDS),
        sa.Column("policy", WORDS, nullable=False),
        sa.Column("standing_orders", LONG_TEXT, nullable=False),
        sa.Column("bot", WORDS, nullable=False),
        sa.Column("until_turn", sa.Integer(), nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "written",
        sa.Column("orders", sa.Integer(), sa.ForeignKey("orders.id"), primary_key=True),
        sa.Column("instead", WORDS, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "undone",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("reason", WORDS, nullable=False),
        sa.Column("undone_at", WORDS, nullable=False),
        sa.Column("run_at", WORDS, nullable=False),
        sa.Column("digest", WORDS, nullable=False),
        sa.Column("events_digest", WORDS, nullable=False),
        sa.Column("orders", LONG_TEXT, nullable=False),
        sa.Column("orders_digest", WORDS, nullable=False),
        sa.Column("turn_key", WORDS, nullable=False),
        sa.Column("last_order", sa.Integer(), nullable=False),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_table(
        "set_ups",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("made", WORDS, nullable=False),
        sa.Column("options", LONG_TEXT, nullable=False),
        sa.Column("shares", LONG_TEXT, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "letters",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("sender", WORDS, nullable=False),
        sa.Column("subject", WORDS, nullable=False),
        sa.Column("text", LONG_TEXT, nullable=False),
        sa.Column("came_at", WORDS, nullable=False),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_table(
        "wrong_passwords",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name"), nullable=False),
        sa.Column("sender", WORDS, nullable=False),
        sa.Column("at", WORDS, nullable=False),
        if_not_exists=True,
    )
    op.create_index(
        "wrong_passwords_of_a_seat", "wrong_passwords", ["seat", "at"], if_not_exists=True
    )
    op.create_table(
        "arrivals",
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name"), primary_key=True),
        sa.Column("turn", sa.Integer(), sa.ForeignKey("turns.turn"), nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "upgrades",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("kind", WORDS, nullable=False),
        sa.Column("versions", LONG_TEXT, nullable=False),
        sa.Column("before", LONG_TEXT, nullable=False),
        sa.Column("found", WORDS, nullable=False),
        sa.Column("says", LONG_TEXT, nullable=False),
        sa.Column("decided_at", WORDS, nullable=False),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
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
    _make_press()
    _make_notices()


def _make_press() -> None:
    op.create_table(
        "press_rules",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("at", WORDS, nullable=False),
        sa.Column("who", WORDS, nullable=False),
        sa.Column("anonymous", sa.Boolean(), nullable=False),
        sa.Column("with_turn", sa.Boolean(), nullable=False),
        sa.Column("opened", sa.Boolean(), nullable=False),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_table(
        "messages",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("sender", WORDS),
        sa.Column("audience", LONG_TEXT, nullable=False),
        sa.Column("everybody", sa.Boolean(), nullable=False),
        sa.Column("gamemaster", sa.Boolean(), nullable=False),
        sa.Column("thread", sa.Integer(), nullable=False),
        sa.Column("subject", WORDS, nullable=False),
        sa.Column("text", LONG_TEXT, nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("anonymous", sa.Boolean(), nullable=False),
        sa.Column("veiled", sa.Boolean(), nullable=False),
        sa.Column("opens", sa.Boolean(), nullable=False),
        sa.Column("sent_at", WORDS, nullable=False),
        sa.Column("released_at", WORDS),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_index(
        "messages_of_a_sender",
        "messages",
        ["sender", "sent_at"],
        if_not_exists=True,
    )
    op.create_index(
        "messages_of_a_thread",
        "messages",
        ["thread"],
        if_not_exists=True,
    )
    op.create_table(
        "message_copies",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("message", sa.Integer(), sa.ForeignKey("messages.id"), nullable=False),
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("token", WORDS, nullable=False, unique=True),
        sa.Column("read_at", WORDS),
        sa.UniqueConstraint("seat", "number"),
        sa.UniqueConstraint("message", "seat"),
        if_not_exists=True,
    )
    op.create_table(
        "message_blocks",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name"), nullable=False),
        sa.Column("sender", WORDS, nullable=False),
        sa.Column("anonymous", sa.Boolean(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", WORDS, nullable=False),
        sa.UniqueConstraint("seat", "sender", "anonymous", "number"),
        if_not_exists=True,
    )
    op.create_table(
        "message_reports",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("message", sa.Integer(), sa.ForeignKey("messages.id"), nullable=False),
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name"), nullable=False),
        sa.Column("reason", WORDS, nullable=False),
        sa.Column("at", WORDS, nullable=False),
        sa.UniqueConstraint("message", "seat"),
        if_not_exists=True,
    )


def _make_notices() -> None:
    op.create_table(
        "happenings",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", WORDS, nullable=False),
        sa.Column("at", WORDS, nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("everybody", sa.Boolean(), nullable=False),
        sa.Column("gamemaster", sa.Boolean(), nullable=False),
        sa.Column("facts", LONG_TEXT, nullable=False),
        sa.Column("key", WORDS, unique=True),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_table(
        "happening_hearers",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("happening", sa.Integer(), sa.ForeignKey("happenings.id"), nullable=False),
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.UniqueConstraint("seat", "number"),
        sa.UniqueConstraint("happening", "seat"),
        if_not_exists=True,
    )
    op.create_table(
        "notice_ways",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("how", WORDS, nullable=False),
        sa.Column("scope", WORDS, nullable=False),
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name")),
        sa.Column("address", WORDS, nullable=False),
        sa.Column("secret", WORDS, nullable=False),
        sa.Column("kinds", LONG_TEXT, nullable=False),
        sa.Column("added_at", WORDS, nullable=False),
        sa.Column("removed_at", WORDS),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_table(
        "tellings",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("way", sa.Integer(), sa.ForeignKey("notice_ways.id"), nullable=False),
        sa.Column("happening", sa.Integer(), sa.ForeignKey("happenings.id"), nullable=False),
        sa.Column("state", WORDS, nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_attempt", WORDS, nullable=False),
        sa.Column("reason", WORDS, nullable=False),
        sa.UniqueConstraint("way", "happening"),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_index(
        "tellings_that_are_due",
        "tellings",
        ["state", "next_attempt", "id"],
        if_not_exists=True,
    )
    op.create_table(
        "telling_attempts",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("telling", sa.Integer(), sa.ForeignKey("tellings.id"), nullable=False),
        sa.Column("at", WORDS, nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("outcome", WORDS, nullable=False),
        sa.Column("reply", WORDS, nullable=False),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_table(
        "feeds",
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name"), primary_key=True),
        sa.Column("token", WORDS, nullable=False, unique=True),
        sa.Column("made_at", WORDS, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "notice_mutes",
        sa.Column("seat", WORDS, sa.ForeignKey("seats.name"), primary_key=True),
        sa.Column("kind", WORDS, primary_key=True),
        if_not_exists=True,
    )
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
