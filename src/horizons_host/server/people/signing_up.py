"""Making an account by oneself, so that nobody learns which mail addresses have one."""

from __future__ import annotations

from sqlalchemy import Connection

from horizons_host.server import mails
from horizons_host.server.people import accounts, limits, links
from horizons_host.server.people.accounts import Account, Wanted
from horizons_host.server.people.links import Purpose
from horizons_host.server.service import Service


def sign_up(
    service: Service, name: str, mail: str, password: str, browser: str, to: str = "/"
) -> Account | None:
    """Make an account that counts at once; None if a mail says how to go on.

    Where addresses are confirmed a mail goes to the address in any case: a link that leads to the
    page `to` in the end or, if it has an account, that somebody asked for another one. Either is
    one write, so that the answer and its time tell nothing to whoever asks. Where no mail is sent
    addresses are nobody's, and several accounts may have one. The key of the `browser` in which the
    account is made is kept until a link has proved the address.

    Raises AccountError for a name that is taken, PasswordError, SeatError for what is no address,
    TooManyError.
    """
    accounts.demand_free_name(service, name)  # before the hash, which is dear
    one = accounts.wanted(name, mail, password)
    confirms = service.settings.confirms
    with service.database.writing() as connection:
        made = accounts.put(
            service,
            connection,
            one,
            confirmed=not confirms,
            shares=not confirms,
            browser=browser,
        )
        if not confirms:
            return made
        limits.take_within(
            service, connection, (f"mail to {one.mail.casefold()}", limits.MAILS_TO_ADDRESS)
        )
        if made is None:
            _tell_owner(service, connection, one)
        else:
            links.send_within(service, connection, made, Purpose.CONFIRM, to)
    return None


def _tell_owner(service: Service, connection: Connection, one: Wanted) -> None:
    # As its owner wrote it: another spelling that counts as the same may be another's mailbox.
    own = accounts.mail_within(connection, one.mail)
    url = service.settings.public_url
    body = (
        f"Someone tried to create an account on {url} with this email address,\n"
        "which already has one.\n"
        f"If it was you, sign in, or set a new password here:\n\n  {url}/forgotten\n\n"
        "If it wasn't you, ignore this email. Nothing was changed.\n"
    )
    mails.put(service, connection, own, "You already have an account", body)
