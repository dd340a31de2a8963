"""Accounts with their settings, and passwords stored as argon2 hashes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from attrs import evolve, frozen
from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    and_,
    bindparam,
    exists,
    insert,
    or_,
    select,
    update,
)

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_core.model import folded
from horizons_host.clock import stamp
from horizons_host.seats import passwords
from horizons_host.seats.seats import mail_address
from horizons_host.server import tables
from horizons_host.server.security import rate_limits
from horizons_host.server.service import Service
from horizons_host.server.tables import key_hash

MIN_PASSWORD_LENGTH = 10
MAX_PASSWORD_LENGTH = 200
_MIN_CHARACTERS = 5

MAX_NAME_LENGTH = 30
_MAX_EMAIL_LENGTH = 254
_FORBIDDEN_CHARACTERS = frozenset('"#;*/\\<>@')


class WeakPasswordError(HorizonsError):
    """A password that is too weak."""


def demand_strong(password: str, *known: str) -> None:
    """Raise PasswordError for a weak password, without making a hash.

    `known` are words that others know about its owner.
    """
    if not MIN_PASSWORD_LENGTH <= len(password) <= MAX_PASSWORD_LENGTH:
        raise WeakPasswordError(
            LocalizedText(
                "passwords have {least} to {most} characters",
                least=MIN_PASSWORD_LENGTH,
                most=MAX_PASSWORD_LENGTH,
            ),
            LocalizedText("several words make a good password"),
        )
    plain = password.casefold()
    if len(set(plain)) < _MIN_CHARACTERS or any(plain in word.casefold() for word in known):
        raise WeakPasswordError(
            LocalizedText("this password is too easy to guess"),
            LocalizedText("several words make a good password"),
        )


def hash_password(password: str, *known: str) -> str:
    """Return the hash of a password; raises what `demand_strong` raises."""
    demand_strong(password, *known)
    return passwords.hash_password(password)


def is_correct(stored: str | None, password: str) -> bool:
    """Check a password against a stored hash; without a hash it takes the same time."""
    is_right = passwords.verify_hash(stored or _dummy_hash(), password[: MAX_PASSWORD_LENGTH + 1])
    return is_right and stored is not None


@cache
def _dummy_hash() -> str:
    return passwords.hash_password("nobody has this password")


class AccountError(HorizonsError):
    """A name, address or password that an account cannot have."""


#: Kinds of measures that moderators take about accounts.
WARNING, MUTE, BAN = "warning", "mute", "ban"


#: The setting of accounts that are guests'.
GUEST_SETTING = "guest"


@frozen
class Account:
    """An account.

    Attributes:
        muted: whether moderators have muted it now; known for the visitor of a page or call only,
            like the next two.
        banned: whether moderators have banned it now.
        has_news: whether it has not read yet what moderators decided about it.
    """

    id: int
    name: str
    mail: str
    confirmed: bool
    settings: Mapping[str, Any]
    made_at: str
    muted: bool = False
    banned: bool = False
    has_news: bool = False

    @property
    def is_guest(self) -> bool:
        """True for a guest, who may try lessons and games against bots alone."""
        return bool(self.settings.get(GUEST_SETTING))


@frozen
class NewAccount:
    """The checked data of an account to be created, with the hash of its password."""

    name: str
    mail: str
    password_hash: str


def checked_account(name: str, mail: str, password: str) -> NewAccount:
    """Check the data of a new account; raises AccountError, SeatError, PasswordError.

    `mail` may be empty, on a server that sends no email.
    """
    name = _checked_name(name)
    address = mail_address(mail.strip()) if mail.strip() else ""
    return NewAccount(name, address, hash_password(password, name, address))


def register(
    service: Service, name: str, mail: str, password: str, *, confirmed: bool = False
) -> Account | None:
    """Create an account; return None if its email address is in use.

    The address may be `confirmed` already; otherwise the server's settings say whether a link must
    confirm it. Raises AccountError for a name that is taken or not allowed.
    """
    request = checked_account(name, mail, password)
    confirmed = confirmed or not service.settings.confirms
    with service.database.writing() as connection:
        return insert_account(service, connection, request, confirmed=confirmed)


def insert_account(
    service: Service,
    connection: Connection,
    request: NewAccount,
    *,
    confirmed: bool,
    shares: bool = False,
    browser: str | None = None,
    guest: Account | None = None,
) -> Account | None:
    """Store a new account, or turn a guest into it.

    Return None if its email address is in use, unless it may be shared.

    An account with a shared address signs in by name only. With the key of a `browser`, the address
    counts as unproved: once a link proves it, the password stays valid only if the link was opened
    in that browser. A guest whose address must be confirmed stays one until then. Raises
    AccountError for a name that is taken.
    """
    table = tables.accounts
    folded_name = folded(request.name)
    if guest is None or folded_name != folded(guest.name):
        _demand_free(connection, folded_name, request.name)
    folded_mail = request.mail.casefold() or None
    others = table.c.id != (0 if guest is None else guest.id)
    if folded_mail and _exists(connection, (table.c.folded_mail == folded_mail) & others):
        if not shares:
            return None
        folded_mail = None
    time = stamp(service.clock)
    values = {
        "name": request.name,
        "folded_name": folded_name,
        "mail": request.mail,
        "folded_mail": folded_mail,
        "confirmed_at": time if confirmed else None,
        "password_hash": request.password_hash,
    }
    if guest is None:
        statement = insert(table).values(**values, settings={}, made_at=time).returning(table)
        row = connection.execute(statement).one()
    else:
        row = _change_guest(connection, guest, values, confirmed=confirmed)
    if browser is not None:
        values = {"account": row.id, "browser_hash": key_hash(browser)}
        connection.execute(insert(tables.sign_ups).values(**values))
    return account_from_row(row)


def _change_guest(
    connection: Connection, guest: Account, values: Mapping[str, Any], *, confirmed: bool
) -> Row[Any]:
    """Give a guest a name, an address and a password, and return the account's row.

    Raises AccountError if it is no guest any more: a link may have proved its address meanwhile.
    """
    table, sign_ups = tables.accounts, tables.sign_ups
    is_guest = (table.c.id == guest.id, table.c.left_at.is_(None))
    guests = select(tables.guests.c.account)
    changed = update(table).where(*is_guest, table.c.id.in_(guests)).values(**values)
    if connection.execute(changed).rowcount == 0:
        raise AccountError(
            LocalizedText("you have created an account already"), LocalizedText("sign in")
        )
    connection.execute(sign_ups.delete().where(sign_ups.c.account == guest.id))
    if confirmed:
        end_guest_within(connection, guest.id)
    return connection.execute(select(table).where(*is_guest)).one()


def end_guest_within(connection: Connection, number: int) -> None:
    """Make a guest an ordinary account; other accounts stay as they are."""
    table = tables.accounts
    settings = connection.execute(select(table.c.settings).where(table.c.id == number)).scalar_one()
    if GUEST_SETTING in settings:
        kept = {name: value for name, value in settings.items() if name != GUEST_SETTING}
        connection.execute(update(table).where(table.c.id == number).values(settings=kept))
        connection.execute(tables.guests.delete().where(tables.guests.c.account == number))


def demand_free_name(service: Service, name: str) -> None:
    """Raise AccountError for a name that is not allowed, or taken."""
    folded_name = folded(_checked_name(name))
    with service.database.reading() as connection:
        _demand_free(connection, folded_name, name)


def _demand_free(connection: Connection, folded_name: str, name: str) -> None:
    if _exists(connection, tables.accounts.c.folded_name == folded_name):
        raise AccountError(
            LocalizedText("the name '{name}' is taken", name=name),
            LocalizedText("choose another one"),
        )


def _checked_name(name: str) -> str:
    name = " ".join(name.split())
    if (
        not name
        or len(name) > MAX_NAME_LENGTH
        or not name.isprintable()
        or _FORBIDDEN_CHARACTERS & set(name)
    ):
        raise AccountError(
            LocalizedText("this name can't be used"),
            LocalizedText(
                "use 1 to {most} printable characters, without {marks}",
                most=MAX_NAME_LENGTH,
                marks=" ".join(sorted(_FORBIDDEN_CHARACTERS)),
            ),
        )
    return name


def _exists(connection: Connection, condition: Any) -> bool:
    return connection.execute(select(tables.accounts.c.id).where(condition)).first() is not None


def account_from_row(row: Row[Any]) -> Account:
    """Read an account from a row of the table."""
    return Account(
        id=row.id,
        name=row.name,
        mail=row.mail,
        confirmed=row.confirmed_at is not None,
        settings=row.settings,
        made_at=row.made_at,
    )


def _in_force(kind: str) -> ColumnElement[bool]:
    """Return whether a measure of this kind restricts the selected account at the time `now`."""
    table = tables.measures.c
    lasts = or_(table.ends_at.is_(None), table.ends_at > bindparam("now"))
    return (
        exists()
        .where(table.account == tables.accounts.c.id, table.kind == kind)
        .where(table.lifted_at.is_(None), lasts)
    )


IS_BANNED = _in_force(BAN)
#: The measures about an account, as columns of a statement with the parameter `now`.
MEASURES = (
    _in_force(MUTE).label("muted"),
    IS_BANNED.label("banned"),
    exists()
    .where(tables.measures.c.account == tables.accounts.c.id, tables.measures.c.seen_at.is_(None))
    .label("has_news"),
)


def visitor_from_row(row: Row[Any]) -> Account:
    """Read the account of a visitor from a row of the table with the columns `MEASURES`."""
    return evolve(
        account_from_row(row),
        muted=bool(row.muted),
        banned=bool(row.banned),
        has_news=bool(row.has_news),
    )


def by_mail(service: Service, mail: str) -> Account | None:
    """Return the account with an email address, ignoring case."""
    return _find_account(service, tables.accounts.c.folded_mail == mail.strip().casefold())


def mail_within(connection: Connection, mail: str) -> str:
    """Return the address of an account, as its owner wrote it."""
    table = tables.accounts
    statement = select(table.c.mail).where(table.c.folded_mail == mail.casefold())
    return str(connection.execute(statement).scalar_one())


def by_id(service: Service, number: int) -> Account | None:
    """Return the account with this number, unless it was deleted."""
    return _find_account(service, tables.accounts.c.id == number)


def by_name(service: Service, name: str) -> Account | None:
    """Return the account with this name."""
    return _find_account(service, tables.accounts.c.folded_name == folded(name))


def _find_account(service: Service, condition: Any) -> Account | None:
    table = tables.accounts
    with service.database.reading() as connection:
        row = connection.execute(select(table).where(condition, table.c.left_at.is_(None))).first()
    return None if row is None else account_from_row(row)


def all_accounts(service: Service) -> list[Account]:
    """List all accounts, in the order of their creation."""
    table = tables.accounts
    statement = select(table).where(table.c.left_at.is_(None)).order_by(table.c.id)
    with service.database.reading() as connection:
        return [account_from_row(row) for row in connection.execute(statement)]


@frozen
class AccountLookup:
    """The key of an account lookup: a name's folded form, or an email address.

    Wrong passwords are counted by the same text, so that other spellings give no further guesses.
    """

    text: str

    @property
    def condition(self) -> ColumnElement[bool]:
        """Return the condition on the accounts table."""
        table = tables.accounts.c
        same = table.folded_mail if "@" in self.text else table.folded_name
        return and_(same == self.text, table.left_at.is_(None))


def account_lookup(login: str) -> AccountLookup:
    """Return the lookup for the name or email address that a visitor entered to sign in."""
    login = login.strip()[:_MAX_EMAIL_LENGTH]
    return AccountLookup(login.casefold() if "@" in login else folded(login))


def account_number(service: Service, lookup: AccountLookup) -> int | None:
    """Return the number of the account, or None."""
    with service.database.reading() as connection:
        return connection.execute(select(tables.accounts.c.id).where(lookup.condition)).scalar()


def authenticated(service: Service, login: str, password: str) -> Account | None:
    """Return the account of this name or address if the password is right and it may be used.

    A missing account takes the same time.
    """
    with service.database.reading() as connection:
        row = connection.execute(
            select(tables.accounts).where(account_lookup(login).condition)
        ).first()
    fits = is_correct(None if row is None else row.password_hash, password)
    if row is None or not fits or row.confirmed_at is None:
        return None
    return account_from_row(row)


def set_password(service: Service, account: Account, password: str, *, programs: bool) -> None:
    """Change an account's password; raises PasswordError.

    This ends all its sessions and invalidates the links sent to it. With `programs` it also deletes
    its tokens and the secret addresses of its feeds and calendars: someone who knew the old
    password may have made some.
    """
    password_hash = hash_password(password, account.name, account.mail)
    with service.database.writing() as connection:
        set_password_within(connection, account.id, password_hash, programs=programs)


def set_password_within(
    connection: Connection, account: int, new_hash: str, *, programs: bool
) -> None:
    """Change a password within a transaction, given the hash of an accepted password."""
    is_account = tables.accounts.c.id == account
    connection.execute(update(tables.accounts).where(is_account).values(password_hash=new_hash))
    held = (tables.tokens, tables.feeds) if programs else ()
    for table in (tables.sessions, tables.links, *held):
        connection.execute(table.delete().where(table.c.account == account))


def change_settings(service: Service, account: Account, **changes: Any) -> None:
    """Change some of an account's settings and keep the others."""
    table = tables.accounts
    is_account = table.c.id == account.id
    with service.database.writing() as connection:
        before = connection.execute(select(table.c.settings).where(is_account)).scalar_one()
        after = {**before, **changes}
        connection.execute(update(table).where(is_account).values(settings=after))


def demand_password(service: Service, account: Account, password: str) -> None:
    """Raise AccountError for a wrong password, TooManyError for too many attempts."""
    attempts = rate_limits.count_attempts(
        service, (f"own password of {account.id}", rate_limits.WRONG_FOR_ACCOUNT)
    )
    table = tables.accounts
    with service.database.reading() as connection:
        password_hash = connection.execute(
            select(table.c.password_hash).where(table.c.id == account.id)
        ).scalar_one()
    if not is_correct(password_hash, password):
        raise AccountError(LocalizedText("wrong password"), LocalizedText("nothing was changed"))
    rate_limits.uncount_attempts(service, attempts)
