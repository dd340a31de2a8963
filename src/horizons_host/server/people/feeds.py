"""Secret addresses for programs without cookies: created, shown once, withdrawn."""

from __future__ import annotations

from enum import Enum

from attrs import frozen
from sqlalchemy import and_, delete, insert, select
from sqlalchemy.sql.elements import ColumnElement

from horizons_host.clock import stamp
from horizons_host.server import tables
from horizons_host.server.keys import key_hash, new_key
from horizons_host.server.people.accounts import Account, account_from_row
from horizons_host.server.service import Service


class FeedKind(Enum):
    """The content behind an address, as stored."""

    #: the deadlines of an account's games, or of one of them
    CALENDAR = "calendar"
    #: the public events of a game, passed on by its gamemaster
    GAME = "atom"
    #: the notifications of an account's seat in a game
    SEAT = "seat"


@frozen
class Feed:
    """The account and game of an address; the game "" stands for all of the account's games."""

    account: Account
    game: str


def create_feed(service: Service, account: Account, kind: FeedKind, game: str = "") -> str:
    """Create the key of an address, replacing the earlier one; it is not shown again."""
    key = new_key()
    with service.database.writing() as connection:
        connection.execute(delete(tables.feeds).where(_is_feed(account, kind, game)))
        connection.execute(
            insert(tables.feeds).values(
                key_hash=key_hash(key),
                account=account.id,
                kind=kind.value,
                game=game,
                made_at=stamp(service.clock),
            )
        )
    return key


def revoke_feed(service: Service, account: Account, kind: FeedKind, game: str = "") -> None:
    """Delete an address."""
    with service.database.writing() as connection:
        connection.execute(delete(tables.feeds).where(_is_feed(account, kind, game)))


def created_at(service: Service, account: Account, kind: FeedKind, game: str = "") -> str | None:
    """Return when the address was created, or None."""
    statement = select(tables.feeds.c.made_at).where(_is_feed(account, kind, game))
    with service.database.reading() as connection:
        return connection.execute(statement).scalar()


def find_feed(service: Service, kind: FeedKind, key: str) -> Feed | None:
    """Return the account and game of the address with a key, or None."""
    table, accounts = tables.feeds, tables.accounts
    statement = select(accounts, table.c.game).join(table, accounts.c.id == table.c.account)
    matching = and_(table.c.key_hash == key_hash(key), table.c.kind == kind.value)
    with service.database.reading() as connection:
        row = connection.execute(statement.where(matching, accounts.c.left_at.is_(None))).first()
    return None if row is None else Feed(account_from_row(row), row.game)


def _is_feed(account: Account, kind: FeedKind, game: str) -> ColumnElement[bool]:
    table = tables.feeds.c
    return and_(table.account == account.id, table.kind == kind.value, table.game == game)
