"""Where the mails of a seat go, and about what: as its player says, for all of their games."""

from __future__ import annotations

from collections.abc import Collection

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.arrangements import seating, set_address
from horizons_host.notifications.ways import MORE_MAILS, OPTIONAL_MAILS, set_mails
from horizons_host.notifications.words import KINDS, NoticeError, known_kinds
from horizons_host.server.games import directory
from horizons_host.server.people import accounts
from horizons_host.server.people.accounts import Account
from horizons_host.server.service import Service
from horizons_host.store import GameStore

#: What can be chosen, in the order of `KINDS`.
CHOICES = tuple(kind for kind in KINDS if kind in (*OPTIONAL_MAILS, *MORE_MAILS))
#: The name of the setting of an account.
_SETTING = "mails"


def address_of(service: Service, account: int) -> str:
    """Where mails to somebody go: to the address that they have confirmed.

    "" where this server sends none, and of somebody who has left.
    """
    found = accounts.by_id(service, account)
    if found is None or not found.confirmed or service.settings.mail is None:
        return ""
    return found.mail


def wanted(account: Account) -> list[str]:
    """About what somebody wants mails."""
    return list(account.settings.get(_SETTING, OPTIONAL_MAILS))


def choose(service: Service, account: Account, kinds: Collection[str]) -> list[str]:
    """Have somebody get mails about these kinds of happenings, in all games and later ones.

    Gives them in their order. Raises NoticeError for a kind that cannot be chosen. A game that
    cannot be written holds up no other; its name is in the error then.
    """
    chosen = checked(kinds)
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
        raise NoticeError(
            LocalizedText(
                "the change hasn't reached these games yet: {games}", games=", ".join(failed)
            ),
            LocalizedText("try again later"),
        )
    return chosen


def checked(kinds: Collection[str]) -> list[str]:
    """The kinds in their order; raises NoticeError for one that cannot be chosen."""
    chosen = known_kinds(kinds)
    if not set(chosen) <= set(CHOICES):
        raise NoticeError(
            LocalizedText("this email can't be turned off"),
            LocalizedText("choose among {names}", names=", ".join(CHOICES)),
        )
    return chosen


def settle(service: Service, store: GameStore, account: int, seat: str) -> None:
    """Have a seat that somebody has just taken get the mails that they want."""
    found = accounts.by_id(service, account)
    if found is not None and _SETTING in found.settings:
        set_mails(store, seat, wanted(found), service.clock)


def redirect(service: Service, store: GameStore, account: Account, seat: str, *, on: bool) -> None:
    """Have a seat's mails go to its player from now on, or nowhere.

    Raises NoticeError where there is no address to which they could go.
    """
    at = address_of(service, account.id) if on else ""
    if on and not at:
        raise NoticeError(
            LocalizedText("you have no confirmed email address on this server"),
            LocalizedText("read your reports on this site"),
        )
    set_address(store, seat, at or None, service.clock, seat)


def arranged(store: GameStore, seat: str) -> tuple[str, bool]:
    """Where a seat's mails go ("" for nowhere), and whether its orders by mail need a password."""
    one = next(one for one in seating(store) if one["seat"] == seat)
    return str(one["address"]), bool(one["password"])
