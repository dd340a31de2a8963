"""Signing in with a password; attempts are counted per login, per account and per place."""

from __future__ import annotations

from horizons_core.localized_text import LocalizedText
from horizons_host.server.people import accounts, limits
from horizons_host.server.people.accounts import Account, AccountError
from horizons_host.server.service import Service


def sign_in(service: Service, login: str, password: str, place: str) -> Account:
    """Return the account of this name or address if the password is right.

    Attempts count before they are checked, so that parallel guesses are not free. Raises
    TooManyError for too many on one name or address or from one place, and AccountError for a
    wrong password. An account that was guessed at by its name and by its address together is locked
    as well, reported as a wrong password: strangers must not learn that both belong together.
    """
    lookup = accounts.account_lookup(login)
    number = accounts.account_number(service, lookup)
    subject, origin = f"password of {lookup.text}", f"from {place}"
    account = f"password of no account, {lookup.text}"
    if number is not None:
        account = f"password of account {number}"
    limited = (
        (f"{account} {origin}", limits.WRONG_FOR_ACCOUNT),
        (account, limits.WRONG_FROM_EVERYWHERE),
    )
    with service.database.writing() as connection:
        attempts = limits.count_attempts_within(
            service,
            connection,
            (f"{subject} {origin}", limits.WRONG_FOR_ACCOUNT),
            (subject, limits.WRONG_FROM_EVERYWHERE),
            (f"passwords {origin}", limits.WRONG_FROM_PLACE),
        )
        locked = any(limits.is_reached(service, connection, *limit) for limit in limited)
        attempts = [*attempts, *limits.count_unchecked_within(service, connection, *limited)]
    signed_in = accounts.authenticated(service, login, password)
    if signed_in is None or locked:
        raise AccountError(
            LocalizedText("wrong name or password"),
            LocalizedText(
                "check that Caps Lock is off; after ten wrong passwords you have to wait 15 minutes"
            ),
        )
    limits.uncount_attempts(service, attempts)
    return signed_in
