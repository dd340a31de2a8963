"""Mailed links that are valid once and for a limited time, and signing up with one."""

from __future__ import annotations

from datetime import timedelta
from enum import Enum
from urllib.parse import quote

from attrs import frozen
from sqlalchemy import Connection, insert, select, update

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import stamp
from horizons_host.seats.seats import mail_address
from horizons_host.server import tables
from horizons_host.server.accounts import accounts
from horizons_host.server.accounts.accounts import (
    Account,
    NewAccount,
    account_from_row,
    by_mail,
    end_guest_within,
    set_password_within,
)
from horizons_host.server.jobs import server_mails
from horizons_host.server.security import rate_limits
from horizons_host.server.service import Service
from horizons_host.server.tables import in_future, key_hash, new_key


class LinkError(HorizonsError):
    """A link that is not valid, or no longer."""


class Purpose(Enum):
    """The purpose of a link, as it appears in its address."""

    CONFIRM = "confirm"
    SIGN_IN = "sign-in"
    RESET = "reset"


_LIFETIMES = {
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


def new_link(service: Service, account: Account, purpose: Purpose) -> str:
    """Return the address of a new link for an account."""
    with service.database.writing() as connection:
        return _make_within(service, connection, account, purpose)


def _make_within(
    service: Service, connection: Connection, account: Account, purpose: Purpose
) -> str:
    key = new_key()
    connection.execute(
        insert(tables.links).values(
            key_hash=key_hash(key),
            account=account.id,
            purpose=purpose.value,
            mail=account.mail,
            made_at=stamp(service.clock),
            ends_at=in_future(service.clock, _LIFETIMES[purpose]),
        )
    )
    return f"{service.settings.public_url}/links/{purpose.value}/{key}"


def send(service: Service, account: Account, purpose: Purpose, to: str = "/") -> None:
    """Mail a link to an account; `to` is the page of this site that it finally leads to."""
    with service.database.writing() as connection:
        send_within(service, connection, account, purpose, to)


def send_within(
    service: Service, connection: Connection, account: Account, purpose: Purpose, to: str = "/"
) -> None:
    """Mail a link within a transaction, together with its other changes."""
    address = _make_within(service, connection, account, purpose)
    address += "" if to == "/" else f"?to={quote(to, safe='/')}"
    body = (
        f"{_SUBJECTS[purpose]} on {service.settings.public_url}, {account.name}:\n\n"
        f"  {address}\n\n"
        f"The link works once and expires in {_LASTS_WORDS[purpose]}. If you didn't request it,"
        " ignore this email.\n"
    )
    server_mails.queue_mail(service, connection, account.mail, _SUBJECTS[purpose], body)


def send_if_known(service: Service, mail: str, purpose: Purpose) -> None:
    """Mail a link to an address if it has an account; the caller is not told whether it has."""
    account = by_mail(service, mail)
    if account is not None:
        send(service, account, purpose)


@frozen
class OpenedLink:
    """A valid link, opened in a browser: its account, and whether it asks for a new password.

    It does if that is its purpose, or if the email address was not proved before by its owner: the
    password may have been set by another person who signed up with the address.
    """

    account: Account
    sent_to: str
    sets_password: bool


def open_link(service: Service, key: str, purpose: Purpose, browser: str = "") -> OpenedLink:
    """Return the content of a link for the browser with this key, without using the link up.

    Raises LinkError.
    """
    with service.database.reading() as connection:
        return _open_within(service, connection, key, purpose, browser)


def _open_within(
    service: Service, connection: Connection, key: str, purpose: Purpose, browser: str
) -> OpenedLink:
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
        raise _expired()
    proved = row.confirmed_at is not None and row.browser_hash is None
    trusted = proved or row.browser_hash == key_hash(browser)
    return OpenedLink(account_from_row(row), row.sent_to, purpose is Purpose.RESET or not trusted)


def _expired() -> LinkError:
    return LinkError(
        LocalizedText("this link is no longer valid"), LocalizedText("request a new one")
    )


def use_link(
    service: Service, key: str, purpose: Purpose, browser: str = "", password_hash: str = ""
) -> Account:
    """Use a link up and return its account, whose email address it proves.

    A link that sets a password recovers the account, possibly from a person who made tokens
    meanwhile: all sessions and tokens of the account end. Raises LinkError.
    """
    table, accounts = tables.links, tables.accounts
    time = stamp(service.clock)
    with service.database.writing() as connection:
        connection.execute(table.delete().where(table.c.ends_at < time))
        link = _open_within(service, connection, key, purpose, browser)
        number = link.account.id
        if link.sent_to != link.account.mail:
            raise _expired()
        if link.sets_password:
            if not password_hash:
                raise LinkError(
                    LocalizedText("this link needs a new password"),
                    LocalizedText("open the link again"),
                )
            set_password_within(connection, number, password_hash, programs=True)
        same_links = (table.c.account == number, table.c.purpose == purpose.value)
        connection.execute(table.delete().where(*same_links))
        connection.execute(tables.sign_ups.delete().where(tables.sign_ups.c.account == number))
        unconfirmed = (accounts.c.id == number, accounts.c.confirmed_at.is_(None))
        connection.execute(update(accounts).where(*unconfirmed).values(confirmed_at=time))
        end_guest_within(connection, number)
        return account_from_row(
            connection.execute(select(accounts).where(accounts.c.id == number)).one()
        )


def sign_up(
    service: Service,
    name: str,
    mail: str,
    password: str,
    browser: str,
    to: str = "/",
    guest: Account | None = None,
) -> Account | None:
    """Create an account, or make it of a guest.

    Return it if it can be used at once, None if an email was sent first.

    If addresses are confirmed, an email is sent in any case: a link that finally leads to the page
    `to`, or, if the address has an account, a note about a request for another one. Either is a
    single write, so that the answer and its time reveal nothing. Without mail, addresses are not
    verified, and several accounts may share one. The key of the `browser` in which the
    account is made is stored until a link has proved the address.

    Raises AccountError for a name that is taken, PasswordError, SeatError for an invalid address,
    TooManyError.
    """
    if guest is None:
        accounts.demand_free_name(service, name)  # before the hash, which is expensive
    confirms = service.settings.confirms
    if confirms:
        mail_address(mail.strip())
    request = accounts.checked_account(name, mail, password)
    with service.database.writing() as connection:
        account = accounts.insert_account(
            service,
            connection,
            request,
            confirmed=not confirms,
            shares=not confirms,
            browser=browser,
            guest=guest,
        )
        if not confirms:
            return account
        rate_limits.count_attempts_within(
            service,
            connection,
            (f"mail to {request.mail.casefold()}", rate_limits.MAILS_TO_ADDRESS),
        )
        if account is None:
            _mail_owner(service, connection, request)
        else:
            send_within(service, connection, account, Purpose.CONFIRM, to)
    return None


def _mail_owner(service: Service, connection: Connection, request: NewAccount) -> None:
    # As its owner wrote it: a spelling that counts as equal here may be another mailbox.
    address = accounts.mail_within(connection, request.mail)
    url = service.settings.public_url
    body = (
        f"Someone tried to create an account on {url} with this email address,\n"
        "which already has one.\n"
        f"If it was you, sign in, or set a new password here:\n\n  {url}/forgotten\n\n"
        "If it wasn't you, ignore this email. Nothing was changed.\n"
    )
    server_mails.queue_mail(service, connection, address, "You already have an account", body)
