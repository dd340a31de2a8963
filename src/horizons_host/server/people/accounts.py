"""Accounts: made, signed in to, changed, given out to their owner, and deleted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen
from sqlalchemy import ColumnElement, Connection, Row, and_, insert, select, update

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_core.model import folded
from horizons_host.clock import stamp
from horizons_host.seating import mail_address
from horizons_host.server import tables
from horizons_host.server.keys import key_hash
from horizons_host.server.people import limits, passwords
from horizons_host.server.service import Service

LONGEST_NAME = 30
_LONGEST_MAIL = 254
_SIGNS = frozenset('"#;*/\\<>@')


class AccountError(HorizonsError):
    """A name, address or password that an account cannot have."""


@frozen
class Account:
    """A person's account."""

    id: int
    name: str
    mail: str
    confirmed: bool
    settings: Mapping[str, Any]
    made_at: str


@frozen
class Wanted:
    """An account that somebody wants, with what was checked; of the password it has the hash."""

    name: str
    mail: str
    password_hash: str


def wanted(name: str, mail: str, password: str) -> Wanted:
    """What somebody wants, checked; raises AccountError, SeatError, PasswordError."""
    name = _checked_name(name)
    address = mail_address(mail.strip())
    return Wanted(name, address, passwords.hashed(password, name, address))


def register(
    service: Service, name: str, mail: str, password: str, *, confirmed: bool = False
) -> Account | None:
    """Make an account for somebody; None if another has the mail address.

    That the address is its owner's may be `confirmed` already; else the service says whether a link
    is to confirm it. Raises AccountError for a name that is taken, and for what will not do.
    """
    one = wanted(name, mail, password)
    confirmed = confirmed or not service.settings.confirms
    with service.database.writing() as connection:
        return put(service, connection, one, confirmed=confirmed)


def put(
    service: Service,
    connection: Connection,
    one: Wanted,
    *,
    confirmed: bool,
    shares: bool = False,
    browser: str | None = None,
) -> Account | None:
    """Put an account down. None if another has the mail address, unless they may share it.

    Whoever shares one signs in by name alone. With the key of a `browser` the address is not
    proved: the password outlives the proof in that browser alone. Raises AccountError for a name
    that is taken.
    """
    table = tables.accounts
    _demand_free(connection, folded(one.name), one.name)
    folded_mail: str | None = one.mail.casefold()
    if _taken(connection, table.c.folded_mail == folded_mail):
        if not shares:
            return None
        folded_mail = None
    time = stamp(service.clock)
    made = connection.execute(
        insert(table)
        .values(
            name=one.name,
            folded_name=folded(one.name),
            mail=one.mail,
            folded_mail=folded_mail,
            confirmed_at=time if confirmed else None,
            password_hash=one.password_hash,
            settings={},
            made_at=time,
        )
        .returning(table)
    ).one()
    if browser is not None:
        values = {"account": made.id, "browser_hash": key_hash(browser)}
        connection.execute(insert(tables.sign_ups).values(**values))
    return account_of(made)


def demand_free_name(service: Service, name: str) -> None:
    """Raises AccountError for a name that cannot be, or is taken."""
    wanted = folded(_checked_name(name))
    with service.database.reading() as connection:
        _demand_free(connection, wanted, name)


def _demand_free(connection: Connection, wanted: str, name: str) -> None:
    if _taken(connection, tables.accounts.c.folded_name == wanted):
        raise AccountError(
            LocalizedText("the name '{name}' is taken", name=name),
            LocalizedText("choose another one"),
        )


def _checked_name(name: str) -> str:
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable() or _SIGNS & set(name):
        raise AccountError(
            LocalizedText("this name can't be used"),
            LocalizedText(
                "use 1 to {most} printable characters, without {marks}",
                most=LONGEST_NAME,
                marks=" ".join(sorted(_SIGNS)),
            ),
        )
    return name


def _taken(connection: Connection, where: Any) -> bool:
    return connection.execute(select(tables.accounts.c.id).where(where)).first() is not None


def account_of(row: Row[Any]) -> Account:
    """The account in a row of the table."""
    return Account(
        id=row.id,
        name=row.name,
        mail=row.mail,
        confirmed=row.confirmed_at is not None,
        settings=row.settings,
        made_at=row.made_at,
    )


def by_mail(service: Service, mail: str) -> Account | None:
    """The account with a mail address, whatever its letters' case."""
    return _found(service, tables.accounts.c.folded_mail == mail.strip().casefold())


def mail_within(connection: Connection, mail: str) -> str:
    """An address that has an account, as its owner wrote it."""
    table = tables.accounts
    wanted = select(table.c.mail).where(table.c.folded_mail == mail.casefold())
    return str(connection.execute(wanted).scalar_one())


def by_id(service: Service, number: int) -> Account | None:
    """The account of a number, unless its owner has left."""
    return _found(service, tables.accounts.c.id == number)


def by_name(service: Service, name: str) -> Account | None:
    """The account of a name."""
    return _found(service, tables.accounts.c.folded_name == folded(name))


def _found(service: Service, where: Any) -> Account | None:
    table = tables.accounts
    with service.database.reading() as connection:
        row = connection.execute(select(table).where(where, table.c.left_at.is_(None))).first()
    return None if row is None else account_of(row)


def all_accounts(service: Service) -> list[Account]:
    """Everybody who has an account, in the order in which they made it."""
    table = tables.accounts
    wanted = select(table).where(table.c.left_at.is_(None)).order_by(table.c.id)
    with service.database.reading() as connection:
        return [account_of(row) for row in connection.execute(wanted)]


@frozen
class Sought:
    """What an account is looked up by, as it is compared: a name's folded form, or an address's.

    Guesses are counted by the same text, so that no other spelling has guesses of its own.
    """

    text: str

    @property
    def where(self) -> ColumnElement[bool]:
        """The condition on the account."""
        table = tables.accounts.c
        same = table.folded_mail if "@" in self.text else table.folded_name
        return and_(same == self.text, table.left_at.is_(None))


def sought(who: str) -> Sought:
    """What is looked up when somebody types a name or mail address to sign in."""
    who = who.strip()[:_LONGEST_MAIL]
    return Sought(who.casefold() if "@" in who else folded(who))


def number_of(service: Service, wanted: Sought) -> int | None:
    """The number of the account that is looked up; None if there is none."""
    with service.database.reading() as connection:
        return connection.execute(select(tables.accounts.c.id).where(wanted.where)).scalar()


def authenticated(service: Service, who: str, password: str) -> Account | None:
    """The account of this name or address, if the password is its own and it may be used.

    It takes as long for an account that there is not.
    """
    with service.database.reading() as connection:
        row = connection.execute(select(tables.accounts).where(sought(who).where)).first()
    fits = passwords.fits(None if row is None else row.password_hash, password)
    if row is None or not fits or row.confirmed_at is None:
        return None
    return account_of(row)


def set_password(service: Service, account: Account, password: str, *, programs: bool) -> None:
    """Give an account another password; raises PasswordError.

    Every browser of it is signed out, and no link that was sent before is good any more. With
    `programs` no token is, nor a secret address of a feed or calendar: whoever had the old password
    may have made some.
    """
    kept = passwords.hashed(password, account.name, account.mail)
    with service.database.writing() as connection:
        set_password_within(connection, account.id, kept, programs=programs)


def set_password_within(connection: Connection, account: int, kept: str, *, programs: bool) -> None:
    """The same within a transaction, by the hash of a password that was accepted."""
    mine = tables.accounts.c.id == account
    connection.execute(update(tables.accounts).where(mine).values(password_hash=kept))
    held = (tables.tokens, tables.feeds) if programs else ()
    for table in (tables.sessions, tables.links, *held):
        connection.execute(table.delete().where(table.c.account == account))


def change_settings(service: Service, account: Account, **changes: Any) -> None:
    """Change some of an account's settings; the others stay as they are."""
    table = tables.accounts
    mine = table.c.id == account.id
    with service.database.writing() as connection:
        before = connection.execute(select(table.c.settings).where(mine)).scalar_one()
        after = {**before, **changes}
        connection.execute(update(table).where(mine).values(settings=after))


def demand_password(service: Service, account: Account, password: str) -> None:
    """Raises AccountError unless this is the account's password, TooManyError for a guesser."""
    attempts = limits.take(service, (f"own password of {account.id}", limits.WRONG_FOR_ACCOUNT))
    table = tables.accounts
    with service.database.reading() as connection:
        kept = connection.execute(
            select(table.c.password_hash).where(table.c.id == account.id)
        ).scalar_one()
    if not passwords.fits(kept, password):
        raise AccountError(LocalizedText("wrong password"), LocalizedText("nothing was changed"))
    limits.give_back(service, attempts)
