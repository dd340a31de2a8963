"""Signing up, without revealing which mail addresses have an account."""

from __future__ import annotations

from sqlalchemy import Connection

from horizons_host.server import mails
from horizons_host.server.people import accounts, limits, links
from horizons_host.server.people.accounts import Account, NewAccount
from horizons_host.server.people.links import Purpose
from horizons_host.server.service import Service


def sign_up(
    service: Service, name: str, mail: str, password: str, browser: str, to: str = "/"
) -> Account | None:
    """Create an account; return it if it can be used at once, None if a mail was sent first.

    If addresses are confirmed, a mail is sent in any case: a link that finally leads to the page
    `to`, or, if the address has an account, a note about a request for another one. Either is a
    single write, so that the answer and its time reveal nothing. Without mail, addresses are not
    verified, and several accounts may share one. The key of the `browser` in which the
    account is made is stored until a link has proved the address.

    Raises AccountError for a name that is taken, PasswordError, SeatError for an invalid address,
    TooManyError.
    """
    accounts.demand_free_name(service, name)  # before the hash, which is expensive
    request = accounts.checked_account(name, mail, password)
    confirms = service.settings.confirms
    with service.database.writing() as connection:
        account = accounts.insert_account(
            service,
            connection,
            request,
            confirmed=not confirms,
            shares=not confirms,
            browser=browser,
        )
        if not confirms:
            return account
        limits.count_attempts_within(
            service, connection, (f"mail to {request.mail.casefold()}", limits.MAILS_TO_ADDRESS)
        )
        if account is None:
            _mail_owner(service, connection, request)
        else:
            links.send_within(service, connection, account, Purpose.CONFIRM, to)
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
    mails.queue_mail(service, connection, address, "You already have an account", body)
