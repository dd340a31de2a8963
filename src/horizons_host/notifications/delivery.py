"""Subscriptions by webhook or mail, and the delivery of due notifications."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterator
from datetime import timedelta

from attrs import evolve

import horizons_core as hz
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock, now, stamp
from horizons_host.mail.report_mails import addresses
from horizons_host.notifications.texts import KINDS, SubscriptionError, known_kinds, words
from horizons_host.notifications.webhooks import (
    PostResult,
    Sender,
    WebSender,
    body_of,
    headers_of,
    target_of,
)
from horizons_host.seats.seats import SeatError, seat_of
from horizons_host.store import (
    GameEvent,
    GameStore,
    NewMail,
    NotificationDelivery,
    Notifications,
    Subscription,
)
from horizons_host.store.notifications import GAME, GAMEMASTER, MAIL, PUSH, SEAT, WEBHOOK

#: Maximum number of webhooks per seat, and for the game.
MAX_WEBHOOKS = 5
#: Kinds of emails that are sent by default, and that a seat may turn off.
OPTIONAL_MAILS = ("turn", "deadline", "reminder", "message", "announcement")
#: Kinds of emails that are off by default, and that a seat may turn on.
MORE_MAILS = ("joined", "seat")

#: Kinds of push notifications that a player gets unless they choose others.
USUAL_PUSHES = ("turn", "reminder", "message", "announcement")
#: Kinds that come with any others.
_WITH_OTHERS = ("undone", "ended")

#: Delay of the first retry; it doubles with each further one ...
FIRST_WAIT = timedelta(minutes=1)
#: ... up to this.
MAX_WAIT = timedelta(hours=6)
#: Number of attempts, over more than a day, after which a notification has failed.
MAX_ATTEMPTS = 12
#: Time after which a sender that has not recorded a result is considered dead.
_SENDING = timedelta(minutes=5)


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
    scope = SEAT if seat else GAMEMASTER if gamemaster else GAME
    existing = [hook for hook in webhooks(store) if (hook.scope, hook.seat) == (scope, seat)]
    if any(hook.address == url for hook in existing):
        raise SubscriptionError("this webhook already exists", LocalizedText("nothing was changed"))
    if len(existing) >= MAX_WEBHOOKS:
        raise SubscriptionError(f"there are already {len(existing)} webhooks", "remove one of them")
    subscription = Subscription(
        WEBHOOK, scope, url, secret or new_secret(), stamp(clock), seat, known_kinds(kinds)
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
        if subscription.channel == WEBHOOK
    ]


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
    """Return the kinds of optional emails that a seat gets; raises SeatError.

    It may choose among `OPTIONAL_MAILS` and `MORE_MAILS`; all other kinds are always sent.
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
    """Set the optional emails of a seat to exactly these kinds.

    Raises SeatError, SubscriptionError for a kind that cannot be chosen.
    """
    seat = seat_of(store.seats(), player)
    if seat.bot:
        raise SeatError(
            LocalizedText("{seat} is played by the bot {bot}", seat=seat.name, bot=seat.bot),
            "bots get no emails",
        )
    _demand_choices(kinds)
    muted = [kind for kind in OPTIONAL_MAILS if kind not in kinds]
    more = [kind for kind in MORE_MAILS if kind in kinds]
    Notifications(store).set_mails(seat.name, muted, more, stamp(clock))
    return seat_mails(store, seat.name)


def _demand_choices(kinds: Collection[str]) -> None:
    """Raise SubscriptionError for a kind that cannot be chosen."""
    for kind in known_kinds(kinds):
        if kind not in (*OPTIONAL_MAILS, *MORE_MAILS):
            chosen = ", ".join((*OPTIONAL_MAILS, *MORE_MAILS))
            raise SubscriptionError(
                f"there is no subscription '{kind}'",
                LocalizedText("choose from {names}", names=chosen),
            )


def seat_pushes(store: GameStore, player: str) -> list[str]:
    """Return the kinds of push notifications that a seat's player has chosen; raises SeatError."""
    subscription = Notifications(store).push(seat_of(store.seats(), player).name)
    kinds = subscription.kinds if subscription else ()
    return [kind for kind in KINDS if kind in kinds and kind not in _WITH_OTHERS]


def set_pushes(
    store: GameStore, player: str, kinds: Collection[str], clock: Clock = now
) -> list[str]:
    """Set the push notifications of a seat's player, among those that emails can be about.

    A player who gets any is also told when a turn is undone and when the game ends. Raises
    SeatError, SubscriptionError.
    """
    seat = seat_of(store.seats(), player).name
    _demand_choices(kinds)
    Notifications(store).set_push(seat, [*kinds, *_WITH_OTHERS] if kinds else (), stamp(clock))
    return seat_pushes(store, seat)


def _any_subscription(_: Subscription) -> bool:
    return True


def deliver_due(
    store: GameStore,
    clock: Clock = now,
    sender: Sender | None = None,
    is_held: Callable[[Subscription], bool] = _any_subscription,
    queue_push: Callable[[NotificationDelivery], None] | None = None,
) -> Iterator[NotificationDelivery]:
    """Deliver all due notifications, and yield each with its new state.

    A webhook whose owner may no longer have it (`is_held`) is removed, and not posted to. Push
    notifications are put into the queue of a server, once (`queue_push`); without a server they
    wait.

    May run in several processes at once. After a failed post that is worth a retry, others to the
    same subscription wait as well, so that an unreachable server does not delay the rest.
    """
    notices = Notifications(store)
    posts = WebSender() if sender is None else sender
    away: set[int] = set()
    for number in notices.due(stamp(clock), stamp(lambda: clock() + 2 * MAX_WAIT)):
        delivery = notices.delivery(number)
        subscription = delivery.subscription
        if subscription.id in away or delivery.state not in {"queued", "sending"}:
            continue
        if subscription.channel == PUSH:
            if queue_push is not None:
                queue_push(delivery)
                notices.hand_over(delivery)
                yield evolve(delivery, state="sent")
            continue
        if subscription.channel == WEBHOOK and not is_held(subscription):
            notices.remove(subscription.id, stamp(clock))
            continue
        by_mail = subscription.channel == MAIL
        result = _mail(store, delivery, clock) if by_mail else _post(store, delivery, clock, posts)
        if result is None:
            continue
        if result.state == "queued":
            away.add(result.subscription.id)
        yield result


def _post(
    store: GameStore, delivery: NotificationDelivery, clock: Clock, sender: Sender
) -> NotificationDelivery | None:
    notices = Notifications(store)
    if not notices.begin(delivery, stamp(lambda: clock() + _SENDING)):
        return None
    answer = _answer(store, delivery, clock, sender)
    state = _state(delivery, answer)
    wait = min(FIRST_WAIT * 2 ** min(delivery.attempts, 20), MAX_WAIT)
    next_attempt = stamp(lambda: clock() + wait) if state == "queued" else ""
    notices.settle(delivery, state, at=stamp(clock), reply=answer.reply, next_attempt=next_attempt)
    return evolve(delivery, state=state, attempts=delivery.attempts + 1, reason=answer.reply)


def _answer(
    store: GameStore, delivery: NotificationDelivery, clock: Clock, sender: Sender
) -> PostResult:
    body = body_of(delivery, _title(store))
    return sender.post(
        delivery.subscription.address, body, headers_of(delivery, body, int(clock().timestamp()))
    )


def try_out(
    store: GameStore, number: int, clock: Clock = now, sender: Sender | None = None
) -> PostResult:
    """Post a test to a webhook and return the answer; stores nothing. Raises SubscriptionError."""
    event = GameEvent("test", stamp(clock), store.latest())
    delivery = NotificationDelivery(0, webhook(store, number), event, "queued", 0, event.at)
    return _answer(store, delivery, clock, WebSender() if sender is None else sender)


def _state(delivery: NotificationDelivery, answer: PostResult) -> str:
    if answer.accepted:
        return "sent"
    return "queued" if answer.retry and delivery.attempts + 1 < MAX_ATTEMPTS else "failed"


def _mail(
    store: GameStore, delivery: NotificationDelivery, clock: Clock
) -> NotificationDelivery | None:
    """Queue a notification in the email outbox, which sends it once."""
    snapshot = store.snapshot()
    seat = delivery.subscription.seat or ""
    address = addresses(hz.load(snapshot.state), snapshot.seats).get(seat)
    game, time = _title(store), stamp(clock)
    text = words(delivery.event, seat)
    subject = f"[{game}] {text}"[:150]
    mail = NewMail("happening", address, subject, time, seat, body=f"{text}\n") if address else None
    if not Notifications(store).mail(delivery, mail, time):
        return None
    return evolve(delivery, state="sent" if mail else "failed", attempts=delivery.attempts + 1)


def _title(store: GameStore) -> str:
    info = store.info()
    return info.name or info.variant
