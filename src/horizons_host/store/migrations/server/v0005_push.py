"""Browsers with push notifications, the log of deliveries, and visits to game pages."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from horizons_host.store.migrations.kinds import LONG_TEXT, WORDS

revision = "0005"
down_revision = "0004"


def _number(name: str, *, key: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.Integer(), primary_key=key, autoincrement=key, nullable=False)


def _account(*, key: bool = False) -> sa.Column[Any]:
    account = sa.ForeignKey("accounts.id")
    return sa.Column(
        "account", sa.Integer(), account, primary_key=key, autoincrement=False, nullable=False
    )


def _words(names: str) -> list[sa.Column[Any]]:
    return [sa.Column(name, WORDS, nullable=False) for name in names.split()]


def _text(name: str) -> sa.Column[Any]:
    return sa.Column(name, LONG_TEXT, nullable=False)


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "devices",
        *(_number("id", key=True), _account(), *_words("session name language")),
        *(_text("endpoint"), sa.Column("endpoint_hash", WORDS, nullable=False, unique=True)),
        *_words("public_key auth made_at"),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_index("devices_of_an_account", "devices", ["account"], if_not_exists=True)
    op.create_table(
        "notifications",
        *(_number("id", key=True), sa.Column("once", WORDS, nullable=False, unique=True)),
        *(_account(), *_words("channel game kind recipient"), _number("device"), _text("facts")),
        *(*_words("state due_at"), _number("attempts"), *_words("made_at at reply")),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_index(
        "notifications_of_an_account", "notifications", ["account", "id"], if_not_exists=True
    )
    op.create_index(
        "notifications_that_are_due",
        "notifications",
        ["state", "due_at", "id"],
        if_not_exists=True,
    )
    op.create_table(
        "visits",
        *(_account(key=True), sa.Column("game", WORDS, primary_key=True, nullable=False)),
        *_words("seen_at"),
        if_not_exists=True,
    )
