"""Telling what is due: each happening once by each way, as surely as the web can be.

Whether a post that got no answer was taken nobody knows. So a telling is put down as being sent
before it is, for a time; what is found so afterwards, by a crash, is sent again, with the same
delivery in its head by which the receiver can tell the double.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

from attrs import evolve

import horizons_core as hz
from horizons_host.clock import Clock, now, stamp
from horizons_host.notifications.ways import webhook
from horizons_host.notifications.webhooks import Answer, Sender, WebSender, body_of, headers_of
from horizons_host.notifications.words import words
from horizons_host.report_mails import addresses
from horizons_host.store import GameStore, Happening, NewMail, Notices, Telling, Way

#: The first new attempt comes after so long, each further after double the time ...
FIRST_WAIT = timedelta(minutes=1)
#: ... up to this.
LONGEST_WAIT = timedelta(hours=6)
#: After so many attempts, which take more than a day, a telling has failed.
MOST_ATTEMPTS = 12
#: A sender that has not said what came of a post after this time has been ended in its midst.
_SENDING = timedelta(minutes=5)


def _always(_: Way) -> bool:
    return True


def deliver_due(
    store: GameStore,
    clock: Clock = now,
    sender: Sender | None = None,
    is_held: Callable[[Way], bool] = _always,
) -> Iterator[Telling]:
    """Tell all that is due, and say of each telling what became of it.

    A webhook that is not `is_held` any more by somebody who may have it is removed, and not posted
    to.

    It may run in several processes at once. After a post that failed and is worth another attempt,
    the others by the same way wait as well: a server that is away holds up nobody for long.
    """
    notices = Notices(store)
    posts = WebSender() if sender is None else sender
    away: set[int] = set()
    for number in notices.due(stamp(clock), stamp(lambda: clock() + 2 * LONGEST_WAIT)):
        one = notices.one(number)
        if one.way.id in away or one.state not in {"queued", "sending"}:
            continue
        if one.way.how == "webhook" and not is_held(one.way):
            notices.remove(one.way.id, stamp(clock))
            continue
        told = (
            _mailed(store, one, clock) if one.way.how == "mail" else _post(store, one, clock, posts)
        )
        if told is None:
            continue
        if told.state == "queued":
            away.add(told.way.id)
        yield told


def _post(store: GameStore, one: Telling, clock: Clock, sender: Sender) -> Telling | None:
    notices = Notices(store)
    if not notices.begin(one, stamp(lambda: clock() + _SENDING)):
        return None
    answer = _answer(store, one, clock, sender)
    state = _state(one, answer)
    wait = min(FIRST_WAIT * 2 ** min(one.attempts, 20), LONGEST_WAIT)
    again = stamp(lambda: clock() + wait) if state == "queued" else ""
    notices.settle(one, state, at=stamp(clock), reply=answer.reply, next_attempt=again)
    return evolve(one, state=state, attempts=one.attempts + 1, reason=answer.reply)


def _answer(store: GameStore, one: Telling, clock: Clock, sender: Sender) -> Answer:
    body = body_of(one, _title(store))
    return sender.post(one.way.address, body, headers_of(one, body, int(clock().timestamp())))


def try_out(
    store: GameStore, number: int, clock: Clock = now, sender: Sender | None = None
) -> Answer:
    """Post a test to a webhook, and say what came of it; nothing is stored. Raises NoticeError."""
    happening = Happening("test", stamp(clock), store.latest())
    one = Telling(0, webhook(store, number), happening, "queued", 0, happening.at)
    return _answer(store, one, clock, WebSender() if sender is None else sender)


def _state(one: Telling, answer: Answer) -> str:
    if answer.taken:
        return "sent"
    return "queued" if answer.again and one.attempts + 1 < MOST_ATTEMPTS else "failed"


def _mailed(store: GameStore, one: Telling, clock: Clock) -> Telling | None:
    """Have a telling go out by mail: it is put into the outbox, which sends it once."""
    snapshot = store.snapshot()
    seat = one.way.seat or ""
    address = addresses(hz.load(snapshot.state), snapshot.seats).get(seat)
    game, time = _title(store), stamp(clock)
    said = words(one.happening, seat)
    subject = f"[{game}] {said}"[:150]
    mail = NewMail("happening", address, subject, time, seat, body=f"{said}\n") if address else None
    if not Notices(store).mail(one, mail, time):
        return None
    return evolve(one, state="sent" if mail else "failed", attempts=one.attempts + 1)


def _title(store: GameStore) -> str:
    plate = store.plate()
    return plate.name or plate.variant
