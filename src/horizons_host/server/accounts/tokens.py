"""API tokens, and secret addresses for programs that cannot send a token."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import Enum

from attrs import frozen
from sqlalchemy import and_, bindparam, delete, func, insert, select, update
from sqlalchemy.sql.elements import ColumnElement

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import stamp
from horizons_host.server import tables
from horizons_host.server.accounts.accounts import (
    IS_BANNED,
    MEASURES,
    Account,
    account_from_row,
    visitor_from_row,
)
from horizons_host.server.service import Service
from horizons_host.server.tables import key_hash, new_key

MAX_TOKENS = 20
_PREFIX = "hz_"  # lets secret scanners recognize leaked tokens
_TOKEN_OWNER = (
    select(tables.accounts, tables.tokens.c.id.label("token"), tables.tokens.c.seen_at, *MEASURES)
    .join(tables.accounts, tables.accounts.c.id == tables.tokens.c.account)
    .where(tables.tokens.c.key_hash == bindparam("key_hash"), tables.accounts.c.left_at.is_(None))
)


class TokenError(HorizonsError):
    """A token that cannot be created."""


@frozen
class Token:
    """An API token, without its key."""

    id: int
    name: str
    made_at: str
    seen_at: str | None


def create_token(service: Service, account: Account, name: str) -> str:
    """Create a token and return its key, which is not shown again; raises TokenError."""
    name = " ".join(name.split())
    if not name or len(name) > 60 or not name.isprintable():
        raise TokenError(
            LocalizedText("token names have 1 to 60 printable characters"),
            LocalizedText("name the program that will use it"),
        )
    key = _PREFIX + new_key()
    table = tables.tokens
    with service.database.writing() as connection:
        total = select(func.count()).select_from(table).where(table.c.account == account.id)
        if connection.execute(total).scalar_one() >= MAX_TOKENS:
            raise TokenError(
                LocalizedText("you already have {number} tokens, the maximum", number=MAX_TOKENS),
                LocalizedText("delete one first"),
            )
        connection.execute(
            insert(table).values(
                account=account.id,
                name=name,
                key_hash=key_hash(key),
                made_at=stamp(service.clock),
            )
        )
    return key


def token_owner(service: Service, key: str) -> Account | None:
    """Return the account of a token, or None."""
    rows = service.database.select_rows(
        _TOKEN_OWNER, key_hash=key_hash(key), now=stamp(service.clock)
    )
    if not rows:
        return None
    row, table, today = rows[0], tables.tokens, stamp(service.clock)[:10]
    if row.seen_at != today:
        with service.database.writing() as connection:
            connection.execute(update(table).where(table.c.id == row.token).values(seen_at=today))
    return visitor_from_row(row)


def token_owners(service: Service, keys: Collection[str]) -> Mapping[str, int]:
    """Return the ids of the accounts of these tokens; deleted ones and banned people have none."""
    hashes, table = {key_hash(key): key for key in keys}, tables.tokens.c
    statement = (
        select(table.key_hash, table.account)
        .join(tables.accounts, tables.accounts.c.id == table.account)
        .where(table.key_hash.in_(hashes), tables.accounts.c.left_at.is_(None), ~IS_BANNED)
    )
    rows = service.database.select_rows(statement, now=stamp(service.clock))
    return {hashes[row.key_hash]: row.account for row in rows}


def tokens_of(service: Service, account: Account) -> list[Token]:
    """List an account's tokens, oldest first."""
    table = tables.tokens
    statement = select(table).where(table.c.account == account.id).order_by(table.c.id)
    with service.database.reading() as connection:
        rows = connection.execute(statement).all()
    return [Token(row.id, row.name, row.made_at, row.seen_at) for row in rows]


def delete_token(service: Service, account: Account, number: int) -> None:
    """Delete one of an account's tokens."""
    table = tables.tokens
    with service.database.writing() as connection:
        connection.execute(
            table.delete().where(table.c.id == number, table.c.account == account.id)
        )


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
    """Return the account and game of the address with a key, or None; banned people have none."""
    table, accounts = tables.feeds, tables.accounts
    statement = select(accounts, table.c.game).join(table, accounts.c.id == table.c.account)
    matching = and_(table.c.key_hash == key_hash(key), table.c.kind == kind.value)
    rows = service.database.select_rows(
        statement.where(matching, accounts.c.left_at.is_(None), ~IS_BANNED),
        now=stamp(service.clock),
    )
    return Feed(account_from_row(rows[0]), rows[0].game) if rows else None


def _is_feed(account: Account, kind: FeedKind, game: str) -> ColumnElement[bool]:
    table = tables.feeds.c
    return and_(table.account == account.id, table.kind == kind.value, table.game == game)
