"""What a game must be after kills: all that was acknowledged is there, once and whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from attrs import define, field, frozen

from horizons_host.press.reading import messages_of
from horizons_host.server.jobs import queue
from horizons_host.server.jobs.queue import DONE, FAILED
from horizons_host.server.service import Service
from horizons_host.server.tables import jobs
from horizons_host.store import GameStore
from horizons_host.store.notices import Notices
from horizons_host.verification import verify

EVERYTHING = 10**6


@frozen
class Orders:
    """Orders that a player was told are stored, for which turn and as which version."""

    seat: str
    turn: int
    version: int
    text: str


@frozen
class Message:
    """A message that a player was told is sent."""

    seat: str
    text: str


@define
class Acknowledged:
    """What the players of one game were told is done."""

    orders: list[Orders] = field(factory=list)
    messages: list[Message] = field(factory=list)
    turns: set[int] = field(factory=set)


def faults(store: GameStore, told: Acknowledged) -> Iterator[str]:
    """What is lost, doubled or half in a game, in words."""
    latest = store.latest()
    yield from _orders(store, told.orders, latest)
    yield from _messages(store, told.messages)
    yield from _turns(store, told.turns, latest)
    verdict = verify(store)
    if not verdict.sound:
        yield f"turn {verdict.turn} does not recompute: {verdict.difference}"


def _orders(store: GameStore, told: Sequence[Orders], latest: int) -> Iterator[str]:
    given = {turn: store.given(turn) for turn in range(1, latest + 2)}
    for one in told:
        there = given.get(one.turn, {}).get(one.seat, [])
        if len(there) < one.version or there[one.version - 1].text != one.text:
            yield f"lost: version {one.version} of {one.seat}'s orders for turn {one.turn}"
    texts = Counter(
        (seat, orders.text)
        for turn in given.values()
        for seat, many in turn.items()
        for orders in many
    )
    for (seat, text), times in texts.items():
        if times > 1:
            yield f"doubled: {seat}'s orders {text!r}"
    for turn in range(1, latest + 1):
        used = store.used(store.stored(turn)).texts
        for seat, many in given[turn].items():
            if used.get(seat) != many[-1].text:
                yield f"turn {turn} was not run with {seat}'s latest orders"


def _messages(store: GameStore, told: Sequence[Message]) -> Iterator[str]:
    seats = [seat.name for seat in store.seats()]
    boxes = {seat: messages_of(store, seat) for seat in seats}
    copies = {seat: Counter(one.text for one in box) for seat, box in boxes.items()}
    for sent in told:
        if not copies[sent.seat][sent.text]:
            yield f"lost: {sent.seat}'s message {sent.text!r}"
    for seat, box in boxes.items():
        for one in (message for message in box if message.mine):
            hearers = {*one.to, seat} if one.to else set(seats)
            for reader in seats:
                if copies[reader][one.text] != (reader in hearers):
                    yield f"{reader} has {seat}'s message {one.text!r} not as it was sent"
        kinds = Counter(happened.kind for happened in Notices(store).happenings(seat, EVERYTHING))
        if kinds["message"] != sum(not message.mine for message in box):
            yield f"{seat} was told of {kinds['message']} messages, and has others"


def _turns(store: GameStore, told: set[int], latest: int) -> Iterator[str]:
    if told and max(told) > latest:
        yield f"lost: turn {max(told)}"
    public = Notices(store).happenings(None, EVERYTHING)
    noticed = Counter(happened.turn for happened in public if happened.kind == "turn")
    noted = Counter(entry.turn for entry in store.audit() if entry.action == "turn")
    for turn in range(1, latest + 1):
        for what, times in (("noticed", noticed[turn]), ("noted down", noted[turn])):
            if times != 1:
                yield f"turn {turn} was {what} {times} times"
        if set(store.reported(turn)) != {seat.name for seat in store.seats()}:
            yield f"turn {turn} has not everybody's report"


def left_over(service: Service, kinds: Sequence[str]) -> list[str]:
    """The jobs of these kinds that have not come to an end, which all do in time."""
    with service.database.reading() as connection:
        rows = connection.execute(jobs.select().where(jobs.c.kind.in_(kinds))).all()
    # One whose workers were killed again and again is given up, and may be asked for anew.
    return [
        f"{row.once}: {row.state} {row.says}"
        for row in rows
        if row.state != DONE and not (row.state == FAILED and row.says == queue.ENDED)
    ]
