"""The state of a game after kills: all acknowledged requests are there, once and complete."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from attrs import define, field, frozen

from horizons_host.games.verification import verify
from horizons_host.messages.reading import messages_of
from horizons_host.server.jobs import queue
from horizons_host.server.jobs.queue import DONE, FAILED
from horizons_host.server.service import Service
from horizons_host.server.tables import jobs
from horizons_host.store import GameStore
from horizons_host.store.notifications import Notifications

EVERYTHING = 10**6


@frozen
class Orders:
    """Orders that were acknowledged to a player, with their turn and version."""

    seat: str
    turn: int
    version: int
    text: str


@frozen
class Message:
    """A message that was acknowledged to a player."""

    seat: str
    text: str


@define
class AcknowledgedRequests:
    """The requests of one game's players that were acknowledged."""

    orders: list[Orders] = field(factory=list)
    messages: list[Message] = field(factory=list)
    turns: set[int] = field(factory=set)


def find_faults(store: GameStore, acknowledged: AcknowledgedRequests) -> Iterator[str]:
    """Yield losses, duplicates and incomplete records of a game, in words."""
    latest = store.latest()
    yield from _orders(store, acknowledged.orders, latest)
    yield from _messages(store, acknowledged.messages)
    yield from _turns(store, acknowledged.turns, latest)
    verdict = verify(store)
    if not verdict.sound:
        yield f"turn {verdict.turn} does not recompute: {verdict.difference}"


def _orders(store: GameStore, acknowledged: Sequence[Orders], latest: int) -> Iterator[str]:
    submitted = {turn: store.submissions(turn) for turn in range(1, latest + 2)}
    for orders in acknowledged:
        versions = submitted.get(orders.turn, {}).get(orders.seat, [])
        if len(versions) < orders.version or versions[orders.version - 1].text != orders.text:
            yield f"lost: version {orders.version} of {orders.seat}'s orders for turn {orders.turn}"
    texts = Counter(
        (seat, orders.text)
        for turn in submitted.values()
        for seat, versions in turn.items()
        for orders in versions
    )
    for (seat, text), times in texts.items():
        if times > 1:
            yield f"doubled: {seat}'s orders {text!r}"
    for turn in range(1, latest + 1):
        used = store.used(store.stored(turn)).texts
        for seat, versions in submitted[turn].items():
            if used.get(seat) != versions[-1].text:
                yield f"turn {turn} was not run with {seat}'s latest orders"


def _messages(store: GameStore, acknowledged: Sequence[Message]) -> Iterator[str]:
    seats = [seat.name for seat in store.seats()]
    boxes = {seat: messages_of(store, seat) for seat in seats}
    copies = {seat: Counter(message.text for message in box) for seat, box in boxes.items()}
    for sent in acknowledged:
        if not copies[sent.seat][sent.text]:
            yield f"lost: {sent.seat}'s message {sent.text!r}"
    for seat, box in boxes.items():
        for message in (item for item in box if item.mine):
            recipients = {*message.to, seat} if message.to else set(seats)
            for reader in seats:
                if copies[reader][message.text] != (reader in recipients):
                    yield f"{reader} has {seat}'s message {message.text!r} not as it was sent"
        kinds = Counter(event.kind for event in Notifications(store).events(seat, EVERYTHING))
        if kinds["message"] != sum(not message.mine for message in box):
            yield f"{seat} has notifications of {kinds['message']} messages, and other messages"


def _turns(store: GameStore, acknowledged: set[int], latest: int) -> Iterator[str]:
    if acknowledged and max(acknowledged) > latest:
        yield f"lost: turn {max(acknowledged)}"
    public = Notifications(store).events(None, EVERYTHING)
    noticed = Counter(event.turn for event in public if event.kind == "turn")
    noted = Counter(entry.turn for entry in store.audit() if entry.action == "turn")
    for turn in range(1, latest + 1):
        for verb, times in (("noticed", noticed[turn]), ("noted down", noted[turn])):
            if times != 1:
                yield f"turn {turn} was {verb} {times} times"
        if set(store.reported(turn)) != {seat.name for seat in store.seats()}:
            yield f"turn {turn} lacks the reports of some players"


def unfinished_jobs(service: Service, kinds: Sequence[str]) -> list[str]:
    """Return the jobs of these kinds that have not ended, which all do in time."""
    with service.database.reading() as connection:
        rows = connection.execute(jobs.select().where(jobs.c.kind.in_(kinds))).all()
    # A job whose workers were killed repeatedly is given up, and may be requested again.
    return [
        f"{row.once}: {row.state} {row.says}"
        for row in rows
        if row.state != DONE and not (row.state == FAILED and row.says == queue.STOPPED_TOO_OFTEN)
    ]
