"""Mail settings of seats: their address, and the kinds of events, chosen per account."""

from __future__ import annotations

from collections.abc import Collection

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.arrangements import seat_rows, set_address
from horizons_host.notifications.ways import MORE_MAILS, OPTIONAL_MAILS, set_mails
from horizons_host.notifications.words import KINDS, SubscriptionError, known_kinds
from horizons_host.server.games import directory
from horizons_host.server.people import accounts
from horizons_host.server.people.accounts import Account
from horizons_host.server.service import Service
from horizons_host.store import GameStore

#: The kinds that can be chosen, in the order of `KINDS`.
CHOICES = tuple(kind for kind in KINDS if kind in (*OPTIONAL_MAILS, *MORE_MAILS))
#: The name of the setting of an account.
_SETTING = "mails"


def address_of(service: Service, account: int) -> str:
    """Return the confirmed address of an account.

    "" if this server sends no mail, and for deleted accounts.
    """
    owner = accounts.by_id(service, account)
    if owner is None or not owner.confirmed or service.settings.mail is None:
        return ""
    return owner.mail


def mail_kinds(account: Account) -> list[str]:
    """List the kinds of events that an account is mailed about."""
    return list(account.settings.get(_SETTING, OPTIONAL_MAILS))


def set_mail_kinds(service: Service, account: Account, kinds: Collection[str]) -> list[str]:
    """Set the kinds of events that an account is mailed about, in all games and later ones.

    Returns them in order. Raises SubscriptionError for a kind that cannot be chosen. A game that
    cannot be written does not stop the others; the error names it then.
    """
    chosen = checked_kinds(kinds)
    accounts.change_settings(service, account, **{_SETTING: chosen})
    failed = []
    for game, member in directory.of_account(service, account):
        if not member.seat or game.state != directory.RUNNING:
            continue
        try:
            with service.database.game(game.key) as store:
                set_mails(store, member.seat, chosen, service.clock)
        except HorizonsError:
            failed.append(game.terms.title)
    if failed:
        raise SubscriptionError(
            LocalizedText(
                "the change hasn't reached these games yet: {games}", games=", ".join(failed)
            ),
            LocalizedText("try again later"),
        )
    return chosen


def checked_kinds(kinds: Collection[str]) -> list[str]:
    """Return the kinds in order; raises SubscriptionError for one that cannot be chosen."""
    chosen = known_kinds(kinds)
    if not set(chosen) <= set(CHOICES):
        raise SubscriptionError(
            LocalizedText("this email can't be turned off"),
            LocalizedText("choose among {names}", names=", ".join(CHOICES)),
        )
    return chosen


def apply_settings(service: Service, store: GameStore, account: int, seat: str) -> None:
    """Apply an account's mail settings to a seat that it has just taken."""
    owner = accounts.by_id(service, account)
    if owner is not None and _SETTING in owner.settings:
        set_mails(store, seat, mail_kinds(owner), service.clock)


def set_mail_delivery(
    service: Service, store: GameStore, account: Account, seat: str, *, on: bool
) -> None:
    """Send a seat's mails to its player from now on, or nowhere.

    Raises SubscriptionError if the player has no confirmed address.
    """
    address = address_of(service, account.id) if on else ""
    if on and not address:
        raise SubscriptionError(
            LocalizedText("you have no confirmed email address on this server"),
            LocalizedText("read your reports on this site"),
        )
    set_address(store, seat, address or None, service.clock, seat)


def mail_settings(store: GameStore, seat: str) -> tuple[str, bool]:
    """Return a seat's mail address ("" for none), and whether orders by mail need a password."""
    line = next(line for line in seat_rows(store) if line["seat"] == seat)
    return str(line["address"]), bool(line["password"])
