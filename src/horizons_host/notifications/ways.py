"""Subscriptions to notifications: webhooks, and the kinds of mails that a seat gets."""

from __future__ import annotations

import secrets
from collections.abc import Collection

from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock, now, stamp
from horizons_host.notifications.addresses import target_of
from horizons_host.notifications.words import KINDS, SubscriptionError, known_kinds
from horizons_host.seating import SeatError, seat_of
from horizons_host.store import GameStore, Notifications, Subscription, telling

#: Largest number of webhooks of a seat, or of the game.
MOST_WEBHOOKS = 5
#: Kinds of mails that are sent by default, and that a seat may turn off.
OPTIONAL_MAILS = ("turn", "deadline", "reminder", "message", "announcement")
#: Kinds of mails that are off by default, and that a seat may turn on.
MORE_MAILS = ("joined", "seat")


def add_webhook(
    store: GameStore,
    url: str,
    player: str | None = None,
    kinds: Collection[str] = (),
    clock: Clock = now,
    *,
    gamemaster: bool = False,
    secret: str = "",
) -> Subscription:
    """Add a webhook for future events of these `kinds` (empty: all).

    With a `player` it gets that seat's events; else public ones, and for the `gamemaster` those
    visible to the gamemaster, too. Posts are signed with the `secret`, or a new one, which is
    returned. Raises SubscriptionError, SeatError.
    """
    target_of(url)
    seat = None if player is None else seat_of(store.seats(), player).name
    scope = telling.SEAT if seat else telling.GAMEMASTER if gamemaster else telling.GAME
    existing = [hook for hook in webhooks(store) if (hook.scope, hook.seat) == (scope, seat)]
    if any(hook.address == url for hook in existing):
        raise SubscriptionError("this webhook already exists", LocalizedText("nothing was changed"))
    if len(existing) >= MOST_WEBHOOKS:
        raise SubscriptionError(f"there are already {len(existing)} webhooks", "remove one of them")
    subscription = Subscription(
        "webhook", scope, url, secret or new_secret(), stamp(clock), seat, known_kinds(kinds)
    )
    number = Notifications(store).add(subscription)
    return next(hook for hook in webhooks(store) if hook.id == number)


def new_secret() -> str:
    """Create a secret with which posts to a webhook are signed."""
    return secrets.token_hex(32)


def webhooks(store: GameStore) -> list[Subscription]:
    """Return the webhooks of a game and its seats."""
    return [
        subscription
        for subscription in Notifications(store).subscriptions()
        if subscription.channel == "webhook"
    ]


def seat_webhooks(store: GameStore, player: str) -> list[Subscription]:
    """Return the webhooks of a seat; raises SeatError."""
    seat = seat_of(store.seats(), player).name
    return [hook for hook in webhooks(store) if hook.seat == seat]


def webhook(store: GameStore, number: int) -> Subscription:
    """Return the webhook with this number; raises SubscriptionError."""
    for hook in webhooks(store):
        if hook.id == number:
            return hook
    raise SubscriptionError(
        LocalizedText("there is no webhook {number}", number=number),
        "see 'horizons notify list'",
    )


def remove_webhook(store: GameStore, number: int, clock: Clock = now) -> None:
    """Remove a webhook and its waiting notifications; raises SubscriptionError."""
    Notifications(store).remove(webhook(store, number).id, stamp(clock))


def seat_mails(store: GameStore, player: str) -> list[str]:
    """Return the kinds of optional mails that a seat gets; raises SeatError.

    It may choose among `OPTIONAL_MAILS` and `MORE_MAILS`; mails of all other kinds are always sent.
    """
    muted, more = Notifications(store).mails(seat_of(store.seats(), player).name)
    chosen = {
        *(kind for kind in OPTIONAL_MAILS if kind not in muted),
        *(more.kinds if more else ()),
    }
    return [kind for kind in KINDS if kind in chosen]


def set_mails(
    store: GameStore, player: str, kinds: Collection[str], clock: Clock = now
) -> list[str]:
    """Set the optional mails of a seat to exactly these kinds.

    Raises SeatError, SubscriptionError for a kind that cannot be chosen.
    """
    seat = seat_of(store.seats(), player)
    if seat.bot:
        raise SeatError(
            LocalizedText("{seat} is played by the bot {bot}", seat=seat.name, bot=seat.bot),
            "bots get no mails",
        )
    for kind in known_kinds(kinds):
        if kind not in (*OPTIONAL_MAILS, *MORE_MAILS):
            chosen = ", ".join((*OPTIONAL_MAILS, *MORE_MAILS))
            raise SubscriptionError(
                f"there is no subscription '{kind}'",
                LocalizedText("choose from {names}", names=chosen),
            )
    muted = [kind for kind in OPTIONAL_MAILS if kind not in kinds]
    more = [kind for kind in MORE_MAILS if kind in kinds]
    Notifications(store).set_mails(seat.name, muted, more, stamp(clock))
    return seat_mails(store, seat.name)
