"""Settings of emails and push notifications, and webhooks of seats and games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from datetime import timedelta

from attrs import frozen
from sqlalchemy import delete, insert, select

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock
from horizons_host.notifications.delivery import (
    MORE_MAILS,
    OPTIONAL_MAILS,
    USUAL_PUSHES,
    add_webhook,
    new_secret,
    remove_webhook,
    seat_mails,
    seat_pushes,
    set_mails,
    set_pushes,
    try_out,
    webhooks,
)
from horizons_host.notifications.texts import KINDS, SubscriptionError, known_kinds
from horizons_host.notifications.webhooks import target_of
from horizons_host.seats.changes import seat_rows, set_address
from horizons_host.server import tables
from horizons_host.server.accounts import accounts
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.games import directory
from horizons_host.server.jobs import server_mails
from horizons_host.server.security import rate_limits
from horizons_host.server.security.rate_limits import Limit
from horizons_host.server.service import Service
from horizons_host.server.tables import key_hash
from horizons_host.store import GameStore, Notifications, Subscription
from horizons_host.store.notifications import SEAT

#: The kinds that can be chosen, in the order of `KINDS`.
CHOICES = tuple(kind for kind in KINDS if kind in (*OPTIONAL_MAILS, *MORE_MAILS))
#: Limit on test posts per account.
TESTS = Limit(10, timedelta(minutes=10))


@frozen
class Channel:
    """A channel whose kinds of events are chosen for all games, and for each.

    `setting` is the name of the account's setting, `usual` the kinds of those who chose none, and
    `apply` sets the kinds of a seat.
    """

    setting: str
    usual: tuple[str, ...]
    apply: Callable[[GameStore, str, Collection[str], Clock], object]


EMAIL = Channel("mails", OPTIONAL_MAILS, set_mails)
PUSH = Channel("pushes", USUAL_PUSHES, set_pushes)
CHANNELS = (EMAIL, PUSH)
#: Kinds of emails and of push notifications, by the name of a choice of both.
PRESETS: Mapping[str, Mapping[Channel, tuple[str, ...]]] = {
    "usual": {EMAIL: OPTIONAL_MAILS, PUSH: USUAL_PUSHES},
    "turns": {EMAIL: ("turn", "reminder"), PUSH: ("turn", "reminder")},
    "all": {EMAIL: CHOICES, PUSH: CHOICES},
    "none": {EMAIL: (), PUSH: ()},
}


def channels_of(service: Service) -> list[Channel]:
    """Return the channels that this server has."""
    settings = service.settings
    available = {EMAIL: settings.mail is not None, PUSH: settings.push is not None}
    return [channel for channel in CHANNELS if available[channel]]


def address_of(service: Service, account: int) -> str:
    """Return the confirmed address of an account.

    "" if this server sends no email, and for deleted accounts.
    """
    owner = accounts.by_id(service, account)
    if owner is None or not owner.confirmed or service.settings.mail is None:
        return ""
    return owner.mail


def chosen_kinds(account: Account, channel: Channel) -> list[str]:
    """List the kinds of events that an account is told about by a channel."""
    return list(account.settings.get(channel.setting, channel.usual))


def applied_kinds(account: Account, channel: Channel) -> list[str]:
    """List the kinds that an account's games have unless a game has its own.

    Push notifications begin when the account turns them on in a browser.
    """
    begun = channel == EMAIL or channel.setting in account.settings
    return chosen_kinds(account, channel) if begun else []


def set_kinds(
    service: Service, account: Account, channel: Channel, kinds: Collection[str]
) -> list[str]:
    """Set the kinds of events of a channel, in all games of an account and later ones.

    Returns them in order. Raises SubscriptionError for a kind that cannot be chosen. If a game
    cannot be written, the others are still changed, and the error names it.
    """
    chosen = checked_kinds(kinds)
    accounts.change_settings(service, account, **{channel.setting: chosen})
    failed = []
    for game, member in directory.games_of(service, account):
        if not member.seat or game.state != directory.RUNNING:
            continue
        try:
            with service.database.game(game.key) as store:
                channel.apply(store, member.seat, chosen, service.clock)
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


def begin_pushes(service: Service, account: Account) -> None:
    """Subscribe an account to the usual push notifications, unless it has chosen others."""
    if PUSH.setting not in account.settings:
        set_kinds(service, account, PUSH, PUSH.usual)


def seat_kinds(store: GameStore, seat: str, channel: Channel) -> list[str]:
    """List the kinds of events that a seat's player is told about by a channel."""
    return seat_mails(store, seat) if channel == EMAIL else seat_pushes(store, seat)


def checked_kinds(kinds: Collection[str]) -> list[str]:
    """Return the kinds in order; raises SubscriptionError for one that cannot be chosen."""
    chosen = known_kinds(kinds)
    if not set(chosen) <= set(CHOICES):
        raise SubscriptionError(
            LocalizedText("this notification can't be turned off"),
            LocalizedText("choose from {names}", names=", ".join(CHOICES)),
        )
    return chosen


def apply_settings(service: Service, store: GameStore, account: int, seat: str) -> None:
    """Apply an account's settings to a seat that it has just taken."""
    owner = accounts.by_id(service, account)
    if owner is None:
        return
    for channel in CHANNELS:
        if channel.setting in owner.settings:
            channel.apply(store, seat, chosen_kinds(owner, channel), service.clock)


def set_mail_delivery(
    service: Service, store: GameStore, account: Account, seat: str, *, on: bool
) -> None:
    """Send a seat's emails to its player from now on, or nowhere.

    Raises SubscriptionError if the player has no confirmed address.
    """
    address = address_of(service, account.id) if on else ""
    if on and not address:
        raise _no_address()
    set_address(store, seat, address or None, service.clock, seat)


def _no_address() -> SubscriptionError:
    return SubscriptionError(
        LocalizedText("you have no confirmed email address on this server"),
        LocalizedText("read your reports on this site"),
    )


def queue_test_mail(service: Service, account: Account) -> None:
    """Queue a test email to an account's address.

    Raises SubscriptionError if the account has no confirmed address, TooManyError.
    """
    address = address_of(service, account.id)
    if not address:
        raise _no_address()
    rate_limits.count_attempts(service, (f"test mail to {account.id}", TESTS))
    body = f"This is a test notification for {account.name}.\n\n{service.settings.public_url}\n"
    with service.database.writing() as connection:
        server_mails.queue_mail(service, connection, address, "[Horizons] Test", body)


def mail_settings(store: GameStore, seat: str) -> tuple[str, bool]:
    """Return a seat's email address ("" for none), and whether orders by email need a password."""
    line = next(line for line in seat_rows(store) if line["seat"] == seat)
    return str(line["address"]), bool(line["password"])


@frozen
class WebhookStatus:
    """A webhook, the host it posts to, and the number of its notifications by state."""

    subscription: Subscription
    host: str
    deliveries: Mapping[str, int]


def webhook_statuses(store: GameStore, seat: str | None) -> list[WebhookStatus]:
    """List the webhooks of a seat; None for those of the game and its gamemaster."""
    tally = Notifications(store).tally()
    return [
        WebhookStatus(way, target_of(way.address).host_header, tally.get(way.id, Counter()))
        for way in webhooks(store)
        if way.seat == seat
    ]


def register_webhook(
    service: Service,
    account: Account,
    key: str,
    store: GameStore,
    url: str,
    seat: str | None,
    kinds: Collection[str],
    *,
    gamemaster: bool = False,
) -> Subscription:
    """Add a webhook to the account's seat, or (None) to the game that it runs.

    Raises what `add_webhook` raises.
    """
    secret, table = new_secret(), tables.webhooks
    row = {"secret_hash": key_hash(secret), "game": key, "account": account.id}
    # The row comes first: a webhook without one would outlive its owner's right to it.
    with service.database.writing() as connection:
        connection.execute(insert(table).values(**row))
    try:
        return add_webhook(
            store, url, seat, kinds, service.clock, gamemaster=gamemaster, secret=secret
        )
    except HorizonsError:
        with service.database.writing() as connection:
            connection.execute(delete(table).where(table.c.secret_hash == row["secret_hash"]))
        raise


def is_held(service: Service, key: str, way: Subscription) -> bool:
    """Return whether the account that added a webhook still has the seat, or runs the game.

    True for webhooks that the server's administrator added.
    """
    account = owner_of(service, way)
    if account is None:
        return True
    members = [member for member in directory.members(service, key) if member.account == account]
    places = [member for member in members if member.left_at is None]
    if way.scope == SEAT:
        return any(member.seat == way.seat for member in places)
    return any(member.role == directory.GAMEMASTER for member in places)


def owner_of(service: Service, way: Subscription) -> int | None:
    """Return the account that added a webhook; None if the server's administrator did."""
    table = tables.webhooks
    statement = select(table.c.account).where(table.c.secret_hash == key_hash(way.secret))
    with service.database.reading() as connection:
        account = connection.execute(statement).scalar()
    return None if account is None else int(account)


def remove_own_webhook(service: Service, store: GameStore, seat: str | None, number: int) -> None:
    """Remove a webhook; raises SubscriptionError unless it is the caller's."""
    _demand_own(store, seat, number)
    remove_webhook(store, number, service.clock)


def test_webhook(
    service: Service, account: Account, store: GameStore, seat: str | None, number: int
) -> str:
    """Post a test to a webhook and return the answer of its server.

    Raises SubscriptionError for a failed delivery or another player's webhook, TooManyError.
    """
    _demand_own(store, seat, number)
    rate_limits.count_attempts(service, (f"test of a webhook by {account.id}", TESTS))
    answer = try_out(store, number, service.clock, service.webhook_sender)
    if not answer.accepted:
        raise SubscriptionError(
            LocalizedText("the test was not delivered: {what}", what=answer.reply),
            LocalizedText("check the URL"),
        )
    return answer.reply


def _demand_own(store: GameStore, seat: str | None, number: int) -> None:
    if not any(way.id == number and way.seat == seat for way in webhooks(store)):
        raise SubscriptionError(
            LocalizedText("there is no webhook {number}", number=number),
            LocalizedText("choose one from the list of webhooks"),
        )
