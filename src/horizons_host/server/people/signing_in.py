"""Signing in by a password: guesses are counted by what is looked up, by account and by place."""

from __future__ import annotations

from horizons_core.localized_text import LocalizedText
from horizons_host.server.people import accounts, limits
from horizons_host.server.people.accounts import Account, AccountError
from horizons_host.server.service import Service


def sign_in(service: Service, who: str, password: str, place: str) -> Account:
    """The account of this name or address, if the password is its own.

    Guesses count before they are looked at, so that of many at once none is free. Raises
    TooManyError for too many at one name or address or from one place, and AccountError for a
    wrong password. An account that was guessed at by its name and its address together is locked
    as well, and that is told as a wrong password: else strangers would learn that both are one's.
    """
    wanted = accounts.sought(who)
    number = accounts.number_of(service, wanted)
    named, here = f"password of {wanted.text}", f"from {place}"
    account = f"password of no account, {wanted.text}"
    if number is not None:
        account = f"password of account {number}"
    limited = (
        (f"{account} {here}", limits.WRONG_FOR_ACCOUNT),
        (account, limits.WRONG_FROM_EVERYWHERE),
    )
    with service.database.writing() as connection:
        attempts = limits.take_within(
            service,
            connection,
            (f"{named} {here}", limits.WRONG_FOR_ACCOUNT),
            (named, limits.WRONG_FROM_EVERYWHERE),
            (f"passwords {here}", limits.WRONG_FROM_PLACE),
        )
        locked = any(limits.reached(service, connection, *one) for one in limited)
        attempts = [*attempts, *limits.count_within(service, connection, *limited)]
    found = accounts.authenticated(service, who, password)
    if found is None or locked:
        raise AccountError(
            LocalizedText("wrong name or password"),
            LocalizedText(
                "check that Caps Lock is off; after ten wrong passwords you have to wait 15 minutes"
            ),
        )
    limits.give_back(service, attempts)
    return found
