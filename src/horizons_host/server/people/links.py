"""Links sent by mail, each good once and for a while."""

from __future__ import annotations

from datetime import timedelta
from enum import Enum
from urllib.parse import quote

from attrs import frozen
from sqlalchemy import Connection, insert, select, update

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import stamp
from horizons_host.server import mails, tables
from horizons_host.server.keys import key_hash, new_key
from horizons_host.server.people.accounts import Account, account_of, by_mail, set_password_within
from horizons_host.server.service import Service
from horizons_host.server.times import in_future


class LinkError(HorizonsError):
    """A link that is not good, or not any more."""


class Purpose(Enum):
    """What a link is for, as it stands in its address."""

    CONFIRM = "confirm"
    SIGN_IN = "sign-in"
    RESET = "reset"


_LASTS = {
    Purpose.CONFIRM: timedelta(days=1),
    Purpose.SIGN_IN: timedelta(minutes=15),
    Purpose.RESET: timedelta(hours=1),
}
_SUBJECTS = {
    Purpose.CONFIRM: "Confirm your email address",
    Purpose.SIGN_IN: "Your sign-in link",
    Purpose.RESET: "Set a new password",
}
_LASTS_WORDS = {Purpose.CONFIRM: "a day", Purpose.SIGN_IN: "15 minutes", Purpose.RESET: "an hour"}


def address_of(service: Service, account: Account, purpose: Purpose) -> str:
    """The address of a new link for an account."""
    with service.database.writing() as connection:
        return _made(service, connection, account, purpose)


def _made(service: Service, connection: Connection, account: Account, purpose: Purpose) -> str:
    key = new_key()
    connection.execute(
        insert(tables.links).values(
            key_hash=key_hash(key),
            account=account.id,
            purpose=purpose.value,
            mail=account.mail,
            made_at=stamp(service.clock),
            ends_at=in_future(service.clock, _LASTS[purpose]),
        )
    )
    return f"{service.settings.public_url}/links/{purpose.value}/{key}"


def send(service: Service, account: Account, purpose: Purpose, to: str = "/") -> None:
    """Send an account's owner a link; `to` is the page of this site that it leads to in the end."""
    with service.database.writing() as connection:
        send_within(service, connection, account, purpose, to)


def send_within(
    service: Service, connection: Connection, account: Account, purpose: Purpose, to: str = "/"
) -> None:
    """The same, with what else is written in a transaction."""
    address = _made(service, connection, account, purpose)
    address += "" if to == "/" else f"?to={quote(to, safe='/')}"
    body = (
        f"{_SUBJECTS[purpose]} on {service.settings.public_url}, {account.name}:\n\n"
        f"  {address}\n\n"
        f"The link works once and expires in {_LASTS_WORDS[purpose]}. If you didn't request it,"
        " ignore this email.\n"
    )
    mails.put(service, connection, account.mail, _SUBJECTS[purpose], body)


def send_to(service: Service, mail: str, purpose: Purpose) -> None:
    """Send a link to an address, if it has an account; whoever asks is not told whether."""
    account = by_mail(service, mail)
    if account is not None:
        send(service, account, purpose)


@frozen
class Opened:
    """A good link, opened in a browser: whose it is, and whether it asks for a new password.

    It does if it is for that, and if the mail address was not proved before by its owner: the
    password of the account may be that of somebody else who signed up with the address.
    """

    account: Account
    sent_to: str
    sets_password: bool


def opened(service: Service, key: str, purpose: Purpose, browser: str = "") -> Opened:
    """What a link leads to in the browser of this key; that does not use it up.

    Raises LinkError.
    """
    with service.database.reading() as connection:
        return _opened(service, connection, key, purpose, browser)


def _opened(
    service: Service, connection: Connection, key: str, purpose: Purpose, browser: str
) -> Opened:
    table, accounts, sign_ups = tables.links, tables.accounts, tables.sign_ups
    row = connection.execute(
        select(accounts, table.c.mail.label("sent_to"), sign_ups.c.browser_hash)
        .join(table, table.c.account == accounts.c.id)
        .outerjoin(sign_ups, sign_ups.c.account == accounts.c.id)
        .where(
            table.c.key_hash == key_hash(key),
            table.c.purpose == purpose.value,
            table.c.ends_at >= stamp(service.clock),
            accounts.c.left_at.is_(None),
        )
    ).first()
    if row is None:
        raise _no_more_good()
    proved = row.confirmed_at is not None and row.browser_hash is None
    trusted = proved or row.browser_hash == key_hash(browser)
    return Opened(account_of(row), row.sent_to, purpose is Purpose.RESET or not trusted)


def _no_more_good() -> LinkError:
    return LinkError(
        LocalizedText("this link is no longer valid"), LocalizedText("request a new one")
    )


def use(
    service: Service, key: str, purpose: Purpose, browser: str = "", password_hash: str = ""
) -> Account:
    """Use a link up: whose it was. Its mail address is proved by that.

    A link that asks for a password takes the account back with it, perhaps from somebody who made
    tokens meanwhile: whatever browsers and programs hold of it ends. Raises LinkError.
    """
    table, accounts = tables.links, tables.accounts
    time = stamp(service.clock)
    with service.database.writing() as connection:
        connection.execute(table.delete().where(table.c.ends_at < time))
        found = _opened(service, connection, key, purpose, browser)
        number = found.account.id
        if found.sent_to != found.account.mail:
            raise _no_more_good()
        if found.sets_password:
            if not password_hash:
                raise LinkError(
                    LocalizedText("this link needs a new password"),
                    LocalizedText("open the link again"),
                )
            set_password_within(connection, number, password_hash, programs=True)
        mine = (table.c.account == number, table.c.purpose == purpose.value)
        connection.execute(table.delete().where(*mine))
        connection.execute(tables.sign_ups.delete().where(tables.sign_ups.c.account == number))
        unconfirmed = (accounts.c.id == number, accounts.c.confirmed_at.is_(None))
        connection.execute(update(accounts).where(*unconfirmed).values(confirmed_at=time))
        return account_of(connection.execute(select(accounts).where(accounts.c.id == number)).one())
