"""Management of webhooks: a seat's by its player, all others at the gamemaster's desk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from datetime import timedelta

from attrs import frozen
from sqlalchemy import delete, insert, select

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.notifications.addresses import target_of
from horizons_host.notifications.delivering import try_out
from horizons_host.notifications.ways import add_webhook, new_secret, remove_webhook, webhooks
from horizons_host.notifications.words import SubscriptionError
from horizons_host.server import tables
from horizons_host.server.games import directory
from horizons_host.server.keys import key_hash
from horizons_host.server.people import limits
from horizons_host.server.people.accounts import Account
from horizons_host.server.people.limits import Limit
from horizons_host.server.service import Service
from horizons_host.store import GameStore, Notifications, Subscription, telling

#: Limit on test posts per account.
TESTS = Limit(10, timedelta(minutes=10))


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
    # Before the webhook exists: one without a row would outlive its owner's right.
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
    """Tell whether the account that added a webhook still has the seat, or runs the game.

    True for webhooks that the server's administrator added.
    """
    table = tables.webhooks
    statement = select(table.c.account).where(table.c.secret_hash == key_hash(way.secret))
    with service.database.reading() as connection:
        account = connection.execute(statement).scalar()
        members = [] if account is None else directory.members_of(connection, key)
    if account is None:
        return True
    places = [member for member in members if member.account == account and member.left_at is None]
    if way.scope == telling.SEAT:
        return any(member.seat == way.seat for member in places)
    return any(member.role == directory.GAMEMASTER for member in places)


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
    limits.count_attempts(service, (f"test of a webhook by {account.id}", TESTS))
    answer = try_out(store, number, service.clock, service.posts)
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
