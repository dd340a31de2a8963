"""Secret addresses for programs that hold no cookie: made, shown once, withdrawn."""

from __future__ import annotations

from enum import Enum

from attrs import frozen
from sqlalchemy import and_, delete, insert, select
from sqlalchemy.sql.elements import ColumnElement

from horizons_host.clock import stamp
from horizons_host.server import tables
from horizons_host.server.keys import key_hash, new_key
from horizons_host.server.people.accounts import Account, account_of
from horizons_host.server.service import Service


class Kind(Enum):
    """What an address leads to, as it is kept."""

    #: the deadlines of one's games, or of one of them
    CALENDAR = "calendar"
    #: what everybody may know of a game, passed on by its gamemaster
    GAME = "atom"
    #: what one's seat in a game is told
    SEAT = "seat"


@frozen
class Feed:
    """What an address leads to: whose it is, and of which game; "" is all of theirs."""

    account: Account
    game: str


def make(service: Service, account: Account, kind: Kind, game: str = "") -> str:
    """Make the key of an address, in place of the one before; it is given here and never again."""
    key = new_key()
    with service.database.writing() as connection:
        connection.execute(delete(tables.feeds).where(_is(account, kind, game)))
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


def withdraw(service: Service, account: Account, kind: Kind, game: str = "") -> None:
    """Have an address lead nowhere."""
    with service.database.writing() as connection:
        connection.execute(delete(tables.feeds).where(_is(account, kind, game)))


def since(service: Service, account: Account, kind: Kind, game: str = "") -> str | None:
    """When the address was made; None if there is none."""
    wanted = select(tables.feeds.c.made_at).where(_is(account, kind, game))
    with service.database.reading() as connection:
        return connection.execute(wanted).scalar()


def find(service: Service, kind: Kind, key: str) -> Feed | None:
    """What the address with a key leads to; None if it leads nowhere."""
    table, accounts = tables.feeds, tables.accounts
    wanted = select(accounts, table.c.game).join(table, accounts.c.id == table.c.account)
    mine = and_(table.c.key_hash == key_hash(key), table.c.kind == kind.value)
    with service.database.reading() as connection:
        row = connection.execute(wanted.where(mine, accounts.c.left_at.is_(None))).first()
    return None if row is None else Feed(account_of(row), row.game)


def _is(account: Account, kind: Kind, game: str) -> ColumnElement[bool]:
    table = tables.feeds.c
    return and_(table.account == account.id, table.kind == kind.value, table.game == game)
