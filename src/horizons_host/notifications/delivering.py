"""Delivery of due notifications, at least once to each subscription.

It is unknown whether a post without an answer was received. So a notification is marked as being
sent before it is posted, for a limited time; after a crash it is sent again, with the same delivery
id in its header, so that the receiver can detect the duplicate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

from attrs import evolve

import horizons_core as hz
from horizons_host.clock import Clock, now, stamp
from horizons_host.notifications.ways import webhook
from horizons_host.notifications.webhooks import PostResult, Sender, WebSender, body_of, headers_of
from horizons_host.notifications.words import words
from horizons_host.report_mails import addresses
from horizons_host.store import (
    GameEvent,
    GameStore,
    NewMail,
    NotificationDelivery,
    Notifications,
    Subscription,
)

#: Delay of the first retry; it doubles with each further one ...
FIRST_WAIT = timedelta(minutes=1)
#: ... up to this.
LONGEST_WAIT = timedelta(hours=6)
#: Number of attempts, over more than a day, after which a notification has failed.
MOST_ATTEMPTS = 12
#: Time after which a sender that has not recorded a result is considered dead.
_SENDING = timedelta(minutes=5)


def _always(_: Subscription) -> bool:
    return True


def deliver_due(
    store: GameStore,
    clock: Clock = now,
    sender: Sender | None = None,
    is_held: Callable[[Subscription], bool] = _always,
) -> Iterator[NotificationDelivery]:
    """Deliver all due notifications, and yield each with its new state.

    A webhook whose owner may no longer have it (`is_held`) is removed, and not posted to.

    May run in several processes at once. After a failed post that is worth a retry, others to the
    same subscription wait as well, so that an unreachable server does not delay the rest.
    """
    notices = Notifications(store)
    posts = WebSender() if sender is None else sender
    away: set[int] = set()
    for number in notices.due(stamp(clock), stamp(lambda: clock() + 2 * LONGEST_WAIT)):
        delivery = notices.delivery(number)
        subscription = delivery.subscription
        if subscription.id in away or delivery.state not in {"queued", "sending"}:
            continue
        if subscription.channel == "webhook" and not is_held(subscription):
            notices.remove(subscription.id, stamp(clock))
            continue
        by_mail = subscription.channel == "mail"
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
    wait = min(FIRST_WAIT * 2 ** min(delivery.attempts, 20), LONGEST_WAIT)
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
    return "queued" if answer.retry and delivery.attempts + 1 < MOST_ATTEMPTS else "failed"


def _mail(
    store: GameStore, delivery: NotificationDelivery, clock: Clock
) -> NotificationDelivery | None:
    """Queue a notification in the mail outbox, which sends it once."""
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
