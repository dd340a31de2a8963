"""Keys for programs, each with a name that its owner gave it."""

from __future__ import annotations

from attrs import frozen
from sqlalchemy import bindparam, func, insert, select, update

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import stamp
from horizons_host.server import tables
from horizons_host.server.keys import key_hash, new_key
from horizons_host.server.people.accounts import Account, account_of
from horizons_host.server.service import Service

MOST = 20
_PREFIX = "hz_"  # what scanners for secrets that were published look for


class TokenError(HorizonsError):
    """A token that cannot be made."""


@frozen
class Token:
    """A program's key, without the key."""

    id: int
    name: str
    made_at: str
    seen_at: str | None


def make(service: Service, account: Account, name: str) -> str:
    """Make a token; the key is given here and never again. Raises TokenError."""
    name = " ".join(name.split())
    if not name or len(name) > 60 or not name.isprintable():
        raise TokenError(
            LocalizedText("token names have 1 to 60 printable characters"),
            LocalizedText("name the program that will use it"),
        )
    key = _PREFIX + new_key()
    table = tables.tokens
    with service.database.writing() as connection:
        held = select(func.count()).select_from(table).where(table.c.account == account.id)
        if connection.execute(held).scalar_one() >= MOST:
            raise TokenError(
                LocalizedText("you already have {number} tokens, the most allowed", number=MOST),
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


_OWNER = (
    select(tables.accounts, tables.tokens.c.id.label("token"), tables.tokens.c.seen_at)
    .join(tables.accounts, tables.accounts.c.id == tables.tokens.c.account)
    .where(tables.tokens.c.key_hash == bindparam("key_hash"), tables.accounts.c.left_at.is_(None))
)


def owner(service: Service, key: str) -> Account | None:
    """Whose token this is; None for nobody's."""
    found = service.database.look(_OWNER, key_hash=key_hash(key))
    if not found:
        return None
    row, table, today = found[0], tables.tokens, stamp(service.clock)[:10]
    if row.seen_at != today:
        with service.database.writing() as connection:
            connection.execute(update(table).where(table.c.id == row.token).values(seen_at=today))
    return account_of(row)


def of(service: Service, account: Account) -> list[Token]:
    """An account's tokens, the oldest first."""
    table = tables.tokens
    wanted = select(table).where(table.c.account == account.id).order_by(table.c.id)
    with service.database.reading() as connection:
        rows = connection.execute(wanted).all()
    return [Token(row.id, row.name, row.made_at, row.seen_at) for row in rows]


def delete(service: Service, account: Account, number: int) -> None:
    """Delete one of an account's tokens."""
    table = tables.tokens
    with service.database.writing() as connection:
        connection.execute(
            table.delete().where(table.c.id == number, table.c.account == account.id)
        )
