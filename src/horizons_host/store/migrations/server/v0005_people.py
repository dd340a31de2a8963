"""Tables about people, their browsers and notifications, and for administrators."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from horizons_host.store.migrations.kinds import LONG_TEXT, WORDS

revision = "0005"
down_revision = "0004"


def _number(name: str, *, to: str = "", key: bool = False, counts: bool = False) -> sa.Column[Any]:
    """Return a column with a number, of a row in another table if it refers `to` one.

    A key that `counts` is given by the database.
    """
    references = [sa.ForeignKey(to)] if to else []
    return sa.Column(
        name,
        sa.Integer(),
        *references,
        primary_key=key or counts,
        autoincrement=counts,
        nullable=False,
    )


def _account(name: str = "account", *, key: bool = False) -> sa.Column[Any]:
    return _number(name, to="accounts.id", key=key)


def _words(names: str, *, key: bool = False, unique: bool | None = None) -> list[sa.Column[Any]]:
    return [
        sa.Column(name, WORDS, primary_key=key, unique=unique, nullable=False)
        for name in names.split()
    ]


def _optional(names: str) -> list[sa.Column[Any]]:
    return [sa.Column(name, WORDS, nullable=True) for name in names.split()]


def _texts(names: str) -> list[sa.Column[Any]]:
    return [sa.Column(name, LONG_TEXT, nullable=False) for name in names.split()]


def _game(*, key: bool = False) -> sa.Column[Any]:
    return sa.Column("game", WORDS, sa.ForeignKey("games.key"), primary_key=key, nullable=False)


def _create(name: str, *columns: sa.Column[Any], **options: bool) -> None:
    op.create_table(name, *columns, if_not_exists=True, **options)


def _index(name: str, table: str, *columns: str) -> None:
    op.create_index(name, table, list(columns), if_not_exists=True)


def upgrade() -> None:
    """Create the tables."""
    _create(
        "attendance_days",
        *(_account(key=True), _game(key=True), *_words("day", key=True)),
        *(_number("due"), _number("given"), _number("shown")),
    )
    _create(
        "results",
        *(_game(key=True), _account(key=True), *_words("seat"), _number("place")),
        *(_number("empires"), _number("rated"), *_words("at")),
    )
    _create(
        "ratings",
        *(_account(key=True), *_words("variant", key=True)),
        *(_number("mean"), _number("deviation"), _number("games")),
    )
    _create(
        "devices",
        *(_number("id", counts=True), _account(), *_words("session name language")),
        *(*_texts("endpoint"), *_words("endpoint_hash", unique=True)),
        *_words("public_key auth made_at"),
        sqlite_autoincrement=True,
    )
    _index("devices_of_an_account", "devices", "account")
    _create(
        "notifications",
        *(_number("id", counts=True), *_words("once", unique=True)),
        *(_account(), *_words("channel game kind recipient"), _number("device"), *_texts("facts")),
        *(*_words("state due_at"), _number("attempts"), *_words("made_at at reply")),
        sqlite_autoincrement=True,
    )
    _index("notifications_of_an_account", "notifications", "account", "id")
    _index("notifications_that_are_due", "notifications", "state", "due_at", "id")
    _create("visits", *(_account(key=True), *_words("game", key=True)), *_words("seen_at"))
    _create("guests", _account(key=True), *_words("made_at"))
    _create("read_turns", _account(key=True), _game(key=True), _number("turn"))
    _create(
        "room_entries",
        *(_number("id", counts=True), _game(), _account(), *_words("kind")),
        *(*_texts("text"), *_words("at")),
        sqlite_autoincrement=True,
    )
    _index("entries_of_a_room", "room_entries", "game")
    for name in ("friends", "blocks"):
        _create(name, _account(key=True), _account("about", key=True), *_words("at"))
    _create(
        "personal_invitations", _number("invitation", to="invitations.id", key=True), _account()
    )
    _create("moderators", _account(key=True), *_words("at"))
    _create(
        "complaints",
        *(_number("id", counts=True), _account(), _account("about"), *_words("game seat")),
        *(*_texts("text reason"), *_words("at"), *_optional("closed_at"), *_words("decision")),
        sqlite_autoincrement=True,
    )
    _create(
        "measures",
        *(_number("id", counts=True), _account(), *_words("kind"), *_texts("reason")),
        *(_account("by"), *_words("at"), *_optional("ends_at lifted_at seen_at")),
        *(*_texts("appeal"), *_optional("appealed_at"), *_texts("answer")),
        *_optional("answered_at"),
        sqlite_autoincrement=True,
    )
    _index("measures_of_an_account", "measures", "account")
    _create(
        "moderation_log",
        *(_number("id", counts=True), *_words("at"), _account("by"), _account("about")),
        *(*_words("kind"), *_texts("words")),
        sqlite_autoincrement=True,
    )
    _create("traces", _account(key=True), *_words("period kind hash", key=True))
    _create("administrators", _account(key=True), *_words("at"))
    _create(
        "problem_reports",
        *(_number("id", counts=True), *_words("at")),
        sa.Column("account", sa.Integer(), sa.ForeignKey("accounts.id"), nullable=True),
        *(*_words("page version agent"), *_texts("text")),
        *_optional("done_at"),
        sqlite_autoincrement=True,
    )
