"""Push notifications to the browsers of players: queued once per event and browser, then sent.

The deliveries of a game hand their events to the queue; the name of an entry makes sure that each
browser gets an event once. A worker sends what is due, outside of any request.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from attrs import frozen
from sqlalchemy import Connection, select

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import stamp
from horizons_host.deadlines.decisions import before
from horizons_host.deadlines.state import FINAL, DeadlineFacts, facts_of, quick_facts
from horizons_host.notifications.push import has_ended, send_push
from horizons_host.notifications.texts import SubscriptionError
from horizons_host.server import tables
from horizons_host.server.accounts import accounts, devices
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.accounts.devices import Device
from horizons_host.server.accounts.quiet_hours import quiet_hours
from horizons_host.server.games import directory, notification_log, push_messages
from horizons_host.server.games.notification_log import (
    ACCEPTED,
    DROPPED,
    REFUSED,
    WAITING,
    Notification,
)
from horizons_host.server.jobs import queue
from horizons_host.server.jobs.queue import Job, NextRun
from horizons_host.server.security import rate_limits
from horizons_host.server.security.rate_limits import Limit
from horizons_host.server.service import Service
from horizons_host.server.tables import in_future, in_past
from horizons_host.store import GameStore, NotificationDelivery, Notifications
from horizons_host.store.notifications import PUSH

PUSH_KIND = "push"
#: Hours before a deadline at which a player without final orders is reminded, besides those of the
#: game's schedule.
LADDER_HOURS = (24, 8, 3, 1)
#: Equal events within this time are one notification.
_MERGED = timedelta(minutes=1)
#: Delay of a notification about the game whose page its reader is using.
_IN_USE_DELAY = timedelta(minutes=10)
#: Number of attempts after which a notification is given up, and the wait after the first failure,
#: which doubles with each further one.
MAX_ATTEMPTS, FIRST_WAIT = 6, timedelta(minutes=1)
#: Longest wait after a failure, and longest delay of a notification, by quiet hours.
_LONGEST_WAIT, _LONGEST = timedelta(hours=1), timedelta(days=1)
#: Time after which a worker that has not stored a result is considered dead.
_SENDING = timedelta(minutes=5)
#: Messages, and failures, after which other jobs get their turn.
_MAX_AT_ONCE, _MAX_FAILURES = 100, 3
#: Interval at which the queue is checked without being woken.
_INTERVAL = timedelta(minutes=10)
#: Limit on test messages per account.
TESTS = Limit(10, timedelta(minutes=10))
#: Facts of an event that texts are made from.
_FACTS = ("turn", "what", "seat", "ending")


# the queue


def queue_delivery(service: Service, key: str, delivery: NotificationDelivery) -> None:
    """Queue an event of a game for the browsers of a seat's player, once.

    Reminders before a deadline are queued by `queue_reminders`, at more hours than the game's. A
    lesson waits for its player in silence.
    """
    event, seat = delivery.event, delivery.subscription.seat or ""
    if service.settings.push is None:
        return  # it was turned off: nothing waits for the day when it is turned on again
    if directory.find_game(service, key).terms.lesson:
        return
    if event.kind == "reminder" and _is_before(str(event.facts.get("what", ""))):
        return
    facts = {name: event.facts[name] for name in _FACTS if name in event.facts}
    facts |= {"own": seat, "turn": event.turn}
    for account in _holders(service, key, [seat]).values():
        name = f"{key} {delivery.id} {event.at}"
        _queue(service, account, key, event.kind, facts, name)


def _is_before(kind: str) -> bool:
    hours = kind.partition(" ")[0]
    return hours.isdecimal() and kind == before(int(hours))


def queue_reminders(service: Service, key: str, store: GameStore) -> None:
    """Remind the players of a game whose orders are not final, some hours before the deadline."""
    if service.settings.push is None:
        return
    step = _step(quick_facts(store), service.clock())
    subscribed = {
        subscription.seat or ""
        for subscription in (Notifications(store).subscriptions() if step else ())
        if subscription.channel == PUSH and "reminder" in subscription.kinds
    }
    holders = _holders(service, key, subscribed)
    if not holders:
        return
    facts = facts_of(store)
    for place in facts.places:
        account = holders.get(place.seat)
        if account is None or not place.expected(facts.turn) or place.state == FINAL:
            continue
        known = {"turn": facts.turn - 1, "own": place.seat, "what": before(step)}
        name = f"{key} {facts.turn} {facts.attempt} {facts.course.deadline} {step} {place.seat}"
        _queue(service, account, key, "reminder", known, name)


def _step(facts: DeadlineFacts, now: datetime) -> int:
    """Return the last step of the ladder that was reached, in hours to the deadline; 0 for none."""
    course = facts.course
    if facts.over or course.deadline is None or course.rule is None or now >= course.deadline:
        return 0
    if not course.rule.reminder_hours:  # the gamemaster wants no reminders
        return 0
    hours = {*LADDER_HOURS, *course.rule.reminder_hours}
    times = {step: course.deadline - timedelta(hours=step) for step in hours}
    return min((step for step, at in times.items() if course.opened < at <= now), default=0)


def _holders(service: Service, key: str, seats: Iterable[str]) -> Mapping[str, int]:
    """Return the accounts that have these seats now, if they have browsers to notify."""
    members, table = tables.members.c, tables.devices.c
    statement = (
        select(members.seat, members.account)
        .where(
            members.game == key,
            members.seat.in_([seat for seat in seats if seat]),
            members.left_at.is_(None),
            members.account.in_(select(table.account)),
        )
        .order_by(members.id)
    )
    return {row.seat: row.account for row in service.database.select_rows(statement)}


def _queue(
    service: Service, account: int, key: str, kind: str, facts: Mapping[str, Any], name: str
) -> None:
    """Queue a notification for all browsers of an account, unless an equal one was just queued."""
    time, browsers = stamp(service.clock), devices.devices_of(service, account)
    due = stamp(lambda: _earliest(service, account, key))
    added = 0
    with service.database.writing() as connection:
        for device in browsers:
            if not _is_merged(service, connection, device, key, kind, facts):
                once = f"{PUSH} {name} {device.id}"
                entry = _entry(device, key, kind, facts, once, time, due)
                added += notification_log.add_notification(connection, entry)
    if added:
        queue.wake_job(service, PUSH_KIND, "")


def _earliest(service: Service, account: int, key: str) -> datetime:
    """Return when an account may be notified about a game.

    That is later if it is using the game's page, or has quiet hours.
    """
    time, owner = service.clock(), accounts.by_id(service, account)
    if devices.is_visiting(service, account, key):
        time += _IN_USE_DELAY
    quiet = None if owner is None else quiet_hours(owner)
    return (quiet.end_after(time) if quiet else None) or time


def _entry(
    device: Device, key: str, kind: str, facts: Mapping[str, Any], once: str, time: str, due: str
) -> Notification:
    return Notification(
        once=once,
        account=device.account,
        channel=PUSH,
        game=key,
        kind=kind,
        recipient=device.name,
        state=WAITING,
        made_at=time,
        at=time,
        due_at=due,
        device=device.id,
        facts=facts,
    )


def _is_merged(
    service: Service,
    connection: Connection,
    device: Device,
    key: str,
    kind: str,
    facts: Mapping[str, Any],
) -> bool:
    """Return whether an equal event was queued for a browser just now."""
    table, now = tables.notifications.c, stamp(service.clock)
    statement = select(table.facts).where(
        table.account == device.account,
        table.channel == PUSH,
        table.device == device.id,
        table.game == key,
        table.kind == kind,
        table.made_at >= in_past(service.clock, _MERGED),
        table.made_at <= now,
    )
    return any(dict(facts) == known for known in connection.execute(statement).scalars())


def queue_test(service: Service, account: Account, session_key: str) -> None:
    """Queue a test message for the browser of a session.

    Raises SubscriptionError if it gets no push notifications, TooManyError.
    """
    device = devices.device_of_session(service, session_key)
    if device is None or device.account != account.id:
        raise SubscriptionError(
            LocalizedText("push notifications are off in this browser"),
            LocalizedText("turn them on first"),
        )
    rate_limits.count_attempts(service, (f"test of a browser by {account.id}", TESTS))
    time, kind = stamp(service.clock), push_messages.TEST
    once = f"{PUSH} {kind} {device.id} {service.clock().isoformat()}"
    with service.database.writing() as connection:
        entry = _entry(device, "", kind, {}, once, time, time)
        notification_log.add_notification(connection, entry)
    queue.wake_job(service, PUSH_KIND, "")


# sending


def send_pushes(service: Service, _: Job) -> NextRun:
    """Send the push notifications that are due."""
    if service.settings.push is None:
        return NextRun(in_future(service.clock, _INTERVAL), "nothing says how pushes are sent")
    outcomes: Counter[str] = Counter()
    for number in notification_log.due_notifications(service, _LONGEST):
        outcomes[_send(service, number)] += 1
        if outcomes.total() >= _MAX_AT_ONCE or outcomes[WAITING] >= _MAX_FAILURES:
            break
    summary = ", ".join(f"{count} {state}" for state, count in outcomes.items() if state)
    due = notification_log.next_due(service) or in_future(service.clock, _INTERVAL)
    earliest, latest = stamp(service.clock), in_future(service.clock, _INTERVAL)
    return NextRun(min(max(due, earliest), latest), summary or "nothing was due")


def _send(service: Service, number: int) -> str:
    """Send a notification and return its new state; "" if another worker sends it."""
    notification = notification_log.begin_sending(
        service, number, in_future(service.clock, _SENDING)
    )
    if notification is None:
        return ""
    outcome = _attempt(service, notification)
    due = ""
    if outcome.state == WAITING:
        wait = FIRST_WAIT * 2 ** (notification.attempts - 1)
        due = in_future(service.clock, min(wait, _LONGEST_WAIT))
    notification_log.settle(service, notification, outcome.state, outcome.reply, due)
    return outcome.state


@frozen
class _Outcome:
    """The state of a notification after an attempt to send it, and the reason."""

    state: str
    reply: str


def _attempt(service: Service, notification: Notification) -> _Outcome:
    settings, device = service.settings.push, devices.device(service, notification.device)
    if settings is None or device is None or device.account != notification.account:
        reason = LocalizedText("push notifications were turned off in this browser")
        return _Outcome(DROPPED, reason)
    last = notification.attempts >= MAX_ATTEMPTS
    try:
        message = push_messages.compose(service, notification, device)
    except push_messages.OutdatedError as problem:
        return _Outcome(DROPPED, problem.reason)
    except HorizonsError as problem:  # the game cannot be read now
        return _Outcome(REFUSED if last else WAITING, problem.message)
    answer = send_push(
        service.webhook_sender,
        settings,
        devices.signing_key(service),
        device.target,
        message,
        int(service.clock().timestamp()),
    )
    if answer.accepted:
        return _Outcome(ACCEPTED, answer.reply)
    if has_ended(answer):
        devices.remove_device(service, device.account, device.id)
    return _Outcome(WAITING if answer.retry and not last else REFUSED, answer.reply)


def ensure_push_job(service: Service) -> None:
    """Make sure that the queue is sent, if the server sends push notifications; tidy up."""
    if service.settings.push is not None:
        queue.begin_job(service, PUSH_KIND)
        devices.remove_ended(service)
    notification_log.remove_old(service)
