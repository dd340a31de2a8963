"""What a replacement gets of a seat: all that its earlier holders saw and ordered.

Mail addresses and passwords of those before are taken out, wherever they stand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

import horizons_core as hz
from horizons_core.stored_games import without_persons
from horizons_host.desk.turn_sheet import Holder, holders
from horizons_host.press.reading import messages_of
from horizons_host.seating import policy_words, seat_of
from horizons_host.store import GameStore, GivenOrders, Message, Post, TakenBack


@frozen
class OrdersGiven:
    """A version of a seat's orders for a turn; `used` says whether the turn was run with it."""

    version: int
    at: str
    source: str
    text: str
    remarks: Sequence[Mapping[str, Any]]
    used: bool

    def told(self) -> dict[str, Any]:
        """The orders as plain data."""
        return {
            "version": self.version,
            "at": self.at,
            "source": self.source,
            "text": self.text,
            "remarks": list(self.remarks),
            "used": self.used,
        }


@frozen
class TurnOfSeat:
    """A turn as a seat knows it: its orders, its report, and reports that count no more.

    The coming turn has no `report` yet, and neither has one that was run without the seat.
    """

    turn: int
    orders: Sequence[OrdersGiven]
    report: Mapping[str, Any] | None
    taken_back: Sequence[Mapping[str, Any]]

    def told(self) -> dict[str, Any]:
        """The turn as plain data."""
        return {
            "turn": self.turn,
            "orders": [one.told() for one in self.orders],
            "report": self.report,
            "taken_back": list(self.taken_back),
        }


@frozen
class Handover:
    """All that belongs to a seat.

    Attributes:
        game: the game's name.
        title: what is played.
        seat: whose papers these are.
        role: "" for somebody who plays an empire.
        turn: the turn at which the game stands.
        holders: who held the seat, the present one last.
        without: what is done when no orders come in.
        standing_orders: the orders that are carried out then, if that is so.
        mails: when which mail was made for the seat, by subject.
        messages: what was written from seat to seat: all that this one has.
        turns: every turn, the coming one last.
    """

    game: str
    title: str
    seat: str
    role: str
    turn: int
    holders: Sequence[Holder]
    without: str
    standing_orders: str
    mails: Sequence[Mapping[str, str]]
    messages: Sequence[Message]
    turns: Sequence[TurnOfSeat]

    def told(self) -> dict[str, Any]:
        """The papers as plain data."""
        return {
            "game": self.game,
            "title": self.title,
            "seat": self.seat,
            "role": self.role,
            "turn": self.turn,
            "holders": [{"person": one.person, "since": one.since} for one in self.holders],
            "without": self.without,
            "standing_orders": self.standing_orders,
            "mails": list(self.mails),
            "messages": [one.told() for one in self.messages],
            "turns": [turn.told() for turn in self.turns],
        }


def handover(store: GameStore, player: str) -> Handover:
    """All that belongs to a seat, for whoever plays it from now on; raises SeatError."""
    seat = seat_of(store.seats(), player)
    plate, latest = store.plate(), store.latest()
    variant = hz.load_variant(plate.variant, plate.mods, plate.data_mods)
    turns = [_turn(store, seat.name, turn) for turn in range(store.first(), latest + 2)]
    return Handover(
        game=plate.name,
        title=variant.info.title,
        seat=seat.name,
        role=seat.role,
        turn=latest,
        holders=holders(store, seat),
        without=policy_words(seat),
        standing_orders=without_persons(seat.policy.text),
        mails=_mails(store, seat.name),
        messages=[_without_address(one) for one in messages_of(store, seat.name)],
        turns=turns,
    )


def _without_address(message: Message) -> Message:
    return evolve(
        message, subject=without_persons(message.subject), text=without_persons(message.text)
    )


def _turn(store: GameStore, seat: str, turn: int) -> TurnOfSeat:
    run = turn <= store.latest()
    used = store.stored(turn).orders.get(seat) if run else None
    given = [one for one in store.given_by(turn, seat) if _own(one, used)]
    back = TakenBack(store)
    runs = range(1, len(back.runs(turn)) + 1)
    return TurnOfSeat(
        turn=turn,
        orders=[_given(one, version, used) for version, one in enumerate(given, start=1)],
        report=_bare(store.report(turn, seat)) if run and seat in store.reported(turn) else None,
        taken_back=[
            _bare(back.report(turn, one, seat)) for one in runs if seat in back.reported(turn, one)
        ],
    )


def _own(given: GivenOrders, used: int | None) -> bool:
    """Whether orders count among the seat's papers: all that were handed in or carried out."""
    return bool(given.text) or given.id == used


def _given(given: GivenOrders, version: int, used: int | None) -> OrdersGiven:
    return OrdersGiven(
        version=version,
        at=given.submitted_at,
        source=without_persons(given.source),
        text=without_persons(given.text),
        remarks=without_persons([dict(one) for one in given.diagnostics]),
        used=given.id == used,
    )


def _bare(document: Mapping[str, Any]) -> Mapping[str, Any]:
    found: Mapping[str, Any] = without_persons(dict(document))
    return found


def _mails(store: GameStore, seat: str) -> list[Mapping[str, str]]:
    return [
        {"at": one.mail.created_at, "subject": without_persons(one.mail.subject)}
        for one in Post(store).outgoing()
        if one.mail.seat == seat
    ]
